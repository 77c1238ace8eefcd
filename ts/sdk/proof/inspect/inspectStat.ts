import { CONSTRAINT_SEEDS } from '../../error/codes/anchor.js';
import {
  INDEX_OUT_OF_BOUNDS,
  INVALID_FIXTURE_SUB_TREE_PROOF,
  INVALID_MULTIPROOF,
  INVALID_ORACLE_SIGNATURE,
  INVALID_PROOF_PATH,
  INVALID_STAT_COMBINATION,
  INVALID_STAT_PROOF,
  LENGTH_MISMATCH,
  MISSING_DISTANCE_PREDICATE,
  MISSING_PROOF_NODE,
  OVERFLOW,
  PROOF_TOO_LARGE,
  STAT_NOT_ZERO,
  TIME_SLOT_MISMATCH,
  TIMESTAMP_MISMATCH,
  TOO_MANY_STATS,
} from '../../error/codes/oracle.js';
import { INVALID_UPDATE_COUNT } from '../../error/codes/verifier.js';
import { LinesmanError } from '../../error/linesmanError.js';
import { equalBytes, type Hash } from '../../format/hash.js';
import { bytesToHex } from '../../format/hex.js';
import { statLeafHash } from '../../format/scoreStat.js';
import { scoresSummaryLeafHash } from '../../format/scoresBatchSummary.js';
import { sha256 } from '../../format/sha256.js';
import { sportOfLayout } from '../../format/sport.js';
import { type StatLeaf, signedDigest } from '../../format/statValidationInput.js';
import { isZeroInMap, zeroMapBit } from '../../format/zeroMap.js';
import { leafIndexOf } from '../../merkle/path.js';
import { multiproofPayload } from '../payload.js';
import type { StatProof } from '../proof.js';
import { MAX_PATH, MAX_STATS } from '../statForm.js';
import type { TreeFormat } from '../treeFormat.js';
import { TrustedLayout } from '../trust.js';
import type { VerifyOptions } from '../verify.js';
import { checkZeroProof, isZeroProof } from '../zeroProof.js';
import { chainParts, pathSize, rootCheck } from './chainLevels.js';
import { type CheckDraft, problem } from './checkDraft.js';
import { depthText, multiproofTree, nodesText, pathTree, STATS } from './hashTree.js';
import type { InspectedLevel, InspectedNode } from './inspection.js';
import type { InspectOptions } from './inspectOptions.js';
import { countText, keysText, rangeText, statKeyText, statText, summaryText, timeText } from './words.js';

/** Levels and checks of a proof, before it is known how its verification ended. */
export interface Draft {
  readonly about: string;
  readonly levels: readonly InspectedLevel[];
  readonly checks: readonly CheckDraft[];
}

type MultiproofForm = Extract<StatProof, { version: 3 | 4 }>;

const isMultiproof = (proof: StatProof): proof is MultiproofForm => proof.version === 3 || proof.version === 4;

export function draftStat(proof: StatProof, options: InspectOptions): Draft {
  const { summary, version } = proof;
  const { updateStats, fixtureId } = summary;
  const chain = chainParts({
    kind: 'scores',
    time: updateStats.minTimestamp,
    proof,
    options,
    leaf: { hash: scoresSummaryLeafHash(summary), text: summaryText(fixtureId, updateStats) },
    path: proof.mainTreeProof,
    pathName: 'main tree proof',
    wrongDay: CONSTRAINT_SEEDS,
  });
  const fixture = fixtureLevel(proof, options);
  const event = eventLevel(proof, options);
  const stats = version === 1 ? [...event.checks, ...fixture.checks] : [...fixture.checks, ...event.checks];
  return {
    about: `stats of fixture ${fixtureId}, version ${version}`,
    levels: [...chain.levels, fixture.level, event.level],
    checks: [
      ...signatureCheck(proof, options),
      ...formChecks(proof, chain.size),
      ...chain.account,
      chain.notEmpty,
      chain.root,
      ...stats,
      ...chain.attested,
      conditionCheck(options),
    ],
  };
}

function signatureCheck(proof: StatProof, { oracleKeys }: VerifyOptions): CheckDraft[] {
  if (proof.version !== 4) return [];
  return [signatureDraft(oracleKeys, () => signedDigest(multiproofPayload(proof)))];
}

