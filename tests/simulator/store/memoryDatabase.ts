import type { BatchFixture, BatchKey } from '../../../ts/service/data/store/batchStore.js';
import type { BatchHistory } from '../../../ts/service/data/store/dayStore.js';
import { RECORD_KINDS, type RecordKind } from '../../../ts/service/data/store/recordKind.js';
import type {
  FixtureProgress,
  HeldScore,
  KindState,
  MissingScores,
  NewRecord,
  StoredFixture,
} from '../../../ts/service/data/store/recordStore.js';
import type { StoredPeriod } from '../../../ts/service/data/store/subscriptionStore.js';
import { MemoryTable, SortedIndex, type UndoLog } from './memoryTable.js';

/** A batch as stored. */
export interface BatchRow extends BatchHistory {
  readonly leaves: Uint8Array | null;
}

type BatchFixtureRow = BatchFixture & BatchKey;
type ProgressRow = FixtureProgress & { readonly kind: RecordKind; readonly fixtureId: number };
type KindRow = KindState & { readonly kind: RecordKind };

export interface LeaseRow {
  readonly name: string;
  readonly holder: string;
  readonly expiresAt: number;
}

export interface SubscriptionRow {
  readonly wallet: string;
  readonly version: number;
  readonly blockedAt: number | null;
}

export interface TokenRow {
  /** Hex. */
  readonly hash: string;
  readonly wallet: string;
  readonly createdAt: number;
  readonly txSig: string;
}

export interface ActivationRow {
  readonly txSig: string;
  readonly wallet: string;
  readonly leagues: readonly number[];
  readonly renewedAt: number;
}

export const batchName = ({ kind, slotStart }: BatchKey): string => `${kind}/${slotStart}`;
export const recordName = ({ kind, fixtureId, seq }: Pick<NewRecord, 'kind' | 'fixtureId' | 'seq'>): string =>
  `${kind}/${fixtureId}/${seq}`;

const byStream = (a: NewRecord, b: NewRecord): number => a.streamSlot - b.streamSlot || a.streamIndex - b.streamIndex;
export const byTime = (a: NewRecord, b: NewRecord): number => a.ts - b.ts || byStream(a, b);
const byPublication = (a: BatchRow, b: BatchRow): number => Number(a.publishedAt) - Number(b.publishedAt);
/** Kinds in the order of their names, as PostgreSQL sorts them. */
export const SORTED_KINDS: readonly RecordKind[] = [...RECORD_KINDS].sort();
/** By slot, then by the name of the kind. */
export const bySlot = (a: BatchKey, b: BatchKey): number =>
  a.slotStart - b.slotStart || SORTED_KINDS.indexOf(a.kind) - SORTED_KINDS.indexOf(b.kind);

/** Tables, keys and indices of the migrations, in memory: the state that all processes of a simulation share. */
export class MemoryDatabase {
  private readonly undo: UndoLog = [];

  readonly kinds = new MemoryTable<KindRow>(this.undo, ({ kind }) => kind);
  readonly fixtures = new MemoryTable<StoredFixture>(this.undo, ({ fixtureId }) => `${fixtureId}`);
  readonly progress = new MemoryTable<ProgressRow>(this.undo, ({ kind, fixtureId }) => `${kind}/${fixtureId}`);

  readonly recordsBySeq = new SortedIndex<NewRecord>(
    ({ kind, fixtureId }) => `${kind}/${fixtureId}`,
    (a, b) => a.seq - b.seq,
  );
  readonly recordsByTime = new SortedIndex<NewRecord>(({ kind }) => kind, byTime);
  readonly recordsByStream = new SortedIndex<NewRecord>(({ kind }) => kind, byStream, true);
  readonly recordsByMessage = new SortedIndex<NewRecord>(
    ({ messageId }) => messageId,
    (a, b) => a.ts - b.ts,
    true,
  );
  readonly records = new MemoryTable<NewRecord>(this.undo, recordName, [
    this.recordsBySeq,
    this.recordsByTime,
    this.recordsByStream,
    this.recordsByMessage,
  ]);

