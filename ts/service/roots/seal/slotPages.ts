import { fail, UNKNOWN_FIXTURE } from '@linesman/sdk/error';
import type { Sport } from '@linesman/sdk/format';
import type { BatchKey } from '../../data/store/batchStore.js';
import { slotLength } from '../../data/store/recordKind.js';
import type { RecordStore, StoredRecord } from '../../data/store/recordStore.js';

/** Records of a slot, and the sports of their fixtures. */
export interface SlotPage {
  readonly records: readonly StoredRecord[];
  readonly sportOf: (fixtureId: number) => Sport;
}

/** Records of a page. Beside one, only the leaves of a slot are in memory. */
const PAGE = 1_000;

/**
 * The records of a slot page by page, without a transaction that stays open: in the order of the stream, or
 * `byFixture`, then by number. `sportOf` knows the fixtures of all pages so far, and only those of scores.
 */
export async function* slotPages(
  records: Pick<RecordStore, 'pagesInRange' | 'pagesByFixture' | 'fixturesOf'>,
  { kind, slotStart }: BatchKey,
  { byFixture = false } = {},
): AsyncGenerator<SlotPage> {
  const range = { from: slotStart, to: slotStart + slotLength(kind) };
  const pages = byFixture
    ? records.pagesByFixture(kind, range, PAGE)
    : records.pagesInRange(kind, range, { limit: PAGE });
  const sports = new Map<number, Sport>();
  for await (const page of pages) {
    // Trees of other records do not depend on it.
    const unknown = kind === 'scores' ? page.map(({ fixtureId }) => fixtureId).filter((id) => !sports.has(id)) : [];
    for (const { fixtureId, sport } of await records.fixturesOf(unknown)) sports.set(fixtureId, sport);
    yield { records: page, sportOf: sportIn(sports) };
  }
}

/** Looks up the sport of a fixture. Errors: UNKNOWN_FIXTURE. */
export const sportIn =
  (sports: ReadonlyMap<number, Sport>) =>
  (fixtureId: number): Sport =>
    sports.get(fixtureId) ?? fail(UNKNOWN_FIXTURE, { fixtureId });
