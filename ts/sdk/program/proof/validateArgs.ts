import { NOT_ONE_COMPARISON } from '../../error/codes/arguments.js';
import { fail } from '../../error/linesmanError.js';
import { fixturesTimeOf } from '../../format/slotTime.js';
import type { NDimensionalStrategy } from '../../format/strategy.js';
import { checkProof } from '../../proof/checkProof.js';
import type { FixtureBatchProof, FixtureProof, StatProofV1 } from '../../proof/proof.js';
import type { ArgsOf } from '../instruction/define.js';
import type { validateFixture, validateFixtureBatch, validateStat } from '../oracle/instructions.js';
import type { StatTerm } from '../wire/statTerm.js';

/**
 * The arguments of `validate_stat` (v1), which makes a single comparison: of one stat, or of the sum or difference of
 * two.
 *
 * Errors: NOT_ONE_COMPARISON for any other strategy.
 *
 * @example
 * ```ts
 * import { validateStat, validateStatArgs } from '@linesman/sdk/program';
 * import { parseCondition, type StatProofV1, strategyOf } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProofV1; // of the keys 1 and 2
 * const args = validateStatArgs(proof, strategyOf(parseCondition('k1 - k2 > 0'), [1, 2]));
 * const data = validateStat.encode(args);
 * ```
 */
export function validateStatArgs(proof: StatProofV1, strategy: NDimensionalStrategy): ArgsOf<typeof validateStat> {
  checkProof('validateStatArgs', proof);
  const refuse = () => fail(NOT_ONE_COMPARISON, { stats: proof.leaves.length });
  const [only, ...others] = strategy.discretePredicates;
  if (!only || others.length > 0 || strategy.geometricTargets.length > 0 || strategy.distancePredicate !== null)
    return refuse();
  const term = (index: number): StatTerm => {
    const leaf = proof.leaves[index];
    if (!leaf) return refuse();
    const eventStatRoot = index === 0 ? proof.eventStatRoot : (proof.secondEventStatRoot ?? proof.eventStatRoot);
    return { statToProve: leaf.stat, eventStatRoot, statProof: leaf.statProof };
  };
  const common = {
    ts: proof.ts,
    fixtureSummary: proof.summary,
    fixtureProof: proof.fixtureProof,
    mainTreeProof: proof.mainTreeProof,
  };
  if ('single' in only) {
    if (proof.leaves.length !== 1 || only.single.index !== 0) return refuse();
    return { ...common, predicate: only.single.predicate, statA: term(0), statB: null, op: null };
  }
  const { indexA, indexB, predicate, op } = only.binary;
  if (proof.leaves.length !== 2 || indexA === indexB) return refuse();
  return { ...common, predicate, statA: term(indexA), statB: term(indexB), op };
}

/**
 * The arguments of `validate_fixture`.
 *
 * @example
 * ```ts
 * import { validateFixture, validateFixtureArgs } from '@linesman/sdk/program';
 * import type { FixtureProof } from '@linesman/sdk/proof';
 *
 * declare const proof: FixtureProof;
 * const data = validateFixture.encode(validateFixtureArgs(proof));
 * ```
 */
export function validateFixtureArgs(proof: FixtureProof): ArgsOf<typeof validateFixture> {
  checkProof('validateFixtureArgs', proof);
  const { snapshot, summary, subTreeProof, mainTreeProof } = proof;
  return { snapshot, summary, subTreeProof, mainTreeProof };
}

/**
 * The arguments of `validate_fixture_batch`. `index` is the hour of the batch within its ten-day window. Errors:
 * OVERFLOW for a time outside the range of roots accounts.
 *
 * @example
 * ```ts
 * import { validateFixtureBatch, validateFixtureBatchArgs } from '@linesman/sdk/program';
 * import type { FixtureBatchProof } from '@linesman/sdk/proof';
 *
 * declare const proof: FixtureBatchProof;
 * const data = validateFixtureBatch.encode(validateFixtureBatchArgs(proof));
 * ```
 */
export function validateFixtureBatchArgs(proof: FixtureBatchProof): ArgsOf<typeof validateFixtureBatch> {
  checkProof('validateFixtureBatchArgs', proof);
  const { metadata, mainTreeProof } = proof;
  return { index: fixturesTimeOf(metadata.overallBatchStartTs).index, metadata, proof: mainTreeProof };
}
