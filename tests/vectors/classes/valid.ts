import { MS_PER_SLOT } from '../../../ts/sdk/format/slotTime.js';
import { layoutByteOf } from '../../../ts/sdk/format/sport.js';
import type { Sport } from '../../../ts/sdk/format/sports/sports.js';
import { keysOfSport } from '../../../ts/sdk/format/zeroMap.js';
import { Random } from '../../../ts/season/random.js';
import { type ShapedBatch, shapedBatch } from '../../helpers/scoreline/shape.js';
import {
  type Draft,
  edited,
  FOREIGN_KEY,
  finish,
  NEXT_KEY,
  type ScoresInstruction,
  sealAll,
  sealMain,
  setEventRoot,
  signedBy,
  verdict,
} from '../draft.js';
import { sealedMain, set } from '../edits.js';
import { statTree } from '../naiveTree.js';
import {
  allOf,
  batchOf,
  binary,
  type Form,
  matchDraft,
  predicate,
  SLOT_START,
  scoresDraft,
  single,
  statsOf,
} from '../scene.js';
import type { ProofV2, ProofV3, Strategy, StrategyV1, Vector } from '../vector.js';

const CLASS = 'valid';
const SPORTS: Sport[] = ['soccer', 'basketball', 'us-football'];
const ALL: Form[] = ['v1', 'v2', 'v3', 'v4'];

/** `count` keys of the record, by default present ones, spread over the tree. */
function pickKeys(from: readonly number[], count: number, seed: string): number[] {
  const random = new Random(`keys/${seed}`);
  const rest = [...from];
  return Array.from({ length: count }, () => rest.splice(random.below(rest.length), 1)[0] as number);
}

function shaped(sport: Sport, depths: readonly [number, number, number], status: number | null = 100): ShapedBatch {
  const [statDepth, subDepth, mainDepth] = depths;
  return shapedBatch({
    seed: `vectors/${sport}`,
    sport,
    slotStart: SLOT_START + MS_PER_SLOT * (statDepth + subDepth + mainDepth),
    statDepth,
    subDepth,
    mainDepth,
    ...(status === null ? {} : { status }),
  });
}

/** Stat depth 0–6, sub depth 1–13, main depth 1–9, and the shapes whose cost is tracked. */
export function shapes(): Vector[] {
  const depths: [number, number, number][] = [
    ...[0, 1, 2, 3, 4, 5, 6].map((d): [number, number, number] => [d, 2, 2]),
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((d): [number, number, number] => [3, d, 1]),
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((d): [number, number, number] => [4, 3, d]),
    [5, 1, 1],
    [6, 6, 1],
    [5, 8, 4],
    [5, 13, 7],
    [6, 13, 7],
    [6, 13, 9],
  ];
  return depths.flatMap((shape) => {
    const batch = shaped('soccer', shape);
    return ALL.map((form) => {
      const keys = pickKeys(batch.present, 1, `${shape}`);
      return finish(
        scoresDraft(form, 'soccer', { ...batch, keys }),
        {
          name: `${form}-shape-${shape.join('-')}`,
          class: CLASS,
          about: `one stat, depths ${shape.join('/')} (stat/sub/main)`,
        },
        verdict(true),
      );
    });
  });
}

/** 1 to 5 stats at several shapes; version 1 takes at most two. */
export function statCounts(): Vector[] {
  const depths: [number, number, number][] = [
    [5, 1, 1],
    [3, 4, 2],
    [6, 6, 1],
    [6, 13, 7],
  ];
  return depths.flatMap((shape) => {
    const batch = shaped('soccer', shape);
    return [1, 2, 3, 4, 5].flatMap((count) =>
      ALL.filter((form) => count > 1 && (form !== 'v1' || count === 2)).map((form) =>
        finish(
          scoresDraft(form, 'soccer', { ...batch, keys: pickKeys(batch.present, count, `${shape}/${count}`) }),
          {
            name: `${form}-stats-${count}-${shape.join('-')}`,
            class: CLASS,
            about: `${count} stats, depths ${shape.join('/')}`,
          },
          verdict(true),
        ),
      ),
    );
  });
}

