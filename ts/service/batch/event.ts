import {
  type Hash,
  type ScoreStat,
  type Sport,
  type StatKey,
  sha256,
  statLeafHash,
  ZERO_HASH,
  zeroMapOf,
} from 'linesman/format';
import { buildTree, type Tree } from 'linesman/merkle';
import { FlatTree, flatLeaves } from './flatTree.js';
import type { ScoreRecord } from './record.js';

/** What a record of scores says, as it is committed to. */
interface Event {
  /** Non-zero stats by ascending key. */
  readonly present: readonly ScoreStat[];
  /** All zero for a record without stats. */
  readonly zeroMap: Hash;
}

/** One update with the tree of its stats: leaf *i* is the stat `present[i]`. */
export interface EventTree extends Event {
  readonly record: ScoreRecord;
  readonly tree: Tree;
}

/** The two leaves of an update in the sub-tree of its fixture, next to each other. */
export interface EventLeaves {
  readonly zeroMapLeaf: Hash;
  readonly eventStatRoot: Hash;
}

/** The period of every stat is the record's status, 0 when it has none. */
function eventOf(sport: Sport, { StatusId: period = 0, Stats }: Pick<ScoreRecord, 'StatusId' | 'Stats'>): Event {
  const stats = Object.entries(Stats).map(([key, value]) => [Number(key), value] as const);
  const present = stats
    .filter(([, value]) => value !== 0)
    .sort(([a], [b]) => a - b)
    .map(([key, value]) => ({ key: key as StatKey, value, period }));
  return { present, zeroMap: stats.length === 0 ? ZERO_HASH : zeroMapOf(sport, stats) };
}

/** The update as proofs need it. */
export function eventTree(sport: Sport, record: ScoreRecord): EventTree {
  const event = eventOf(sport, record);
  return { ...event, record, tree: buildTree(event.present.map(statLeafHash)) };
}

/** The update as its fixture's tree needs it. */
export function eventLeaves(sport: Sport, record: Pick<ScoreRecord, 'StatusId' | 'Stats'>): EventLeaves {
  const { present, zeroMap } = eventOf(sport, record);
  return { zeroMapLeaf: sha256(zeroMap), eventStatRoot: new FlatTree(flatLeaves(present.map(statLeafHash))).root };
}

export const leavesOfTree = ({ zeroMap, tree }: EventTree): EventLeaves => ({
  zeroMapLeaf: sha256(zeroMap),
  eventStatRoot: tree.root,
});
