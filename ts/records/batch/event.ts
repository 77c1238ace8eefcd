import {
  type Hash,
  type ScoreStat,
  type Sport,
  type StatKey,
  sha256,
  statLeafHash,
  ZERO_HASH,
  zeroMapOf,
} from '@linesman/sdk/format';
import { buildTree, type Tree } from '@linesman/sdk/merkle';
import { FlatTree, flatLeaves } from './flatTree.js';
import type { ScoreRecord } from './record.js';

/** The committed content of one score record. */
interface Event {
  /** Non-zero stats by ascending key. */
  readonly present: readonly ScoreStat[];
  /** All zeros for a record without stats. */
  readonly zeroMap: Hash;
}

/** A score record with the tree of its stats: leaf *i* is `present[i]`. */
export interface EventTree extends Event {
  readonly record: ScoreRecord;
  readonly tree: Tree;
}

/** The two adjacent leaves of a score record in its fixture's sub-tree. */
export interface EventLeaves {
  readonly zeroMapLeaf: Hash;
  readonly eventStatRoot: Hash;
}

/** The period of every stat is the record's status, or 0 if the record has none: live feeds also send null. */
function eventOf(sport: Sport, { StatusId, Stats }: Pick<ScoreRecord, 'StatusId' | 'Stats'>): Event {
  const period = StatusId ?? 0;
  const stats = Object.entries(Stats).map(([key, value]) => [Number(key), value] as const);
  const present = stats
    .filter(([, value]) => value !== 0)
    .sort(([a], [b]) => a - b)
    .map(([key, value]) => ({ key: key as StatKey, value, period }));
  return { present, zeroMap: stats.length === 0 ? ZERO_HASH : zeroMapOf(sport, stats) };
}

/** A record in the form that proofs need. */
export function eventTree(sport: Sport, record: ScoreRecord): EventTree {
  const event = eventOf(sport, record);
  return { ...event, record, tree: buildTree(event.present.map(statLeafHash)) };
}

/** A record in the form that its fixture's sub-tree needs. */
export function eventLeaves(sport: Sport, record: Pick<ScoreRecord, 'StatusId' | 'Stats'>): EventLeaves {
  const { present, zeroMap } = eventOf(sport, record);
  return { zeroMapLeaf: sha256(zeroMap), eventStatRoot: new FlatTree(flatLeaves(present.map(statLeafHash))).root };
}

export const leavesOfTree = ({ zeroMap, tree }: EventTree): EventLeaves => ({
  zeroMapLeaf: sha256(zeroMap),
  eventStatRoot: tree.root,
});