/** The signature over everything else in the proof. */
export const signatureDraft = (keys: readonly Uint8Array[] | undefined, digest: () => Uint8Array): CheckDraft => ({
  id: 'signature',
  level: 'signature',
  error: INVALID_ORACLE_SIGNATURE,
  binds: "the oracle's key has signed the whole proof",
  isAsked: keys !== undefined,
  found: keys ? `a signature that is of none of these keys over ${bytesToHex(digest())}` : null,
  expected: keys ? `a signature by ${keysText(keys)}` : null,
});

function formChecks(proof: StatProof, slotSize: CheckDraft): CheckDraft[] {
  const { leaves, summary, version } = proof;
  const { updateStats } = summary;
  const most = version === 1 ? 2 : MAX_STATS;
  const longest = leaves.reduce((most, { statProof }) => Math.max(most, statProof.length), 0);
  return [
    {
      id: 'stat-count',
      level: 'event',
      error: TOO_MANY_STATS,
      binds: 'the number of stats is one that the program takes',
      found: `${leaves.length}`,
      expected: `1 to ${most}`,
    },
    {
      id: 'time',
      level: 'slot',
      error: TIMESTAMP_MISMATCH,
      binds: "the proof's time is the summary's minimum",
      found: timeText(proof.ts),
      expected: timeText(updateStats.minTimestamp),
    },
    pathSize('fixture', "the path of the fixture's tree", proof.fixtureProof, 'fixture proof'),
    slotSize,
    {
      id: 'event-path-size',
      level: 'event',
      error: PROOF_TOO_LARGE,
      isOwn: ({ what }) => what === 'proof',
      binds: "every stat's path is short enough to be hashed",
      found: nodesText(longest),
      expected: `at most ${nodesText(MAX_PATH)}`,
    },
    ...(isMultiproof(proof)
      ? [{ ...pathSize('event', 'the multiproof', proof.multiproofHashes, 'multiproof'), id: 'multiproof-size' }]
      : []),
    {
      id: 'summary-times',
      level: 'slot',
      error: OVERFLOW,
      isOwn: problem('time'),
      binds: "the summary's times have a day",
      found: rangeText(updateStats),
      expected: 'days 0 to 65535',
    },
    {
      id: 'one-slot',
      level: 'slot',
      error: TIME_SLOT_MISMATCH,
      binds: "the summary's times lie in one slot of five minutes",
      found: rangeText(updateStats),
      expected: 'two times of one slot, in order',
    },
    updateCount(updateStats.updateCount),
    ...(isMultiproof(proof) ? multiproofForm(proof) : []),
  ];
}

export const updateCount = (count: number): CheckDraft => ({
  id: 'update-count',
  level: 'slot',
  error: INVALID_UPDATE_COUNT,
  binds: 'the summary counts at least one record, and so fixes the shape of the tree below',
  found: `${count}`,
  expected: 'at least 1',
});

function multiproofForm({ leaves, leafIndices }: MultiproofForm): CheckDraft[] {
  const present = leaves.filter(({ statProof }) => statProof.length === 0).length;
  return [
    {
      id: 'index-count',
      level: 'event',
      error: LENGTH_MISMATCH,
      binds: 'every stat that is not zero has a place in the tree',
      found: `${leafIndices.length} indices`,
      expected: `${present}`,
    },
    {
      id: 'indices',
      level: 'event',
      error: INVALID_MULTIPROOF,
      isOwn: problem('several depths', 'repeated indices'),
      binds: 'the places are distinct and in one row, so that no node is passed off as a leaf',
      found: numbers(leafIndices),
      expected: 'distinct numbers of one row: 1; 2 to 3; 4 to 7; 8 to 15; …',
    },
    {
      id: 'distinct-keys',
      level: 'event',
      error: INVALID_MULTIPROOF,
      isOwn: problem('repeated keys'),
      binds: 'no stat is proven twice',
      found: numbers(leaves.map(({ stat }) => stat.key)),
      expected: 'distinct keys',
    },
  ];
}

/** The first of them: a broken proof may have any number. */
const numbers = (values: readonly number[]): string =>
  `${values.slice(0, MAX_STATS + 1).join(', ')}${values.length > MAX_STATS + 1 ? ', …' : ''}`;

