import { instructionDiscriminator } from '../../../ts/sdk/program/discriminator.js';
import { naiveMultiproof } from '../../helpers/naiveOracle.js';
import type { CompactProof, CompactResult, CompactVector } from '../compactVector.js';
import {
  CURRENT_KEY,
  type Draft,
  edited,
  error,
  finish,
  flipped,
  foldHex,
  hashOf,
  isRight,
  leafHash,
  type ScoresInstruction,
  sealAll,
  setEventRoot,
  sibling,
  signedBy,
  signedDigest,
  verdict,
} from '../draft.js';
import { set } from '../edits.js';
import { naiveTree, statTree } from '../naiveTree.js';
import { exactly, exactlyV1, type Form, MATCH, matchDraft } from '../scene.js';
import type { Expect, Leaf, Path, ProofV1, ProofV2, ProofV3, Stat, Term, Vector } from '../vector.js';
import { compactSettle, sha256 } from '../wireBytes.js';
import { ALL_FORMS } from './label.js';

/**
 * Proofs in which the boundary between two levels is moved by one node, so that they have the length of the other kind
 * of tree. README.md explains what they prove. An older proof is lengthened by the topmost node of its stat tree: the
 * right half of that tree passes as the event, the left half as its zero map, although no map hashes to it. A current
 * proof is shortened by the leaf of the zero map.
 */

/** The stats in an older record's tree: every key of soccer, zeros included, or fewer for a tree of another shape. */
const ALL: Stat[] = Array.from({ length: 64 }, (_, i) => ({
  key: 1000 * Math.floor(i / 8) + (i % 8) + 1,
  value: i % 3 === 0 ? i : 0,
  period: 100,
}));
const PAIR: Stat[] = [
  { key: 1, value: 2, period: 100 },
  { key: 2, value: 1, period: 100 },
];

interface Older {
  readonly stats: readonly Stat[];
  readonly updates: number;
  /** The proven update, from 0. */
  readonly at: number;
}

const FEW = { stats: ALL, updates: 3, at: 2 };
const MANY = { stats: ALL, updates: 50, at: 31 };
/** Stats of the right half, 4001 to 7008 (two non-zero, one zero), and one of the left half. */
const [SHOWN, OTHER, ZERO, LEFT] = [4002, 7008, 4003, 7] as const;

/** The fixture sub-tree has one leaf per update. */
function olderPath({ stats, updates, at }: Older): { path: Path; root: string } {
  const event = statTree(stats).root;
  const events = Array.from({ length: updates }, (_, i) =>
    i === at ? event : Buffer.alloc(32, i + 1).toString('hex'),
  );
  const { paths, root } = naiveTree(events);
  return { path: paths[at] as Path, root };
}

/**
 * The leaves of each half of a tree. The last leaf is repeated to the full width, as the tree does with its odd nodes.
 */
function halvesOf(stats: readonly Stat[]) {
  const { root, paths } = statTree(stats);
  const width = 2 ** ((paths[0] as Path).length - 1);
  const [left = [], right = []] = [stats.slice(0, width), stats.slice(width)].map((half) =>
    Array.from({ length: width }, (_, i) => leafHash((half[i] ?? half.at(-1)) as Stat)),
  );
  return { root, width, left: { leaves: left, ...naiveTree(left) }, right: { leaves: right, ...naiveTree(right) } };
}

/** The event and the fixture path of a proof, and the stats under that event with their paths or one multiproof. */
interface Cut {
  readonly event: string;
  readonly fixturePath: Path;
  /** Leaves of the tree under `event`. */
  readonly under: readonly string[];
  /** Index of a stat among them. */
  readonly place: (key: number) => number;
}

/** As the oracle of the older tree proves it. */
function unmodified(of: Older): Cut {
  const { root, left, right } = halvesOf(of.stats);
  const under = [...left.leaves, ...right.leaves];
  return { event: root, fixturePath: olderPath(of).path, under, place: (key) => placeIn(of, key) };
}

function lengthened(of: Older): Cut {
  const { width, left, right } = halvesOf(of.stats);
  const fixturePath = [sibling(left.root, 'left'), ...olderPath(of).path];
  return { event: right.root, fixturePath, under: right.leaves, place: (key) => placeIn(of, key) - width };
}

