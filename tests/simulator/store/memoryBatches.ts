import type { BatchMetadata } from '../../../ts/sdk/format/batchMetadata.js';
import { rootOf } from '../../../ts/sdk/format/hash.js';
import type {
  BatchFixture,
  BatchKey,
  BatchStore,
  BatchTree,
  OpenSlot,
  PartsQuestion,
  PublicationDelays,
  RootsProgress,
  ScorePart,
  SlotBatch,
  StoredBatch,
  UnpublishedBatch,
} from '../../../ts/service/data/store/batchStore.js';
import { RECORD_KINDS, type RecordKind, slotLength, slotStartOf } from '../../../ts/service/data/store/recordKind.js';
import type { BatchState } from '../../../ts/service/data/store/tables.js';
import { type BatchRow, batchName, bySlot, type MemoryDatabase, SORTED_KINDS } from './memoryDatabase.js';
import { batchFixtureRow } from './memoryRows.js';
import type { MemorySession } from './memorySession.js';
import { between, placeOf } from './memoryTable.js';

/** `BatchStore` in memory. */
export class MemoryBatches implements Pick<BatchStore, keyof BatchStore> {
  constructor(private readonly session: MemorySession) {}

  async freeze(kind: RecordKind, until: number, now: number): Promise<number> {
    return this.session.run((database) => {
      const state = database.kind(kind);
      if (until <= state.sealedUntil) return 0;
      const records = between(database.recordsByTime.of(kind), ({ ts }) => ts, state.sealedUntil, until);
      const slots = new Set(records.map(({ ts }) => slotStartOf(kind, ts)));
      for (const slotStart of slots) database.batches.insert({ ...FROZEN, kind, slotStart, frozenAt: now });
      database.kinds.put({ ...state, sealedUntil: until });
      return slots.size;
    });
  }

  async frozen(): Promise<BatchKey[]> {
    return this.session.run((database) => inState(database, 'frozen').map(keyOf));
  }

  async putBuilt(key: BatchKey, tree: BatchTree, fixtures: readonly BatchFixture[], now: number): Promise<boolean> {
    return this.session.run(({ batches, batchFixtures }) => {
      const there = batches.get(batchName(key));
      if (there?.state !== 'frozen') return false;
      const { kind, slotStart } = there;
      batches.put({
        ...there,
        state: 'built',
        root: new Uint8Array(tree.root),
        metadata: JSON.stringify(tree.metadata),
        leaves: new Uint8Array(tree.leaves),
        builtAt: now,
      });
      for (const fixture of fixtures) batchFixtures.insert({ ...batchFixtureRow(fixture), kind, slotStart });
      return true;
    });
  }

  async hasPublished(): Promise<boolean> {
    return this.session.run(({ batchesByPublication }) => batchesByPublication.of('').length > 0);
  }

  async unpublished(): Promise<UnpublishedBatch[]> {
    return this.session.run((database) =>
      inState(database, 'built')
        .filter(({ publishedAt }) => publishedAt === null)
        .flatMap(rootedOf),
    );
  }

  async withdrawn(): Promise<UnpublishedBatch[]> {
    return this.session.run((database) =>
      inState(database, 'built')
        .filter(({ publishedAt }) => publishedAt !== null)
        .flatMap(rootedOf),
    );
  }

  async publishedLately(ms: number, now: number): Promise<UnpublishedBatch[]> {
    return this.session.run((database) => {
      const dated = database.batchesByPublication.of('');
      const from = Math.min(dated.at(-1)?.publishedAt ?? now, now) - ms;
      const lately = dated.slice(placeOf(dated, ({ publishedAt }) => Number(publishedAt) >= from));
      return [...new Set([...lately, ...withAlarm(database)])]
        .filter(({ state }) => state === 'published')
        .sort(bySlot)
        .flatMap(rootedOf);
    });
  }

