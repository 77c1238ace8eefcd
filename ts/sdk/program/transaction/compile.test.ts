import { AddressLookupTableAccount, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPublicKey, toTransactionInstruction } from '../../web3/convert.js';
import { addressBytes, addressOf } from '../address/address.js';
import { roleOf } from '../instruction/instruction.js';
import { compile } from './compile.js';
import { compileMessage, type LookupTable } from './message.js';
import { TRANSACTION_LIMIT, transactionSize } from './size.js';

const key = (n: number) => addressOf(new Uint8Array(32).fill(n));
const BLOCKHASH = key(200);
const PAYER = key(1);
const PROGRAM = key(2);

const instruction = (accounts: number[], dataLength = 8, signers: number[] = []) => ({
  programAddress: PROGRAM,
  accounts: accounts.map((n) => ({
    address: key(n),
    role: roleOf({ signer: signers.includes(n), writable: n % 2 === 0 }),
  })),
  data: Buffer.alloc(dataLength),
});

const table = (name: number, addresses: number[]): LookupTable => ({
  address: key(name),
  addresses: addresses.map(key),
});

/** The same table for web3.js. */
const tableAccount = ({ address, addresses }: LookupTable) =>
  new AddressLookupTableAccount({
    key: toPublicKey(address),
    state: {
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses: addresses.map(toPublicKey),
    },
  });

describe('transaction size', () => {
  it('equals what web3.js serializes', () => {
    const account = fc.integer({ min: 10, max: 20 });
    const one = fc
      .tuple(fc.uniqueArray(account, { maxLength: 9 }), fc.nat(200), fc.array(account, { maxLength: 2 }))
      .map(([accounts, length, signers]) => instruction(accounts, length, signers));
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 3 }), fc.boolean(), (instructions, looksUp) => {
        const tables = looksUp ? [table(100, [10, 11, 12, 13])] : [];
        const source = new TransactionMessage({
          payerKey: toPublicKey(PAYER),
          instructions: instructions.map(toTransactionInstruction),
          recentBlockhash: BLOCKHASH,
        });
        const theirs = looksUp ? source.compileToV0Message(tables.map(tableAccount)) : source.compileToLegacyMessage();
        const size = transactionSize(compileMessage(PAYER, instructions, BLOCKHASH, tables));
        if (size <= TRANSACTION_LIMIT) expect(new VersionedTransaction(theirs).serialize().length).toBe(size);
        else expect(() => new VersionedTransaction(theirs).serialize()).toThrow();
      }),
      { seed: 11, numRuns: 300 },
    );
  });
});

describe('compile', () => {
  it('makes a legacy message without tables', () => {
    expect(compile(PAYER, [instruction([10, 11])], BLOCKHASH).message.version).toBe('legacy');
  });

  it('uses a table only when it saves bytes', () => {
    const of = (accounts: number[], ...tables: LookupTable[]) => {
      const { tables: used, size } = compile(PAYER, [instruction(accounts)], BLOCKHASH, tables);
      return { used: used.map((one) => addressBytes(one.address)[0]), size };
    };
    const without = of([10, 11, 12]).size;
    // A table costs 34 bytes and the version 2; an account that is looked up saves 31.
    expect(of([10, 11, 12], table(100, [10]))).toEqual({ used: [], size: without });
    expect(of([10, 11, 12], table(100, [10, 11]))).toEqual({ used: [100], size: without - 62 + 36 });
    // A second table saves nothing on accounts that the first one already holds.
    expect(of([10, 11, 12], table(100, [10, 11]), table(101, [10, 11, 12]))).toEqual({
      used: [101],
      size: without - 93 + 36,
    });
    expect(of([10, 11, 12, 13], table(100, [10, 11]), table(101, [12, 13])).used).toEqual([100, 101]);
  });

  it('never looks up signers or programs', () => {
    const accounts = [10, 11, 12];
    const signed = compile(PAYER, [instruction(accounts, 8, accounts)], BLOCKHASH, [table(100, [2, ...accounts])]);
    expect(signed.tables).toEqual([]);
  });
});
