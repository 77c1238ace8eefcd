import { INVALID_STAT_COMBINATION } from '../error/codes/oracle.js';
import { fail } from '../error/linesmanError.js';
import { checkValue } from '../format/checkOptions.js';
import { BYTES } from '../format/optionKinds.js';
import { scoresSummaryLeafHash } from '../format/scoresBatchSummary.js';
import type { BinaryExpression, NDimensionalStrategy, TraderPredicate } from '../format/strategy.js';
import { checkProof } from './checkProof.js';
import { checking } from './documentPath.js';
import { checkStrategy, combine, evaluateStrategy } from './evaluate.js';
import { eventPlace } from './eventPlace.js';
import type { StatProofV1, StatProofV2, StatProofV3, StatProofV4 } from './proof.js';
import { dailyRoot } from './rootsAccount.js';
import { meets } from './signs.js';
import { statFacts } from './statFacts.js';
import { checkStatForm } from './statForm.js';
import { CLAIM, checkStrategyForm } from './strategyForm.js';
import { summaryRoot } from './summaryRoot.js';
import { checkTrust, type Trust } from './trust.js';
import { proveEvent } from './verifyStat.js';

/** The question of `validate_stat`: a predicate on one stat, or on the sum or difference of two. */
export interface StatClaim {
  readonly predicate: TraderPredicate;
  readonly op: BinaryExpression | null;
}

/**
 * Computes the result of the oracle program's `validate_stat`, except for its check of the account's owner.
 *
 * Errors, in this order: MISSING_OPTION, WRONG_OPTION and SPORT_NOT_TRUSTED for the arguments; TOO_MANY_STATS,
 * TIMESTAMP_MISMATCH, PROOF_TOO_LARGE, OVERFLOW, TIME_SLOT_MISMATCH and INVALID_UPDATE_COUNT for the form;
 * INVALID_STAT_COMBINATION for a second stat without operation or the reverse; SLICE_ERROR,
 * ACCOUNT_DISCRIMINATOR_MISMATCH, CONSTRAINT_SEEDS and ROOT_NOT_AVAILABLE for the account; INVALID_MAIN_TREE_PROOF;
 * INVALID_STAT_PROOF, INDEX_OUT_OF_BOUNDS, STAT_NOT_ZERO and INVALID_STAT_COMBINATION for the stats; OVERFLOW for the
 * arithmetic; INVALID_FIXTURE_SUB_TREE_PROOF.
 *
 * @example
 * ```ts
 * import { type StatProofV1, validateStatV1 } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProofV1;
 * declare const rootsAccount: Uint8Array;
 * const claim = { predicate: { threshold: 2, comparison: { greaterThan: {} } }, op: null };
 * const holds = validateStatV1(proof, claim, rootsAccount, 'soccer');
 * ```
 */
export function validateStatV1(proof: StatProofV1, claim: StatClaim, rootsAccount: Uint8Array, trust: Trust): boolean {
  checkProof('validateStatV1', proof);
  checkValue('validateStatV1', 'claim', claim, CLAIM);
  checkValue('validateStatV1', 'rootsAccount', rootsAccount, BYTES);
  checkTrust('validateStatV1', trust);
  const time = checking(proof, () => checkStatForm(proof));
  const { op, predicate } = claim;
  if (proof.leaves.length !== (op ? 2 : 1)) {
    return fail(INVALID_STAT_COMBINATION, {
      problem: 'operation',
      stats: proof.leaves.length,
      hasOperation: op !== null,
    });
  }
  const root = dailyRoot('scores', rootsAccount, time);
  summaryRoot(scoresSummaryLeafHash(proof.summary), proof.mainTreeProof, root);
  const [a = 0, b = 0] = checking(proof, () => statFacts(proof, trust, 'current')).map(({ value }) => value);
  const value = op ? combine(a, op, b) : a;
  eventPlace(proof, 'current');
  return meets(value, predicate);
}

/**
 * Computes the result of `validate_stat_v2`, `v3` and `v4`, except for the checks of the account's owner, the signature
 * and the credits.
 *
 * Errors, in this order: MISSING_OPTION, WRONG_OPTION and SPORT_NOT_TRUSTED for the arguments; those of `proveEvent`;
 * those of `checkStrategy`, whatever the values; OVERFLOW for the arithmetic.
 *
 * @example
 * ```ts
 * import { coveringStrategyOf, parseCondition, type StatProofV3, validateStat } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProofV3;
 * declare const rootsAccount: Uint8Array;
 * const strategy = coveringStrategyOf(parseCondition('k1 - k2 > 0'), [1, 2]);
 * const holds = validateStat(proof, strategy, rootsAccount, 'soccer');
 * ```
 */
export function validateStat(
  proof: StatProofV2 | StatProofV3 | StatProofV4,
  strategy: NDimensionalStrategy,
  rootsAccount: Uint8Array,
  trust: Trust,
): boolean {
  checkProof('validateStat', proof);
  checkStrategyForm('validateStat', strategy);
  // Without the account, the proof would not be compared with any published root.
  checkValue('validateStat', 'rootsAccount', rootsAccount, BYTES);
  checkTrust('validateStat', trust);
  const { facts } = proveEvent(proof, { trust, rootsAccount });
  checkStrategy(strategy, facts.length);
  return evaluateStrategy(strategy, facts);
}
