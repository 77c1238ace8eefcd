import {
  type Hash,
  type Sport,
  type StatKey,
  sha256,
  statLeafBytes,
  ZERO_HASH,
  zeroMapOf,
} from '../../format/index.js';
import type { ScoreRecord } from '../generator/record.js';
import { FlatTree } from './flatTree.js';

/** What a record puts into the sub-tree of its fixture. */
export interface EventLeaves {
  readonly zeroMap: Hash;
  readonly zeroMapLeaf: Hash;
  readonly eventStatRoot: Hash;
}

/** The two leaves of an update: its zero map, and the root over its stats that are not zero, by ascending key. */
export function eventLeaves(sport: Sport, record: Pick<ScoreRecord, 'StatusId' | 'Stats'>): EventLeaves {
  const period = record.StatusId ?? 0;
  const stats = Object.entries(record.Stats).map(([key, value]) => [Number(key), value] as const);
  const present = stats.filter(([, value]) => value !== 0).sort(([a], [b]) => a - b);
  const leaves = new Uint8Array(32 * present.length);
  for (const [i, [key, value]] of present.entries())
    leaves.set(sha256(statLeafBytes({ key: key as StatKey, value, period })), 32 * i);
  const zeroMap = stats.length === 0 ? ZERO_HASH : zeroMapOf(sport, stats);
  return { zeroMap, zeroMapLeaf: sha256(zeroMap), eventStatRoot: new FlatTree(leaves).root };
}
