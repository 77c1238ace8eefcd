import { fixturesTimeOf, slotTimeOf } from '../format/index.js';
import { checkProof } from './checkProof.js';
import type { Proof } from './proof.js';
import type { RootsKind } from './rootsAccount.js';

/** Where on chain the root of a proof is published. */
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
 * import { parseProof, rootsKindOf } from 'linesman/proof';
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
 * Says which root a proof of any kind has to lead to: by the time in it, which the verifiers then hold it to. Errors:
 * OVERFLOW for a time without a day.
 *
 * @example
 * ```ts
 * import { type AccountsChain, fetchRoots, LOCALNET_PROGRAM_IDS } from 'linesman/program';
 * import { parseProof, rootsPlaceOf, verify } from 'linesman/proof';
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
  const time = rootsTimeOf(proof);
  if (kind === 'fixtures') {
    const { window, index } = fixturesTimeOf(time);
    return { kind, epochDay: window, index };
  }
  const { epochDay, slot } = slotTimeOf(time);
  return { kind, epochDay, index: slot };
}
