import { type Address, addressBytes, addressOf } from '../../../ts/sdk/program/address/address.js';
import { attestationAddress, attesterSetAddress, rootsAddress } from '../../../ts/sdk/program/address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../../../ts/sdk/program/address/runtime.js';
import { DEFAULT_ORACLE_PROGRAM_ID } from '../../../ts/sdk/program/programId.js';
import type { AttestationVector, VouchersResult } from '../attestationVector.js';
import type { RootsKind } from '../vector.js';

/** Attestations of a root by a set of 16 keys, and accounts that are not attestations. */

const DAY = 20_717;
const SLOT = 100;
const LEAST = 3;
const KINDS: readonly RootsKind[] = ['scores', 'odds', 'fixtures'];
const SLOTS: Readonly<Record<RootsKind, number>> = { scores: 288, odds: 288, fixtures: 240 };
const SOMEBODY = addressOf(new Uint8Array(32).fill(7));
const ORACLE = DEFAULT_ORACLE_PROGRAM_ID;
const setOf = (id: bigint): Address => attesterSetAddress(SOMEBODY, id, ORACLE).address;
const SET = setOf(1n);

const NOT_SCORES = 'the settlement program asks about scores only';
const NO_SUCH_SLOT = 'no root and no proof is of such a slot';
/** Fewer vouchers than asked for. */
const NOT_ATTESTED = 6263;
const WRONG = { error: 6107 } as const;

interface Account {
  readonly owner: Address;
  readonly address: Address;
  readonly data: Buffer;
}

interface Made {
  readonly set?: Address;
  readonly kind?: RootsKind;
  readonly period?: number;
  readonly oracle?: Address;
  /** By slot. */
  readonly bits?: Readonly<Record<number, number>>;
}

/** An attestation as the oracle program writes it, field by field. */
function attestation({ set = SET, kind = 'scores', period = DAY, oracle = ORACLE, bits = {} }: Made = {}): Account {
  const { address, bump } = attestationAddress(set, kind, period, oracle);
  const data = Buffer.alloc(88 + 2 * SLOTS[kind]);
  data.write('987db75624927949', 0, 'hex');
  data.set([1, bump, KINDS.indexOf(kind)], 8);
  data.writeUInt16LE(period, 12);
  data.set(addressBytes(set), 16);
  data.set(addressBytes(SOMEBODY), 48);
  data.writeBigInt64LE(BigInt(86_400 * DAY + 43_200), 80);
  for (const [slot, keys] of Object.entries(bits)) data.writeUInt16LE(keys, 88 + 2 * Number(slot));
  return { owner: oracle, address, data };
}

/** All 16 keys, for the slot that is asked about. */
const ALL = { [SLOT]: 0xffff };

const edited = (account: Account, edit: (data: Buffer) => unknown): Account => {
  const data = Buffer.from(account.data);
  edit(data);
  return { ...account, data };
};

const patched = (account: Account, at: number, byte: number): Account =>
  edited(account, (data) => data.writeUInt8(byte, at));

const resized = (by: number): Account => {
  const account = attestation({ bits: ALL });
  const longer = Buffer.concat([account.data, Buffer.alloc(Math.max(0, by))]);
  return { ...account, data: longer.subarray(0, account.data.length + by) };
};

type Question = Partial<AttestationVector['question']>;

function vector(
  name: string,
  about: string,
  account: Account,
  expected: VouchersResult,
  asked: Question = {},
): Omit<AttestationVector, 'class'> {
  const hex = (address: Address): string => Buffer.from(addressBytes(address)).toString('hex');
  const question = { set: hex(SET), kind: 'scores' as const, period: DAY, slot: SLOT, least: LEAST, ...asked };
  const isEnough = 'vouchers' in expected && expected.vouchers >= question.least;
  const decided = 'error' in expected ? expected : isEnough ? { decided: true as const } : { error: NOT_ATTESTED };
  const skip = question.kind !== 'scores' ? NOT_SCORES : question.slot >= SLOTS.scores ? NO_SUCH_SLOT : null;
  return {
    name: `attestation-${name}`,
    about,
    oracle: hex(ORACLE),
    account: { owner: hex(account.owner), address: hex(account.address), data: account.data.toString('hex') },
    question,
    expect: { host: expected, typescript: expected, settlement: skip === null ? decided : { skip } },
  };
}

