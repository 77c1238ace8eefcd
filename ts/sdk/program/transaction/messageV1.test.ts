import {
  AccountRole,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type Address as KitAddress,
  type Instruction as KitInstruction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { describe, expect, test } from 'vitest';
import { outcome } from '../../../../tests/helpers/thrown.js';
import { Random } from '../../../season/random.js';
import { fromKitTransaction, toKitTransaction } from '../../kit/convert.js';
import { toVersionedTransaction } from '../../web3/convert.js';
import { type Address, addressOf } from '../address/address.js';
import { KeyPair } from '../keyPair.js';
import { compileMessage, decodeMessage, encodeMessage, instructionsOf } from './message.js';
import type { Message } from './messageForm.js';
import { TRANSACTION_LIMIT, transactionSize } from './size.js';
import { decodeTransaction, encodeTransaction, signTransaction, unsigned } from './transaction.js';

const SEED = 'version 1';
const ROUNDS = 40;
const INVALID = 7274;
/** Version, header and mask; the counts follow the blockhash. */
const FIXED = 8;
const ROLES = [
  AccountRole.READONLY,
  AccountRole.WRITABLE,
  AccountRole.READONLY_SIGNER,
  AccountRole.WRITABLE_SIGNER,
] as const;

/** The output of Kit: a transaction of version 1 without signatures. */
function draft(random: Random) {
  const payer = KeyPair.fromSeed(random.bytes32());
  const address = () => addressOf(random.bytes32()) as string as KitAddress;
  const pool = Array.from({ length: random.between(1, 8) }, () => ({ address: address(), role: random.pick(ROLES) }));
  const instructions = Array.from(
    { length: random.below(6) },
    (): KitInstruction => ({
      programAddress: address(),
      accounts: Array.from({ length: random.below(7) }, () => random.pick(pool)),
      data: Uint8Array.from({ length: random.onceIn(4) ? random.between(250, 900) : random.below(40) }, () =>
        random.below(256),
      ),
    }),
  );
  const config = {
    ...(random.onceIn(2) && { priorityFeeLamports: BigInt(random.below(2 ** 31)) << 20n }),
    ...(random.onceIn(2) && { computeUnitLimit: random.below(1_400_001) }),
    ...(random.onceIn(2) && { loadedAccountsDataSizeLimit: random.below(2 ** 31) }),
    ...(random.onceIn(2) && { heapSize: 1024 * random.between(32, 256) }),
  };
  const lifetime = { blockhash: address() as string as Blockhash, lastValidBlockHeight: 9n };
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (one) => setTransactionMessageFeePayer(payer.address as string as KitAddress, one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    (one) => appendTransactionMessageInstructions(instructions, one),
    (one) => setTransactionMessageConfig(config, one),
  );
  const transaction = compileTransaction(message);
  return { payer, config, transaction, bytes: Uint8Array.from(getTransactionEncoder().encode(transaction)) };
}

const drafts = (() => {
  const random = new Random(SEED);
  return Array.from({ length: ROUNDS }, () => draft(random));
})();

/** A message decoded by Kit, converted to our form. */
function asKitReads(bytes: Uint8Array): unknown {
  const { messageBytes, signatures } = getTransactionDecoder().decode(bytes);
  const found = getCompiledTransactionMessageDecoder().decode(messageBytes);
  if (found.version !== 1) throw new Error(`version ${found.version}`);
  return {
    header: found.header,
    blockhash: found.lifetimeToken,
    accounts: found.staticAccounts,
    config: found.configValues.map(({ value }) => BigInt(value)),
    mask: found.configMask,
    instructions: found.instructionHeaders.map(({ programAccountIndex }, i) => [
      programAccountIndex,
      ...Object.values(found.instructionPayloads[i] as object).map((part) => [...part]),
    ]),
    signatures: Object.keys(signatures),
  };
}

/** The same form of a message that we decode. */
function asWeRead(bytes: Uint8Array): unknown {
  const { message, signatures } = decodeTransaction(bytes);
  const { signers, readonlySigners, readonlyOthers } = message.header;
  const { priorityFeeLamports: fee, computeUnitLimit: units, ...config } = message.config ?? {};
  const settings = [fee, units, config.loadedAccountsDataSizeLimit, config.heapSize];
  return {
    header: {
      numSignerAccounts: signers,
      numReadonlySignerAccounts: readonlySigners,
      numReadonlyNonSignerAccounts: readonlyOthers,
    },
    blockhash: message.blockhash,
    accounts: message.accounts,
    config: settings.flatMap((value) => (value === undefined ? [] : [BigInt(value)])),
    mask: settings.reduce<number>((mask, value, i) => mask | (value === undefined ? 0 : ([3, 4, 8, 16][i] ?? 0)), 0),
    instructions: message.instructions.map(({ programIndex, accountIndexes, data }) => [
      programIndex,
      [...accountIndexes],
      [...data],
    ]),
    signatures: signatures.map((_, i) => message.accounts[i]),
  };
}

describe(`transactions of version 1 that Kit writes (seed ${JSON.stringify(SEED)})`, () => {
  test('cover every setting, and sizes beyond those of other versions', () => {
    for (const name of ['priorityFeeLamports', 'computeUnitLimit', 'loadedAccountsDataSizeLimit', 'heapSize'] as const)
      for (const has of [true, false])
        expect(drafts.some(({ config }) => (config[name] !== undefined) === has)).toBe(true);
    expect(drafts.some(({ bytes }) => bytes.length > TRANSACTION_LIMIT)).toBe(true);
    expect(drafts.some(({ transaction }) => Object.keys(transaction.signatures).length > 3)).toBe(true);
  });

  test('are read as Kit reads them, and written back byte for byte', () => {
    for (const [round, { bytes, config, transaction }] of drafts.entries()) {
      const about = `seed ${SEED}, round ${round}`;
      expect(asWeRead(bytes), about).toEqual(asKitReads(bytes));
      const decoded = decodeTransaction(bytes);
      expect(decoded.message.config, about).toEqual(config);
      expect(encodeTransaction(decoded), about).toEqual(bytes);
      expect(encodeMessage(decoded.message), about).toEqual(Uint8Array.from(transaction.messageBytes));
      expect(decodeMessage(encodeMessage(decoded.message)), about).toEqual(decoded.message);
      expect(transactionSize(decoded.message), about).toBe(bytes.length);
      expect(fromKitTransaction(toKitTransaction(decoded)), about).toEqual(decoded);
      // web3.js does not write them.
      expect(toVersionedTransaction(decoded).version, about).toBe(1);
      // Every account has a role, without any lookup table.
      expect(instructionsOf(decoded.message)).toHaveLength(decoded.message.instructions.length);
    }
  });

  test('are signed over the bytes of the message', () => {
    const { bytes, payer } = drafts[0] as (typeof drafts)[0];
    const { signatures, message } = signTransaction(decodeTransaction(bytes), [payer]);
    expect(signatures[0]).toEqual(payer.sign(encodeMessage(message)));
  });

  test('are refused after any change, or read as Kit reads them', () => {
    const random = new Random(`${SEED}, changed`);
    let read = 0;
    // A short message, because Kit takes milliseconds to decode addresses.
    const bytes = drafts
      .filter(({ config, transaction: { messageBytes } }) => config.heapSize && (messageBytes[40] ?? 0) > 1)
      .map((one) => one.bytes)
      .reduce((a, b) => (a.length < b.length ? a : b));
    for (let at = 0; at < bytes.length; at++)
      for (const flip of at < FIXED ? [1, 2, 4, 8, 16, 32, 64, 128] : [1 << random.below(8)]) {
        const changed = bytes.map((byte, i) => (i === at ? byte ^ flip : byte));
        const about = `seed ${SEED}, byte ${at}, ${flip}`;
        let ours: unknown;
        try {
          ours = asWeRead(changed);
        } catch (error) {
          expect(error, about).toMatchObject({ number: INVALID });
          continue;
        }
        read++;
        expect(ours, about).toEqual(asKitReads(changed));
        expect(encodeTransaction(decodeTransaction(changed)), about).toEqual(changed);
      }
    expect(read).toBeGreaterThan(bytes.length / 2);
  });

  test('are refused when truncated anywhere, or with trailing bytes', () => {
    const { bytes, transaction } = drafts.find((one) => one.bytes.length < 900) as (typeof drafts)[0];
    const content = Uint8Array.from(transaction.messageBytes);
    for (let length = 0; length < bytes.length; length++)
      expect(
        outcome(() => decodeTransaction(bytes.subarray(0, length))),
        `${length} bytes`,
      ).toBe(INVALID);
    for (let length = 0; length < content.length; length++)
      expect(
        outcome(() => decodeMessage(content.subarray(0, length))),
        `${length} bytes`,
      ).toBe(INVALID);
    for (const more of [[0], [1, 2]]) {
      expect(outcome(() => decodeTransaction(Uint8Array.of(...bytes, ...more)))).toBe(INVALID);
      expect(outcome(() => decodeMessage(Uint8Array.of(...content, ...more)))).toBe(INVALID);
    }
  });
});

describe(`messages of version 1 that are compiled here (seed ${JSON.stringify(SEED)})`, () => {
  test('are read by Kit, and hold the instructions', () => {
    for (const [round, { bytes, config }] of drafts.entries()) {
      const about = `seed ${SEED}, round ${round}`;
      const given = decodeTransaction(bytes).message;
      const [payer = ''] = given.accounts;
      const message = compileMessage(payer as Address, instructionsOf(given), given.blockhash, config);
      const transaction = encodeTransaction(unsigned(message));
      expect(transaction.length, about).toBe(bytes.length);
      expect(asKitReads(transaction), about).toEqual(asWeRead(transaction));
      // Only the order of the accounts differs.
      expect(instructionsOf(message), about).toEqual(instructionsOf(given));
    }
  });

  test('have at most 64 accounts, 12 signers and 64 instructions', () => {
    const compiled = (accounts: number, signers: number, calls: number) =>
      outcome(() => {
        const named = Array.from({ length: accounts - 1 }, (_, i) => ({
          address: addressOf(new Uint8Array(32).fill(i + 1)),
          role: i + 1 < signers ? ROLES[2] : ROLES[0],
        }));
        const [program] = named;
        const instruction = { programAddress: program?.address as Address, accounts: named, data: new Uint8Array() };
        const instructions = Array.from({ length: calls }, () => instruction);
        return compileMessage(addressOf(new Uint8Array(32)), instructions, addressOf(new Uint8Array(32)), {});
      });
    expect([compiled(64, 12, 1), compiled(20, 1, 64)]).toEqual([true, true]);
    expect([compiled(65, 1, 1), compiled(20, 13, 1), compiled(3, 1, 65)]).toEqual([7273, 7273, 7273]);
  });
});

describe('a message of version 1 is refused', () => {
  const at = (count: number, signers = 1, calls = 0): Message => ({
    version: 1,
    config: {},
    header: { signers, readonlySigners: 0, readonlyOthers: 0 },
    accounts: Array.from({ length: count }, (_, i) => addressOf(new Uint8Array(32).fill(i))),
    blockhash: addressOf(new Uint8Array(32).fill(99)),
    instructions: Array.from({ length: calls }, () => ({
      programIndex: 0,
      accountIndexes: [],
      data: new Uint8Array(),
    })),
    lookups: [],
  });
  const readOf = (message: Message) => outcome(() => decodeMessage(encodeMessage(message)));

  test('beyond 64 addresses, 12 signers or 64 instructions', () => {
    expect([readOf(at(64)), readOf(at(65))]).toEqual([true, INVALID]);
    expect([readOf(at(20, 12)), readOf(at(20, 13))]).toEqual([true, INVALID]);
    expect([readOf(at(2, 1, 64)), readOf(at(2, 1, 65))]).toEqual([true, INVALID]);
  });

  test('with a setting that is not known, or half of a fee', () => {
    for (let bit = 0; bit < 32; bit++) {
      const bytes = encodeMessage(at(2));
      new DataView(bytes.buffer).setUint32(4, 2 ** bit, true);
      // The value of a known setting is missing.
      expect(
        outcome(() => decodeMessage(bytes)),
        `bit ${bit}`,
      ).toBe(INVALID);
      const value = Uint8Array.of(...bytes, 1, 0, 0, 0);
      expect(
        outcome(() => decodeMessage(value)),
        `bit ${bit}`,
      ).toBe([2, 3, 4].includes(bit) ? true : INVALID);
    }
  });

  test('as a transaction of more than 4,096 bytes', () => {
    const filled = (bytes: number): Uint8Array => {
      const call = { programIndex: 1, accountIndexes: [], data: new Uint8Array(bytes) };
      return encodeTransaction({ message: { ...at(2), instructions: [call] }, signatures: [new Uint8Array(64)] });
    };
    const room = 4_096 - filled(0).length;
    expect(outcome(() => decodeTransaction(filled(room)))).toBe(true);
    expect(outcome(() => decodeTransaction(filled(room + 1)))).toBe(INVALID);
  });
});