/** From the other half: its leaf index is even. */
function byLeftHalf(of: Older): Cut {
  const { left, right } = halvesOf(of.stats);
  const fixturePath = [sibling(right.root, 'right'), ...olderPath(of).path];
  return { event: left.root, fixturePath, under: left.leaves, place: (key) => placeIn(of, key) };
}

/** Lengthened by two nodes. */
function twice(of: Older): Cut {
  const { width, right } = halvesOf(of.stats);
  const half = width / 2;
  const [a, b] = [right.leaves.slice(0, half), right.leaves.slice(half)];
  return {
    event: naiveTree(b).root,
    fixturePath: [sibling(naiveTree(a).root, 'left'), ...lengthened(of).fixturePath],
    under: b,
    place: (key) => placeIn(of, key) - width - half,
  };
}

const placeIn = ({ stats }: Older, key: number): number => stats.findIndex((stat) => stat.key === key);

/** A proof with that boundary, in a slot whose root is the older tree's. */
function draftOf(form: Form, of: Older, cut: Cut, keys: readonly number[]): Draft<ScoresInstruction> {
  return edited(matchDraft(form, [1]), (draft) => {
    const { proof } = draft;
    const stats = keys.map((key) => ({ ...(of.stats[placeIn(of, key)] as Stat) }));
    const values = stats.map(({ value }) => value);
    const { paths } = naiveTree(cut.under);
    const leaves = stats.map((stat): Leaf => ({ stat, path: [...(paths[cut.place(stat.key)] as Path)] }));
    if ('statA' in proof) {
      const [statA, statB] = leaves.map((leaf): Term => ({ ...leaf, eventStatRoot: cut.event }));
      Object.assign(proof, { statA, statB: statB ?? null } satisfies Partial<ProofV1 | { statA: unknown }>);
      draft.strategy = exactlyV1(values);
    } else if ('leafIndices' in proof) {
      const bytes = cut.under.map((leaf) => Buffer.from(leaf, 'hex'));
      const { hashes, indices } = naiveMultiproof(bytes, keys.map(cut.place));
      const multiproofHashes = hashes.map(({ hash, isRightSibling }) =>
        sibling(Buffer.from(hash).toString('hex'), isRightSibling ? 'right' : 'left'),
      );
      const multi: Partial<ProofV3> = {
        leaves: stats.map((stat) => ({ stat, path: [] })),
        multiproofHashes,
        leafIndices: indices,
      };
      Object.assign(proof, multi);
      draft.strategy = exactly(values);
    } else {
      Object.assign(proof, { leaves } satisfies Partial<ProofV2>);
      draft.strategy = exactly(values);
    }
    proof.fixturePath = [...cut.fixturePath];
    proof.summary.updateCount = of.updates;
    setEventRoot(draft, cut.event);
    sealAll(draft);
    if (proof.summary.subTreeRoot !== olderPath(of).root) throw new Error('the cut is not of the older tree');
  });
}

const VALID = 'older-tree-lengthened';
const FAULT = 'older-tree-lengthened-fault';