/** Zero stats of the three sports, alone and with present ones; the first and the last key of each layout. */
export function zeroStats(): Vector[] {
  return SPORTS.flatMap((sport) => {
    const keys = keysOfSport(sport);
    const [first, last] = [keys[0] as number, keys.at(-1) as number];
    const middle = keys[Math.floor(keys.length / 2)] as number;
    const values = { [first + 1]: 3, [middle]: 4, [first]: 0, [last]: 0 };
    const batch = batchOf(sport, { 12100000: [{ stats: statsOf(sport, values), status: 100 }] });
    const asked = { batch, fixtureId: 12_100_000, seq: 0 };
    const cases: [string, number[], string][] = [
      ['zero-first', [first], 'the first key of the layout is zero'],
      ['zero-last', [last], 'the last key of the layout is zero'],
      ['zero-and-present', [middle, first], 'a present stat and a zero one'],
      ['present-and-zero', [last, first + 1], 'a zero stat and a present one'],
    ];
    return cases.flatMap(([name, asks, about]) =>
      ALL.map((form) =>
        finish(
          scoresDraft(form, sport, { ...asked, keys: asks }),
          { name: `${form}-${sport}-${name}`, class: CLASS, about: `${sport}: ${about}` },
          verdict(true),
        ),
      ),
    );
  });
}

/** Zero keys of every block of every layout, five at a time. */
export function zeroBlocks(): Vector[] {
  return SPORTS.flatMap((sport) => {
    const keys = keysOfSport(sport);
    const present = keys[1] as number;
    const batch = batchOf(sport, { 12100001: [{ stats: statsOf(sport, { [present]: 1 }), status: 2 }] });
    const byBlock = new Map<number, number[]>();
    for (const key of keys) byBlock.set(Math.floor(key / 1000), [...(byBlock.get(Math.floor(key / 1000)) ?? []), key]);
    // The first and last zero key of each block.
    const edges = [...byBlock.values()].flatMap((of) => [
      of[0] === present ? (of[2] as number) : (of[0] as number),
      of.at(-1) as number,
    ]);
    const groups = Array.from({ length: Math.ceil(edges.length / 5) }, (_, i) => edges.slice(5 * i, 5 * i + 5));
    return groups.map((group, i) =>
      finish(
        scoresDraft(i % 2 === 0 ? 'v2' : 'v3', sport, { batch, fixtureId: 12_100_001, seq: 0, keys: group }),
        {
          name: `${i % 2 === 0 ? 'v2' : 'v3'}-${sport}-zero-block-${i}`,
          class: CLASS,
          about: `${sport}: zero stats ${group.join(', ')}`,
        },
        verdict(true),
      ),
    );
  });
}

/** Matches without any non-zero stat: the stat tree has no leaf and its root is 32 zero bytes. */
export function allZero(): Vector[] {
  return SPORTS.flatMap((sport) => {
    const batch = batchOf(sport, {
      12100002: [
        { stats: {}, status: 1 },
        { stats: statsOf(sport, {}), status: 100 },
      ],
    });
    return ALL.map((form) =>
      finish(
        scoresDraft(form, sport, { batch, fixtureId: 12_100_002, seq: 1, keys: [1, 2] }),
        { name: `${form}-${sport}-all-zero`, class: CLASS, about: `${sport}: a match in which nothing was counted` },
        verdict(true),
      ),
    );
  });
}

/** The predicates of version 1, both answers, and their limits: comparisons are strict. */
export function predicatesV1(): Vector[] {
  const one = (comparison: 'GreaterThan' | 'LessThan' | 'EqualTo', threshold: number): StrategyV1 => ({
    predicate: predicate(comparison, threshold),
    op: null,
  });
  const two = (op: 'Add' | 'Subtract', comparison: 'GreaterThan' | 'LessThan' | 'EqualTo', threshold: number) => ({
    predicate: predicate(comparison, threshold),
    op,
  });
  // Stat 7 is 15; stats 8 and 7 are 3 and 15.
  const cases: [string, number[], StrategyV1, boolean][] = [
    ['greater', [7], one('GreaterThan', 14), true],
    ['greater-at-the-border', [7], one('GreaterThan', 15), false],
    ['less', [7], one('LessThan', 16), true],
    ['less-at-the-border', [7], one('LessThan', 15), false],
    ['equal', [7], one('EqualTo', 15), true],
    ['unequal', [7], one('EqualTo', -15), false],
    ['sum', [8, 7], two('Add', 'EqualTo', 18), true],
    ['difference', [8, 7], two('Subtract', 'EqualTo', -12), true],
    ['difference-the-other-way', [7, 8], two('Subtract', 'GreaterThan', 12), false],
    ['win-to-nil', [1, 2], two('Subtract', 'GreaterThan', 1), true],
    ['the-same-stat-twice', [7, 7], two('Subtract', 'EqualTo', 0), true],
  ];
  return cases.map(([name, keys, strategy, value]) =>
    finish(
      edited(matchDraft('v1', keys), (draft) => set(draft, { strategy: strategy })),
      { name: `v1-predicate-${name}`, class: CLASS, about: `version 1, ${name.replaceAll('-', ' ')}` },
      verdict(value),
    ),
  );
}

