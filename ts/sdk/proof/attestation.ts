import { WRONG_ATTESTATION, WRONG_ATTESTER_SET } from '../error/codes/verifier.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions, type OptionKind, type OptionRules, required } from '../format/checkOptions.js';
import { equalBytes } from '../format/hash.js';
import { BYTES, integerOf, oneOf } from '../format/optionKinds.js';
import { sha256 } from '../format/sha256.js';
import { ROOTS_KINDS, type RootsKind } from './rootsAccount.js';

/** Discriminators, seeds and offsets of the oracle program's attester sets and attestations. */
export const ATTESTATION_LAYOUT = {
  setSeed: 'attesters',
  seed: 'attestation',
  setDiscriminator: Uint8Array.of(0xb0, 0x65, 0x3d, 0x7d, 0xa1, 0x8a, 0x7a, 0x74),
  discriminator: Uint8Array.of(0x98, 0x7d, 0xb7, 0x56, 0x24, 0x92, 0x79, 0x49),
  version: 1,
  maxKeys: 16,
  versionAt: 8,
  bumpAt: 9,
  setCreatorAt: 10,
  setIdAt: 42,
  setCountAt: 50,
  setKeysAt: 54,
  kindAt: 10,
  periodAt: 12,
  setAt: 16,
  payerAt: 48,
  madeAt: 80,
  bitsAt: 88,
} as const;

/** Slots of an attestation: the 5-minute slots of a day, or the hours of ten days. */
export const ATTESTED_SLOTS: Readonly<Record<RootsKind, number>> = { scores: 288, odds: 288, fixtures: 240 };

/** An account on chain; owner and address are 32 bytes. */
export interface AttestationAccount {
  readonly owner: Uint8Array;
  readonly address: Uint8Array;
  readonly data: Uint8Array;
}

/** A list of keys that may vouch for roots. It never changes. */
export interface AttesterSet {
  /** Public key of its creator, 32 bytes. */
  readonly creator: Uint8Array;
  /** A u64 that distinguishes the sets of one creator. */
  readonly id: bigint;
  /** 1 to 16 distinct public keys of 32 bytes. */
  readonly keys: readonly Uint8Array[];
}

/** Which keys of a set vouch for the roots of one roots account. */
export interface Attestation {
  /** Address of the attester set, 32 bytes. */
  readonly set: Uint8Array;
  readonly kind: RootsKind;
  /** The epoch day; for fixtures, the first of the ten days. */
  readonly period: number;
  /** Public key of the payer of the account, 32 bytes. */
  readonly payer: Uint8Array;
  /** When the account was made, s. */
  readonly made: bigint;
  /** By slot: bit i is set if key i of the set vouches for the root. */
  readonly bits: readonly number[];
}

/** The attesters and the root whose vouchers are counted. */
export interface VouchersQuestion {
  /** The oracle program, 32 bytes. */
  readonly oracle: Uint8Array;
  /** Address of the attester set, 32 bytes. */
  readonly set: Uint8Array;
  readonly kind: RootsKind;
  /** The epoch day; for fixtures, the first of the ten days. */
  readonly period: number;
  /** 5-minute slot of the day, 0 to 287; for fixtures hour of the ten days, 0 to 239. */
  readonly slot: number;
}

const KEY: OptionKind = {
  expected: 'a Uint8Array of 32 bytes',
  fits: (value) => BYTES.fits(value) && (value as Uint8Array).length === 32,
};
const KIND: OptionKind = /* @__PURE__ */ oneOf(...ROOTS_KINDS);
const U16: OptionKind = /* @__PURE__ */ integerOf(0, 0xffff);
const QUESTION: OptionRules<VouchersQuestion> = {
  oracle: /* @__PURE__ */ required(KEY),
  set: /* @__PURE__ */ required(KEY),
  kind: /* @__PURE__ */ required(KIND),
  period: /* @__PURE__ */ required(U16),
  slot: /* @__PURE__ */ required(U16),
};

const L = ATTESTATION_LAYOUT;
const { setSeed, seed } = L;
const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/**
 * Reads an attester set of an oracle program, 32 bytes.
 *
 * Errors: WRONG_ATTESTER_SET if the oracle program does not own the account, if it is no set of layout version 1 with 1
 * to 16 keys, and if it is not at its address.
 *
 * @example
 * ```ts
 * import { type AttestationAccount, readAttesterSet } from '@linesman/sdk/proof';
 *
 * declare const account: AttestationAccount;
 * declare const oracle: Uint8Array;
 * console.log(readAttesterSet(account, oracle).keys.length); // 4
 * ```
 */
