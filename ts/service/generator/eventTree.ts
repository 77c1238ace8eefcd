import {
  type Hash,
  type ScoreStat,
  type Sport,
  type StatKey,
  statLeafHash,
  ZERO_HASH,
  zeroMapOf,
} from '../../format/index.js';
import { buildTree, type Tree } from '../../merkle/index.js';
import type { ScoreRecord } from './record.js';

/** One update: its zero map, and the stat tree of its non-zero stats. */
export interface EventTree {
  readonly record: ScoreRecord;
  /** Non-zero stats by ascending key; leaf *i* of the tree is stat *i*. */
  readonly present: readonly ScoreStat[];
  readonly zeroMap: Hash;
  readonly tree: Tree;
}

/** The period of every stat is the record's status, 0 when it has none. */
export function eventTree(sport: Sport, record: ScoreRecord): EventTree {
  const period = record.StatusId ?? 0;
  const stats = Object.entries(record.Stats)
    .map(([key, value]) => [Number(key), value] as const)
    .sort(([a], [b]) => a - b);
  const present = stats
    .filter(([, value]) => value !== 0)
    .map(([key, value]) => ({ key: key as StatKey, value, period }));
  return {
    record,
    present,
    zeroMap: stats.length === 0 ? ZERO_HASH : zeroMapOf(sport, stats),
    tree: buildTree(present.map(statLeafHash)),
  };
}