/** The strategies of versions 2 to 4. The stats are 1, 7, 2, 8 with the values 2, 15, 0, 3. */
export function strategies(): Vector[] {
  const geometric = (
    predictions: Readonly<Record<number, number>>,
    comparison: 'GreaterThan' | 'LessThan' | 'EqualTo',
    threshold: number,
    ...discretePredicates: Strategy['discretePredicates']
  ): Strategy => ({
    geometricTargets: Object.entries(predictions).map(([index, prediction]) => ({
      statIndex: Number(index),
      prediction,
    })),
    distancePredicate: predicate(comparison, threshold),
    discretePredicates,
  });
  const cases: [string, Strategy, boolean][] = [
    [
      'all-single',
      allOf(single(0, 'GreaterThan', 1), single(1, 'LessThan', 16), single(2, 'EqualTo', 0), single(3, 'EqualTo', 3)),
      true,
    ],
    [
      'one-of-four-false',
      allOf(
        single(0, 'GreaterThan', 1),
        single(1, 'LessThan', 16),
        single(2, 'EqualTo', 0),
        single(3, 'GreaterThan', 3),
      ),
      false,
    ],
    ['two-binary', allOf(binary(0, 'Subtract', 2, 'GreaterThan', 0), binary(1, 'Add', 3, 'GreaterThan', 17)), true],
    [
      'two-binary-at-the-border',
      allOf(binary(0, 'Subtract', 2, 'GreaterThan', 0), binary(1, 'Add', 3, 'GreaterThan', 18)),
      false,
    ],
    [
      'order-of-coverage-is-free',
      allOf(single(3, 'EqualTo', 3), binary(2, 'Subtract', 1, 'EqualTo', -15), single(0, 'EqualTo', 2)),
      true,
    ],
    ['distance-zero', geometric({ 0: 2, 1: 15, 2: 0, 3: 3 }, 'EqualTo', 0), true],
    ['distance', geometric({ 0: 3, 1: 13, 2: 1, 3: 3 }, 'LessThan', 5), true],
    ['distance-at-the-border', geometric({ 0: 3, 1: 13, 2: 1, 3: 3 }, 'LessThan', 4), false],
    ['distance-and-predicates', geometric({ 0: -2, 1: 15 }, 'EqualTo', 4, binary(2, 'Add', 3, 'LessThan', 4)), true],
    [
      'distance-true-predicate-false',
      geometric({ 0: -2, 1: 15 }, 'EqualTo', 4, binary(2, 'Add', 3, 'LessThan', 3)),
      false,
    ],
    [
      'distance-false-predicate-true',
      geometric({ 0: -2, 1: 15 }, 'GreaterThan', 4, binary(2, 'Add', 3, 'LessThan', 4)),
      false,
    ],
    // 2147483647 − 2 away from the least prediction: beyond i32, within u32. Thresholds are compared unsigned.
    [
      'distance-beyond-i32',
      geometric(
        { 0: -2147483648 },
        'GreaterThan',
        2147483647,
        single(1, 'EqualTo', 15),
        single(2, 'EqualTo', 0),
        single(3, 'EqualTo', 3),
      ),
      true,
    ],
    [
      'distance-threshold-unsigned',
      geometric({ 0: 0 }, 'LessThan', -1, single(1, 'EqualTo', 15), single(2, 'EqualTo', 0), single(3, 'EqualTo', 3)),
      true,
    ],
  ];
  return cases.flatMap(([name, strategy, value]) =>
    (['v2', 'v3'] as const).map((form) =>
      finish(
        edited(matchDraft(form), (draft) => set(draft, { strategy: strategy })),
        { name: `${form}-strategy-${name}`, class: CLASS, about: `strategy: ${name.replaceAll('-', ' ')}` },
        verdict(value),
      ),
    ),
  );
}

