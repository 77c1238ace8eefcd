/**
 * Attester sets and attestations as the rules describe them, without addresses or bytes. Part of the model in
 * settlementModel.ts and, like it, written from the rules.
 */

import type { RootsKind } from '../../ts/sdk/proof/rootsAccount.js';
import type { Answer } from './poolModel.js';

/** What the terms of a market ask for. */
export interface AskedVouchers {
  /** Name of a set. */
  readonly set: string;
  readonly least: number;
}

/** Which attestation: there is one for each set, kind of root and roots account. */
export interface AttestationPlace {
  readonly set: string;
  readonly kind: RootsKind;
  /** The epoch day; for fixtures, the first of the ten days. */
  readonly period: number;
}

export const attestationName = ({ set, kind, period }: AttestationPlace): string => `${set} ${kind} ${period}`;

/**
 * The account that is named as the attestation: none at all, an address without bytes, an account of another kind, or
 * an attestation, made or not.
 */
export type NamedAttestation = 'none' | 'nothing' | 'foreign' | AttestationPlace;

/** One root of an `attest`: its slot, and the error number if it is not the stored one. */
export interface Vouched {
  readonly slot: number;
  readonly fault: Answer;
}

/** What decides a market, or makes a result that does. */
export type Deciding = 'settle' | 'settle_from_buffer' | 'propose_void' | 'post_result';

/**
 * Every check of attesters. A test removes them from the model one after the other. The program then answers another
 * thing than the model as soon as a check alone refuses something: the same difference as if the program lacked it.
 */
export const ATTESTER_CHECKS = [
  'a key of the set attests',
  'a root that is attested is the stored one',
  'an attestation is kept for 400 days',
  'only its payer closes an attestation',
  'a new market names its set',
  'a new market asks for at least one key',
  'a new market asks for at most all keys',
  'without the account nobody vouches',
  'without the attestation nobody vouches',
  'the account is an attestation',
  'the attestation is of the set',
  'the attestation is of scores',
  'the attestation is of the day',
  'the bits are of the slot',
  'enough keys vouch',
  'settle',
  'settle_from_buffer',
  'propose_void',
  'post_result',
  'a result settles the markets of its attesters',
] as const;
export type AttesterCheck = (typeof ATTESTER_CHECKS)[number];

const DAY = 86_400;
const KEPT = 400 * DAY;
const NOT_A_KEY = 6109;
const WRONG_SET = 6106;
const WRONG_ATTESTATION = 6107;
const NOT_ATTESTED = 6263;

/** Day and slot of an order key. */
export const slotOf = (orderKey: bigint): { readonly day: number; readonly slot: number } => ({
  day: Number(orderKey >> 40n),
  slot: Number((orderKey >> 28n) & 0xfffn),
});

const bitsIn = (bits: number): number => [...Array(16).keys()].filter((i) => (bits >> i) & 1).length;

/** The attesters who vouch for the roots of one roots account. */
export class AttestationModel {
  /** By slot: bit i is key i of the set. */
  bits = new Map<number, number>();

  constructor(
    readonly place: AttestationPlace,
    readonly payer: string,
    /** s */
    readonly made: number,
  ) {}

  clone(): AttestationModel {
    const copy = new AttestationModel(this.place, this.payer, this.made);
    copy.bits = new Map(this.bits);
    return copy;
  }

  /** When it can be closed, s. */
  keptUntil(): number {
    const { kind, period } = this.place;
    return Math.max((period + (kind === 'fixtures' ? 10 : 1)) * DAY, this.made) + KEPT;
  }
}

/** All sets and attestations of one oracle program. */
export class AttestersModel {
  readonly attestations = new Map<string, AttestationModel>();

  /**
   * @param sets Names of the keys of each set. They never change.
   *
   * @param without Checks that the model leaves out.
   */
  constructor(
    readonly sets: ReadonlyMap<string, readonly string[]> = new Map(),
    private readonly without: ReadonlySet<AttesterCheck> = new Set(),
  ) {}