  async markPublished(key: BatchKey, now: number): Promise<void> {
    return this.session.run(({ batches }) => {
      const there = batches.get(batchName(key));
      if (there?.state === 'built') batches.put({ ...there, state: 'published', publishedAt: now, alarm: null });
    });
  }

  async markMissing(key: BatchKey, alarm: string | null): Promise<void> {
    return this.session.run(({ batches }) => {
      const there = batches.get(batchName(key));
      if (there && there.state !== 'frozen') batches.put({ ...there, state: 'built', alarm });
    });
  }

  async clearAlarm(key: BatchKey): Promise<void> {
    return this.session.run(({ batches }) => {
      const there = batches.get(batchName(key));
      if (there) batches.put({ ...there, alarm: null });
    });
  }

  async state(key: BatchKey): Promise<BatchState | undefined> {
    return this.session.run(({ batches }) => batches.get(batchName(key))?.state);
  }

  async unproven(): Promise<BatchKey[]> {
    return this.session.run((database) =>
      [...inState(database, 'frozen'), ...inState(database, 'built'), ...withAlarm(database)].map(keyOf),
    );
  }

  async find(key: BatchKey): Promise<StoredBatch | undefined> {
    return this.session.run(({ batches }) => {
      const row = batches.get(batchName(key));
      if (!row || row.state === 'frozen' || !row.root || !row.leaves || row.metadata === null) return undefined;
      const { kind, slotStart, state, alarm } = row;
      return {
        kind,
        slotStart,
        state,
        alarm,
        root: rootCopy(row.root),
        leaves: new Uint8Array(row.leaves),
        metadata: JSON.parse(row.metadata) as BatchMetadata,
      };
    });
  }

  async findFixture(key: BatchKey, fixtureId: number): Promise<BatchFixture | undefined> {
    return this.session.run(({ batchFixtures }) => {
      const row = batchFixtures.get(`${batchName(key)}/${fixtureId}`);
      return row && batchFixtureRow(row);
    });
  }

  async scoreParts(slotStart: number, { fixtureIds, after, more }: PartsQuestion): Promise<ScorePart[]> {
    return this.session.run(({ fixturesOfBatches, fixtures, recordsBySeq }) => {
      const all = fixturesOfBatches.of(batchName({ kind: 'scores', slotStart }));
      const sorted = [...all].sort((a, b) => a.fixtureId - b.fixtureId);
      const next = sorted.filter(({ fixtureId }) => fixtureId > after).slice(0, more);
      return sorted.flatMap((row) => {
        const fixture = fixtures.get(`${row.fixtureId}`);
        if (!fixture || !(fixtureIds.includes(row.fixtureId) || next.includes(row))) return [];
        const own = recordsBySeq.of(`scores/${row.fixtureId}`).filter(({ seq }) => seq >= row.firstSeq);
        const records = own.slice(0, row.leaves.length / 64);
        const [seqs, texts] = [records.map(({ seq }) => seq), records.map(({ json }) => json)];
        return [{ ...batchFixtureRow(row), sport: fixture.sport, seqs, texts }];
      });
    });
  }

