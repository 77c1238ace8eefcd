import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { transferInstruction } from '../../ts/sdk/program/systemInstructions.js';
import { compile } from '../../ts/sdk/program/transaction/compile.js';
import { signatureOf, signTransaction, unsigned } from '../../ts/sdk/program/transaction/transaction.js';
import { KeeperBank } from '../helpers/keeper/keeperBank.js';
import { TestChain } from '../helpers/settlement/chain.js';

let test: TestChain;
let chain: KeeperBank;
beforeEach(async () => {
  test = await TestChain.start(1_790_000_000);
  chain = new KeeperBank(test);
});

/** A payment to the account that all of them write. */
async function payment(payer: KeyPair = test.fundedKeypair()) {
  const pay = transferInstruction({ from: payer.address, to: test.payer.address, lamports: 1n });
  const { message } = compile(payer.address, [pay], await chain.latestBlockhash());
  const transaction = signTransaction(unsigned(message), [payer]);
  return { transaction, signature: signatureOf(transaction) };
}

const LANDED = { error: null };

describe("the keeper's chain in tests", () => {
  it('its blockhashes outlive those of the runtime', async () => {
    const [one, other] = [await payment(), await payment()];
    test.bank.nextBlockhash();
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
});
