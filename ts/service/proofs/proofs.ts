import { fail, quoted } from '../../error/index.js';
import {
  equalBytes,
  fixtureLeafHash,
  type Hash,
  hashOf,
  layoutByteOf,
  type Milliseconds,
  MS_PER_DAY,
  MS_PER_HOUR,
  oddsLeafHash,
  type ProofNode,
  type ScoresBatchSummary,
  type Sport,
  type StatKey,
  type StatLeaf,
  sha256,
  signedDigest,
  signedOddsDigest,
  zeroMapBit,
  zeroMarker,
} from '../../format/index.js';
import { multiproofOf, pathOf } from '../../merkle/index.js';
import {
  type FixtureBatchProof,
  type FixtureProof,
  MAX_STATS,
  multiproofPayload,
  type OddsProof,
  oddsPayload,
  type StatProofV1,
  type StatProofV2,
  type StatProofV3,
  type StatProofV4,
} from '../../proof/index.js';
import { LeastRecent } from '../cache/leastRecent.js';
import type { WorldClock } from '../clock/index.js';
import { type EventTree, eventTree } from '../generator/eventTree.js';
import type { ScoreRecord } from '../generator/record.js';
import { type Fields, fixtureOfWire, oddsOfWire } from '../ingest/index.js';
import { fixtureSummary, oddsSummary, scoresSummary } from '../seal/index.js';
import { type BatchKey, leafIs, type Store, type StoredRecord, slotStartOf } from '../store/index.js';
import { mismatch, SealedBatches } from './sealedBatches.js';

export interface ProofsOptions {
  readonly store: Store;
  readonly clock: WorldClock;
  /** Signs a digest of 32 bytes by the current oracle key: 64 bytes of Ed25519. */
  readonly sign: (digest: Uint8Array) => Uint8Array | Promise<Uint8Array>;
  /** Time of the machine, ms, by which what is kept in memory is looked at again. */
  readonly machineTime?: () => number;
}

/** Which stats of which record. */
export interface StatsQuestion {
  readonly fixtureId: number;
  readonly seq: number;
  /** 1 to 5, in the order of the answer. */
  readonly keys: readonly number[];
}

/** A record of a published slot, from its stats up to the main root. Nothing of it changes again, as long as the root is on chain. */
interface SealedEvent {
  readonly event: EventTree;
  readonly sport: Sport;
  readonly kind: 'stat';
  readonly ts: Milliseconds;
  readonly recordTs: Milliseconds;
  readonly summary: ScoresBatchSummary;
  readonly fixtureProof: readonly ProofNode[];
  readonly mainTreeProof: readonly ProofNode[];
  readonly eventStatRoot: Hash;
}

/** Stats of the records that are kept in memory: a busy slot, at some hundred bytes each. */
const KEPT_STATS = 1 << 17;

/**
 * The answers of the proof endpoints, from what is stored.
 *
 * All of them: 7065 while the slot is not published, or its root is gone or another one is there (`context.retryAfter`, seconds), 7055 when the stored batch is damaged.
 */
export class Proofs {
  private readonly sealed: SealedBatches;
  private readonly events = new LeastRecent<SealedEvent>(
    KEPT_STATS,
    ({ event }) => 1 + Object.keys(event.record.Stats).length,
  );

  constructor(private readonly options: ProofsOptions) {
    this.sealed = new SealedBatches(options.store, options.clock, options.machineTime);
  }

  /** Whether the root of a batch that a proof was given of still is on chain, at most a second late; false: ask for the proof again. */
  stands(key: BatchKey): Promise<boolean> {
    return this.sealed.stands(key);
  }

  /** One stat, or two. As `statsV2`, but 7015 for more than two. */
  async statsV1(question: StatsQuestion): Promise<StatProofV1> {
    const count = question.keys.length;
    if (count > 2) return fail(7015, { message: `Version 1 proves one or two stats, not ${count}.` });
    return { ...(await this.statsV2(question)), version: 1 };
  }