  clone(): AttestersModel {
    const copy = new AttestersModel(this.sets, this.without);
    for (const [name, one] of this.attestations) copy.attestations.set(name, one.clone());
    return copy;
  }

  private requires(check: AttesterCheck): boolean {
    return !this.without.has(check);
  }

  private keysOf(set: string): readonly string[] {
    return this.sets.get(set) ?? [];
  }

  attest(place: AttestationPlace, signer: string, entries: readonly Vouched[], now: number): Answer {
    const key = this.keysOf(place.set).indexOf(signer);
    if (key === -1 && this.requires('a key of the set attests')) return NOT_A_KEY;
    for (const { fault } of entries)
      if (fault !== null && this.requires('a root that is attested is the stored one')) return fault;
    const name = attestationName(place);
    const attestation = this.attestations.get(name) ?? new AttestationModel(place, signer, now);
    this.attestations.set(name, attestation);
    for (const { slot } of entries)
      attestation.bits.set(slot, (attestation.bits.get(slot) ?? 0) | (1 << Math.max(key, 0)));
    return null;
  }

  closeAttestation(place: AttestationPlace, sender: string, now: number): Answer {
    const name = attestationName(place);
    const attestation = this.attestations.get(name);
    if (!attestation) return 3012;
    if (sender !== attestation.payer && this.requires('only its payer closes an attestation')) return 6015;
    if (now < attestation.keptUntil() && this.requires('an attestation is kept for 400 days')) return 6112;
    this.attestations.delete(name);
    return null;
  }

  /**
   * Why a market with these terms is not created.
   *
   * @param named The set that is named; `null`: no account.
   */
  refuses(asked: AskedVouchers | null, named: string | null): Answer {
    if (!asked) return null;
    if (this.requires('a new market names its set')) {
      if (named === null) return 3005;
      if (named !== asked.set) return WRONG_SET;
    }
    if (asked.least < 1 && this.requires('a new market asks for at least one key')) return 6200;
    const most = this.keysOf(asked.set).length;
    return asked.least > most && this.requires('a new market asks for at most all keys') ? 6200 : null;
  }

  /** Whether a result may settle a market: that of exactly the same attesters. */
  isOf(result: AskedVouchers | null, market: AskedVouchers | null): boolean {
    const isSame = result?.set === market?.set && result?.least === market?.least;
    return isSame || !this.requires('a result settles the markets of its attesters');
  }

  /** Why an update does not count where vouchers are asked for. */
  refusal(asked: AskedVouchers | null, orderKey: bigint, named: NamedAttestation, by: Deciding): Answer {
    if (!asked || !this.requires(by)) return null;
    const { day, slot } = slotOf(orderKey);
    if (named === 'none') return this.requires('without the account nobody vouches') ? NOT_ATTESTED : null;
    if (named === 'foreign') return this.requires('the account is an attestation') ? WRONG_ATTESTATION : null;
    const attestation = named === 'nothing' ? undefined : this.attestations.get(attestationName(named));
    if (!attestation) return this.requires('without the attestation nobody vouches') ? NOT_ATTESTED : null;
    const { set, kind, period } = attestation.place;
    if (set !== asked.set && this.requires('the attestation is of the set')) return WRONG_ATTESTATION;
    if (kind !== 'scores' && this.requires('the attestation is of scores')) return WRONG_ATTESTATION;
    if (period !== day && this.requires('the attestation is of the day')) return WRONG_ATTESTATION;
    const counts = [...attestation.bits].map(([place, bits]) => ({ place, count: bitsIn(bits) }));
    const there = this.requires('the bits are of the slot') ? counts.filter(({ place }) => place === slot) : counts;
    const found = Math.max(0, ...there.map(({ count }) => count));
    return found < asked.least && this.requires('enough keys vouch') ? NOT_ATTESTED : null;
  }
}
