import type { VersionedTransaction } from '@solana/web3.js';
import type { BanksClient, BanksTransactionResultWithMeta } from 'solana-bankrun';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  compile,
  type KeyPair,
  signatureOf,
  signTransaction,
  transferInstruction,
  unsigned,
} from '../../ts/linesman/program/index.js';
import { KeeperBank } from '../helpers/keeper/keeperBank.js';
import { outliveBlockhashes } from '../helpers/outliveBlockhashes.js';
import { type BankrunChain, TestChain } from '../helpers/settlement/chain.js';

const NOT_LOADED = 'This program may not be used for executing instructions';
const refusal = (result: string) => ({ result, meta: null }) as BanksTransactionResultWithMeta;

let test: BankrunChain;
let chain: KeeperBank;
async function startChain(inFront?: Parameters<typeof TestChain.startOnBankrun>[1]): Promise<void> {
  test = await TestChain.startOnBankrun(1_790_000_000, inFront);
  chain = new KeeperBank(test);
}
beforeEach(() => startChain());

/** A payment to the account that all of them write. */
async function payment(payer: KeyPair = test.fundedKeypair()) {
  const pay = transferInstruction({ from: payer.address, to: test.payer.address, lamports: 1n });
  const { message } = compile(payer.address, [pay], await chain.latestBlockhash());
  const transaction = signTransaction(unsigned(message), [payer]);
  return { transaction, signature: signatureOf(transaction) };
}

const LANDED = { error: null };

describe("the keeper's chain in tests", () => {
  it('executes two transactions that write the same account, however long the first takes', async () => {
    let isBusy = false;
    // As the runtime does: an account that one transaction writes is locked, and others are refused.
    await startChain((runtime) => ({
      tryProcessTransaction: async (transaction) => {
        if (isBusy) return refusal('Account in use');
        isBusy = true;
        // Concurrent senders run first.
        await new Promise((resolve) => setImmediate(resolve));
        const answer = await runtime.tryProcessTransaction(transaction);
        isBusy = false;
        return answer;
      },
    }));
    const [one, other] = [await payment(), await payment()];
    await Promise.all([chain.send(one.transaction), chain.send(other.transaction)]);
    expect(await chain.status(one.signature)).toMatchObject(LANDED);
    expect(await chain.status(other.signature)).toMatchObject(LANDED);
  });

  it('its blockhashes do not expire by wall-clock time', async () => {
    const [one, other] = [await payment(), await payment()];
    await outliveBlockhashes(() => test.bank.latestBlockhash());
    expect(await chain.simulate(one.transaction)).toMatchObject({ error: null });
    await chain.send(other.transaction);
    expect(await chain.status(other.signature)).toMatchObject(LANDED);
  });

  it('loses exactly the given transactions, and reports no other as expired', async () => {
    chain.losing = 1;
    const [lost, other] = [await payment(), await payment()];
    await chain.send(lost.transaction);
    await chain.send(other.transaction);
    const isValid = ({ transaction }: typeof lost) => chain.isBlockhashValid(transaction.message.blockhash);
    expect([await chain.status(lost.signature), await isValid(lost)]).toEqual([null, false]);
    expect(await chain.status(other.signature)).toMatchObject(LANDED);
    expect(await isValid(other)).toBe(true);
  });

  it('executes a transaction that is submitted twice once', async () => {
    const { transaction } = await payment();
    await Promise.all([chain.send(transaction), chain.send(transaction)]);
    expect(chain.landed).toHaveLength(1);
  });

  it('retries in the next slot when the runtime does not find its program', async () => {
    const slots: bigint[] = [];
    const firstRefused = <T>(runtime: BanksClient, ask: (transaction: VersionedTransaction) => Promise<T>) => {
      let calls = 0;
      return async (transaction: VersionedTransaction) => {
        slots.push(await runtime.getSlot('processed'));
        return calls++ === 0 ? refusal(NOT_LOADED) : ask(transaction);
      };
    };
    await startChain((runtime) => ({
      simulateTransaction: firstRefused(runtime, (transaction) => runtime.simulateTransaction(transaction)),
      tryProcessTransaction: firstRefused(runtime, (transaction) =>
        runtime.tryProcessTransaction(transaction),
      ) as typeof runtime.tryProcessTransaction,
    }));
    const { transaction, signature } = await payment();
    expect(await chain.simulate(transaction)).toMatchObject({ error: null });
    await chain.send(transaction);
    expect(await chain.status(signature)).toMatchObject(LANDED);
    const [first = 0n] = slots;
    expect(slots.map((slot) => slot - first)).toEqual([0n, 1n, 1n, 2n]);
    expect(await test.bank.time()).toBe(1_790_000_000);
  });
});