  /**
   * Each stat by its own path; a key may repeat. Errors: 6069 unless 1 to 5 keys; 7045 no such record; 7046 the record has no stats; 7047 it has
   * no such stat, or one whose zero nothing can prove.
   */
  async statsV2(question: StatsQuestion): Promise<StatProofV2> {
    const { event, sport, ...common } = await this.event(question);
    const leaves = question.keys.map((key): StatLeaf => {
      const index = event.present.findIndex((stat) => stat.key === key);
      const stat = event.present[index];
      return stat ? { stat, statProof: pathOf(event.tree, index) } : zeroLeaf(event, sport, key);
    });
    return { ...common, version: 2, leaves };
  }

  /** The stats that are not zero by one multiproof. Errors as `statsV2`, and 6076 when a key repeats. */
  async statsV3(question: StatsQuestion): Promise<StatProofV3> {
    const { keys } = question;
    if (new Set(keys).size !== keys.length)
      return fail(6076, { message: `The stat keys ${keys.join(', ')} repeat.`, keys });
    const { event, sport, ...common } = await this.event(question);
    const indices: number[] = [];
    const leaves = keys.map((key): StatLeaf => {
      const index = event.present.findIndex((stat) => stat.key === key);
      const stat = event.present[index];
      if (!stat) return zeroLeaf(event, sport, key);
      indices.push(index);
      return { stat, statProof: [] };
    });
    const { hashes, leafIndices } = multiproofOf(event.tree, indices);
    return { ...common, version: 3, leaves, multiproofHashes: hashes, leafIndices };
  }

  /** As `statsV3`, signed. */
  async statsV4(question: StatsQuestion): Promise<StatProofV4> {
    const { recordTs: _, ...proof } = await this.statsV3(question);
    const signature = await this.options.sign(signedDigest(multiproofPayload({ ...proof, version: 3 })));
    return { ...proof, version: 4, signature };
  }

  /** The odds record with this id and this time (ms); 7049 when there is none. */
  async odds(messageId: string, ts: number): Promise<OddsProof> {
    const { store } = this.options;
    // The database has no text with this character, and refuses to look for one.
    const record = messageId.includes('\0') ? undefined : await store.records.findMessage(messageId);
    if (record?.ts !== ts)
      return fail(7049, { message: `There is no odds record ${quoted(messageId)} of ${ts}.`, messageId, ts });
    const key = keyOf(record);
    const { fixture, subTree, tree } = await this.sealed.fixture(key, record.fixtureId);
    const odds = oddsOfWire(JSON.parse(record.json) as Fields);
    const index = record.seq - fixture.firstSeq;
    if (!leafIs(fixture.leaves, index, oddsLeafHash(odds))) return mismatch(key);
    return {
      kind: 'odds',
      version: 1,
      ts: odds.ts,
      odds,
      summary: oddsSummary(fixture.summary),
      subTreeProof: subTree.path(index),
      mainTreeProof: tree.path(fixture.place),
    };
  }

  /** The same, signed. */
  async oddsV4(messageId: string, ts: number): Promise<OddsProof> {
    const proof = await this.odds(messageId, ts);
    const signature = await this.options.sign(signedOddsDigest(oddsPayload(proof)));
    return { ...proof, version: 4, signature };
  }

  /** The latest published record of a fixture; 7041 when the fixture is not known. */
  async fixture(fixtureId: number): Promise<FixtureProof> {
    const { store } = this.options;
    const slotStart = await store.batches.latestPublished('fixtures', fixtureId);
    if (slotStart === undefined) {
      const first = await store.records.find('fixtures', fixtureId, 0);
      if (!first) return fail(7041, { message: `Fixture ${fixtureId} is not known.`, fixtureId });
      // Throws: it is not published.
      await this.sealed.fixture(keyOf(first), fixtureId);
      return mismatch(keyOf(first));
    }
    const key: BatchKey = { kind: 'fixtures', slotStart };
    const { fixture, subTree, tree } = await this.sealed.fixture(key, fixtureId);
    const index = subTree.leafCount - 1;
    const record = await store.records.find('fixtures', fixtureId, fixture.firstSeq + index);
    if (!record) return mismatch(key);
    const snapshot = fixtureOfWire(JSON.parse(record.json) as Fields);
    if (!leafIs(fixture.leaves, index, fixtureLeafHash(snapshot))) return mismatch(key);
    return {
      kind: 'fixture',
      snapshot,
      summary: fixtureSummary(fixture.summary),
      subTreeProof: subTree.path(index),
      mainTreeProof: tree.path(fixture.place),
    };
  }

