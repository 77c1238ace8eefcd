import { fail } from '../../error/index.js';
import {
  equalBytes,
  layoutByteOf,
  type Sport,
  type StatKey,
  type StatLeaf,
  zeroMapBit,
  zeroMarker,
} from '../../format/index.js';
import { multiproofOf, pathOf } from '../../merkle/index.js';
import type { StatProofV2, StatProofV3 } from '../../proof/index.js';
import type { EventTree } from './eventTree.js';
import type { ScoreBatch } from './scoreBatch.js';

/** Which stats of which record. */
export interface StatsAsked {
  readonly fixtureId: number;
  readonly seq: number;
  readonly keys: readonly number[];
}

/** Each stat by its own path; 7015 when the batch lacks the record, 7006 when the record lacks a stat. */
export function proveStats(batch: ScoreBatch, asked: StatsAsked): StatProofV2 {
  const { event, sport, ...common } = proveEvent(batch, asked);
  const leaves = asked.keys.map((key): StatLeaf => {
    const index = event.present.findIndex((stat) => stat.key === key);
    const stat = event.present[index];
    return stat ? { stat, statProof: pathOf(event.tree, index) } : zeroLeaf(event, sport, key);
  });
  return { ...common, version: 2, leaves };
}

/** The present stats by one multiproof; errors as for `proveStats`. */
export function proveStatsTogether(batch: ScoreBatch, asked: StatsAsked): StatProofV3 {
  const { event, sport, ...common } = proveEvent(batch, asked);
  const indices: number[] = [];
  const leaves = asked.keys.map((key): StatLeaf => {
    const index = event.present.findIndex((stat) => stat.key === key);
    const stat = event.present[index];
    if (!stat) return zeroLeaf(event, sport, key);
    indices.push(index);
    return { stat, statProof: [] };
  });
  const { hashes, leafIndices } = multiproofOf(event.tree, indices);
  return { ...common, version: 3, leaves, multiproofHashes: hashes, leafIndices };
}

/** From the record's event stat root up to the main root. */
function proveEvent(batch: ScoreBatch, { fixtureId, seq }: StatsAsked) {
  const place = batch.fixtures.findIndex(({ summary }) => summary.fixtureId === fixtureId);
  const fixture = batch.fixtures[place];
  const event = fixture?.events.find(({ record }) => record.Seq === seq);
  if (!fixture || !event)
    return fail(7015, { message: `Fixture ${fixtureId} has no record ${seq} in this slot.`, fixtureId, seq });
  // Where several updates have equal roots, the proof points at the last of them.
  const last = fixture.events.findLastIndex(
    (other) => equalBytes(other.tree.root, event.tree.root) && equalBytes(other.zeroMap, event.zeroMap),
  );
  return {
    event,
    sport: fixture.sport,
    kind: 'stat',
    ts: fixture.summary.updateStats.minTimestamp,
    recordTs: event.record.Ts as StatProofV2['ts'],
    summary: fixture.summary,
    fixtureProof: pathOf(fixture.tree, 2 * last + 1),
    mainTreeProof: pathOf(batch.tree, place + 1),
    eventStatRoot: event.tree.root,
  } as const;
}

/** Marker and zero map. The status beside a zero stat is bound by nothing. */
function zeroLeaf(event: EventTree, sport: Sport, key: number): StatLeaf {
  const layout = layoutByteOf(sport);
  if (event.record.Stats[key] !== 0 || zeroMapBit(layout, key) === undefined)
    return fail(7006, { message: `Record ${event.record.Seq} carries no stat ${key}.`, key });
  return {
    stat: { key: key as StatKey, value: 0, period: event.record.StatusId ?? 0 },
    statProof: [
      { hash: zeroMarker(layout), isRightSibling: false },
      { hash: event.zeroMap, isRightSibling: false },
    ],
  };
}
