import { hashOf } from '../../ts/sdk/format/hash.js';
import { hexToBytes } from '../../ts/sdk/format/hex.js';
import type { Path as TypedPath } from '../../ts/sdk/format/proofNode.js';
import { milliseconds } from '../../ts/sdk/format/slotTime.js';
import { statKey } from '../../ts/sdk/format/statKey.js';
import type { StatLeaf } from '../../ts/sdk/format/statValidationInput.js';
import type {
  BinaryExpression,
  NDimensionalStrategy,
  TraderPredicate,
  Comparison as TypedComparison,
} from '../../ts/sdk/format/strategy.js';
import type {
  FixtureBatchProof,
  FixtureProof,
  OddsProof,
  StatProofV1,
  StatProofV2,
  StatProofV3,
} from '../../ts/sdk/proof/proof.js';
import type {
  Comparison,
  Leaf,
  Operation,
  Path,
  Predicate,
  ProofOf,
  ScoresHead,
  Strategy,
  StrategyV1,
  Summary,
} from './vector.js';

/** From the plain values of the corpus to the types of `ts/sdk/format` and `ts/sdk/proof`. */

const hash = (hex: string) => hashOf(hexToBytes(hex));
const time = (text: string) => milliseconds(Number(text));
const path = (nodes: Path): TypedPath =>
  nodes.map((node) => ({ hash: hash(node.slice(0, 64)), isRightSibling: node.slice(64) === '01' }));
const leafOf = ({ stat, path: nodes }: Leaf): StatLeaf => ({
  stat: { ...stat, key: statKey(stat.key) },
  statProof: path(nodes),
});

const statsOf = (summary: Summary) => ({
  updateCount: summary.updateCount,
  minTimestamp: time(summary.minTimestamp),
  maxTimestamp: time(summary.maxTimestamp),
});

const head = (proof: ScoresHead) => ({
  kind: 'stat' as const,
  ts: time(proof.ts),
  summary: {
    fixtureId: Number(proof.summary.fixtureId),
    updateStats: statsOf(proof.summary),
    eventsSubTreeRoot: hash(proof.summary.subTreeRoot),
  },
  fixtureProof: path(proof.fixturePath),
  mainTreeProof: path(proof.mainPath),
});

export const typedV1 = (proof: ProofOf['validate_stat']): StatProofV1 => ({
  ...head(proof),
  version: 1,
  eventStatRoot: hash(proof.statA.eventStatRoot),
  ...(proof.statB && { secondEventStatRoot: hash(proof.statB.eventStatRoot) }),
  leaves: [proof.statA, ...(proof.statB ? [proof.statB] : [])].map(leafOf),
});

export const typedV2 = (proof: ProofOf['validate_stat_v2']): StatProofV2 => ({
  ...head(proof),
  version: 2,
  eventStatRoot: hash(proof.eventStatRoot),
  leaves: proof.leaves.map(leafOf),
});

export const typedV3 = (proof: ProofOf['validate_stat_v3']): StatProofV3 => ({
  ...head(proof),
  version: 3,
  eventStatRoot: hash(proof.eventStatRoot),
  leaves: proof.leaves.map(leafOf),
  multiproofHashes: path(proof.multiproofHashes),
  leafIndices: proof.leafIndices,
});

export const typedOdds = ({ odds, ...proof }: ProofOf['validate_odds']): OddsProof => ({
  kind: 'odds',
  version: 1,
  ts: time(proof.ts),
  odds: { ...odds, fixtureId: Number(odds.fixtureId), ts: time(odds.ts) },
  summary: {
    fixtureId: Number(proof.summary.fixtureId),
    updateStats: statsOf(proof.summary),
    oddsSubTreeRoot: hash(proof.summary.subTreeRoot),
  },
  subTreeProof: path(proof.subTreePath),
  mainTreeProof: path(proof.mainPath),
});

export const typedFixture = ({ snapshot, summary, ...proof }: ProofOf['validate_fixture']): FixtureProof => ({
  kind: 'fixture',
  snapshot: {
    ...snapshot,
    ts: time(snapshot.ts),
    startTime: time(snapshot.startTime),
    fixtureId: Number(snapshot.fixtureId),
  },
  summary: {
    fixtureId: Number(summary.fixtureId),
    competitionId: summary.competitionId,
    competition: summary.competition,
    updateStats: statsOf(summary),
    updateSubTreeRoot: hash(summary.subTreeRoot),
  },
  subTreeProof: path(proof.subTreePath),
  mainTreeProof: path(proof.mainPath),
});

export const typedFixtureBatch = ({ metadata, path: nodes }: ProofOf['validate_fixture_batch']): FixtureBatchProof => ({
  kind: 'fixture-batch',
  metadata: {
    ...metadata,
    overallBatchStartTs: time(metadata.overallBatchStartTs),
    overallBatchEndTs: time(metadata.overallBatchEndTs),
  },
  mainTreeProof: path(nodes),
});

const COMPARISONS: Record<Comparison, TypedComparison> = {
  GreaterThan: { greaterThan: {} },
  LessThan: { lessThan: {} },
  EqualTo: { equalTo: {} },
};
const OPERATIONS: Record<Operation, BinaryExpression> = { Add: { add: {} }, Subtract: { subtract: {} } };

const predicate = ({ threshold, comparison }: Predicate): TraderPredicate => ({
  threshold,
  comparison: COMPARISONS[comparison],
});

export const typedClaim = (strategy: StrategyV1) => ({
  predicate: predicate(strategy.predicate),
  op: strategy.op === null ? null : OPERATIONS[strategy.op],
});

export const typedStrategy = (strategy: Strategy): NDimensionalStrategy => ({
  geometricTargets: strategy.geometricTargets,
  distancePredicate: strategy.distancePredicate && predicate(strategy.distancePredicate),
  discretePredicates: strategy.discretePredicates.map((part) =>
    'single' in part
      ? { single: { index: part.single.index, predicate: predicate(part.single.predicate) } }
      : {
          binary: {
            indexA: part.binary.indexA,
            indexB: part.binary.indexB,
            op: OPERATIONS[part.binary.op],
            predicate: predicate(part.binary.predicate),
          },
        },
  ),
});

/** The claim of version 1 in the form of the later versions, for readers of that form only. */
export const claimAsStrategy = ({ predicate: of, op }: StrategyV1): NDimensionalStrategy => ({
  geometricTargets: [],
  distancePredicate: null,
  discretePredicates:
    op === null
      ? [{ single: { index: 0, predicate: predicate(of) } }]
      : [{ binary: { indexA: 0, indexB: 1, op: OPERATIONS[op], predicate: predicate(of) } }],
});
