import type { Root } from '../format/hash.js';
import { fixturesTimeOf, MS_PER_HOUR, MS_PER_SLOT, slotTimeOf } from '../format/slotTime.js';
import { checkProof } from './checkProof.js';
import type { Proof } from './proof.js';
import { checkRootsAccount, type RootsKind, rootAt } from './rootsAccount.js';

/** The division of time by a kind of roots account. */
interface RootsTimes {
  /** The time that one root covers, ms. */
  readonly slotLength: number;
  /** Names in texts for that time, and for the time that the account covers. */
  readonly slotName: 'slot' | 'hour';
  readonly accountName: 'day' | 'ten days';
  /** The account and the root in it for a time in Unix ms. Errors: OVERFLOW for a time without a day. */
  placeAt(time: number): Omit<RootsPlace, 'kind'>;
}

const DAILY: RootsTimes = {
  slotLength: MS_PER_SLOT,
  slotName: 'slot',
  accountName: 'day',
  placeAt: (time) => {
    const { epochDay, slot } = slotTimeOf(time);
    return { epochDay, index: slot };
  },
};

/** A root of scores or odds covers a slot of a day, one of fixtures an hour of a ten-day window. */
export const ROOTS_TIMES: Readonly<Record<RootsKind, RootsTimes>> = {
  scores: DAILY,
  odds: DAILY,
  fixtures: {
    slotLength: MS_PER_HOUR,
    slotName: 'hour',
    accountName: 'ten days',
    placeAt: (time) => {
      const { window, index } = fixturesTimeOf(time);
      return { epochDay: window, index };
    },
  },
};

/** The place of a proof's root on chain. */
export interface RootsPlace {
  readonly kind: RootsKind;
  /** Day of the roots account, as days since 1970; for fixtures, the first of its ten-day window. */
  readonly epochDay: number;
  /** Index among the roots of the account: a 5-minute slot of the day, 0 to 287; for fixtures an hour, 0 to 239. */
  readonly index: number;
}

/**
 * The kind of the roots account that a proof is checked with.
 *
 * @example
 * ```ts
 * import { parseProof, rootsKindOf } from '@linesman/sdk/proof';
 *
 * declare const answer: unknown;
 * console.log(rootsKindOf(parseProof(answer))); // scores, odds or fixtures
 * ```
 */
export function rootsKindOf(proof: Proof): RootsKind {
  checkProof('rootsKindOf', proof);
  switch (proof.kind) {
    case 'stat':
      return 'scores';
    case 'odds':
      return 'odds';
    case 'fixture':
    case 'fixture-batch':
      return 'fixtures';
  }
}

/** Unix ms: the time of a proof that chooses its root. */
function rootsTimeOf(proof: Proof): number {
  switch (proof.kind) {
    case 'stat':
      return proof.summary.updateStats.minTimestamp;
    case 'odds':
      return proof.odds.ts;
    case 'fixture':
      return proof.snapshot.ts;
    case 'fixture-batch':
      return proof.metadata.overallBatchStartTs;
  }
}

/**
 * Finds the root that a proof of any kind must hash to, by the time in the proof. The verifiers check this time.
 * Errors: OVERFLOW for a time without a day.
 *
 * @example
 * ```ts
 * import { type AccountsChain, fetchRoots, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 * import { parseProof, rootsPlaceOf, verify } from '@linesman/sdk/proof';
 *
 * declare const chain: AccountsChain;
 * declare const answer: unknown;
 * const proof = parseProof(answer);
 * const { kind, epochDay } = rootsPlaceOf(proof);
 * const { data } = await fetchRoots(chain, { kind, epochDay, oracle: LOCALNET_PROGRAM_IDS.oracle });
 * verify(proof, { sport: 'soccer', rootsAccount: data });
 * ```
 */
export function rootsPlaceOf(proof: Proof): RootsPlace {
  const kind = rootsKindOf(proof);
  return { kind, ...ROOTS_TIMES[kind].placeAt(rootsTimeOf(proof)) };
}

/**
 * Reads the published root of a time, in Unix ms, from the bytes of a roots account of any kind; see {@link dailyRoot}.
 * Errors, in this order: OVERFLOW for a time without a day; those of `checkRootsAccount`; ROOT_NOT_AVAILABLE.
 *
 * @example
 * ```ts
 * import { publishedRoot } from '@linesman/sdk/proof';
 *
 * declare const rootsAccount: Uint8Array;
 * const root = publishedRoot('fixtures', rootsAccount, 1_800_000_000_000);
 * ```
 */
export function publishedRoot(kind: RootsKind, account: Uint8Array, time: number): Root {
  const { epochDay, index } = ROOTS_TIMES[kind].placeAt(time);
  checkRootsAccount(kind, account, epochDay);
  return rootAt(kind, account, index, epochDay);
}