/** Unusual but valid. */
export function borders(): Vector[] {
  const vectors: Vector[] = [];
  const add = (draft: Draft<ScoresInstruction>, name: string, about: string, value = true) =>
    vectors.push(finish(draft, { name, class: CLASS, about }, verdict(value)));
  for (const form of ALL) {
    add(
      edited(matchDraft(form), (draft) => {
        if ('statA' in draft.proof) return;
        const zero = draft.proof.leaves[2];
        if (zero) zero.stat.period = -77;
      }),
      `${form}-period-beside-zero`,
      'the period beside a zero stat is not part of what is proven',
    );
    add(matchDraft(form, undefined, 3), `${form}-without-status`, 'the record has no status: period 0');
    add(matchDraft(form, undefined, 0), `${form}-first-update`, 'the first update of the slot', true);
    const lastDay = batchOf(
      'soccer',
      { 12100003: [{ stats: statsOf('soccer', { 1: 1 }), status: 4 }] },
      65_535 * 86_400_000 + 287 * MS_PER_SLOT,
    );
    add(
      scoresDraft(form, 'soccer', { batch: lastDay, fixtureId: 12_100_003, seq: 0, keys: [1, 2] }),
      `${form}-last-day`,
      'the last day that fits in 16 bits, the last slot',
    );
    const firstDay = batchOf('soccer', { 12100004: [{ stats: statsOf('soccer', { 2: 1 }), status: 4 }] }, 0);
    add(
      scoresDraft(form, 'soccer', { batch: firstDay, fixtureId: 12_100_004, seq: 0, keys: [2] }),
      `${form}-first-day`,
      'day 0, slot 0',
    );
    add(
      edited(matchDraft(form), (draft) => {
        const { summary } = draft.proof;
        summary.maxTimestamp = String(SLOT_START + MS_PER_SLOT - 1);
        sealMain(draft);
      }),
      `${form}-end-of-slot`,
      'the latest update falls into the last millisecond of the slot',
    );
    add(
      edited(matchDraft(form), (draft) =>
        sealedMain(draft, set(draft.proof.summary, { fixtureId: '-9000000000000001' })),
      ),
      `${form}-negative-fixture-id`,
      'a fixture id is any i64 that the summary is hashed with',
    );
    // Values that no generator produces: a hand-made tree.
    const extreme = [
      { key: 0, value: -2147483648, period: -1 },
      { key: 5, value: 0, period: 100 },
      { key: 4294967295, value: 2147483647, period: 2147483647 },
    ];
    const tree = statTree(extreme);
    add(
      edited(matchDraft(form, form === 'v1' ? [1, 7] : [1, 7, 8]), (draft) => {
        const { proof } = draft;
        if ('statA' in proof) {
          for (const [term, i] of [
            [proof.statA, 0],
            [proof.statB, 1],
          ] as const) {
            if (term) Object.assign(term, { stat: extreme[i], path: tree.paths[i] });
          }
          draft.strategy = { predicate: predicate('LessThan', -2147483647), op: 'Add' };
        } else {
          const multi = 'multiproofHashes' in proof;
          proof.leaves = extreme.map((stat, i) => ({ stat, path: multi ? [] : (tree.paths[i] ?? []) }));
          if (multi) {
            // Leaves 0, 1 and 2 of depth 2: only the duplicate next to the last is missing.
            proof.leafIndices = [4, 5, 6];
            proof.multiproofHashes = [tree.paths[2]?.[0] ?? ''];
          }
          draft.strategy = allOf(
            single(0, 'EqualTo', -2147483648),
            single(1, 'EqualTo', 0),
            single(2, 'EqualTo', 2147483647),
          );
        }
        setEventRoot(draft, tree.root);
        sealAll(draft);
      }),
      `${form}-extreme-values`,
      'the least and greatest keys, values and periods; a present leaf may hold 0',
    );
  }
  // A duplicate of an odd layer: its direction is free, because both sides are the same hash.
  const odd = batchOf('soccer', { 12100005: [{ stats: statsOf('soccer', { 1: 2, 3: 1, 7: 4 }), status: 100 }] });
  add(
    edited(scoresDraft('v2', 'soccer', { batch: odd, fixtureId: 12_100_005, seq: 0, keys: [7] }), (draft) => {
      const leaf = (draft.proof as ProofV2).leaves[0];
      if (leaf?.path[0]) leaf.path[0] = `${leaf.path[0].slice(0, 64)}00`;
    }),
    'v2-duplicate-direction',
    'a direction flip where sibling and running hash are equal proves the same content',
  );
  add(
    edited(scoresDraft('v3', 'soccer', { batch: odd, fixtureId: 12_100_005, seq: 0, keys: [7] }), (draft) => {
      const proof = draft.proof as ProofV3;
      proof.leafIndices = [7];
      proof.multiproofHashes[0] = `${proof.multiproofHashes[0]?.slice(0, 64)}00`;
    }),
    'v3-duplicate-direction',
    'the same in a multiproof: the index of the duplicate, its flag turned',
  );
  add(
    matchDraft('v2', [1, 1, 7, 7, 1]),
    'v2-repeated-stat',
    'version 2 accepts a repeated stat, as the reference does',
  );
  add(matchDraft('v2', [2, 2]), 'v2-repeated-zero', 'a repeated zero stat');
  for (const keys of [
    [8, 7, 1],
    [7, 1, 8],
    [3008, 1, 2, 3001, 6],
  ])
    add(matchDraft('v3', keys), `v3-order-${keys.join('-')}`, 'the leaves need not come by ascending key');
  // The layout that the caller trusts is not checked without a zero stat.
  add(
    edited(matchDraft('v2', [1, 7]), (draft) => set(draft, { sport: 6 })),
    'v2-sport-without-zero',
    'without a zero stat no layout byte is read',
  );
  for (const sport of SPORTS) {
    const batch = batchOf(sport, { 12100006: [{ stats: statsOf(sport, { 1: 9 }), status: 100 }] });
    add(
      edited(scoresDraft('v2', sport, { batch, fixtureId: 12_100_006, seq: 0, keys: [1, 2, 3] }), (draft) =>
        set(draft, { sport: null }),
      ),
      `v2-${sport}-any-one`,
      `layout ${layoutByteOf(sport)} where any one is accepted`,
    );
  }
  return vectors;
}

