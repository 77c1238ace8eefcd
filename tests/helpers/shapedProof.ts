import type { Hash } from '../../ts/sdk/format/hash.js';
import { type ScoreStat, statLeafHash } from '../../ts/sdk/format/scoreStat.js';
import { scoresSummaryLeafHash } from '../../ts/sdk/format/scoresBatchSummary.js';
import { sha256 } from '../../ts/sdk/format/sha256.js';
import { milliseconds, slotTimeOf } from '../../ts/sdk/format/slotTime.js';
import { statKey } from '../../ts/sdk/format/statKey.js';
import type { StatValidationInput, StatValidationInputV4 } from '../../ts/sdk/format/statValidationInput.js';
import type { NDimensionalStrategy } from '../../ts/sdk/format/strategy.js';
import { multiproofOf } from '../../ts/sdk/merkle/multiproof.js';
import { pathOf } from '../../ts/sdk/merkle/path.js';
import { buildTree } from '../../ts/sdk/merkle/tree.js';

/** Depths of the three trees of a score proof, and the number of stats it proves. */
export interface Shape {
  readonly stat: number;
  readonly sub: number;
  readonly main: number;
  readonly stats: number;
}

const START = 1_800_000_001_000;

const filler = (kind: string, index: number): Hash => sha256(new TextEncoder().encode(`${kind} ${index}`));

/**
 * A valid proof of simulated stats whose trees have exactly these depths. Stat *i* has key 1 + *i* and value 2 + *i*,
 * and is final.
 */
export function shapedProof({ stat, sub, main, stats }: Shape) {
  const proven: ScoreStat[] = Array.from({ length: stats }, (_, i) => ({
    key: statKey(1 + i),
    value: 2 + i,
    period: 100,
  }));
  const statTree = buildTree(
    Array.from({ length: 2 ** stat }, (_, i) => {
      const one = proven[i];
      return one ? statLeafHash(one) : filler('stat', i);
    }),
  );
  const updateCount = 2 ** (sub - 1);
  const place = 2 * Math.floor(updateCount / 2) + 1;
  const subTree = buildTree(
    Array.from({ length: 2 * updateCount }, (_, i) => (i === place ? statTree.root : filler('sub', i))),
  );
  const fixtureSummary = {
    fixtureId: 9_000_001,
    updateStats: { updateCount, minTimestamp: milliseconds(START), maxTimestamp: milliseconds(START + 60_000) },
    eventsSubTreeRoot: subTree.root,
  };
  const fixture = Math.max(1, 2 ** main - 2);
  const mainTree = buildTree(
    Array.from({ length: 2 ** main }, (_, i) =>
      i === fixture ? scoresSummaryLeafHash(fixtureSummary) : filler('main', i),
    ),
  );
  const head = {
    ts: milliseconds(START),
    fixtureSummary,
    fixtureProof: pathOf(subTree, place),
    mainTreeProof: pathOf(mainTree, fixture),
    eventStatRoot: statTree.root,
  };
  const single: StatValidationInput = {
    ...head,
    stats: proven.map((one, i) => ({ stat: one, statProof: pathOf(statTree, i) })),
  };
  const { hashes, leafIndices } = multiproofOf(
    statTree,
    proven.map((_, i) => i),
  );
  const multi: StatValidationInputV4 = {
    ...head,
    leaves: proven.map((one) => ({ stat: one, statProof: [] })),
    multiproofHashes: hashes,
    leafIndices,
  };
  return { single, multi, root: mainTree.root, ...slotTimeOf(START) };
}

/** "Every proven stat is above `threshold`", one predicate per stat. Values begin at 2. */
export function everyStatAbove(threshold: number, stats: number): NDimensionalStrategy {
  return {
    geometricTargets: [],
    distancePredicate: null,
    discretePredicates: Array.from({ length: stats }, (_, index) => ({
      single: { index, predicate: { threshold, comparison: { greaterThan: {} } } },
    })),
  };
}
