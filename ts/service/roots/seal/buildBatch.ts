import { eventLeaves, FlatTree, mainBatch, type ScoreRecord } from '@linesman/records/batch';
import { fail, NO_SUCH_BATCH } from '@linesman/sdk/error';
import {
  fixtureLeafHash,
  fixtureSummaryLeafHash,
  type Hash,
  type Milliseconds,
  oddsLeafHash,
  oddsSummaryLeafHash,
  rootOf,
  type Sport,
  scoresSummaryLeafHash,
} from '@linesman/sdk/format';
import { invariant } from '@linesman/sdk/internal/format/invariant';
import type { Fields } from '../../data/ingest/fields.js';
import { fixtureOfWire } from '../../data/ingest/fixtureOfWire.js';
import { oddsOfWire } from '../../data/ingest/oddsOfWire.js';
import type { BatchFixture, BatchTree } from '../../data/store/batchStore.js';
import type { RecordKind } from '../../data/store/recordKind.js';
import type { StoredRecord } from '../../data/store/recordStore.js';
import { fixtureSummary, oddsSummary, scoresSummary, summaryText } from './storedSummary.js';

/** The trees of a sealed slot. */
export interface BuiltBatch {
  readonly tree: BatchTree;
  /** By ascending id: fixture *i* is leaf *i* + 1 of the main tree. */
  readonly fixtures: readonly BatchFixture[];
}

/** The fields of a stored record that `buildBatch` reads. */
export type BatchRecord = Pick<StoredRecord, 'fixtureId' | 'seq' | 'ts' | 'json'>;

/**
 * Builds the trees over all records of a slot. The order of the records does not matter. `sportOf` is called for scores
 * only. Errors: NO_SUCH_BATCH when there are no records.
 */
export function buildBatch(
  kind: RecordKind,
  records: readonly BatchRecord[],
  sportOf: (fixtureId: number) => Sport,
): BuiltBatch {
  const leaves = new SlotLeaves(kind);
  leaves.add(records, sportOf);
  return leaves.build();
}

/** Records for which memory is taken at once. */
const CHUNK = 8_192;

interface Chunk {
  readonly leaves: Uint8Array;
  /** Index of the fixture. */
  readonly fixture: Int32Array;
  readonly seq: Int32Array;
  readonly ts: Float64Array;
}

interface FixtureNames {
  readonly seq: number;
  readonly competitionId: number;
  readonly competition: string;
}

/** The leaves of a slot, without its records: 80 bytes for each of scores, 48 for others. */
export class SlotLeaves {
  private readonly width: number;
  private readonly chunks: Chunk[] = [];
  private readonly ids: number[] = [];
  private readonly indices = new Map<number, number>();
  private readonly sports = new Map<number, Sport>();
  /** By fixture, for batches of fixtures: the names in its last record. */
  private readonly names = new Map<number, FixtureNames>();
  count = 0;

  constructor(private readonly kind: RecordKind) {
    this.width = kind === 'scores' ? 64 : 32;
  }

  /** Adds records, in any order. Errors: those of `sportOf`; those of a record that a tree cannot hold. */
  add(records: readonly BatchRecord[], sportOf: (fixtureId: number) => Sport): void {
    for (const { fixtureId, seq, json } of records) {
      const at = this.count % CHUNK;
      if (at === 0) this.chunks.push(newChunk(this.width));
      const chunk = this.chunks.at(-1) as Chunk;
      const to = chunk.leaves.subarray(this.width * at);
      // Not the time of the row, because the leaves commit to that of the record.
      chunk.ts[at] = this.putLeaves(fixtureId, seq, JSON.parse(json) as Fields, sportOf, to);
      chunk.fixture[at] = this.indexOf(fixtureId);
      chunk.seq[at] = seq;
      this.count++;
    }
  }

  /** Errors: NO_SUCH_BATCH when there are no records. */
  build(keepsLeaves = true): BuiltBatch {
    const { kind } = this;
    if (this.count === 0) return fail(NO_SUCH_BATCH, { kind });
    const parts = [...this.groups()].map(([fixtureId, places]) => this.partOf(fixtureId, places, keepsLeaves));
    const inTrees = parts.reduce((sum, { summary }) => sum + summary.updateStats.updateCount, 0);
    invariant(inTrees === this.count, 'every record of a slot is in its trees once');
    invariant(
      parts.every(({ fixtureId }, i) => fixtureId > (parts[i - 1]?.fixtureId ?? Number.NEGATIVE_INFINITY)),
      'the fixtures of a slot ascend',
    );
    const { metadata, tree } = mainBatch(parts, ({ leaf }) => leaf);
    const fixtures = parts.map(
      ({ fixtureId, firstSeq, text, leaves }, i): BatchFixture => ({
        ...{ fixtureId, place: i + 1, firstSeq, summary: text, leaves },
      }),
    );
    return { tree: { root: rootOf(tree.root), metadata, leaves: tree.leaves }, fixtures };
  }

