import {
  fail,
  INVALID_MULTIPROOF,
  NO_STATS,
  STAT_NOT_IN_RECORD,
  TOO_MANY_STATS,
  UNKNOWN_FIXTURE,
  UNKNOWN_MESSAGE,
  UNKNOWN_SEQUENCE,
} from 'linesman/error';
import { equalBytes, MS_PER_DAY, MS_PER_HOUR, signedDigest, signedOddsDigest } from 'linesman/format';
import { LeastRecent } from 'linesman/node';
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
} from 'linesman/proof';
import {
  eventTree,
  fixtureAt,
  oddsAt,
  type ProvableEvent,
  provableEvent,
  proveFixtureBatch,
  type ScoreRecord,
  statsByPath,
  statsTogether,
} from 'linesman-records/batch';
import type { MachineTime, WorldClock } from '../../clock/index.js';
import { type Fields, fixtureOfWire, oddsOfWire } from '../../data/ingest/index.js';
import { type BatchKey, type Store, type StoredRecord, slotLength, slotStartOf } from '../../data/store/index.js';
import { fixtureSummary, oddsSummary, scoresSummary } from '../seal/index.js';
import { mismatch, SealedBatches } from './sealedBatches.js';

export interface ProofsOptions {
  readonly store: Store;
  readonly clock: WorldClock;
  /** Signs a 32-byte digest with the current oracle key: 64 bytes of Ed25519. */
  readonly sign: (digest: Uint8Array) => Uint8Array | Promise<Uint8Array>;
  /** Process time for the expiry of cached values. */
  readonly machineTime?: () => MachineTime;
}

/** A record and the keys of the stats to prove. */
export interface StatsQuestion {
  readonly fixtureId: number;
  readonly seq: number;
  /** 1 to 5 keys, in the order of the answer. */
  readonly keys: readonly number[];
}

/** Stats in the cache of records: a busy slot, at a few hundred bytes each. */
const KEPT_STATS = 1 << 17;

/**
 * The answers of the proof endpoints, from stored data.
 *
 * All methods throw NOT_PUBLISHED_YET (`context.retryAfter`, seconds) while the slot is unpublished or its root is
 * missing or replaced, and STORED_BATCH_MISMATCH if the stored batch is damaged.
 */
export class Proofs {
  private readonly sealed: SealedBatches;
  private readonly events = new LeastRecent<ProvableEvent>(
    KEPT_STATS,
    ({ event }) => 1 + Object.keys(event.record.Stats).length,
  );

  constructor(private readonly options: ProofsOptions) {
    this.sealed = new SealedBatches(options.store, options.clock, options.machineTime);
  }

  /**
   * Whether a proven batch still has its root on chain. The answer is at most one second old. If false, request a new
   * proof.
   */
  stands(key: BatchKey): Promise<boolean> {
    return this.sealed.stands(key);
  }

  /** One or two stats. Errors: as `statsV2`; TOO_MANY_STATS for more than two. */
  async statsV1(question: StatsQuestion): Promise<StatProofV1> {
    const count = question.keys.length;
    if (count > 2) return fail(TOO_MANY_STATS, { stats: count, most: 2 });
    return { ...(await this.statsV2(question)), version: 1 };
  }

  /**
   * Each stat by its own path; keys may repeat. Errors: TOO_MANY_STATS unless there are 1 to 5 keys; UNKNOWN_SEQUENCE
   * when there is no such record; NO_STATS when the record has none; STAT_NOT_IN_RECORD when it lacks the stat, or its
   * zero cannot be proven.
   */
  async statsV2(question: StatsQuestion): Promise<StatProofV2> {
    return statsByPath(await this.event(question), question.keys);
  }

  /** All non-zero stats in one multiproof. Errors: as `statsV2`; INVALID_MULTIPROOF when a key repeats. */
  async statsV3(question: StatsQuestion): Promise<StatProofV3> {
    const { keys } = question;
    if (new Set(keys).size !== keys.length) return fail(INVALID_MULTIPROOF, { problem: 'repeated keys', keys });
    return statsTogether(await this.event(question), keys);
  }

  /** Like `statsV3`, signed. */
  async statsV4(question: StatsQuestion): Promise<StatProofV4> {
    const { recordTs: _, ...proof } = await this.statsV3(question);
    const signature = await this.options.sign(signedDigest(multiproofPayload({ ...proof, version: 3 })));
    return { ...proof, version: 4, signature };
  }

