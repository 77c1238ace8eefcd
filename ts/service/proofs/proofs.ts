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
} from '../batch/index.js';
import type { MachineTime, WorldClock } from '../clock/index.js';
import { type Fields, fixtureOfWire, oddsOfWire } from '../ingest/index.js';
import { fixtureSummary, oddsSummary, scoresSummary } from '../seal/index.js';
import { type BatchKey, type Store, type StoredRecord, slotStartOf } from '../store/index.js';
import { mismatch, SealedBatches } from './sealedBatches.js';

export interface ProofsOptions {
  readonly store: Store;
  readonly clock: WorldClock;
  /** Signs a digest of 32 bytes by the current oracle key: 64 bytes of Ed25519. */
  readonly sign: (digest: Uint8Array) => Uint8Array | Promise<Uint8Array>;
  /** Time of the process by which what is kept in memory is looked at again. */
  readonly machineTime?: () => MachineTime;
}

/** Which stats of which record. */
export interface StatsQuestion {
  readonly fixtureId: number;
  readonly seq: number;
  /** 1 to 5, in the order of the answer. */
  readonly keys: readonly number[];
}

/** Stats of the records that are kept in memory: a busy slot, at some hundred bytes each. */
const KEPT_STATS = 1 << 17;

/**
 * The answers of the proof endpoints, from what is stored.
 *
 * All of them: NOT_PUBLISHED_YET while the slot is not published, or its root is gone or another one is there
 * (`context.retryAfter`, seconds), STORED_BATCH_MISMATCH when the stored batch is damaged.
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

  /** Whether the root of a batch that a proof was given of still is on chain, at most a second late; false: ask for the proof again. */
  stands(key: BatchKey): Promise<boolean> {
    return this.sealed.stands(key);
  }

  /** One stat, or two. As `statsV2`, but TOO_MANY_STATS for more than two. */
  async statsV1(question: StatsQuestion): Promise<StatProofV1> {
    const count = question.keys.length;
    if (count > 2) return fail(TOO_MANY_STATS, { stats: count, most: 2 });
    return { ...(await this.statsV2(question)), version: 1 };
  }

  /**
   * Each stat by its own path; a key may repeat. Errors: TOO_MANY_STATS unless 1 to 5 keys; UNKNOWN_SEQUENCE no such
   * record; NO_STATS the record has no stats; STAT_NOT_IN_RECORD it has no such stat, or one whose zero nothing can
   * prove.
   */
  async statsV2(question: StatsQuestion): Promise<StatProofV2> {
    return statsByPath(await this.event(question), question.keys);
  }

  /** The stats that are not zero by one multiproof. Errors as `statsV2`, and INVALID_MULTIPROOF when a key repeats. */
  async statsV3(question: StatsQuestion): Promise<StatProofV3> {
    const { keys } = question;
    if (new Set(keys).size !== keys.length) return fail(INVALID_MULTIPROOF, { problem: 'repeated keys', keys });
    return statsTogether(await this.event(question), keys);
  }

  /** As `statsV3`, signed. */
  async statsV4(question: StatsQuestion): Promise<StatProofV4> {
    const { recordTs: _, ...proof } = await this.statsV3(question);
    const signature = await this.options.sign(signedDigest(multiproofPayload({ ...proof, version: 3 })));
    return { ...proof, version: 4, signature };
  }

  /** The odds record with this id and this time (ms); UNKNOWN_MESSAGE when there is none. */
  async odds(messageId: string, ts: number): Promise<OddsProof> {
    const { store } = this.options;
    // The database has no text with this character, and refuses to look for one.
    const record = messageId.includes('\0') ? undefined : await store.records.findMessage(messageId);
    if (record?.ts !== ts) return fail(UNKNOWN_MESSAGE, { messageId, ts });
    const key = keyOf(record);
    const { fixture, subTree, tree } = await this.sealed.fixture(key, record.fixtureId);
    const part = { summary: oddsSummary(fixture.summary), subTree, tree, place: fixture.place };
    const odds = oddsOfWire(JSON.parse(record.json) as Fields);
    return oddsAt(part, record.seq - fixture.firstSeq, odds) ?? mismatch(key);
  }

  /** The same, signed. */
  async oddsV4(messageId: string, ts: number): Promise<OddsProof> {
    const proof = await this.odds(messageId, ts);
    const signature = await this.options.sign(signedOddsDigest(oddsPayload(proof)));
    return { ...proof, version: 4, signature };
  }

  /** The latest published record of a fixture; UNKNOWN_FIXTURE when the fixture is not known. */
  async fixture(fixtureId: number): Promise<FixtureProof> {
    const { store } = this.options;
    const slotStart = await store.batches.latestPublished('fixtures', fixtureId);
    if (slotStart === undefined) {
      const first = await store.records.find('fixtures', fixtureId, 0);
      if (!first) return fail(UNKNOWN_FIXTURE, { fixtureId });
      // Throws: it is not published.
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

  /** The metadata of an hour's fixtures; NO_SUCH_BATCH when no fixture record came in then. */
  async fixtureBatch(epochDay: number, hourOfDay: number): Promise<FixtureBatchProof> {
    const slotStart = epochDay * MS_PER_DAY + hourOfDay * MS_PER_HOUR;
    const { batch, tree } = await this.sealed.batch({ kind: 'fixtures', slotStart });
    return proveFixtureBatch({ metadata: batch.metadata, tree });
  }

  /** From the record's event stat root up to the main root. */
  private async event({ fixtureId, seq, keys }: StatsQuestion): Promise<ProvableEvent> {
    if (keys.length < 1 || keys.length > MAX_STATS)
      return fail(TOO_MANY_STATS, { stats: keys.length, most: MAX_STATS });
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
    if (!found) return fail(UNKNOWN_SEQUENCE, { fixtureId, seq });
    const { record, sport } = found;
    const scores = JSON.parse(record.json) as ScoreRecord;
    checkStats(scores, fixtureId, seq, keys);
    const key = keyOf(record);
    const { fixture, subTree, tree } = await this.sealed.fixture(key, fixtureId);
    const summary = scoresSummary(fixture.summary);
    if (!equalBytes(subTree.root, summary.eventsSubTreeRoot)) return mismatch(key);
    const part = { summary, subTree, tree, place: fixture.place };
    const sealed = provableEvent(part, seq - fixture.firstSeq, sport, eventTree(sport, scores));
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