  /** The first record that has the fixture and the number of another one. */
  repeated(): { readonly fixtureId: number; readonly seq: number } | undefined {
    for (const [fixtureId, places] of this.groups())
      for (let i = 1; i < places.length; i++) {
        const seq = this.at('seq', places[i]);
        if (seq === this.at('seq', places[i - 1])) return { fixtureId, seq };
      }
    return undefined;
  }

  /** Places of the records of each fixture by number, by ascending fixture. */
  private *groups(): Generator<[number, Uint32Array]> {
    const fixtures = Float64Array.from({ length: this.count }, (_, place) => this.ids[this.at('fixture', place)] ?? 0);
    const order = Uint32Array.from({ length: this.count }, (_, place) => place);
    order.sort((a, b) => (fixtures[a] ?? 0) - (fixtures[b] ?? 0) || this.at('seq', a) - this.at('seq', b) || a - b);
    for (let from = 0, to = 1; from < order.length; from = to) {
      const fixtureId = fixtures[order[from] ?? 0] ?? 0;
      for (to = from + 1; to < order.length && fixtures[order[to] ?? 0] === fixtureId; ) to++;
      yield [fixtureId, order.subarray(from, to)];
    }
  }

  private partOf(fixtureId: number, places: Uint32Array, keepsLeaves: boolean) {
    const { width } = this;
    const leaves = new Uint8Array(width * places.length);
    let [minTimestamp, maxTimestamp] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    places.forEach((place, i) => {
      const { leaves: all } = this.chunks[Math.floor(place / CHUNK)] as Chunk;
      leaves.set(all.subarray(width * (place % CHUNK), width * (place % CHUNK) + width), width * i);
      const ts = this.at('ts', place);
      minTimestamp = Math.min(minTimestamp, ts);
      maxTimestamp = Math.max(maxTimestamp, ts);
    });
    const updateStats = {
      ...{ updateCount: places.length, minTimestamp: minTimestamp as Milliseconds },
      maxTimestamp: maxTimestamp as Milliseconds,
    };
    const names = this.names.get(fixtureId);
    const text = summaryText({ fixtureId, updateStats, root: new FlatTree(leaves).root, ...namesOf(names) });
    const firstSeq = this.at('seq', places[0]);
    const leaf = summaryLeaf(this.kind, text);
    return { fixtureId, firstSeq, summary: { updateStats }, text, leaf, leaves: keepsLeaves ? leaves : NO_LEAVES };
  }

  /** Returns the time of the record, ms. */
  private putLeaves(
    fixtureId: number,
    seq: number,
    fields: Fields,
    sportOf: (fixtureId: number) => Sport,
    to: Uint8Array,
  ): number {
    if (this.kind === 'scores') {
      const sport = this.sports.get(fixtureId) ?? sportOf(fixtureId);
      this.sports.set(fixtureId, sport);
      const record = fields as unknown as ScoreRecord;
      const { zeroMapLeaf, eventStatRoot } = eventLeaves(sport, record);
      to.set(zeroMapLeaf);
      to.set(eventStatRoot, 32);
      return record.Ts;
    }
    if (this.kind === 'odds') {
      const odds = oddsOfWire(fields);
      to.set(oddsLeafHash(odds));
      return odds.ts;
    }
    const fixture = fixtureOfWire(fields);
    to.set(fixtureLeafHash(fixture));
    const { competitionId, competition, ts } = fixture;
    if (seq >= (this.names.get(fixtureId)?.seq ?? 0)) this.names.set(fixtureId, { seq, competitionId, competition });
    return ts;
  }

  private indexOf(fixtureId: number): number {
    const known = this.indices.get(fixtureId);
    if (known !== undefined) return known;
    this.indices.set(fixtureId, this.ids.length);
    return this.ids.push(fixtureId) - 1;
  }

  private at(column: 'fixture' | 'seq' | 'ts', place = 0): number {
    return this.chunks[Math.floor(place / CHUNK)]?.[column][place % CHUNK] ?? 0;
  }
}

const NO_LEAVES = new Uint8Array(0);

const namesOf = (names: FixtureNames | undefined) =>
  names && { competitionId: names.competitionId, competition: names.competition };

const newChunk = (width: number): Chunk => ({
  leaves: new Uint8Array(width * CHUNK),
  fixture: new Int32Array(CHUNK),
  seq: new Int32Array(CHUNK),
  ts: new Float64Array(CHUNK),
});

/** The leaf for a fixture's stored summary. */
export function summaryLeaf(kind: RecordKind, summary: string): Hash {
  if (kind === 'scores') return scoresSummaryLeafHash(scoresSummary(summary));
  if (kind === 'odds') return oddsSummaryLeafHash(oddsSummary(summary));
  return fixtureSummaryLeafHash(fixtureSummary(summary));
}
