import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail, NO_RECORDING } from '@linesman/sdk/error';
import { FORMAT_VERSION } from '@linesman/sdk/prove';
import type { ReplayedRecord, recordsOfFile } from '@linesman/service';
import { type RecordedRecord, recordedRecord } from '../record/recordedRecord.js';
import { RECORDED_STREAMS, streamFileName } from '../stream/streamLine.js';
import { listed, merged, placed, type Timeline } from './timeline.js';

/** Files that may hold records. */
const NAMES = /\.(ndjson|jsonl|json|txt|log)(\.gz)?$/i;

type ReadFile = typeof recordsOfFile;

/** Whether a folder or a file holds records that do not come from `record --stream`. */
export function isPlain(folder: string): boolean {
  if (RECORDED_STREAMS.some((stream) => existsSync(join(folder, streamFileName(stream))))) return false;
  return filesIn(folder).length > 0;
}

/** The files that may hold records, by name. */
function filesIn(folder: string): string[] {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isFile()) return [folder];
  const names = found?.isDirectory() ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return names
    .filter((name) => NAMES.test(name))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort();
}

/** The facts from a first reading of a file. */
interface Scan {
  readonly path: string;
  readonly fixtures: readonly { readonly text: string; readonly record: RecordedRecord }[];
  /** Scores and odds. */
  readonly events: number;
  /** Times, ms. */
  readonly first: number;
  readonly last: number;
  /** Whether the records are in the order of time and of Seq, so that the file can be read while it is replayed. */
  readonly isOrdered: boolean;
  readonly firstOfFixture: ReadonlyMap<number, number>;
  readonly seqs: ReadonlyMap<number, ReadonlySet<number>>;
}

/**
 * Reads a folder of records as feeds and recorders write them, in files of any kind that `linesman ingest` reads. Each
 * record is replayed at its own time, and scores of a match in the order of Seq. Errors: NO_RECORDING without records
 * or without fixtures; those of `readFile`.
 */
export async function plainTimeline(folder: string, readFile: ReadFile): Promise<Timeline> {
  const scans: Scan[] = [];
  for (const path of filesIn(folder)) scans.push(await scanned(path, readFile));
  const withEvents = scans.filter(({ events }) => events > 0);
  if (withEvents.length === 0) fail(NO_RECORDING, { folder, missing: 'records' });
  const fixtures = scans.flatMap((one) => one.fixtures).sort((a, b) => a.record.ts - b.record.ts);
  if (fixtures.length === 0) fail(NO_RECORDING, { folder, missing: 'fixture records' });
  const start = Math.min(...withEvents.map(({ first }) => first));
  const firstOf = new Map<number, number>();
  for (const { firstOfFixture } of scans)
    for (const [fixtureId, at] of firstOfFixture) firstOf.set(fixtureId, Math.min(at, firstOf.get(fixtureId) ?? at));
  const { before, later } = placed(fixtures, start, firstOf);
  return {
    start,
    from: start,
    end: Math.max(...withEvents.map(({ last }) => last)),
    before,
    roots: [],
    events: scans.reduce((sum, { events }) => sum + events, 0),
    gaps: gapsOf(scans),
    header: {
      linesman: FORMAT_VERSION,
      stream: 'scores',
      service: 'http://localhost',
      fixture: null,
      wire: null,
      start,
    },
    records: () => merged([listed(later), ...withEvents.map((one) => recordsOf(one, readFile))]),
  };
}

const isFixture = ({ seq, messageId }: RecordedRecord): boolean => seq === null && messageId === null;

async function* recordsIn(path: string, readFile: ReadFile): AsyncGenerator<{ text: string; record: RecordedRecord }> {
  for await (const text of readFile(path)) {
    const record = recordedRecord(text);
    if (record !== null && record.fixtureId !== null) yield { text, record };
  }
}

async function scanned(path: string, readFile: ReadFile): Promise<Scan> {
  const fixtures: { text: string; record: RecordedRecord }[] = [];
  const firstOfFixture = new Map<number, number>();
  const seqs = new Map<number, Set<number>>();
  const lastSeqOf = new Map<number, number>();
  let [events, first, last, isOrdered] = [0, Number.POSITIVE_INFINITY, 0, true];
  for await (const { text, record } of recordsIn(path, readFile)) {
    if (isFixture(record)) {
      fixtures.push({ text, record });
      continue;
    }
    const { ts, seq } = record;
    const fixtureId = record.fixtureId ?? 0;
    events++;
    if (ts < last) isOrdered = false;
    first = Math.min(first, ts);
    last = Math.max(last, ts);
    firstOfFixture.set(fixtureId, Math.min(ts, firstOfFixture.get(fixtureId) ?? ts));
    if (seq === null) continue;
    if (seq < (lastSeqOf.get(fixtureId) ?? 0)) isOrdered = false;
    lastSeqOf.set(fixtureId, seq);
    seqs.set(fixtureId, (seqs.get(fixtureId) ?? new Set()).add(seq));
  }
  return { path, fixtures, events, first, last, isOrdered, firstOfFixture, seqs };
}

/** The scores and odds of a file, in the order in which they are replayed. */
async function* recordsOf({ path, isOrdered }: Scan, readFile: ReadFile): AsyncGenerator<ReplayedRecord> {
  const all: { text: string; record: RecordedRecord }[] = [];
  for await (const one of recordsIn(path, readFile))
    if (isFixture(one.record)) continue;
    else if (isOrdered) yield { at: one.record.ts, text: one.text, id: null };
    else all.push(one);
  // Within a match, Seq gives the order.
  all.sort((a, b) => (a.record.seq ?? -1) - (b.record.seq ?? -1) || a.record.ts - b.record.ts);
  const lastOf = new Map<number, number>();
  const timed = all.map(({ text, record }): ReplayedRecord => {
    if (record.seq === null) return { at: record.ts, text, id: null };
    const at = Math.max(record.ts, lastOf.get(record.fixtureId ?? 0) ?? 0);
    lastOf.set(record.fixtureId ?? 0, at);
    return { at, text, id: null };
  });
  yield* timed.sort((a, b) => a.at - b.at);
}

/** How many runs of numbers are missing among the scores of the matches. */
function gapsOf(scans: readonly Scan[]): number {
  const all = new Map<number, Set<number>>();
  for (const { seqs } of scans)
    for (const [fixtureId, some] of seqs) {
      const known = all.get(fixtureId) ?? new Set();
      for (const seq of some) known.add(seq);
      all.set(fixtureId, known);
    }
  return [...all.values()].reduce(
    (sum, seqs) => sum + [...seqs].filter((seq) => seq > 0 && !seqs.has(seq - 1)).length,
    0,
  );
}