  readonly missingByFixture = new SortedIndex<MissingScores>(
    ({ fixtureId }) => `${fixtureId}`,
    (a, b) => a.first - b.first,
  );
  readonly missing = new MemoryTable<MissingScores>(this.undo, ({ fixtureId, first }) => `${fixtureId}/${first}`, [
    this.missingByFixture,
  ]);
  readonly heldByFixture = new SortedIndex<HeldScore>(
    ({ fixtureId }) => `${fixtureId}`,
    (a, b) => a.seq - b.seq,
  );
  readonly held = new MemoryTable<HeldScore>(this.undo, ({ fixtureId, seq }) => `${fixtureId}/${seq}`, [
    this.heldByFixture,
  ]);

  readonly batchesByKind = new SortedIndex<BatchRow>(({ kind }) => kind, bySlot);
  readonly batchesByState = new SortedIndex<BatchRow>(({ kind, state }) => `${kind}/${state}`, bySlot);
  /** All in the group `''`. */
  readonly batchesByPublication = new SortedIndex<BatchRow>(
    ({ publishedAt }) => (publishedAt === null ? null : ''),
    byPublication,
  );
  readonly batchesWithAlarm = new SortedIndex<BatchRow>(({ kind, alarm }) => (alarm === null ? null : kind), bySlot);
  readonly batches = new MemoryTable<BatchRow>(this.undo, batchName, [
    this.batchesByKind,
    this.batchesByState,
    this.batchesByPublication,
    this.batchesWithAlarm,
  ]);
  readonly fixturesOfBatches = new SortedIndex<BatchFixtureRow>(
    batchName,
    (a, b) => a.place - b.place || a.fixtureId - b.fixtureId,
  );
  readonly batchesOfFixtures = new SortedIndex<BatchFixtureRow>(
    ({ kind, fixtureId }) => `${kind}/${fixtureId}`,
    bySlot,
  );
  readonly batchFixtures = new MemoryTable<BatchFixtureRow>(this.undo, (row) => `${batchName(row)}/${row.fixtureId}`, [
    this.fixturesOfBatches,
    this.batchesOfFixtures,
  ]);

  readonly leases = new MemoryTable<LeaseRow>(this.undo, ({ name }) => name);

  readonly subscriptions = new MemoryTable<SubscriptionRow>(this.undo, ({ wallet }) => wallet);
  readonly periodsByWallet = new SortedIndex<StoredPeriod & { readonly wallet: string }>(
    ({ wallet }) => wallet,
    (a, b) => a.level - b.level || a.startsAt - b.startsAt,
  );
  readonly periods = new MemoryTable<StoredPeriod & { readonly wallet: string }>(
    this.undo,
    ({ wallet, level, startsAt }) => `${level}/${startsAt}/${wallet}`,
    [this.periodsByWallet],
  );
  readonly tokensByWallet = new SortedIndex<TokenRow>(
    ({ wallet }) => wallet,
    (a, b) => a.createdAt - b.createdAt,
  );
  readonly tokens = new MemoryTable<TokenRow>(this.undo, ({ hash }) => hash, [this.tokensByWallet]);
  readonly activations = new MemoryTable<ActivationRow>(this.undo, ({ txSig }) => txSig);

  constructor() {
    for (const kind of RECORD_KINDS) this.kinds.insert({ kind, sealedUntil: 0, streamSlot: 0, streamIndex: 0 });
  }

  kind(kind: RecordKind): KindRow {
    return this.kinds.get(kind) ?? missingKind(kind);
  }

  /** Runs a transaction: as a whole, or, if it throws, not at all. */
  transaction<T>(work: () => T): T {
    this.undo.length = 0;
    try {
      return work();
    } catch (error) {
      const steps = this.undo.splice(0).reverse();
      for (const takeBack of steps) takeBack();
      throw error;
    }
  }
}

function missingKind(kind: string): never {
  throw new Error(`no kind ${kind}`);
}
