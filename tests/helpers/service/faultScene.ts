import { expect } from 'vitest';
import { grouped } from '../../../ts/records/batch/grouped.js';
import { bytesToHex } from '../../../ts/sdk/format/hex.js';
import type { Ingest } from '../../../ts/service/data/ingest/ingest.js';
import type { BatchKey } from '../../../ts/service/data/store/batchStore.js';
import { RECORD_KINDS, slotStartOf } from '../../../ts/service/data/store/recordKind.js';
import type { StoredRecord } from '../../../ts/service/data/store/recordStore.js';
import type { Store } from '../../../ts/service/data/store/store.js';
import { buildBatch } from '../../../ts/service/roots/seal/buildBatch.js';
import { storedStream, withoutTime } from './storedStream.js';

/** True for `npm run faults`: more and longer runs. */
export const IS_LONG = process.env.LINESMAN_FAULTS === 'long';

/** The seed of a test, printed so that a failure can be repeated. `LINESMAN_FAULTS_SEED` overrides it. */
export function shownSeed(test: string, seed: number): number {
  const shown = Number(process.env.LINESMAN_FAULTS_SEED ?? seed);
  console.log(`${test}: seed ${shown}`);
  return shown;
}

/** Behaves like a source that resends a record until it gets an answer. Returns the failures. */
export async function acceptStubbornly(
  ingest: Ingest,
  records: readonly object[],
  mend: (failure: unknown) => Promise<void> = async () => {},
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (;;) {
    try {
      for (const result of await ingest.acceptAll(records)) if (result instanceof Error) throw result;
      return failures;
    } catch (failure) {
      failures.push(failure);
      if (failures.length > 100) throw failure;
      await mend(failure);
    }
  }
}

/**
 * Checks that exactly these records are stored, in an order that readers can follow, and that every sealed slot has the
 * root of its records.
 */
export async function expectWhole(
  store: Store,
  wire: readonly Record<string, unknown>[],
  rootOnChain: (key: BatchKey) => Promise<string | null>,
): Promise<void> {
  const all: StoredRecord[] = [];
  for (const kind of RECORD_KINDS) {
    const records = await streamOf(store, kind);
    all.push(...records);
    for (const [, fixture] of grouped(records, ({ fixtureId }) => fixtureId)) {
      const inOrder = fixture.toSorted((a, b) => a.seq - b.seq);
      expect(inOrder.map(({ seq }) => seq)).toEqual(inOrder.map((_, i) => i));
      expect(inOrder.map(({ ts }) => ts)).toEqual(inOrder.map(({ ts }) => ts).toSorted((a, b) => a - b));
    }
    for (const [slotStart, inSlot] of grouped(records, ({ ts }) => slotStartOf(kind, ts))) {
      const state = await store.batches.state({ kind, slotStart });
      if (state === undefined) continue;
      const sports = new Map(
        (await store.records.fixturesOf(inSlot.map(({ fixtureId }) => fixtureId))).map((fixture) => [
          fixture.fixtureId,
          fixture.sport,
        ]),
      );
      const { tree } = buildBatch(kind, inSlot, (id) => sports.get(id) ?? 'soccer');
      expect([kind, slotStart, state, await rootOnChain({ kind, slotStart })]).toEqual([
        kind,
        slotStart,
        'published',
        bytesToHex(tree.root),
      ]);
    }
  }
  expect(all.map(({ json }) => withoutTime(JSON.parse(json))).toSorted()).toEqual(wire.map(withoutTime).toSorted());
}

/** What a reader gets that resumes after the last record it has seen, a few records at a time. */
export async function streamOf(store: Store, kind: StoredRecord['kind']): Promise<StoredRecord[]> {
  const seen = await storedStream(store, kind, 97);
  // Positions in a slot have no gaps, so that a reader notices a missed record.
  for (const [, ofSlot] of grouped(seen, ({ streamSlot }) => streamSlot))
    expect(ofSlot.map(({ streamIndex }) => streamIndex)).toEqual(ofSlot.map((_, i) => i));
  return seen;
}