const classed = (name: string, vectors: readonly Omit<AttestationVector, 'class'>[]): AttestationVector[] =>
  vectors.map(({ name: of, ...rest }) => ({ name: of, class: name, ...rest }));

const OTHER_PROGRAM = addressOf(new Uint8Array(32).fill(8));

export function attestationVectors(): AttestationVector[] {
  const sound = attestation({ bits: ALL });
  const roots = rootsAddress('odds', DAY, ORACLE);
  return [
    ...classed('valid', [
      vector('enough', 'As many keys vouch as are asked for.', attestation({ bits: { [SLOT]: 0b1011 } }), {
        vouchers: 3,
      }),
      vector('all', 'All 16 keys vouch, and all are asked for.', sound, { vouchers: 16 }, { least: 16 }),
      vector(
        'last-key',
        'Only the last key of 16 vouches, and one is asked for.',
        attestation({ bits: { [SLOT]: 0x8000 } }),
        { vouchers: 1 },
        { least: 1 },
      ),
      vector(
        'first-slot',
        'The first slot of the day.',
        attestation({ bits: { 0: 0b111 } }),
        { vouchers: 3 },
        { slot: 0 },
      ),
      vector(
        'last-slot',
        'The last slot of the day.',
        attestation({ bits: { 287: 0b111 } }),
        { vouchers: 3 },
        { slot: 287 },
      ),
      vector(
        'odds',
        'Vouchers for a root of odds.',
        attestation({ kind: 'odds', bits: ALL }),
        { vouchers: 16 },
        { kind: 'odds' },
      ),
      vector(
        'fixtures',
        'Vouchers for the last hour of ten days of fixtures.',
        attestation({ kind: 'fixtures', period: DAY - (DAY % 10), bits: { 239: 0b101 } }),
        { vouchers: 2 },
        { kind: 'fixtures', period: DAY - (DAY % 10), slot: 239, least: 2 },
      ),
    ]),
    ...classed('attestation-too-few', [
      vector('one-too-few', 'One key fewer than asked for vouches.', attestation({ bits: { [SLOT]: 0b1010 } }), {
        vouchers: 2,
      }),
      vector('nobody', 'Nobody vouches for any slot.', attestation(), { vouchers: 0 }),
      vector(
        'one-of-sixteen',
        'All keys but one vouch, and all are asked for.',
        attestation({ bits: { [SLOT]: 0xfffe } }),
        { vouchers: 15 },
        { least: 16 },
      ),
    ]),
    ...classed('attestation-slot', [
      vector('slot-before', 'All vouch for the slot before.', attestation({ bits: { [SLOT - 1]: 0xffff } }), {
        vouchers: 0,
      }),
      vector('slot-after', 'All vouch for the slot after.', attestation({ bits: { [SLOT + 1]: 0xffff } }), {
        vouchers: 0,
      }),
      vector('slot-beyond', 'A slot that no day has.', sound, WRONG, { slot: 288 }),
      vector(
        'slot-beyond-fixtures',
        'An hour that ten days do not have.',
        attestation({ kind: 'fixtures', period: 20_710, bits: { 239: 0xffff } }),
        WRONG,
        { kind: 'fixtures', period: 20_710, slot: 240 },
      ),
    ]),
    ...classed('attestation-missing', [
      vector(
        'missing',
        'Nobody has made the attestation.',
        { ...sound, owner: SYSTEM_PROGRAM_ID, data: Buffer.alloc(0) },
        { vouchers: 0 },
      ),
      vector(
        'closed',
        'A closed account that the oracle program still owns.',
        { ...sound, data: Buffer.alloc(0) },
        { vouchers: 0 },
      ),
    ]),
    ...classed('attestation-set', [
      vector('other-set', 'All keys of another set vouch.', attestation({ set: setOf(2n), bits: ALL }), WRONG),
      vector(
        'named-set',
        'The attestation of another set that names this one.',
        edited(attestation({ set: setOf(2n), bits: ALL }), (data) => data.set(addressBytes(SET), 16)),
        WRONG,
      ),
    ]),
    ...classed('attestation-kind', [
      vector('kind-odds', 'Vouchers for the odds of the slot.', attestation({ kind: 'odds', bits: ALL }), WRONG),
      vector(
        'kind-fixtures',
        'Vouchers for an hour of fixtures.',
        attestation({ kind: 'fixtures', period: 20_710, bits: ALL }),
        WRONG,
      ),
      vector(
        'kind-named',
        'One of odds that calls itself one of scores.',
        patched(attestation({ kind: 'odds', bits: ALL }), 10, 0),
        WRONG,
      ),
      vector('kind-unknown', 'A kind that does not exist.', patched(sound, 10, 3), WRONG),
    ]),
    ...classed('attestation-period', [
      vector(
        'day-before',
        'Vouchers for the same slot of the day before.',
        attestation({ period: DAY - 1, bits: ALL }),
        WRONG,
      ),
      vector(
        'day-after',
        'Vouchers for the same slot of the day after.',
        attestation({ period: DAY + 1, bits: ALL }),
        WRONG,
      ),
      vector(
        'day-named',
        'The attestation of the day before that names this day.',
        edited(attestation({ period: DAY - 1, bits: ALL }), (data) => data.writeUInt16LE(DAY, 12)),
        WRONG,
      ),
    ]),
    ...classed('attestation-owner', [
      vector('owner', 'Another program owns the account.', { ...sound, owner: OTHER_PROGRAM }, WRONG),
      vector(
        'owner-system',
        'No program owns the account, and it has bytes.',
        { ...sound, owner: SYSTEM_PROGRAM_ID },
        WRONG,
      ),
      vector(
        'other-oracle',
        'A sound attestation of another oracle program.',
        attestation({ oracle: OTHER_PROGRAM, bits: ALL }),
        WRONG,
      ),
    ]),
    ...classed('attestation-type', [
      vector('type', 'One bit of the discriminator is another.', patched(sound, 0, (sound.data[0] ?? 0) ^ 1), WRONG),
      vector(
        'type-of-set',
        'The discriminator of an attester set.',
        edited(sound, (data) => data.write('b0653d7da18a7a74', 0, 'hex')),
        WRONG,
      ),
      vector(
        'type-of-roots',
        'The roots account of the odds of the day.',
        {
          owner: ORACLE,
          address: roots.address,
          data: Buffer.concat([Buffer.from('0d6e05ed89f203dd', 'hex'), Buffer.alloc(656, 1)]),
        },
        WRONG,
      ),
      vector('version', 'A later layout version.', patched(sound, 8, 2), WRONG),
    ]),
    ...classed('attestation-length', [
      vector('byte-less', 'One byte less.', resized(-1), WRONG),
      vector('slot-less', 'One slot less.', resized(-2), WRONG),
      vector('head-only', 'No slots.', resized(-576), WRONG),
      vector('slot-more', 'One slot more.', resized(2), WRONG),
      vector('byte-more', 'One byte more.', resized(1), WRONG),
    ]),
    ...classed('attestation-address', [
      vector('copy', 'A copy at another address.', { ...sound, address: SOMEBODY }, WRONG),
      vector('bump', 'Another stored bump.', patched(sound, 9, (sound.data[9] ?? 0) ^ 1), WRONG),
    ]),
  ];
}
