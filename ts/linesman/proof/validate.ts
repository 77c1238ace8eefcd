import { fail, INVALID_STAT_COMBINATION } from '../error/index.js';
import { checkValue } from '../format/checkOptions.js';
import {
  type BinaryExpression,
  type NDimensionalStrategy,
  scoresSummaryLeafHash,
  type TraderPredicate,
} from '../format/index.js';
import { BYTES } from '../format/optionKinds.js';
import { checkStrategy, combine, evaluateStrategy, meets } from './evaluate.js';
import { eventPlace } from './eventPlace.js';
import { factValue } from './fact.js';
import { checking } from './place.js';
import type { StatProofV1, StatProofV2, StatProofV3, StatProofV4 } from './proof.js';
import { dailyRoot } from './rootsAccount.js';
import { statFacts } from './statFacts.js';
import { checkStatForm } from './statForm.js';
import { CLAIM, checkStrategyForm } from './strategyForm.js';
import { summaryRoot } from './summaryRoot.js';
import { checkTrust, type Trust } from './trust.js';
import { proveEvent } from './verifyStat.js';

/** What validate_stat asks: the value of one stat, or of the sum or difference of two, against a predicate. */
export interface StatClaim {
  readonly predicate: TraderPredicate;
  readonly op: BinaryExpression | null;
}

/**
 * What the oracle program's validate_stat answers, after its check of the account's owner.
 *
 * Errors, in this order: MISSING_OPTION, WRONG_OPTION and SPORT_NOT_TRUSTED of what is asked; TOO_MANY_STATS,
 * TIMESTAMP_MISMATCH, PROOF_TOO_LARGE, OVERFLOW, TIME_SLOT_MISMATCH and INVALID_UPDATE_COUNT of the form;
 * INVALID_STAT_COMBINATION (second stat without operation or the reverse); SLICE_ERROR, ACCOUNT_DISCRIMINATOR_MISMATCH,
 * CONSTRAINT_SEEDS and ROOT_NOT_AVAILABLE of the account; INVALID_MAIN_TREE_PROOF; INVALID_STAT_PROOF, INDEX_OUT_OF_BOUNDS,
 * STAT_NOT_ZERO and INVALID_STAT_COMBINATION of the stats; OVERFLOW (arithmetic); INVALID_FIXTURE_SUB_TREE_PROOF.
 */
export function validateStatV1(proof: StatProofV1, claim: StatClaim, rootsAccount: Uint8Array, trust: Trust): boolean {
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
  const [a = 0, b = 0] = checking(proof, () => statFacts(proof, trust, 'current')).map(factValue);
  const value = op ? combine(a, op, b) : a;
  eventPlace(proof, 'current');
  return meets(value, predicate);
}

/**
 * What validate_stat_v2 and v3 answer after the check of the account's owner, and v4 after its signature and credits too.
 *
 * Errors, in this order: MISSING_OPTION, WRONG_OPTION and SPORT_NOT_TRUSTED of what is asked; those of `proveEvent`; those
 * of `checkStrategy`, whatever the values are; OVERFLOW (arithmetic).
 */
export function validateStat(
  proof: StatProofV2 | StatProofV3 | StatProofV4,
  strategy: NDimensionalStrategy,
  rootsAccount: Uint8Array,
  trust: Trust,
): boolean {
  checkStrategyForm('validateStat', strategy);
  // Without the account the proof would be held against no root at all.
  checkValue('validateStat', 'rootsAccount', rootsAccount, BYTES);
  checkTrust('validateStat', trust);
  const { facts } = proveEvent(proof, { trust, rootsAccount });
  checkStrategy(strategy, facts.length);
  return evaluateStrategy(strategy, facts);
}
