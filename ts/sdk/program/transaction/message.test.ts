import { base58 } from '@scure/base';
import { AddressLookupTableAccount, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { outcome } from '../../../../tests/helpers/thrown.js';
import { Random } from '../../../season/random.js';
import { toPublicKey, toTransactionInstruction } from '../../web3/convert.js';
import { type Address, addressOf } from '../address/address.js';
import { ACCOUNT_ROLE, type AccountRole, type Instruction } from '../instruction/instruction.js';
import { KeyPair } from '../keyPair.js';
import {
  compileMessage,
  decodeMessage,
  encodeMessage,
  instructionsOf,
  type LookupTable,
  lengthPrefix,
} from './message.js';
import type { Message } from './messageForm.js';
import { decodeTransaction, encodeTransaction, signatureOf, signTransaction, unsigned } from './transaction.js';

const ROUNDS = 300;
const INVALID = 7274;
const NOT_NAMED = 7275;

/** The input of a compiled message. */
interface Draft {
  readonly payer: KeyPair;
  readonly instructions: Instruction[];
  readonly blockhash: Address;
  readonly tables: LookupTable[];
}

const ROLES = Object.values(ACCOUNT_ROLE);

/** Few accounts in many roles, among them the payer and the programs. */
function draft(random: Random): Draft {
  const payer = KeyPair.fromSeed(random.bytes32());
  const pool = [payer.address, ...Array.from({ length: random.between(1, 11) }, () => addressOf(random.bytes32()))];
  const account = () => ({ address: random.pick(pool), role: random.pick<AccountRole>(ROLES) });
  const instructions = Array.from({ length: random.between(1, 4) }, () => ({
    programAddress: random.onceIn(3) ? addressOf(random.bytes32()) : random.pick(pool),
    accounts: Array.from({ length: random.below(9) }, account),
    data: Uint8Array.from({ length: random.onceIn(4) ? random.between(126, 150) : random.below(40) }, () =>
      random.below(256),
    ),
  }));
  const tables = Array.from({ length: random.below(4) }, () => ({
    address: addressOf(random.bytes32()),
    addresses: Array.from({ length: random.below(9) }, () =>
      random.onceIn(3) ? addressOf(random.bytes32()) : random.pick(pool),
    ),
  }));
  return { payer, instructions, blockhash: addressOf(random.bytes32()), tables };
}

const compiled = ({ payer, instructions, blockhash, tables }: Draft): Message =>
  compileMessage(payer.address, instructions, blockhash, tables);

/** The bytes of the message that web3.js compiles from the same input. */
function reference({ payer, instructions, blockhash, tables }: Draft): Uint8Array {
  const source = new TransactionMessage({
    payerKey: toPublicKey(payer.address),
    instructions: instructions.map(toTransactionInstruction),
    recentBlockhash: blockhash,
  });
  if (tables.length === 0) return new Uint8Array(source.compileToLegacyMessage().serialize());
  const accounts = tables.map(
    ({ address, addresses }) =>
      new AddressLookupTableAccount({
        key: toPublicKey(address),
        state: {
          deactivationSlot: 2n ** 64n - 1n,
          lastExtendedSlot: 0,
          lastExtendedSlotStartIndex: 0,
          addresses: addresses.map(toPublicKey),
        },
      }),
  );
  return source.compileToV0Message(accounts).serialize();
}

/** Random drafts of a fixed seed. */
const drafts = (seed: string): Draft[] => {
  const random = new Random(seed);
  return Array.from({ length: ROUNDS }, () => draft(random));
};

/** A signed message of each version that uses every feature. */
const SAMPLES = (() => {
  const [payer, signer] = [KeyPair.fromSeed(new Uint8Array(32).fill(1)), KeyPair.fromSeed(new Uint8Array(32).fill(2))];
  const key = (n: number) => addressOf(new Uint8Array(32).fill(n));
  const instructions: Instruction[] = [
    {
      programAddress: key(3),
      accounts: [
        { address: signer.address, role: ACCOUNT_ROLE.readonlySigner },
        { address: key(4), role: ACCOUNT_ROLE.writable },
        { address: key(5), role: ACCOUNT_ROLE.readonly },
      ],
      data: Uint8Array.of(1, 2, 3),
    },
    { programAddress: key(6), accounts: [], data: new Uint8Array(130).fill(9) },
  ];
  const table = { address: key(7), addresses: [key(8), key(5), key(4)] };
  return ([[], [table]] as const).map((tables) => {
    const message = compileMessage(payer.address, instructions, key(10), tables);
    return { message, payer, signer, bytes: encodeTransaction(signTransaction(unsigned(message), [payer, signer])) };
  });
})();
const [LEGACY, VERSIONED] = SAMPLES as [(typeof SAMPLES)[0], (typeof SAMPLES)[0]];

/** The number of the refusal, or `true`; any other exception passes through. */
const refusalOf = (read: (bytes: Uint8Array) => unknown, bytes: Uint8Array) => outcome(() => read(bytes));

describe(`messages of ${ROUNDS} random lists of instructions (seed "messages")`, () => {
  const all = drafts('messages');

  it('cover every kind', () => {
    for (const tables of [0, 1, 2, 3]) expect(all.some((one) => one.tables.length === tables)).toBe(true);
    const messages = all.map(compiled);
    expect(messages.some(({ lookups }) => lookups.length === 3)).toBe(true);
    expect(messages.some(({ version, lookups }) => version === 0 && lookups.length === 0)).toBe(true);
    expect(messages.some(({ header }) => header.signers > 3)).toBe(true);
    const isNamed = ({ instructions }: Draft, address: Address) =>
      instructions.some(({ accounts }) => accounts.some((account) => account.address === address));
    expect(all.some((one) => isNamed(one, one.payer.address))).toBe(true);
    expect(all.some((one) => one.instructions.some(({ programAddress }) => isNamed(one, programAddress)))).toBe(true);
  });

  it('equal those of web3.js, byte for byte', () => {
    for (const [round, one] of all.entries())
      expect(Buffer.from(encodeMessage(compiled(one))).toString('hex'), `round ${round}`).toBe(
        Buffer.from(reference(one)).toString('hex'),
      );
  });

  it('survive a round trip, alone and in a transaction', () => {
    for (const [round, one] of all.entries()) {
      const message = compiled(one);
      expect(decodeMessage(encodeMessage(message)), `round ${round}`).toEqual(message);
      const transaction = signTransaction(unsigned(message), [one.payer]);
      expect(decodeTransaction(encodeTransaction(transaction)), `round ${round}`).toEqual(transaction);
      const theirs = VersionedTransaction.deserialize(encodeTransaction(transaction));
      expect(Buffer.from(theirs.message.serialize()).equals(encodeMessage(message)), `round ${round}`).toBe(true);
    }
  });

  it('give the instructions back, each account in its widest role', () => {
    for (const [round, one] of all.entries()) {
      const message = compiled(one);
      if (message.lookups.length > 0) {
        expect(outcome(() => instructionsOf(message))).toBe(INVALID);
        continue;
      }
      const roles = new Map<Address, number>([[one.payer.address, ACCOUNT_ROLE.writableSigner]]);
      for (const { address, role } of one.instructions.flatMap(({ accounts }) => accounts))
        roles.set(address, (roles.get(address) ?? 0) | role);
      const widest = one.instructions.map(({ accounts, ...rest }) => ({
        ...rest,
        accounts: accounts.map(({ address }) => ({ address, role: roles.get(address) })),
      }));
      expect(instructionsOf(message), `round ${round}`).toEqual(widest);
    }
  });
});

describe.each([
  ['a legacy transaction', LEGACY],
  ['a transaction of version 0', VERSIONED],
])('the bytes of %s', (_, { bytes, message }) => {
  const start = bytes.length - encodeMessage(message).length;
  const content = bytes.subarray(start);

  it('are refused when truncated anywhere', () => {
    for (let length = 0; length < bytes.length; length++)
      expect(refusalOf(decodeTransaction, bytes.subarray(0, length)), `${length} bytes`).toBe(INVALID);
    for (let length = 0; length < content.length; length++)
      expect(refusalOf(decodeMessage, content.subarray(0, length)), `${length} bytes`).toBe(INVALID);
  });

  it('are refused with trailing bytes', () => {
    for (const more of [[0], [1], [0, 0], [0x80]]) {
      expect(refusalOf(decodeTransaction, Uint8Array.of(...bytes, ...more))).toBe(INVALID);
      expect(refusalOf(decodeMessage, Uint8Array.of(...content, ...more))).toBe(INVALID);
    }
  });

  it('are refused after any change, or decode to exactly what they say', () => {
    let read = 0;
    for (let at = 0; at < bytes.length; at++)
      for (const flip of [1, 2, 4, 8, 16, 32, 64, 128, 255]) {
        const changed = bytes.map((byte, i) => (i === at ? byte ^ flip : byte));
        let transaction: ReturnType<typeof decodeTransaction>;
        try {
          transaction = decodeTransaction(changed);
        } catch (error) {
          expect(error, `byte ${at}, ${flip}`).toMatchObject({ number: INVALID });
          continue;
        }
        read++;
        expect(Buffer.from(encodeTransaction(transaction)).equals(changed), `byte ${at}, ${flip}`).toBe(true);
      }
    // Signatures, addresses, the blockhash and data can have any value.
    expect(read).toBeGreaterThan(9 * (2 * 64 + 5 * 32));
  });

  it('are refused when the numbers of signatures and signers differ', () => {
    const signatures = bytes.subarray(1, start);
    expect(refusalOf(decodeTransaction, Uint8Array.of(1, ...signatures.subarray(64), ...content))).toBe(INVALID);
    const third = Uint8Array.of(3, ...signatures, ...new Uint8Array(64), ...content);
    expect(refusalOf(decodeTransaction, third)).toBe(INVALID);
    expect(refusalOf(decodeTransaction, Uint8Array.of(0, ...content))).toBe(INVALID);
  });

  it('may come from a buffer that is reused', () => {
    const buffer = Buffer.concat([Buffer.alloc(3), bytes]).subarray(3);
    const transaction = decodeTransaction(buffer);
    const before = structuredClone(transaction);
    buffer.fill(0);
    expect(transaction).toEqual(before);
    expect(encodeTransaction(transaction)).toEqual(bytes);
  });
});

describe('a message is refused', () => {
  const content = encodeMessage(VERSIONED.message);

  it('with an unknown version', () => {
    for (let version = 1; version < 0x80; version++)
      expect(refusalOf(decodeMessage, Uint8Array.of(0x80 | version, ...content.subarray(1)))).toBe(INVALID);
  });

  it('with a header that does not fit its accounts', () => {
    const { signers, readonlySigners, readonlyOthers } = VERSIONED.message.header;
    const count = VERSIONED.message.accounts.length;
    const withHeader = (...header: [number, number, number]) =>
      refusalOf(decodeMessage, Uint8Array.of(0x80, ...header, ...content.subarray(4)));
    expect(withHeader(signers, readonlySigners, readonlyOthers)).toBe(true);
    expect(withHeader(0, 0, 0)).toBe(INVALID);
    // The payer is a writable signer.
    expect(withHeader(signers, signers, readonlyOthers)).toBe(INVALID);
    expect(withHeader(signers, signers + 1, readonlyOthers)).toBe(INVALID);
    expect(withHeader(signers, readonlySigners, count - signers + 1)).toBe(INVALID);
    expect(withHeader(count + 1, 0, 0)).toBe(INVALID);
    expect(withHeader(255, 255, 255)).toBe(INVALID);
  });

  it('with a length that is not canonical or is too large', () => {
    // The number of accounts follows the version and the header.
    const at = 4;
    const count = content[at] as number;
    const withLength = (...length: number[]) =>
      refusalOf(decodeMessage, Uint8Array.of(...content.subarray(0, at), ...length, ...content.subarray(at + 1)));
    expect(withLength(count)).toBe(true);
    expect(withLength(count | 0x80, 0)).toBe(INVALID);
    expect(withLength(count | 0x80, 0x80, 0)).toBe(INVALID);
    expect(withLength(count | 0x80, 0x80, 0x80, 0)).toBe(INVALID);
    expect(withLength(0xff, 0xff, 0xff)).toBe(INVALID);
    expect(withLength(0xff, 0xff, 0x7f)).toBe(INVALID);
  });

  it('with data whose length exceeds 16 bits', () => {
    const long = (bytes: number): Message => ({
      ...LEGACY.message,
      instructions: [{ programIndex: 0, accountIndexes: [], data: new Uint8Array(bytes) }],
    });
    expect(decodeMessage(encodeMessage(long(65_535)))).toEqual(long(65_535));
    expect(refusalOf(decodeMessage, encodeMessage(long(65_536)))).toBe(INVALID);
  });

  it('when an instruction refers to an account that is missing', () => {
    const read = (change: Partial<Message['instructions'][number]>, of = VERSIONED.message) => {
      const [first, ...others] = of.instructions;
      return refusalOf(
        decodeMessage,
        encodeMessage({ ...of, instructions: [{ ...(first as (typeof of.instructions)[0]), ...change }, ...others] }),
      );
    };
    for (const { message } of SAMPLES) {
      const own = message.accounts.length;
      const all = own + message.lookups.reduce((sum, one) => sum + one.writable.length + one.readonly.length, 0);
      expect(read({ accountIndexes: [all - 1] }, message)).toBe(true);
      expect(read({ accountIndexes: [all] }, message)).toBe(INVALID);
      expect(read({ accountIndexes: [0, 255] }, message)).toBe(INVALID);
      expect(read({ programIndex: own - 1 }, message)).toBe(true);
      // A program never comes from a lookup table.
      expect(read({ programIndex: own }, message)).toBe(INVALID);
      expect(read({ programIndex: 255 }, message)).toBe(INVALID);
    }
  });
});

it('lengths take a byte for every 7 bits, as in web3.js', () => {
  const hex = (length: number) => Buffer.from(lengthPrefix(length)).toString('hex');
  expect([0, 1, 127, 128, 255, 16_383, 16_384, 65_535].map(hex)).toEqual([
    '00',
    '01',
    '7f',
    '8001',
    'ff01',
    'ff7f',
    '808001',
    'ffff03',
  ]);
});

describe('signing', () => {
  const { message, payer, signer } = LEGACY;
  const stranger = KeyPair.fromSeed(new Uint8Array(32).fill(11));

  it('puts each signature in its place, in any order, and keeps existing ones', () => {
    const both = signTransaction(unsigned(message), [payer, signer]);
    expect(both.signatures).toEqual([payer, signer].map((pair) => pair.sign(encodeMessage(message))));
    expect(signTransaction(unsigned(message), [signer, payer])).toEqual(both);
    const half = signTransaction(unsigned(message), [signer]);
    expect(half.signatures[0]).toEqual(new Uint8Array(64));
    expect(half.signatures[1]).toEqual(both.signatures[1]);
    expect(signTransaction(half, [payer])).toEqual(both);
    expect(signTransaction(both, [])).toEqual(both);
    // The input is not modified.
    expect(half.signatures[0]).toEqual(new Uint8Array(64));
  });

  it('gives the same signatures as web3.js', () => {
    for (const { bytes, message } of SAMPLES) {
      const theirs = VersionedTransaction.deserialize(encodeTransaction(unsigned(message)));
      theirs.sign([payer, signer].map(({ address, secretKey }) => ({ publicKey: toPublicKey(address), secretKey })));
      expect(Buffer.from(theirs.serialize()).equals(bytes)).toBe(true);
    }
  });

  it('is refused for anybody but a signer of the message, even for its other accounts', () => {
    const program = message.accounts.at(-1);
    for (const other of [stranger, { address: program as Address, sign: () => new Uint8Array(64) }])
      expect(() => signTransaction(unsigned(message), [payer, other])).toThrow(
        expect.objectContaining({ number: NOT_NAMED, context: { address: other.address } }),
      );
  });

  it('identifies the transaction by the signature of its payer', () => {
    const { signatures } = signTransaction(unsigned(message), [payer, signer]);
    const [first = new Uint8Array()] = signatures;
    expect(base58.decode(signatureOf({ message, signatures }))).toEqual(first);
    expect(first).toHaveLength(64);
  });
});

describe('more accounts than an index can address', () => {
  const payer = addressOf(new Uint8Array(32).fill(1));
  const programAddress = addressOf(new Uint8Array(32).fill(2));
  const numbered = (n: number): Address => addressOf(Uint8Array.from({ length: 32 }, (_, i) => [3, n >> 8, n][i] ?? 0));
  const compiled = (accounts: number) =>
    compileMessage(
      payer,
      [
        {
          programAddress,
          accounts: Array.from({ length: accounts }, (_, n) => ({ address: numbered(n), role: ACCOUNT_ROLE.readonly })),
          data: new Uint8Array(),
        },
      ],
      payer,
    );

  it('are refused; 256 including payer and program are not', () => {
    const message = compiled(254);
    expect(message.accounts).toHaveLength(256);
    expect(decodeMessage(encodeMessage(message))).toEqual(message);
    expect(outcome(() => compiled(255))).toBe(7273);
  });
});
