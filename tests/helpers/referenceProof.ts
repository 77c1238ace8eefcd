import { relayed } from '../../ts/linesman/error/index.js';
import {
  equalBytes,
  type Hash,
  layoutByteOf,
  type Path,
  type ScoreStat,
  type Sport,
  type StatLeaf,
  statKey,
  zeroMapBit,
  zeroMarker,
} from '../../ts/linesman/format/index.js';
import { multiproofOf, pathOf } from '../../ts/linesman/merkle/index.js';
import type { StatProofV2, StatProofV3 } from '../../ts/linesman/proof/index.js';
import type { EventTree, FixtureTree, ScoresBatch } from './referenceBatch.js';

/** Which stats of which update. */
export interface StatRequest {
  readonly fixtureId: number;
  readonly sport: Sport;
  /** Place of the update among the fixture's records of the slot, from 0. */
  readonly update: number;
  readonly keys: readonly number[];
}

/** A version 2 proof: each stat with its own path. 7015 for an unknown fixture or update, 7006 for a stat the record does not carry. */
export function proveStatsV2(batch: ScoresBatch, request: StatRequest): StatProofV2 {
  const { event, common } = locate(batch, request);
  return {
    ...common,
    version: 2,
    leaves: request.keys.map((key) => {
      const index = event.stats.findIndex((stat) => stat.key === key);
      const stat = event.stats[index];
      return stat ? { stat, statProof: pathOf(event.tree, index) } : zeroLeaf(event, request.sport, key);
    }),
  };
}

/** A version 3 proof: all stats under one multiproof. Errors as for version 2. */
export function proveStatsV3(batch: ScoresBatch, request: StatRequest): StatProofV3 {
  const { event, common } = locate(batch, request);
  const places: number[] = [];
  const leaves = request.keys.map((key): StatLeaf => {
    const index = event.stats.findIndex((stat) => stat.key === key);
    const stat = event.stats[index];
    if (!stat) return zeroLeaf(event, request.sport, key);
    places.push(index);
    return { stat, statProof: [] };
  });
  const { hashes, leafIndices } = multiproofOf(event.tree, places);
  return { ...common, version: 3, leaves, multiproofHashes: hashes, leafIndices };
}

interface Common {
  readonly kind: 'stat';
  readonly ts: StatProofV2['ts'];
  readonly summary: StatProofV2['summary'];
  readonly fixtureProof: Path;
  readonly mainTreeProof: Path;
  readonly eventStatRoot: Hash;
}

function locate(batch: ScoresBatch, { fixtureId, update }: StatRequest): { event: EventTree; common: Common } {
  const place = batch.fixtures.findIndex(({ summary }) => summary.fixtureId === fixtureId);
  const fixture = batch.fixtures[place];
  const asked = fixture?.events[update];
  if (!fixture || !asked)
    throw relayed(7015, { sentence: `The batch has no update ${update} of fixture ${fixtureId}.` }, {});
  const index = lastEqual(fixture, asked);
  const event = fixture.events[index] ?? asked;
  return {
    event,
    common: {
      kind: 'stat',
      ts: fixture.summary.updateStats.minTimestamp,
      summary: fixture.summary,
      fixtureProof: pathOf(fixture.tree, 2 * index + 1),
      mainTreeProof: pathOf(batch.tree, place + 1),
      eventStatRoot: event.tree.root,
    },
  };
}

/** Where several updates carry the same stats, a proof points at the last of them. */
function lastEqual(fixture: FixtureTree, asked: EventTree): number {
  return fixture.events.findLastIndex(
    ({ tree, zeroMap }) => equalBytes(tree.root, asked.tree.root) && equalBytes(zeroMap, asked.zeroMap),
  );
}

function zeroLeaf(event: EventTree, sport: Sport, key: number): StatLeaf {
  const layout = layoutByteOf(sport);
  const bit = zeroMapBit(layout, key);
  if (bit === undefined || ((event.zeroMap[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) {
    throw relayed(7006, { sentence: `The record carries no stat ${key}.` }, { key });
  }
  // The record's status is sent beside a zero stat; nothing binds it.
  const stat: ScoreStat = { key: statKey(key), value: 0, period: event.period };
  return {
    stat,
    statProof: [
      { hash: zeroMarker(layout), isRightSibling: false },
      { hash: event.zeroMap, isRightSibling: false },
    ],
  };
}