  /** The metadata of an hour's fixtures; 7050 when no fixture record came in then. */
  async fixtureBatch(epochDay: number, hourOfDay: number): Promise<FixtureBatchProof> {
    const slotStart = epochDay * MS_PER_DAY + hourOfDay * MS_PER_HOUR;
    const { batch, tree } = await this.sealed.batch({ kind: 'fixtures', slotStart });
    return { kind: 'fixture-batch', metadata: batch.metadata, mainTreeProof: tree.path(0) };
  }

  /** From the record's event stat root up to the main root. */
  private async event({ fixtureId, seq, keys }: StatsQuestion): Promise<SealedEvent> {
    if (keys.length < 1 || keys.length > MAX_STATS)
      return fail(6069, { message: `A proof is of 1 to ${MAX_STATS} stats, not ${keys.length}.`, keys });
    const name = `${fixtureId}/${seq}`;
    const kept = this.events.get(name);
    if (kept) {
      checkStats(kept.event.record, fixtureId, seq, keys);
      const slot = keyOf({ kind: 'scores', ts: kept.recordTs });
      // Throws when its root is not on chain any more.
      if (!(await this.sealed.stands(slot))) await this.sealed.batch(slot);
      return kept;
    }
    const found = await this.options.store.records.findScore(fixtureId, seq);
    if (!found) return fail(7045, { message: `Fixture ${fixtureId} has no record ${seq}.`, fixtureId, seq });
    const { record, sport } = found;
    const scores = JSON.parse(record.json) as ScoreRecord;
    checkStats(scores, fixtureId, seq, keys);
    const key = keyOf(record);
    const { fixture, subTree, tree } = await this.sealed.fixture(key, fixtureId);
    const event = eventTree(sport, scores);
    const zeroMapLeaf = sha256(event.zeroMap);
    const place = seq - fixture.firstSeq;
    const isHere = (at: number) =>
      leafIs(fixture.leaves, 2 * at, zeroMapLeaf) && leafIs(fixture.leaves, 2 * at + 1, event.tree.root);
    if (!isHere(place)) return mismatch(key);
    // Where several updates have equal roots, the proof points at the last of them.
    let last = subTree.leafCount / 2 - 1;
    while (last > place && !isHere(last)) last--;
    const summary = scoresSummary(fixture.summary);
    if (!equalBytes(subTree.root, summary.eventsSubTreeRoot)) return mismatch(key);
    const sealed: SealedEvent = {
      event,
      sport,
      kind: 'stat',
      ts: summary.updateStats.minTimestamp,
      recordTs: record.ts as Milliseconds,
      summary,
      fixtureProof: subTree.path(2 * last + 1),
      mainTreeProof: tree.path(fixture.place),
      eventStatRoot: hashOf(event.tree.root),
    };
    this.events.set(name, sealed);
    return sealed;
  }
}

const keyOf = ({ kind, ts }: Pick<StoredRecord, 'kind' | 'ts'>): BatchKey => ({
  kind,
  slotStart: slotStartOf(kind, ts),
});

function checkStats({ Stats }: ScoreRecord, fixtureId: number, seq: number, keys: readonly number[]): void {
  if (Object.keys(Stats).length === 0)
    fail(7046, { message: `Record ${seq} of fixture ${fixtureId} has no stats.`, fixtureId, seq });
  for (const key of keys)
    if (!Object.hasOwn(Stats, String(key)))
      fail(7047, { message: `Record ${seq} of fixture ${fixtureId} has no stat ${key}.`, fixtureId, seq, key });
}

/** Marker and zero map. The status beside a zero stat is bound by nothing. */
function zeroLeaf(event: EventTree, sport: Sport, key: number): StatLeaf {
  const layout = layoutByteOf(sport);
  if (zeroMapBit(layout, key) === undefined)
    return fail(7047, { message: `Stat ${key} has no bit in the zero map of ${sport}.`, key });
  return {
    stat: { key: key as StatKey, value: 0, period: event.record.StatusId ?? 0 },
    statProof: [
      { hash: zeroMarker(layout), isRightSibling: false },
      { hash: event.zeroMap, isRightSibling: false },
    ],
  };
}