  /** The odds record with this message id and time (ms). Errors: UNKNOWN_MESSAGE. */
  async odds(messageId: string, ts: number): Promise<OddsProof> {
    const { store } = this.options;
    // PostgreSQL texts cannot contain U+0000, and it rejects the query.
    const record = messageId.includes('\0') ? undefined : await store.records.findMessage(messageId);
    if (record?.ts !== ts) return fail(UNKNOWN_MESSAGE, { messageId, ts });
    const key = keyOf(record);
    const { fixture, subTree, tree } = await this.sealed.fixture(key, record.fixtureId);
    const part = { summary: oddsSummary(fixture.summary), subTree, tree, place: fixture.place };
    const odds = oddsOfWire(JSON.parse(record.json) as Fields);
    return oddsAt(part, record.seq - fixture.firstSeq, odds) ?? mismatch(key);
  }

  /** Like `odds`, signed. */
  async oddsV4(messageId: string, ts: number): Promise<OddsProof> {
    const proof = await this.odds(messageId, ts);
    const signature = await this.options.sign(signedOddsDigest(oddsPayload(proof)));
    return { ...proof, version: 4, signature };
  }

  /** The latest published record of a fixture. Errors: UNKNOWN_FIXTURE. */
  async fixture(fixtureId: number): Promise<FixtureProof> {
    const { store } = this.options;
    const slotStart = await store.batches.latestPublished('fixtures', fixtureId);
    if (slotStart === undefined) {
      const first = await store.records.find('fixtures', fixtureId, 0);
      if (!first) return fail(UNKNOWN_FIXTURE, { fixtureId });
      // This throws, because the batch is not published.
      await this.sealed.fixture(keyOf(first), fixtureId);
      return mismatch(keyOf(first));
    }
    const key: BatchKey = { kind: 'fixtures', slotStart };
    const { fixture, subTree, tree } = await this.sealed.fixture(key, fixtureId);
    const index = subTree.leafCount - 1;
    const record = await store.records.find('fixtures', fixtureId, fixture.firstSeq + index);
    if (!record) return mismatch(key);
    const part = { summary: fixtureSummary(fixture.summary), subTree, tree, place: fixture.place };
    return fixtureAt(part, index, fixtureOfWire(JSON.parse(record.json) as Fields)) ?? mismatch(key);
  }

  /** The metadata of an hour's fixtures. Errors: NO_SUCH_BATCH when that hour has no fixture records. */
  async fixtureBatch(epochDay: number, hourOfDay: number): Promise<FixtureBatchProof> {
    const slotStart = epochDay * MS_PER_DAY + hourOfDay * MS_PER_HOUR;
    const { batch, tree } = await this.sealed.batch({ kind: 'fixtures', slotStart });
    return proveFixtureBatch({ metadata: batch.metadata, tree });
  }

  /** The proof from the record's event stat root up to the main root. */
  private async event({ fixtureId, seq, keys }: StatsQuestion): Promise<ProvableEvent> {
    if (keys.length < 1 || keys.length > MAX_STATS)
      return fail(TOO_MANY_STATS, { stats: keys.length, most: MAX_STATS });
    const name = `${fixtureId}/${seq}`;
    const kept = this.events.get(name);
    if (kept) {
      checkStats(kept.event.record, fixtureId, seq, keys);
      const slot = keyOf({ kind: 'scores', ts: kept.recordTs });
      // Throws if the root is no longer on chain.
      if (!(await this.sealed.stands(slot))) await this.sealed.batch(slot);
      return kept;
    }
    const found = await this.options.store.records.findScore(fixtureId, seq);
    if (!found) return fail(UNKNOWN_SEQUENCE, { fixtureId, seq });
    const { record, sport } = found;
    const scores = JSON.parse(record.json) as ScoreRecord;
    checkStats(scores, fixtureId, seq, keys);
    const key = keyOf(record);
    const { fixture, subTree, tree } = await this.sealed.fixture(key, fixtureId);
    const summary = scoresSummary(fixture.summary);
    if (!equalBytes(subTree.root, summary.eventsSubTreeRoot)) return mismatch(key);
    const part = { summary, subTree, tree, place: fixture.place };
    // Not the difference of the numbers, because some may be missing.
    const range = { from: key.slotStart, to: key.slotStart + slotLength('scores') };
    const at = await this.options.store.records.placeOfScore(fixtureId, seq, range);
    const sealed = provableEvent(part, at, sport, eventTree(sport, scores));
    if (!sealed) return mismatch(key);
    this.events.set(name, sealed);
    return sealed;
  }
}

const keyOf = ({ kind, ts }: Pick<StoredRecord, 'kind' | 'ts'>): BatchKey => ({
  kind,
  slotStart: slotStartOf(kind, ts),
});

function checkStats({ Stats }: ScoreRecord, fixtureId: number, seq: number, keys: readonly number[]): void {
  if (Object.keys(Stats).length === 0) fail(NO_STATS, { fixtureId, seq });
  for (const key of keys) if (!Object.hasOwn(Stats, String(key))) fail(STAT_NOT_IN_RECORD, { fixtureId, seq, key });
}
