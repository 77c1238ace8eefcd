import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { outcome } from '../../../tests/helpers/thrown.js';
import { WRONG_ATTESTATION, WRONG_ATTESTER_SET } from '../error/codes/verifier.js';
import {
  ATTESTATION_LAYOUT,
  ATTESTED_SLOTS,
  type AttestationAccount,
  readAttestation,
  readAttesterSet,
  vouchers,
} from './attestation.js';
import { ROOTS_KINDS, type RootsKind } from './rootsAccount.js';

const bytes = (value: number): Uint8Array => new Uint8Array(32).fill(value);
const [ORACLE, CREATOR, PAYER] = [bytes(1), bytes(2), bytes(3)];
const PERIOD = 0x1234;

const sha256 = (...parts: readonly (Uint8Array | string)[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};
const little = (value: number | bigint, size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, i) => Number((BigInt(value) >> BigInt(8 * i)) & 0xffn));
const joined = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
const addressOf = (bump: number, ...seeds: readonly (Uint8Array | string)[]): Uint8Array =>
  sha256(...seeds, Uint8Array.of(bump), ORACLE, 'ProgramDerivedAddress');

/** Written field by field in the order of the specification. */
function set(keys: number): AttestationAccount {
  const [id, bump] = [little(7, 8), 254];
  const head = [sha256('account:AttesterSet').subarray(0, 8), Uint8Array.of(1, bump), CREATOR, id, little(keys, 4)];
  const list = Array.from({ length: keys }, (_, key) => bytes(10 + key));
  return { owner: ORACLE, address: addressOf(bump, 'attesters', CREATOR, id), data: joined(...head, ...list) };
}

const SET = set(4).address;

function attestation(
  of: Uint8Array,
  kind: RootsKind,
  period: number,
  bits: ReadonlyMap<number, number>,
): AttestationAccount {
  const [kindByte, bump] = [ROOTS_KINDS.indexOf(kind), 253];
  const head = joined(
    sha256('account:Attestation').subarray(0, 8),
    Uint8Array.of(1, bump, kindByte, 0),
    little(period, 2),
    Uint8Array.of(0, 0),
    of,
    PAYER,
    little(99, 8),
  );
  const slots = Array.from({ length: ATTESTED_SLOTS[kind] }, (_, slot) => little(bits.get(slot) ?? 0, 2));
  const address = addressOf(bump, 'attestation', of, Uint8Array.of(kindByte), little(period, 2));
  return { owner: ORACLE, address, data: joined(head, ...slots) };
}

const count = (account: AttestationAccount, kind: RootsKind, period: number, slot: number): number =>
  vouchers(account, { oracle: ORACLE, set: SET, kind, period, slot });
const everySlot = new Map(Array.from({ length: 240 }, (_, slot) => [slot, 0xffff]));

/** Copies of an account, each with one thing changed. */
const changed = (account: AttestationAccount, change: (copy: Uint8Array) => Uint8Array): AttestationAccount => ({
  ...account,
  data: change(account.data.slice()),
});
const flipped = (byte: number) => (data: Uint8Array) => data.map((value, i) => (i === byte ? value ^ 1 : value));

test('the discriminators are those of the names', () => {
  expect(ATTESTATION_LAYOUT.setDiscriminator).toEqual(sha256('account:AttesterSet').subarray(0, 8));
  expect(ATTESTATION_LAYOUT.discriminator).toEqual(sha256('account:Attestation').subarray(0, 8));
});

test('every field of a set is read', () => {
  const keys = [10, 11, 12, 13].map(bytes);
  expect(readAttesterSet(set(4), ORACLE)).toEqual({ creator: CREATOR, id: 7n, keys });
  for (const length of [1, 16]) expect(readAttesterSet(set(length), ORACLE).keys).toHaveLength(length);
});

test('anything else is no set', () => {
  const read = (account: AttestationAccount) => outcome(() => readAttesterSet(account, ORACLE));
  const good = set(4);
  const others = [
    { ...good, owner: bytes(9) },
    { ...good, address: bytes(9) },
    // Discriminator, version, bump, creator, id and number of keys.
    ...Array.from({ length: ATTESTATION_LAYOUT.setKeysAt }, (_, byte) => changed(good, flipped(byte))),
    ...Array.from(good.data, (_, length) => changed(good, (data) => data.slice(0, length))),
    changed(good, (data) => joined(data, Uint8Array.of(0))),
    changed(good, (data) => joined(data, bytes(0))),
    set(0),
    set(17),
    attestation(SET, 'scores', PERIOD, new Map()),
  ];
  for (const other of others) expect(read(other)).toBe(WRONG_ATTESTER_SET);
});

test('every field of an attestation is read', () => {
  const account = attestation(
    SET,
    'scores',
    PERIOD,
    new Map([
      [0, 1],
      [287, 0x8001],
    ]),
  );
  const { bits, ...fields } = readAttestation(account, ORACLE);
  expect(fields).toEqual({ set: SET, kind: 'scores', period: PERIOD, payer: PAYER, made: 99n });
  expect(bits).toEqual(Array.from({ length: 288 }, (_, slot) => ({ 0: 1, 287: 0x8001 })[slot] ?? 0));
});

test('vouchers are the bits of the slot', () => {
  const bits = new Map([
    [1, 1],
    [2, 0b1011],
    [200, 0x8000],
    [287, 0xffff],
  ]);
  const account = attestation(SET, 'scores', PERIOD, bits);
  const counts = [0, 1, 2, 200, 287].map((slot) => count(account, 'scores', PERIOD, slot));
  expect(counts).toEqual([0, 1, 3, 1, 16]);
  expect(outcome(() => count(account, 'scores', PERIOD, 288))).toBe(WRONG_ATTESTATION);
  for (const [kind, last] of [
    ['odds', 287],
    ['fixtures', 239],
  ] as const) {
    const other = attestation(SET, kind, PERIOD, new Map([[last, 3]]));
    expect(count(other, kind, PERIOD, last)).toBe(2);
    expect(outcome(() => count(other, kind, PERIOD, last + 1))).toBe(WRONG_ATTESTATION);
  }
});

test('an attestation of anything else counts for nothing', () => {
  const good = attestation(SET, 'scores', PERIOD, everySlot);
  expect(count(good, 'scores', PERIOD, 5)).toBe(16);
  const others = [
    attestation(bytes(4), 'scores', PERIOD, everySlot),
    attestation(SET, 'odds', PERIOD, everySlot),
    attestation(SET, 'fixtures', PERIOD, everySlot),
    ...[PERIOD - 1, PERIOD + 1, 0x3412].map((period) => attestation(SET, 'scores', period, everySlot)),
    { ...good, owner: bytes(9) },
    { ...good, address: bytes(9) },
    // Discriminator, version, bump, kind, period and set; not the padding, the payer and the time.
    ...Array.from({ length: ATTESTATION_LAYOUT.payerAt }, (_, byte) => byte)
      .filter((byte) => ![11, 14, 15].includes(byte))
      .map((byte) => changed(good, flipped(byte))),
    ...Array.from({ length: good.data.length - 1 }, (_, i) => changed(good, (data) => data.slice(0, i + 1))),
    changed(good, (data) => joined(data, Uint8Array.of(0, 0))),
  ];
  for (const other of others) expect(outcome(() => count(other, 'scores', PERIOD, 5))).toBe(WRONG_ATTESTATION);
});

test('nobody has vouched in an account that is not made', () => {
  const missing = { owner: bytes(0), address: bytes(9), data: new Uint8Array() };
  expect(count(missing, 'scores', PERIOD, 5)).toBe(0);
});