interface Part {
  readonly level: InspectedLevel;
  readonly checks: readonly CheckDraft[];
}

function fixtureLevel(proof: StatProof, { format = 'current' }: VerifyOptions): Part {
  const { fixtureProof, eventStatRoot, summary } = proof;
  const { updateStats, eventsSubTreeRoot, fixtureId } = summary;
  const isCurrent = format === 'current';
  const leaves = isCurrent ? 2 * updateStats.updateCount : updateStats.updateCount;
  const isPaired = isCurrent && fixtureProof[0]?.isRightSibling === false;
  const trees = pathTree({
    id: 'fixture',
    leaf: { kind: 'leaf', hash: eventStatRoot, text: "root of the record's stats" },
    path: fixtureProof,
    root: `root of fixture ${fixtureId}`,
    leaves: ['leaf', 'leaves'],
    ...(isPaired && { first: { kind: 'zero map', text: 'zero map of the record, hashed' } }),
  });
  const [top] = trees;
  const index = fixtureProof.length <= MAX_PATH ? leafIndexOf(fixtureProof) : undefined;
  const common = { level: 'fixture', error: INVALID_FIXTURE_SUB_TREE_PROOF } as const;
  return {
    level: {
      name: 'fixture',
      title: `tree of fixture ${fixtureId}: ${countText(updateStats)}${isCurrent ? ', two leaves each' : ''}`,
      trees,
      root: eventsSubTreeRoot,
      rootText: 'the root in the summary',
    },
    checks: [
      {
        ...common,
        id: 'fixture-depth',
        isOwn: problem('length'),
        binds: "the path is as long as the summary's count of records requires",
        found: nodesText(fixtureProof.length),
        expected: depthText(leaves),
      },
      {
        ...common,
        id: 'fixture-leaf',
        isOwn: problem('no such leaf'),
        binds: 'the record is one of those that the summary counts',
        node: 'fixture.0',
        found: index === undefined ? null : `leaf ${index}`,
        expected: `leaf 0 to ${leaves - 1}`,
      },
      ...(isCurrent
        ? [
            {
              ...common,
              id: 'fixture-side',
              isOwn: problem('zero map'),
              binds: "the record's zero map is on the left of its stats",
              node: 'fixture.s0',
              found: isPaired ? 'the zero map on the left' : 'a first sibling on the right',
              expected: 'the zero map on the left',
            },
          ]
        : []),
      rootCheck(
        {
          ...common,
          id: 'fixture-root',
          isOwn: problem('other root'),
          binds: "the record's stats lead to the fixture root in the summary",
        },
        top,
        eventsSubTreeRoot,
      ),
    ],
  };
}

function eventLevel(proof: StatProof, options: VerifyOptions): Part {
  const { format = 'current' } = options;
  const shown = proof.leaves.slice(0, MAX_STATS);
  const isZero = ({ statProof }: StatLeaf): boolean =>
    isMultiproof(proof) ? statProof.length > 0 : format === 'current' && isZeroProof(statProof);
  const faulty = shown.findIndex((leaf, i) => isFaulty(proof, leaf, i, isZero(leaf), options));
  const trees: InspectedNode[] = [];
  const checks: CheckDraft[] = [];
  if (isMultiproof(proof) && format === 'all-stats')
    checks.push({
      id: 'older-tree',
      level: 'event',
      error: INVALID_MULTIPROOF,
      isOwn: problem('older tree'),
      binds: 'the older tree has single paths only',
      found: 'a multiproof',
      expected: 'a path for each stat',
    });
  shown.forEach((leaf, i) => {
    const isOwn = (own: CheckDraft): CheckDraft => ({
      ...own,
      isOwn: (context) => i === faulty && (own.isOwn?.(context) ?? true),
    });
    if (proof.version === 1 && i === 1) checks.push(...sameEvent(proof));
    if (isZero(leaf)) {
      const zero = zeroStat(proof, leaf, i, options);
      trees.push(...zero.trees);
      checks.push(...zero.checks.map(isOwn));
    } else if (!isMultiproof(proof)) {
      const present = presentStat(proof, leaf, i, options);
      trees.push(...present.trees);
      checks.push(...present.checks.map(isOwn));
    }
  });
  if (isMultiproof(proof)) {
    const present = shown.filter((leaf) => !isZero(leaf));
    const together = presentStats(proof, present, options);
    trees.unshift(...together.trees);
    checks.push(...together.checks);
  }
  const level: InspectedLevel = {
    name: 'event',
    title: EVENT_TITLES[format],
    trees,
    root: proof.eventStatRoot,
    rootText: "the root of the record's stats",
  };
  return { level, checks };
}