/**
 * For bit flips: if a flipped key named another zero stat, the claim would be true as well. So every key here that
 * differs from 2 in one bit is non-zero (3, 6) or has no place in the zero map.
 */
export function flippable(): Vector[] {
  const stats = statsOf('soccer', { 1: 2, 3: 1, 6: 1, 7: 15, 8: 3, 1001: 2, 3007: 5 });
  const batch = batchOf('soccer', {
    12100011: [{ stats: statsOf('soccer', { 1: 1 }), status: 4 }],
    12100012: [
      { stats: statsOf('soccer', { 1: 1, 7: 3 }), status: 4 },
      { stats, status: 100 },
    ],
    12100013: [{ stats: statsOf('soccer', { 2: 1 }), status: 2 }],
  });
  return ALL.map((form) =>
    finish(
      scoresDraft(form, 'soccer', {
        batch,
        fixtureId: 12_100_012,
        seq: 1,
        keys: form === 'v1' ? [1, 2] : [1, 7, 2, 8],
      }),
      {
        name: `${form}-flippable`,
        class: CLASS,
        about: 'a proof of which no bit can be flipped but those of a zero stat’s period',
      },
      verdict(true),
    ),
  );
}

/** Version 4 alone. */
export function signed(): Vector[] {
  return [
    finish(
      edited(matchDraft('v4'), (draft) => set(draft, { v4: (_, digest) => signedBy(NEXT_KEY, digest) })),
      { name: 'v4-next-key', class: CLASS, about: 'signed by the next oracle key' },
      verdict(true),
    ),
    finish(
      edited(matchDraft('v4'), (draft) => set(draft, { v4: (v4) => ({ ...v4, keys: [v4.keys[0], null] }) })),
      { name: 'v4-no-next-key', class: CLASS, about: 'there is no next key' },
      verdict(true),
    ),
    finish(
      edited(matchDraft('v4', [1]), (draft) => {
        draft.v4 = (v4, digest) => ({
          ...v4,
          before: [
            { program: 'computeBudget', data: '02400d0300' },
            ...signedBy(FOREIGN_KEY, digest).before,
            ...v4.before,
          ],
        });
      }),
      { name: 'v4-directly-before', class: CLASS, about: 'only the instruction directly before counts' },
      verdict(true),
    ),
    finish(
      edited(matchDraft('v4'), (draft) => {
        draft.strategy = allOf(
          single(0, 'EqualTo', 3),
          single(1, 'EqualTo', 15),
          single(2, 'EqualTo', 0),
          single(3, 'EqualTo', 3),
        );
      }),
      { name: 'v4-false', class: CLASS, about: 'a false predicate succeeds with 00, and costs its credit' },
      verdict(false),
    ),
  ];
}

export const validScores = (): Vector[] => [
  ...shapes(),
  ...statCounts(),
  ...zeroStats(),
  ...zeroBlocks(),
  ...allZero(),
  ...predicatesV1(),
  ...strategies(),
  ...borders(),
  ...flippable(),
  ...signed(),
];
