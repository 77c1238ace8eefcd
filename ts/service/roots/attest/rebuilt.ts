import { grouped } from '@linesman/records/batch';
import { bytesToHex } from '@linesman/sdk/format';
import type { BatchKey } from '../../data/store/batchStore.js';
import { slotLength } from '../../data/store/recordKind.js';
import { type BatchRecord, type BuiltBatch, buildBatch } from '../seal/buildBatch.js';
import type { SlotRecords } from './slotRecords.js';

/** A slot rebuilt from the records of one source. */
export interface RebuiltSlot {
  readonly source: string;
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
    ...{ source, records: sorted, built, problem },
  });
  if (sorted.length === 0) return of(null, 'no records');
  const fault = misplaced(key, sorted);
  if (fault !== null) return of(null, fault);
  try {
    return of(buildBatch(key.kind, sorted, sportOf), null);
  } catch (error) {
    return of(null, error instanceof Error ? error.message : String(error));
  }
}

/** A root could cover such records as well, and proofs of them would be valid. */
function misplaced({ kind, slotStart }: BatchKey, records: readonly BatchRecord[]): string | null {
  const seen = new Set<string>();
  for (const record of records) {
    const { fixtureId, seq, ts } = record;
    const own = nameOf(kind, record, seq);
    const name = `${own} of fixture ${fixtureId}`;
    if (ts < slotStart || ts >= slotStart + slotLength(kind)) return `${name} has the time ${ts}, outside the slot`;
    const place = kind === 'odds' ? own : `${fixtureId}/${seq}`;
    if (seen.has(place)) return `${name} is there twice`;
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
