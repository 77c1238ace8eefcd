import { CONSTRAINT_SEEDS } from '../../error/codes/anchor.js';
import {
  FIXTURE_MISMATCH,
  INVALID_MAIN_TREE_PROOF,
  INVALID_SUB_TREE_PROOF,
  OVERFLOW,
  PRICES_MISMATCH,
  TIME_SLOT_MISMATCH,
  TIMESTAMP_MISMATCH,
} from '../../error/codes/oracle.js';
import { AMBIGUOUS_LEAF, INVALID_UPDATE_COUNT } from '../../error/codes/verifier.js';
import { isError } from '../../error/linesmanError.js';
import { metadataLeafHash } from '../../format/batchMetadata.js';
import { fixtureLeafHash, plainFixtureId } from '../../format/fixture.js';
import { fixtureSummaryLeafHash } from '../../format/fixtureBatchSummary.js';
import type { Hash } from '../../format/hash.js';
import { oddsLeafHash } from '../../format/odds.js';
import { oddsSummaryLeafHash } from '../../format/oddsBatchSummary.js';
import { signedOddsDigest } from '../../format/oddsValidationInput.js';
import type { Path } from '../../format/proofNode.js';
import type { UpdateStats } from '../../format/updateStats.js';
import { leafIndexOf } from '../../merkle/path.js';
import { oddsPayload } from '../payload.js';
import type { FixtureBatchProof, FixtureProof, OddsProof } from '../proof.js';
import { MAX_PATH } from '../statForm.js';
import { chainParts, pathSize, rootCheck } from './chainLevels.js';
import { type CheckDraft, problem } from './checkDraft.js';
import { depthText, nodesText, pathTree } from './hashTree.js';
import type { InspectedLevel } from './inspection.js';
import type { InspectOptions } from './inspectOptions.js';
import { type Draft, signatureDraft, updateCount } from './inspectStat.js';
import { countText, fixtureText, oddsText, rangeText, spanText, summaryText, timeText } from './words.js';

export function draftOdds(proof: OddsProof, options: InspectOptions): Draft {
  const { odds, summary, ts, signature } = proof;
  const stats = summary.updateStats;
  const chain = chainParts({
    kind: 'odds',
    time: ts,
    proof,
    options,
    leaf: { hash: oddsSummaryLeafHash(summary), text: summaryText(summary.fixtureId, stats) },
    path: proof.mainTreeProof,
    pathName: 'main tree proof',
    wrongDay: CONSTRAINT_SEEDS,
  });
  const sub = subTree({
    leaf: leafOf(() => oddsLeafHash(odds)),
    text: oddsText(odds),
    path: proof.subTreeProof,
    fixtureId: summary.fixtureId,
    stats,
    root: summary.oddsSubTreeRoot,
  });
  const { priceNames, prices } = odds;
  return {
    about: `odds of fixture ${summary.fixtureId}, version ${proof.version}`,
    levels: [...chain.levels, sub.level],
    checks: [
      ...(signature ? [signatureDraft(options.oracleKeys, () => signedOddsDigest(oddsPayload(proof)))] : []),
      {
        id: 'time',
        level: 'fixture',
        error: TIMESTAMP_MISMATCH,
        binds: "the proof's time is the record's",
        found: timeText(ts),
        expected: timeText(odds.ts),
      },
      sub.size,
      chain.size,
      recordTime(ts),
      inRange(ts, stats),
      updateCount(stats.updateCount),
      {
        id: 'prices',
        level: 'fixture',
        error: PRICES_MISMATCH,
        binds: 'every price has a name',
        found: `${prices.length} prices, ${priceNames.length} names`,
        expected: 'as many names as prices',
      },
      {
        id: 'identity',
        level: 'fixture',
        error: FIXTURE_MISMATCH,
        binds: 'record and summary are of one fixture',
        found: `fixture ${odds.fixtureId}`,
        expected: `fixture ${summary.fixtureId}`,
      },
      sub.ambiguous,
      ...chain.account,
      ...sub.checks,
      chain.notEmpty,
      chain.root,
      ...chain.attested,
    ],
  };
}

export function draftFixture(proof: FixtureProof, options: InspectOptions): Draft {
  const { snapshot, summary } = proof;
  const stats = summary.updateStats;
  const fixtureId = plainFixtureId(summary.fixtureId);
  const chain = chainParts({
    kind: 'fixtures',
    time: snapshot.ts,
    proof,
    options,
    leaf: { hash: fixtureSummaryLeafHash(summary), text: summaryText(fixtureId, stats) },
    path: proof.mainTreeProof,
    pathName: 'main tree proof',
    wrongDay: TIME_SLOT_MISMATCH,
    isWrongDay: problem('other day'),
  });
  const sub = subTree({
    leaf: leafOf(() => fixtureLeafHash(snapshot)),
    text: fixtureText(snapshot),
    path: proof.subTreeProof,
    fixtureId,
    stats,
    root: summary.updateSubTreeRoot,
  });
  return {
    about: `record of fixture ${fixtureId}`,
    levels: [...chain.levels, sub.level],
    checks: [
      sub.size,
      chain.size,
      recordTime(snapshot.ts),
      inRange(snapshot.ts, stats),
      updateCount(stats.updateCount),
      {
        id: 'identity',
        level: 'fixture',
        error: FIXTURE_MISMATCH,
        binds: 'record and summary are of one fixture and competition',
        found: `fixture ${plainFixtureId(snapshot.fixtureId)} of competition ${snapshot.competitionId}`,
        expected: `fixture ${fixtureId} of competition ${summary.competitionId}, by the same name`,
      },
      sub.ambiguous,
      ...chain.account,
      ...sub.checks,
      chain.notEmpty,
      chain.root,
      ...chain.attested,
    ],
  };
}

