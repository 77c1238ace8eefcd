import {
  fixtureAt,
  oddsAt,
  type ProvableEvent,
  proveFixtureBatch,
  type ScoreRecord,
  statsByPath,
  statsTogether,
} from '@linesman/records/batch';
import {
  fail,
  INVALID_MULTIPROOF,
  NO_STATS,
  STAT_NOT_IN_RECORD,
  STAT_NOT_STATED,
  TOO_MANY_STATS,
  UNKNOWN_FIXTURE,
  UNKNOWN_MESSAGE,
  UNKNOWN_SEQUENCE,
} from '@linesman/sdk/error';
import { MS_PER_DAY, MS_PER_HOUR, signedDigest, signedOddsDigest, statName } from '@linesman/sdk/format';
import { LeastRecent } from '@linesman/sdk/node';
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
} from '@linesman/sdk/proof';
import type { MachineTime, WorldClock } from '../../clock/clock.js';
import type { Fields } from '../../data/ingest/fields.js';
import { fixtureOfWire } from '../../data/ingest/fixtureOfWire.js';
import { oddsOfWire } from '../../data/ingest/oddsOfWire.js';
import type { BatchKey } from '../../data/store/batchStore.js';
import { slotStartOf } from '../../data/store/recordKind.js';
import type { StoredRecord } from '../../data/store/recordStore.js';
import type { Store } from '../../data/store/store.js';
import { fixtureSummary, oddsSummary } from '../seal/storedSummary.js';
import { mismatch, type SealedBatch, SealedBatches } from './sealedBatches.js';
import type { SealedScores } from './sealedScores.js';
import { SlotScores } from './slotScores.js';

export interface ProofsOptions {
  readonly store: Store;
  readonly clock: WorldClock;
  /** Signs a 32-byte digest with the current oracle key: 64 bytes of Ed25519. */
  readonly sign: (digest: Uint8Array) => Uint8Array | Promise<Uint8Array>;
  /** Process time for the expiry of cached values. */
  readonly machineTime?: () => MachineTime;
  /** Characters of the records kept for questions about their slot. Default 16 Mi. */
  readonly mostAhead?: number;
  /** Called for each record that is proven, with the place that it came from. */
  readonly onScore?: ((from: ScoreFrom) => void) | undefined;
  /** Called with fixtures whose records were read ahead, because questions about them are likely. */
  readonly onAhead?: ((fixtureIds: readonly number[]) => void) | undefined;
}

/** `cache`: it was proven before; `ahead`: it was read with others of its slot; `database`: it was read for its own. */
export type ScoreFrom = (typeof SCORES_FROM)[number];
export const SCORES_FROM = ['cache', 'ahead', 'database'] as const;

/** A record and the keys of the stats to prove. */
export interface StatsQuestion {
  readonly fixtureId: number;
  readonly seq: number;
  /** 1 to 5 keys, in the order of the answer. */
  readonly keys: readonly number[];
}

/** Stats in the cache of records: a busy slot, at a few hundred bytes each. */
const KEPT_STATS = 1 << 17;
/** Characters of the parts whose records are read together: a busy slot, at a thousand or two for each record. */
const MOST_AHEAD = 1 << 24;

/** The part of a fixture that was read last, by itself or with those of others. */
interface AheadScores {
  readonly slot: SlotScores;
  readonly scores: SealedScores;
}

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
  private readonly ahead: LeastRecent<AheadScores, number>;
  private readonly slots = new WeakMap<SealedBatch, SlotScores>();

  constructor(private readonly options: ProofsOptions) {
    const { store, clock, machineTime, mostAhead = MOST_AHEAD } = options;
    this.sealed = new SealedBatches(store, clock, machineTime);
    this.ahead = new LeastRecent(mostAhead, ({ scores }) => scores.weight);
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
   * when there is no such record; NO_STATS when the record has none; STAT_NOT_STATED when the source of the fixture
   * does not state the stat; STAT_NOT_IN_RECORD when the sport has no such stat.
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
    const record = await store.records.findMessage(messageId, ts);
    if (!record) return fail(UNKNOWN_MESSAGE, { messageId, ts });
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
    const { onScore } = this.options;
    const name = `${fixtureId}/${seq}`;
    const kept = this.events.get(name);
    if (kept) {
      await this.checkStats(kept.event.record, fixtureId, seq, keys);
      await this.check(keyOf({ kind: 'scores', ts: kept.recordTs }));
      onScore?.('cache');
      return kept;
    }
    const ahead = this.ahead.get(fixtureId);
    const sealed = ahead?.scores.record(seq);
    if (ahead && sealed) {
      await this.checkStats(sealed, fixtureId, seq, keys);
      await this.check(ahead.scores.key);
      ahead.slot.count();
      onScore?.('ahead');
      return this.keep(name, ahead.scores.event(sealed));
    }
    const found = await this.options.store.records.find('scores', fixtureId, seq);
    if (!found) return fail(UNKNOWN_SEQUENCE, { fixtureId, seq });
    const record = JSON.parse(found.json) as ScoreRecord;
    await this.checkStats(record, fixtureId, seq, keys);
    const key = keyOf(found);
    const scores = await this.slot(await this.sealed.batch(key)).part(fixtureId);
    if (!scores) return mismatch(key);
    onScore?.('database');
    return this.keep(name, scores.event(record));
  }

  /** Throws if the root of a cached batch is no longer on chain. */
  private async check(key: BatchKey): Promise<void> {
    if (!(await this.sealed.stands(key))) await this.sealed.batch(key);
  }

  private async checkStats(
    { Stats }: ScoreRecord,
    fixtureId: number,
    seq: number,
    keys: readonly number[],
  ): Promise<void> {
    const missing = keys.find((key) => !Object.hasOwn(Stats, String(key)));
    if (missing === undefined) return;
    const { sport, stated } =
      (await this.options.store.records.fixture(fixtureId)) ?? fail(UNKNOWN_FIXTURE, { fixtureId });
    // Before the first stats, a fixture may have declared what its records will state.
    const known = stated?.keys.split(',');
    const unstated = keys.find((key) => statName(sport, key) !== undefined && known?.includes(String(key)) === false);
    if (unstated !== undefined) fail(STAT_NOT_STATED, { fixtureId, key: unstated });
    if (Object.keys(Stats).length === 0) fail(NO_STATS, { fixtureId, seq });
    fail(STAT_NOT_IN_RECORD, { fixtureId, seq, key: missing });
  }

  private keep(name: string, event: ProvableEvent): ProvableEvent {
    this.events.set(name, event);
    return event;
  }

  private slot(sealed: SealedBatch): SlotScores {
    const known = this.slots.get(sealed);
    if (known) return known;
    const slot: SlotScores = new SlotScores(this.options.store.batches, sealed, (parts) => {
      for (const [fixtureId, scores] of parts) this.ahead.set(fixtureId, { slot, scores });
      this.options.onAhead?.([...parts.keys()]);
    });
    this.slots.set(sealed, slot);
    return slot;
  }
}

const keyOf = ({ kind, ts }: Pick<StoredRecord, 'kind' | 'ts'>): BatchKey => ({
  kind,
  slotStart: slotStartOf(kind, ts),
});
