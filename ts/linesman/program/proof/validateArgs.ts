import { fail, NOT_ONE_COMPARISON } from '../../error/index.js';
import { fixturesTimeOf, type NDimensionalStrategy } from '../../format/index.js';
import type { FixtureBatchProof, FixtureProof, StatProofV1 } from '../../proof/index.js';
import type { ArgsOf } from '../instruction/define.js';
import type { validateFixture } from '../instruction/oracle/validateFixture.js';
import type { validateFixtureBatch } from '../instruction/oracle/validateFixtureBatch.js';
import type { validateStat } from '../instruction/oracle/validateStat.js';
import type { StatTerm } from '../wire/statTerm.js';

/**
 * The arguments of `validate_stat` (v1), which knows one comparison only: of one stat, or of the sum or difference of two.
 * Errors: NOT_ONE_COMPARISON any other strategy.
 */
export function validateStatArgs(proof: StatProofV1, strategy: NDimensionalStrategy): ArgsOf<typeof validateStat> {
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

export const validateFixtureArgs = (proof: FixtureProof): ArgsOf<typeof validateFixture> => ({
  snapshot: proof.snapshot,
  summary: proof.summary,
  subTreeProof: proof.subTreeProof,
  mainTreeProof: proof.mainTreeProof,
});

/** `index` is the hour of the batch in its ten-day window. Errors: OVERFLOW a time that has none. */
export const validateFixtureBatchArgs = (proof: FixtureBatchProof): ArgsOf<typeof validateFixtureBatch> => ({
  index: fixturesTimeOf(proof.metadata.overallBatchStartTs).index,
  metadata: proof.metadata,
  proof: proof.mainTreeProof,
});
