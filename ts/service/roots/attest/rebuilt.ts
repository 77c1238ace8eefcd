import { hash } from 'node:crypto';
import { grouped } from '@linesman/records/batch';
import { bytesToHex } from '@linesman/sdk/format';
import type { BatchKey } from '../../data/store/batchStore.js';
import { slotLength } from '../../data/store/recordKind.js';
import { type BatchRecord, type BuiltBatch, buildBatch, SlotLeaves } from '../seal/buildBatch.js';
import type { RecordSource, SlotRecords } from './slotRecords.js';

/** A slot rebuilt from the records of one source. */
export interface RebuiltSlot {
  readonly source: string;
  /** Number of its records, of which a large slot keeps only a part. */
  readonly count: number;
  /** In the order of the leaves: by fixture, then by number. */
  readonly records: readonly BatchRecord[];
  /** `null` without records, or if they cannot be in a tree; `problem` then says why. */
  readonly built: BuiltBatch | null;
  readonly problem: string | null;
}

/** A record, with its leaves. */
export interface RecordLeaves {
  readonly fixtureId: number;
  /** Its name within the slot: `Seq 12`, `MessageId … of <Ts>`, for fixtures its index among the fixture's records. */
  readonly name: string;
  readonly ts: number;
  /** Hex. Scores have two leaves, the zeros and the stats. */
  readonly leaves: readonly string[];
  readonly json: string;
}

/**
 * Rebuilds a slot. Unusable records are a problem of the source, not an error: a record outside the slot, a repeated
 * one, and one that a tree cannot hold.
 */
export function rebuild(key: BatchKey, source: string, { records, sportOf }: SlotRecords): RebuiltSlot {
  const sorted = [...records].sort((a, b) => a.fixtureId - b.fixtureId || a.seq - b.seq);
  const of = (built: BuiltBatch | null, problem: string | null): RebuiltSlot => ({
    ...{ source, count: sorted.length, records: sorted, built, problem },
  });
  if (sorted.length === 0) return of(null, 'no records');
  const fault = misplaced(key, sorted);
  if (fault !== null) return of(null, fault);
  try {
    return of(buildBatch(key.kind, sorted, sportOf), null);
  } catch (error) {
    return of(null, messageOf(error));
  }
}

/**
 * Rebuilds a slot from pages, without keeping its records or leaves: about 90 bytes for each record. Its problems are
 * those of `rebuild`, which names the record that is there twice. `null` for a slot with more records than `most`, of
 * which it reads no more. Errors: those of the source.
 */
export async function summarise(
  key: BatchKey,
  source: RecordSource,
  most: number,
  signal?: AbortSignal,
): Promise<RebuiltSlot | null> {
  const { kind } = key;
  const leaves = new SlotLeaves(kind);
  // Parts of hashes. Should two names have the same one, `rebuild` tells them apart.
  const names = new BigUint64Array(kind === 'odds' ? most : 0);
  let count = 0;
  let problem: string | null = null;
  for await (const { records, sportOf } of source.pagesOf(key, signal)) {
    if (count + records.length > most) return null;
    if (kind === 'odds')
      for (const [i, record] of records.entries())
        names[count + i] = hash('sha256', nameOf(kind, record, 0), 'buffer').readBigUInt64LE();
    count += records.length;
    problem ??= outside(key, records) ?? attempt(() => leaves.add(records, sportOf));
  }
  if (count === 0) problem ??= 'no records';
  problem ??= kind === 'odds' ? repeatedName(names.subarray(0, count)) : repeatedNumber(leaves.repeated());
  return { source: source.name, count, records: [], built: problem === null ? leaves.build(false) : null, problem };
}

/** A large slot with some of its records, and the leaves of their fixtures. */
export function withRecords(slot: RebuiltSlot, { records, built }: RebuiltSlot): RebuiltSlot {
  const leaves = new Map(built?.fixtures.map((fixture) => [fixture.fixtureId, fixture.leaves]));
  const fixtures = slot.built?.fixtures.map((one) => ({ ...one, leaves: leaves.get(one.fixtureId) ?? one.leaves }));
  return { ...slot, records, ...(slot.built && fixtures && { built: { ...slot.built, fixtures } }) };
}

function attempt(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function repeatedName(names: BigUint64Array): string | null {
  names.sort();
  return names.some((name, i) => i > 0 && name === names[i - 1]) ? 'a MessageId is there twice' : null;
}

const repeatedNumber = (found: { readonly fixtureId: number; readonly seq: number } | undefined): string | null =>
  found ? `Seq ${found.seq} of fixture ${found.fixtureId} is there twice` : null;

function outside({ kind, slotStart }: BatchKey, records: readonly BatchRecord[]): string | null {
  const wrong = records.find(({ ts }) => ts < slotStart || ts >= slotStart + slotLength(kind));
  if (!wrong) return null;
  const name = `${nameOf(kind, wrong, wrong.seq)} of fixture ${wrong.fixtureId}`;
  return `${name} has the time ${wrong.ts}, outside the slot`;
}

/** A root could cover such records as well, and proofs of them would be valid. */
function misplaced(key: BatchKey, records: readonly BatchRecord[]): string | null {
  const problem = outside(key, records);
  if (problem !== null) return problem;
  const { kind } = key;
  const seen = new Set<string>();
  for (const record of records) {
    const { fixtureId, seq } = record;
    const own = nameOf(kind, record, seq);
    const place = kind === 'odds' ? own : `${fixtureId}/${seq}`;
    if (seen.has(place)) return `${own} of fixture ${fixtureId} is there twice`;
    seen.add(place);
  }
  return null;
}

const nameOf = (kind: BatchKey['kind'], { seq, ts, json }: BatchRecord, place: number): string => {
  if (kind === 'scores') return `Seq ${seq}`;
  if (kind === 'odds') return `MessageId ${(JSON.parse(json) as { readonly MessageId: string }).MessageId} of ${ts}`;
  return `update ${place}`;
};

/** Leaves of a record: of scores two. */
const LEAVES: Readonly<Record<BatchKey['kind'], number>> = { scores: 2, odds: 1, fixtures: 1 };

/** The leaves of each record, by fixture. */
export function leavesByFixture(
  kind: BatchKey['kind'],
  { built, records }: RebuiltSlot,
): ReadonlyMap<number, readonly RecordLeaves[]> {
  const groups = new Map(grouped(records, ({ fixtureId }) => fixtureId));
  return new Map(
    (built?.fixtures ?? []).map(({ fixtureId, leaves }) => [
      fixtureId,
      (groups.get(fixtureId) ?? []).map((record, i): RecordLeaves => {
        const bytes = leaves.subarray(32 * LEAVES[kind] * i, 32 * LEAVES[kind] * (i + 1));
        return {
          fixtureId,
          name: nameOf(kind, record, i),
          ts: record.ts,
          leaves: hashesIn(bytes),
          json: record.json,
        };
      }),
    ]),
  );
}

/** Concatenated hashes, in hex. */
export const hashesIn = (bytes: Uint8Array): string[] =>
  Array.from({ length: bytes.length / 32 }, (_, i) => bytesToHex(bytes.subarray(32 * i, 32 * (i + 1))));