const EVENT_TITLES: Readonly<Record<TreeFormat, string>> = {
  current: 'stats of the record, and its zero map',
  'all-stats': 'stats of the record, zeros among them',
};

/** Whether the verifier refuses this stat on its own. Calls the verifier's functions. */
function isFaulty(proof: StatProof, leaf: StatLeaf, i: number, isZero: boolean, { sport }: VerifyOptions): boolean {
  if (proof.version === 1 && i === 1 && isOfTwoEvents(proof)) return true;
  if (!isZero) {
    if (isMultiproof(proof)) return false;
    const [top] = statPath(leaf, i, '');
    return top === undefined || !equalBytes(top.hash, proof.eventStatRoot);
  }
  try {
    checkZeroProof(leaf, proof, new TrustedLayout(sport));
    return false;
  } catch (error) {
    if (error instanceof LinesmanError) return true;
    throw error;
  }
}

const isOfTwoEvents = ({ secondEventStatRoot: second, eventStatRoot }: Extract<StatProof, { version: 1 }>): boolean =>
  second !== undefined && !equalBytes(second, eventStatRoot);

const sameEvent = ({ secondEventStatRoot, eventStatRoot }: Extract<StatProof, { version: 1 }>): CheckDraft[] => [
  {
    id: 'same-event',
    level: 'event',
    error: INVALID_STAT_COMBINATION,
    binds: 'both stats are of one moment of the match',
    found: bytesToHex(secondEventStatRoot ?? eventStatRoot),
    expected: bytesToHex(eventStatRoot),
  },
];

interface Stats {
  readonly trees: readonly InspectedNode[];
  readonly checks: readonly CheckDraft[];
}

const statPath = ({ stat, statProof }: StatLeaf, i: number, text: string): InspectedNode[] =>
  pathTree({
    id: `event.${i}`,
    leaf: { kind: 'leaf', hash: statLeafHash(stat), text },
    path: statProof,
    root: "root of the record's stats",
    leaves: STATS,
  });

function presentStat(proof: StatProof, leaf: StatLeaf, i: number, { sport }: VerifyOptions): Stats {
  const trees = statPath(leaf, i, statText(sport, leaf.stat));
  const check = rootCheck(
    {
      id: `stat-path.${i}`,
      level: 'event',
      error: INVALID_STAT_PROOF,
      isOwn: problem('path'),
      binds: `key, value and period of k${leaf.stat.key} lead to the root of the record's stats`,
    },
    trees[0],
    proof.eventStatRoot,
  );
  return { trees, checks: [check] };
}

function presentStats(proof: MultiproofForm, leaves: readonly StatLeaf[], { sport }: VerifyOptions): Stats {
  const { multiproofHashes: hashes, leafIndices, eventStatRoot } = proof;
  const { trees, root, used } = multiproofTree({
    id: 'event',
    leaves: leaves.map(({ stat }) => ({ kind: 'leaf', hash: statLeafHash(stat), text: statText(sport, stat) })),
    hashes,
    leafIndices,
    root: "root of the record's stats",
  });
  const top = trees.at(-1);
  const count = `${hashes.length} ${hashes.length === 1 ? 'hash' : 'hashes'}`;
  const common = { level: 'event' } as const;
  return {
    trees,
    checks: [
      {
        ...common,
        id: 'multiproof-complete',
        error: MISSING_PROOF_NODE,
        binds: 'every node on the way has its sibling',
        ...(root === null && top && { node: top.id }),
        found: count,
        expected: root === null ? 'more hashes' : count,
      },
      {
        ...common,
        id: 'multiproof-exact',
        error: INVALID_PROOF_PATH,
        binds: 'every hash of the multiproof is used once, on its side',
        ...(root === null && top && { node: top.id }),
        found: used === hashes.length ? count : `${count}, the first ${used} of which fit`,
        expected: leaves.length === 0 ? 'no hash, as no stat is present' : 'each hash on the free side, none left over',
      },
      {
        ...common,
        id: 'multiproof-root',
        error: INVALID_STAT_PROOF,
        isOwn: problem('multiproof'),
        binds: "key, value and period of every present stat lead to the root of the record's stats",
        ...(top && { node: top.id }),
        found: root && bytesToHex(root),
        expected: bytesToHex(eventStatRoot),
      },
    ],
  };
}

