import { Keypair, SystemProgram } from '@solana/web3.js';
import type { BanksTransactionResultWithMeta } from 'solana-bankrun';
import { beforeEach, describe, expect, it } from 'vitest';
import { Bank } from '../helpers/bank.js';
import { inFrontOf } from '../helpers/bankFront.js';

const payer = Keypair.fromSeed(new Uint8Array(32).fill(1));
const receiver = Keypair.fromSeed(new Uint8Array(32).fill(2));
const transfer = (lamports: number) =>
  SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: receiver.publicKey, lamports });
const refusal = (result: string) => ({ result, meta: null }) as BanksTransactionResultWithMeta;

let bank: Bank;
beforeEach(async () => {
  bank = await Bank.start([]);
  for (const { publicKey } of [payer, receiver]) bank.fund(publicKey);
});

describe('the bank of the tests', () => {
  it('asks its runtime for one thing at a time', async () => {
    let now = 0;
    let most = 0;
    const alone =
      <A extends unknown[], T>(ask: (...asked: A) => Promise<T>) =>
      async (...asked: A): Promise<T> => {
        most = Math.max(most, ++now);
        const answer = await ask(...asked);
        now--;
        return answer;
      };
    const client = bank.context.banksClient;
    inFrontOf(bank, {
      tryProcessTransaction: alone((transaction) => client.tryProcessTransaction(transaction)),
      getLatestBlockhash: alone(() => client.getLatestBlockhash()),
      getAccount: alone((address) => client.getAccount(address)),
      getClock: alone(() => client.getClock()),
    });
    const sent = [1, 2, 3].map((lamports) => bank.send([transfer(lamports)], [payer]));
    const asked = [bank.account(payer.publicKey), bank.setTime(7), bank.latestBlockhash()];
    expect((await Promise.all(sent)).map(({ failure }) => failure)).toEqual([null, null, null]);
    await Promise.all(asked);
    expect(most).toBe(1);
  });

  it('goes on after a question that failed', async () => {
    const client = inFrontOf(bank, { getAccount: () => Promise.reject(new Error('no answer')) });
    await expect(bank.account(payer.publicKey)).rejects.toThrow('no answer');
    Object.assign(bank.context.banksClient, { getAccount: client.getAccount.bind(client) });
    expect(await bank.account(payer.publicKey)).toMatchObject({ lamports: 10 ** 11 });
  });

  it.each(['Blockhash not found', 'This transaction has already been processed'])(
    'takes a newer blockhash, however often it is told "%s"',
    async (words) => {
      let refusals = 20;
      const client = bank.context.banksClient;
      inFrontOf(bank, {
        tryProcessTransaction: async (transaction) =>
          refusals-- > 0 ? refusal(words) : client.tryProcessTransaction(transaction),
      });
      expect(await bank.send([transfer(1)], [payer])).toMatchObject({ failure: null });
      expect(refusals).toBe(-1);
    },
  );
});
