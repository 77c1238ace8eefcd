import { expect, it } from 'vitest';
import { addressOf } from '../program/address/address.js';
import { KeyPair } from '../program/keyPair.js';
import { compileMessage } from '../program/transaction/message.js';
import { signTransaction, unsigned } from '../program/transaction/transaction.js';
import { fromKitSigner, type KitTransactionSigner, toKitSigner } from './convert.js';

const pair = KeyPair.fromSeed(new Uint8Array(32).fill(7));
const transaction = unsigned(compileMessage(pair.address, [], addressOf(new Uint8Array(32).fill(1))));
const signed = signTransaction(transaction, [pair]);

it('a signer that returns signatures adds its own', async () => {
  const signer = fromKitSigner(await toKitSigner(pair));
  expect(signer.address).toBe(pair.address);
  expect(await signer.signTransaction(transaction)).toEqual(signed);
});

it('a signer that may change the transaction returns all of it', async () => {
  const inner = await toKitSigner(pair);
  const signer = (answers: number) =>
    ({
      address: inner.address,
      modifyAndSignTransactions: async (given: Parameters<typeof inner.signTransactions>[0]) => {
        const signatures = await inner.signTransactions(given);
        return given.map((one, i) => ({ ...one, signatures: signatures[i] })).slice(0, answers);
      },
    }) as unknown as KitTransactionSigner;
  expect(await fromKitSigner(signer(1)).signTransaction(transaction)).toEqual(signed);
  await expect(fromKitSigner(signer(0)).signTransaction(transaction)).rejects.toMatchObject({
    number: 7399,
    context: { problem: 'no answer' },
  });
});