/** Older proofs with one node more, read as current ones. */
export function lengthenedOlder(): Vector[] {
  return ALL_FORMS.flatMap((form) => {
    const vectors: Vector[] = [];
    const add = (name: string, cls: string, about: string, expect: Expect, draft: Draft<ScoresInstruction>) =>
      vectors.push(finish(draft, { name: `${form}-${VALID}-${name}`, class: cls, about }, expect));
    const valid = (name: string, about: string, of: Older, keys: readonly number[]) =>
      add(name, VALID, about, verdict(true), draftOf(form, of, lengthened(of), keys));
    valid('1-update', 'the only update of an older tree', { ...FEW, updates: 1, at: 0 }, [SHOWN]);
    valid('3-updates', 'the last of 3 updates of an older tree', FEW, [SHOWN]);
    valid('50-updates', 'update 31 of 50 of an older tree', MANY, [SHOWN]);
    valid('2-stats', 'two stats of an older tree', MANY, [OTHER, SHOWN]);
    valid('zero-leaf', 'a stat of 0 is a leaf of an older tree, and present', FEW, [ZERO]);
    valid(
      'pair',
      'an older tree of two stats, of which the second is the event',
      { stats: PAIR, updates: 2, at: 1 },
      [2],
    );

    const fault = (
      name: string,
      about: string,
      number: number,
      cut: (of: Older) => Cut,
      keys: readonly number[],
      edit: (draft: Draft<ScoresInstruction>) => void = () => {},
    ) => add(name, FAULT, about, error(number), edited(draftOf(form, FEW, cut(FEW), keys), edit));
    fault('unmodified', 'an older tree as it is: the fixture path is one node too short', 6022, unmodified, [SHOWN]);
    fault('left-half', 'the left half as the event has an even leaf index', 6022, byLeftHalf, [LEFT]);
    fault('twice', 'an older tree, lengthened by two nodes', 6022, twice, [OTHER]);
    for (const level of [1, 2])
      fault(
        `place-${level}`,
        'the place of the update is bound by the path',
        6022,
        lengthened,
        [SHOWN],
        ({ proof }) => {
          // The last of three updates has its own copy next to it, so only the count refuses the other position.
          proof.fixturePath[level] = flipped(proof.fixturePath[level] as string);
        },
      );
    fault('count', 'the number of updates is hashed', 6004, lengthened, [SHOWN], ({ proof }) =>
      set(proof.summary, { updateCount: 4 }),
    );
    fault('value', 'another value than that of the leaf', 6023, lengthened, [SHOWN], (draft) => {
      const [leaf] = leavesOf(draft);
      if (leaf) leaf.stat.value += 1;
    });
    fault('zero-map', 'half of a stat tree is the hash of no zero map', 6023, lengthened, [ZERO], (draft) =>
      claimZero(draft, EVERY_BIT),
    );
    fault('zero-map-in-place', 'a zero map in place of the half leads elsewhere', 6022, lengthened, [ZERO], (draft) => {
      claimZero(draft, EVERY_BIT);
      draft.proof.fixturePath[0] = sibling(sha256(Buffer.from(EVERY_BIT, 'hex')).toString('hex'), 'left');
    });
    if (form === 'v4') {
      const draft = draftOf(form, FEW, lengthened(FEW), [SHOWN]);
      const before = signedDigest(draftOf(form, FEW, unmodified(FEW), [SHOWN]));
      draft.v4 = () => signedBy(CURRENT_KEY, before);
      const about = 'the oracle signed the proof before it was lengthened';
      add('signed-before', FAULT, about, error(6085, { typescript: { error: 6083 } }), draft);
    }
    return vectors;
  });
}

const EVERY_BIT = 'ff'.repeat(32);

const leavesOf = ({ proof }: Draft<ScoresInstruction>): Leaf[] =>
  'statA' in proof ? [proof.statA, ...(proof.statB ? [proof.statB] : [])] : proof.leaves;

/** Claims the first stat as zero by this map. */
function claimZero(draft: Draft<ScoresInstruction>, map: string): void {
  const [leaf] = leavesOf(draft);
  if (leaf) leaf.path = [sibling(`01${'ff'.repeat(31)}`, 'left'), sibling(map, 'left')];
  if ('leafIndices' in draft.proof) Object.assign(draft.proof, { multiproofHashes: [], leafIndices: [] });
}

/**
 * Current proofs with one node less, read as older ones when the caller asks for that. The program reads them as
 * current ones.
 */
export function shortenedCurrent(): Vector[] {
  const onChain: Partial<Expect> = { bankrun: { error: 6022 } };
  return (['v1', 'v2'] as const).flatMap((form) => {
    /** Moves the zero map's leaf from the fixture path to the stats' own paths. */
    const shorten = (draft: Draft<ScoresInstruction>): void => {
      draft.tree = 'older';
      const [zeroMap = '', ...rest] = draft.proof.fixturePath;
      const event = foldHex(
        'eventStatRoot' in draft.proof ? draft.proof.eventStatRoot : draft.proof.statA.eventStatRoot,
        [zeroMap],
      );
      for (const leaf of leavesOf(draft)) leaf.path.push(zeroMap);
      draft.proof.fixturePath = rest;
      setEventRoot(draft, event);
    };
    const label = (name: string, cls: string, about: string) => ({
      name: `${form}-current-tree-shortened${name}`,
      class: cls,
      about,
    });
    return [
      finish(
        edited(matchDraft(form, [1, 7]), shorten),
        label('', 'current-tree-shortened', 'a current tree, the cut one node higher, read as an older one'),
        { ...verdict(true), ...onChain },
      ),
      finish(
        edited(matchDraft(form, [2]), shorten),
        label('-zero', 'current-tree-shortened-fault', 'read as an older tree there are no zero proofs'),
        // Version 1 checks the stats first.
        error(6023, form === 'v1' ? {} : onChain),
      ),
    ];
  });
}