function zeroStat(proof: StatProof, { stat, statProof }: StatLeaf, i: number, { sport }: VerifyOptions): Stats {
  const [marker, map] = statProof;
  const { key } = stat;
  const bit = zeroMapBit(sport, key);
  const isSet = map && bit !== undefined ? isZeroInMap(map.hash, sport, key) : undefined;
  const bitText = bit === undefined ? 'no bit' : `bit ${bit}${isSet === undefined ? '' : ` is ${isSet ? 1 : 0}`}`;
  const name = statKeyText(sport, key);
  const mapHash = map && sha256(map.hash);
  const [mapLeaf] = proof.fixtureProof;
  const common = { level: 'event', error: INVALID_STAT_PROOF } as const;
  const node = map ? { node: `event.zero.${i}` } : {};
  const right = marker?.isRightSibling || map?.isRightSibling;
  const found = marker ? sportOfLayout(marker.hash[0] ?? 0) : undefined;
  const trees: InspectedNode[] = mapHash
    ? [
        {
          id: `event.zero.${i}`,
          kind: 'zero map',
          side: 'left',
          hash: mapHash as Hash,
          text: `${name}: 0 by the zero map, ${bitText}`,
          children: [],
        },
      ]
    : [];
  const checks: CheckDraft[] = [
    {
      ...common,
      id: `zero-nodes.${i}`,
      isOwn: problem('length of the zero proof', 'node on the right', 'no marker'),
      binds: `a zero proof of k${key} is a marker and the zero map`,
      found: `${nodesText(statProof.length)}${right ? ', one on the right' : ''}`,
      expected: 'a marker and the zero map, both on the left',
    },
    {
      ...common,
      id: `zero-layout.${i}`,
      error: INDEX_OUT_OF_BOUNDS,
      isOwn: problem('no sport', 'other sport'),
      binds: `the zero map of k${key} is laid out for the sport`,
      found: marker ? (found ?? `layout ${marker.hash[0]}, of no sport`) : null,
      expected: sport,
    },
    {
      ...common,
      id: `zero-value.${i}`,
      isOwn: problem('value beside the zero proof'),
      binds: `the value of k${key} is the one that a zero map proves`,
      found: `${stat.value}`,
      expected: '0',
    },
    {
      ...common,
      id: `zero-map.${i}`,
      isOwn: problem('map of another update'),
      binds: `the map of k${key} is the leaf beside this record's stats`,
      ...node,
      found: mapHash ? bytesToHex(mapHash) : null,
      expected: mapLeaf ? bytesToHex(mapLeaf.hash) : "the first node of the fixture's path, which is empty",
    },
    {
      ...common,
      id: `zero-key.${i}`,
      error: INDEX_OUT_OF_BOUNDS,
      isOwn: problem('no bit'),
      binds: `k${key} has a bit in the map`,
      ...node,
      found: bit === undefined ? 'no bit' : `bit ${bit}`,
      expected: `a stat of ${sport}`,
    },
    {
      ...common,
      id: `zero-bit.${i}`,
      error: STAT_NOT_ZERO,
      binds: `the map says that k${key} is 0`,
      ...node,
      found: bitText,
      expected: `bit ${bit ?? ''} is 1`,
    },
  ];
  return { trees, checks };
}

const conditionCheck = ({ strategy }: VerifyOptions): CheckDraft => ({
  id: 'condition',
  level: 'condition',
  error: INDEX_OUT_OF_BOUNDS,
  others: [MISSING_DISTANCE_PREDICATE, OVERFLOW],
  isOwn: ({ problem: of }) => of === undefined || of === 'no such stat' || of === 'arithmetic',
  binds: 'the condition has a value for the proven stats',
  isAsked: strategy !== undefined,
});