  async between(kind: RecordKind, from: number, to: number): Promise<SlotBatch[]> {
    return this.session.run(({ batchesByKind }) =>
      between(batchesByKind.of(kind), ({ slotStart }) => slotStart, from, to).map((row) => ({
        kind,
        slotStart: row.slotStart,
        state: row.state,
        root: row.root && rootCopy(row.root),
        metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as BatchMetadata),
        publishedAt: row.publishedAt,
        alarm: row.alarm,
      })),
    );
  }

  async delays(kind: RecordKind, from: number, to: number): Promise<PublicationDelays> {
    const delays = (await this.between(kind, from, to))
      .flatMap(({ slotStart, publishedAt }) =>
        publishedAt === null ? [] : [Math.max(0, publishedAt - slotStart - slotLength(kind))],
      )
      .sort((a, b) => a - b);
    const at = (share: number): number | null => delays[Math.max(0, Math.ceil(share * delays.length) - 1)] ?? null;
    return { roots: delays.length, median: at(0.5), p99: at(0.99) };
  }

  async open(kind: RecordKind, from: number, to: number): Promise<OpenSlot[]> {
    return this.session.run((database) => {
      const records = database.recordsByTime.of(kind);
      const recordsFrom = (first: number, end: number) => between(records, ({ ts }) => ts, first, end);
      const slots = new Map<number, number[]>();
      const count = (slotStart: number, fixtureId: number) => {
        const ids = slots.get(slotStart) ?? [];
        ids.push(fixtureId);
        slots.set(slotStart, ids);
      };
      for (const { ts, fixtureId } of recordsFrom(Math.max(from, database.kind(kind).sealedUntil), to))
        count(slotStartOf(kind, ts), fixtureId);
      for (const { slotStart } of between(ofState(database, kind, 'frozen'), (row) => row.slotStart, from, to))
        for (const { fixtureId } of recordsFrom(slotStart, slotStart + slotLength(kind))) count(slotStart, fixtureId);
      return [...slots]
        .sort(([a], [b]) => a - b)
        .map(([slotStart, ids]) => ({ kind, slotStart, fixtures: new Set(ids).size, updates: ids.length }));
    });
  }

  async progress(): Promise<RootsProgress[]> {
    return this.session.run((database) =>
      SORTED_KINDS.map((kind) => {
        const records = database.recordsByTime.of(kind);
        const { sealedUntil } = database.kind(kind);
        const running = records[placeOf(records, ({ ts }) => ts >= sealedUntil)];
        const hasNoAlarm = ({ alarm }: BatchRow) => alarm === null;
        const waiting = (['frozen', 'built'] as const).flatMap(
          (state) => ofState(database, kind, state).find(hasNoAlarm) ?? [],
        );
        const open = waiting.map(({ slotStart }) => slotStart);
        if (running) open.push(slotStartOf(kind, running.ts));
        return {
          kind,
          waiting: open.length === 0 ? null : Math.min(...open),
          published: ofState(database, kind, 'published').findLast(hasNoAlarm)?.slotStart ?? null,
          alarms: database.batchesWithAlarm.of(kind).map(({ slotStart }) => slotStart),
        };
      }),
    );
  }

  async latestPublished(kind: RecordKind, fixtureId: number): Promise<number | undefined> {
    return this.session.run(({ batches, batchesOfFixtures }) => {
      const parts = batchesOfFixtures.of(`${kind}/${fixtureId}`);
      const isProven = (key: BatchKey) => {
        const batch = batches.get(batchName(key));
        return batch?.state === 'published' && batch.alarm === null;
      };
      return parts.findLast(isProven)?.slotStart;
    });
  }
}

const FROZEN = {
  state: 'frozen',
  root: null,
  metadata: null,
  leaves: null,
  builtAt: null,
  publishedAt: null,
  alarm: null,
} as const;

const ofState = ({ batchesByState }: MemoryDatabase, kind: RecordKind, state: BatchState): readonly BatchRow[] =>
  batchesByState.of(`${kind}/${state}`);

/** Batches of all kinds in a state, earliest first. */
const inState = (database: MemoryDatabase, state: BatchState): BatchRow[] =>
  RECORD_KINDS.flatMap((kind) => ofState(database, kind, state)).sort(bySlot);

const withAlarm = ({ batchesWithAlarm }: MemoryDatabase): BatchRow[] =>
  RECORD_KINDS.flatMap((kind) => batchesWithAlarm.of(kind));

const keyOf = ({ kind, slotStart }: BatchKey): BatchKey => ({ kind, slotStart });

const rootCopy = (root: Uint8Array) => rootOf(new Uint8Array(root));

const rootedOf = ({ kind, slotStart, root, alarm }: BatchRow): UnpublishedBatch[] =>
  root === null ? [] : [{ kind, slotStart, root: rootCopy(root), alarm }];