/** The same in the compact form, which states the position of the update itself. */
export function lengthenedCompact(): CompactVector[] {
  const draft = (of: Older, cut: Cut, keys: readonly number[]): Omit<CompactVector, 'expect' | 'data'> & Made => {
    const { proof, roots } = draftOf('v3', of, cut, keys) as Draft<'validate_stat_v3'>;
    return {
      name: '',
      class: FAULT,
      about: '',
      sport: 1,
      fixtureId: String(MATCH),
      keys: [...keys],
      roots,
      proof: {
        updateCount: of.updates,
        minTimestamp: proof.summary.minTimestamp,
        maxTimestamp: proof.summary.maxTimestamp,
        updateIndex: of.at,
        fixtureSiblings: proof.fixturePath.map(hashOf),
        mainIndex: proof.mainPath.reduce((index, entry, i) => index + (isRight(entry) ? 0 : 2 ** i), 0),
        mainSiblings: proof.mainPath.map(hashOf),
        period: 100,
        values: proof.leaves.map(({ stat }) => stat.value),
        absent: 0,
        zeroMap: null,
        witness: null,
        leafIndices: proof.leafIndices,
        hashes: proof.multiproofHashes.map(hashOf),
        eventStatRoot: null,
      },
    };
  };
  const dataOf = (proof: CompactProof): string =>
    Buffer.concat([instructionDiscriminator('settle'), compactSettle(proof)]).toString('hex');
  const valid = (name: string, about: string, of: Older, keys: readonly number[]): CompactVector => {
    const made = draft(of, lengthened(of), keys);
    const facts = keys.map((key) => of.stats[placeIn(of, key)] as Stat);
    const proven: CompactResult = { facts, witness: null, updateIndex: of.at };
    const settlement = { outcome: (facts[0] as Stat).value > 0 ? 0 : 1 };
    return {
      ...made,
      name: `compact-${VALID}-${name}`,
      class: VALID,
      about,
      data: dataOf(made.proof),
      expect: { host: proven, typescript: proven, settlement },
    };
  };
  const fault = (
    name: string,
    about: string,
    number: number,
    cut: (of: Older) => Cut,
    keys: readonly number[],
    edit: (proof: CompactProof) => void = () => {},
  ): CompactVector => {
    const made = draft(FEW, cut(FEW), keys);
    edit(made.proof);
    const result = { error: number };
    return {
      ...made,
      name: `compact-${VALID}-${name}`,
      about,
      data: dataOf(made.proof),
      expect: { host: result, typescript: result, settlement: result },
    };
  };
  return [
    valid('1-update', 'the only update of an older tree', { ...FEW, updates: 1, at: 0 }, [SHOWN]),
    valid('3-updates', 'the last of 3 updates of an older tree', FEW, [SHOWN]),
    valid('2-stats', 'two stats of update 31 of 50 of an older tree', MANY, [OTHER, SHOWN]),
    valid('zero-leaf', 'a stat of 0 is a leaf of an older tree, and present', FEW, [ZERO, SHOWN]),
    fault('unmodified', 'an older tree as it is: the fixture path is one node too short', 6022, unmodified, [SHOWN]),
    fault('left-half', 'an event stands to the right of its zero map', 6004, byLeftHalf, [LEFT]),
    fault('twice', 'an older tree, lengthened by two nodes', 6022, twice, [OTHER]),
    fault('place', 'all of it leads to the published root', 6004, lengthened, [SHOWN], (proof) =>
      set(proof, { updateIndex: 1 }),
    ),
    fault('place-beyond', 'the copy of the last update is none', 6022, lengthened, [SHOWN], (proof) =>
      set(proof, { updateIndex: 3 }),
    ),
    fault('zero-map', 'half of a stat tree is the hash of no zero map', 6004, lengthened, [SHOWN, ZERO], (proof) => {
      const { leafIndices, hashes } = draft(FEW, lengthened(FEW), [SHOWN]).proof;
      const fixtureSiblings = proof.fixtureSiblings.slice(1);
      Object.assign(proof, { absent: 2, zeroMap: EVERY_BIT, fixtureSiblings, leafIndices, hashes });
    }),
  ];
}

interface Made {
  proof: CompactProof;
}