export function readAttesterSet(account: AttestationAccount, oracle: Uint8Array): AttesterSet {
  const { owner, data } = account;
  if (!equalBytes(owner, oracle) || !hasHead(data, L.setDiscriminator, L.setKeysAt)) return fail(WRONG_ATTESTER_SET);
  const count = viewOf(data).getUint32(L.setCountAt, true);
  const creator = data.slice(L.setCreatorAt, L.setIdAt);
  const id = data.subarray(L.setIdAt, L.setCountAt);
  if (
    count < 1 ||
    count > L.maxKeys ||
    data.length !== L.setKeysAt + 32 * count ||
    !isAt(account, [ascii(setSeed), creator, id])
  )
    return fail(WRONG_ATTESTER_SET);
  const keys = Array.from({ length: count }, (_, i) => data.slice(L.setKeysAt + 32 * i, L.setKeysAt + 32 * (i + 1)));
  return { creator, id: viewOf(data).getBigUint64(L.setIdAt, true), keys };
}

/**
 * Reads an attestation of an oracle program, 32 bytes.
 *
 * Errors: WRONG_ATTESTATION if the oracle program does not own the account, if it is no attestation of layout version 1
 * with the slots of its kind, and if it is not at its address.
 *
 * @example
 * ```ts
 * import { type AttestationAccount, readAttestation } from '@linesman/sdk/proof';
 *
 * declare const account: AttestationAccount;
 * declare const oracle: Uint8Array;
 * const { kind, period, bits } = readAttestation(account, oracle);
 * console.log(kind, period, bits.filter((slot) => slot !== 0).length, 'slots');
 * ```
 */
export function readAttestation(account: AttestationAccount, oracle: Uint8Array): Attestation {
  const { owner, data } = account;
  if (!equalBytes(owner, oracle)) return fail(WRONG_ATTESTATION, { problem: 'owner' });
  const kind = hasHead(data, L.discriminator, L.bitsAt) ? ROOTS_KINDS[data[L.kindAt] ?? ROOTS_KINDS.length] : undefined;
  if (kind === undefined || data.length !== L.bitsAt + 2 * ATTESTED_SLOTS[kind])
    return fail(WRONG_ATTESTATION, { problem: 'layout' });
  const set = data.slice(L.setAt, L.payerAt);
  const parts = [set, data.subarray(L.kindAt, L.kindAt + 1), data.subarray(L.periodAt, L.periodAt + 2)];
  if (!isAt(account, [ascii(seed), ...parts])) return fail(WRONG_ATTESTATION, { problem: 'address' });
  const view = viewOf(data);
  return {
    set,
    kind,
    period: view.getUint16(L.periodAt, true),
    payer: data.slice(L.payerAt, L.madeAt),
    made: view.getBigInt64(L.madeAt, true),
    bits: Array.from({ length: ATTESTED_SLOTS[kind] }, (_, slot) => view.getUint16(L.bitsAt + 2 * slot, true)),
  };
}

/**
 * Counts the keys of an attester set that vouch for the root of a slot, 0 to 16. An account without bytes counts as one
 * that does not exist yet: 0.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION for the question; WRONG_ATTESTATION, as {@link readAttestation},
 * and for an attestation of another set, kind or period, and for a slot that the period does not have.
 *
 * @example
 * ```ts
 * import { type AttestationAccount, vouchers } from '@linesman/sdk/proof';
 *
 * declare const account: AttestationAccount;
 * declare const oracle: Uint8Array;
 * declare const set: Uint8Array;
 * console.log(vouchers(account, { oracle, set, kind: 'scores', period: 20_643, slot: 243 })); // 3
 * ```
 */
export function vouchers(account: AttestationAccount, question: VouchersQuestion): number {
  checkOptions('vouchers', question, QUESTION);
  if (account.data.length === 0) return 0;
  const attestation = readAttestation(account, question.oracle);
  if (!equalBytes(attestation.set, question.set)) return fail(WRONG_ATTESTATION, { problem: 'set' });
  const bits = attestation.bits[question.slot];
  for (const [problem, found, expected] of [
    ['kind', ROOTS_KINDS.indexOf(attestation.kind), ROOTS_KINDS.indexOf(question.kind)],
    ['period', attestation.period, question.period],
  ] as const) {
    if (found !== expected) return fail(WRONG_ATTESTATION, { problem, found, expected });
  }
  if (bits === undefined)
    return fail(WRONG_ATTESTATION, { problem: 'slot', found: attestation.bits.length, expected: question.slot });
  let count = 0;
  for (let rest = bits; rest !== 0; rest >>= 1) count += rest & 1;
  return count;
}

const hasHead = (data: Uint8Array, discriminator: Uint8Array, least: number): boolean =>
  data.length >= least && equalBytes(data.subarray(0, 8), discriminator) && data[L.versionAt] === L.version;

/** Whether the account is at the address derived from the seeds and the stored bump. */
function isAt({ owner, address, data }: AttestationAccount, seeds: readonly Uint8Array[]): boolean {
  const parts = [...seeds, data.subarray(L.bumpAt, L.bumpAt + 1), owner, ascii('ProgramDerivedAddress')];
  return equalBytes(sha256(Uint8Array.from(parts.flatMap((part) => [...part]))), address);
}