export function draftFixtureBatch(proof: FixtureBatchProof, options: InspectOptions): Draft {
  const { metadata, mainTreeProof: path } = proof;
  const { totalUpdateCount, numUniqueFixtures, overallBatchStartTs, overallBatchEndTs } = metadata;
  const counts = `${totalUpdateCount} records of ${numUniqueFixtures} fixtures`;
  const times = spanText(overallBatchStartTs, overallBatchEndTs);
  const chain = chainParts({
    kind: 'fixtures',
    time: overallBatchStartTs,
    proof,
    options,
    leaf: { hash: metadataLeafHash(metadata), text: `metadata of the batch: ${counts}, ${times}` },
    path,
    pathName: 'proof',
    wrongDay: CONSTRAINT_SEEDS,
  });
  const common = { level: 'slot' } as const;
  return {
    about: `batch of fixtures: ${counts}`,
    levels: chain.levels,
    checks: [
      chain.size,
      { ...recordTime(overallBatchStartTs), ...common, binds: "the batch's start has a day" },
      {
        ...common,
        id: 'times',
        error: TIME_SLOT_MISMATCH,
        isOwn: problem('ends before it starts'),
        binds: 'the batch ends after it starts',
        found: times,
        expected: 'two times in order',
      },
      {
        ...common,
        id: 'counts',
        error: INVALID_UPDATE_COUNT,
        binds: 'the batch counts at least one record and one fixture, and so fixes the shape of the tree',
        found: counts,
        expected: 'at least 1 of each',
      },
      ...chain.account,
      {
        ...common,
        id: 'slot-depth',
        error: INVALID_MAIN_TREE_PROOF,
        isOwn: problem('length'),
        binds: 'the path is as long as the count of fixtures makes it',
        found: nodesText(path.length),
        expected: depthText(numUniqueFixtures + 1),
      },
      {
        ...common,
        id: 'slot-place',
        error: INVALID_MAIN_TREE_PROOF,
        isOwn: problem('left sibling'),
        binds: 'the metadata is leaf 0 of the tree',
        node: 'slot.0',
        found: path.length <= MAX_PATH ? `leaf ${leafIndexOf(path)}` : null,
        expected: 'leaf 0, with every sibling on the right',
      },
      chain.root,
      ...chain.attested,
    ],
  };
}

/** The hash of a record; undefined for a record of 64 bytes, because the verifier refuses it. */
function leafOf(hash: () => Hash): Hash | undefined {
  try {
    return hash();
  } catch (error) {
    if (isError(error, AMBIGUOUS_LEAF)) return undefined;
    throw error;
  }
}

interface SubTree {
  readonly leaf: Hash | undefined;
  readonly text: string;
  readonly path: Path;
  readonly fixtureId: number;
  readonly stats: UpdateStats;
  readonly root: Hash;
}

interface SubTreeParts {
  readonly level: InspectedLevel;
  readonly size: CheckDraft;
  readonly ambiguous: CheckDraft;
  readonly checks: readonly CheckDraft[];
}

/** The tree of a fixture's records. The count in the summary determines its shape. */
function subTree({ leaf, text, path, fixtureId, stats, root }: SubTree): SubTreeParts {
  const trees = leaf
    ? pathTree({
        id: 'fixture',
        leaf: { kind: 'leaf', hash: leaf, text },
        path,
        root: `root of fixture ${fixtureId}`,
        leaves: ['record', 'records'],
      })
    : [];
  const common = { level: 'fixture', error: INVALID_SUB_TREE_PROOF } as const;
  return {
    level: {
      name: 'fixture',
      title: `tree of fixture ${fixtureId}: ${countText(stats)}`,
      trees,
      root,
      rootText: 'the root in the summary',
    },
    size: pathSize('fixture', "the path of the fixture's tree", path, 'sub-tree proof'),
    ambiguous: {
      ...common,
      id: 'record-size',
      error: AMBIGUOUS_LEAF,
      binds: 'the record cannot pass for an inner node',
      found: leaf ? 'a record of another length' : 'a record of 64 bytes',
      expected: 'any length but 64 bytes',
    },
    checks: [
      {
        ...common,
        id: 'fixture-depth',
        isOwn: problem('length'),
        binds: "the path is as long as the summary's count of records requires",
        found: nodesText(path.length),
        expected: depthText(stats.updateCount),
      },
      {
        ...common,
        id: 'fixture-leaf',
        isOwn: problem('no such leaf'),
        binds: 'the record is one of those that the summary counts',
        node: 'fixture.0',
        found: path.length <= MAX_PATH ? `record ${leafIndexOf(path)}` : null,
        expected: `record 0 to ${stats.updateCount - 1}`,
      },
      rootCheck(
        {
          ...common,
          id: 'fixture-root',
          isOwn: problem('other root'),
          binds: 'the record leads to the fixture root in the summary',
        },
        trees[0],
        root,
      ),
    ],
  };
}

const recordTime = (ts: number): CheckDraft => ({
  id: 'record-time',
  level: 'fixture',
  error: OVERFLOW,
  binds: "the record's time has a day",
  found: timeText(ts),
  expected: 'days 0 to 65535',
});

const inRange = (ts: number, stats: UpdateStats): CheckDraft => ({
  id: 'in-range',
  level: 'fixture',
  error: TIME_SLOT_MISMATCH,
  isOwn: problem('outside the summary'),
  binds: "the record's time lies in the summary's range",
  found: timeText(ts),
  expected: rangeText(stats),
});
