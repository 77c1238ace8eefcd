import fc from 'fast-check';
import type { BatchMetadata } from '../../../../ts/sdk/format/batchMetadata.js';
import { rootOf } from '../../../../ts/sdk/format/hash.js';
import type { BatchFixture, BatchKey } from '../../../../ts/service/data/store/batchStore.js';
import type { WholeBatch } from '../../../../ts/service/data/store/dayStore.js';
import { type RecordKind, slotLength } from '../../../../ts/service/data/store/recordKind.js';
import type { Store } from '../../../../ts/service/data/store/store.js';
import { itemsOf } from '../../../helpers/pagesOf.js';
import { batchKeys, END, keyOf, kinds, MINUTE, START, seldom, times } from './drawn.js';
import { fixtures } from './recordSteps.js';
import { Noted, type Step, step } from './step.js';

const ALL = { from: 0, to: Number.MAX_SAFE_INTEGER };
const bytes = (n: number, length = 32) => new Uint8Array(length).fill(n);
const metadata = (n: number) => ({ totalUpdateCount: n, fixtureCount: 1 }) as unknown as BatchMetadata;

const freezing = fc.record({
  kind: kinds,
  slots: fc.constantFrom(0, 1, 1, 2, 3),
  more: fc.constantFrom(0, 0, 0, 0, 0, MINUTE),
  now: times,
});
/** Continues where the kind is sealed. Rarely it ends in the middle of a slot, which the service never does. */
const freeze = step('freeze', freezing, async (store, { kind, slots, more, now }) => {
  const { sealedUntil } = await store.records.kindState(kind);
  return store.batches.freeze(kind, Math.max(sealedUntil, START) + slots * slotLength(kind) + more, now);
});

/** What the sealer would store of a slot. */
async function partsOf({ records }: Store, { kind, slotStart }: BatchKey, n: number): Promise<BatchFixture[]> {
  const there = await itemsOf(records.pagesInRange(kind, { from: slotStart, to: slotStart + slotLength(kind) }));
  return [...new Set(there.map(({ fixtureId }) => fixtureId))].map((fixtureId, i) => ({
    fixtureId,
    place: i + 1,
    firstSeq: Math.min(...there.flatMap((one) => (one.fixtureId === fixtureId ? one.seq : []))),
    summary: `{"n":${n}}`,
    leaves: bytes(n, 32 * (i + 1)),
  }));
}

const building = fc.record({
  nth: fc.nat({ max: 3 }),
  key: seldom(batchKeys),
  n: fc.nat({ max: 9 }),
  now: times,
  doubles: fc.integer({ min: 0, max: 15 }).map((n) => n === 15),
});
const build = step('build', building, async (store, { nth, key, n, now, doubles }) => {
  const due = await store.batches.frozen();
  const chosen = key ?? due[nth % due.length];
  if (!chosen) return [due];
  const parts = await partsOf(store, chosen, n);
  const tree = { root: rootOf(bytes(n)), metadata: metadata(n), leaves: bytes(n, 64) };
  return store.batches.putBuilt(chosen, tree, doubles ? [...parts, ...parts] : parts, now);
});

const LISTS = ['unpublished', 'withdrawn', 'published', 'unproven'] as const;
const marking = fc.record({
  list: fc.constantFrom('unpublished', 'withdrawn', ...LISTS),
  nth: fc.nat({ max: 5 }),
  key: seldom(batchKeys),
  mark: fc.constantFrom('published', 'published', 'missing', 'missing', 'alarm', 'clear'),
  now: times,
});
const mark = step('mark', marking, async ({ batches }, { list, nth, key, mark: as, now }) => {
  const lists = {
    unpublished: () => batches.unpublished(),
    withdrawn: () => batches.withdrawn(),
    published: () => batches.publishedLately(120 * MINUTE, now),
    // In no order.
    unproven: async () =>
      (await batches.unproven()).sort((a, b) => a.slotStart - b.slotStart || (a.kind < b.kind ? -1 : 1)),
  };
  const found = await lists[list]();
  const chosen = key ?? found[nth % found.length];
  if (!chosen) return new Noted([`none ${list}`], found);
  const before = await batches.state(chosen);
  if (as === 'published') await batches.markPublished(chosen, now);
  else if (as === 'clear') await batches.clearAlarm(chosen);
  else await batches.markMissing(chosen, as === 'alarm' ? 'another root' : null);
  const after = await batches.state(chosen);
  return new Noted([`${key ? 'any' : list}, ${before} → ${after}`, as], [found, before, after]);
});

/** A stored batch as the archive reads it. */
async function wholeBatch(store: Store, kind: RecordKind, nth: number): Promise<WholeBatch | undefined> {
  const built = (await store.days.batches(kind, ALL)).filter(({ state }) => state !== 'frozen');
  const history = built[nth % built.length];
  if (!history?.root || history.metadata === null) return undefined;
  const { slotStart, root, metadata: text } = history;
  const { leaves, fixtures: parts } = await store.days.trees(history);
  const records = await itemsOf(
    store.records.pagesInRange(kind, { from: slotStart, to: slotStart + slotLength(kind) }),
  );
  const state: WholeBatch['state'] = history.state === 'published' ? 'published' : 'built';
  const whole = { state, root: rootOf(root), metadata: text, leaves: leaves ?? bytes(0), fixtures: parts, records };
  return { ...history, ...whole } as const;
}

type Change = (batch: WholeBatch) => WholeBatch;
const CHANGES: Readonly<Record<string, Change>> = {
  nothing: (batch) => batch,
  record: (batch) => ({ ...batch, records: batch.records.map((one, i) => (i === 0 ? { ...one, json: '{}' } : one)) }),
  hash: (batch) => ({ ...batch, records: batch.records.map((one) => ({ ...one, contentHash: bytes(9) })) }),
  less: (batch) => ({ ...batch, records: batch.records.slice(batch.records.length > 1 ? 1 : 0) }),
  twice: (batch) => ({ ...batch, records: batch.records.flatMap((one) => [one, one]) }),
  root: (batch) => ({ ...batch, root: rootOf(bytes(9)) }),
  leaves: (batch) => ({ ...batch, leaves: bytes(9) }),
  metadata: (batch) => ({ ...batch, metadata: `${batch.metadata} ` }),
  part: (batch) => ({ ...batch, fixtures: batch.fixtures.map((one) => ({ ...one, summary: '{}' })) }),
  parts: (batch) => ({ ...batch, fixtures: batch.fixtures.slice(1) }),
};
const changes = fc.oneof(
  { weight: 1, arbitrary: fc.constant('nothing') },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(CHANGES)) },
);

const carrying = fc.record({
  kind: fc.constantFrom<RecordKind>('scores', 'scores', 'odds', 'fixtures'),
  nth: fc.nat({ max: 5 }),
  change: changes,
  prepares: fc.constantFrom(true, true, true, false),
});
type Carrying = typeof carrying extends fc.Arbitrary<infer T> ? T : never;
/** Imports a batch of one database into the other. */
async function carried(store: Store, { kind, nth, change, prepares }: Carrying, other: Store) {
  const batch = await wholeBatch(other, kind, nth);
  if (!batch) return 'nothing to carry';
  const until = batch.slotStart + slotLength(kind);
  if (prepares) await store.days.prepare(until, await other.records.fixtures());
  const changed = CHANGES[change]?.(batch) ?? batch;
  const added = await store.days.putBatch(changed);
  const again = await store.days.putBatch(changed);
  const { missing } = await store.records.missingScores();
  return new Noted([`added ${added > 0}`, `again ${again}`, `missing ${missing > 0}`], [batch, added]);
}
const carry = step('carry', carrying, carried, fc.constantFrom(0, 2, 2, 2));

/** Imports a batch into the database that has it. */
const restore = step('restore', carrying, async (store, { kind, nth, change }) => {
  const batch = await wholeBatch(store, kind, nth);
  if (!batch) return 'nothing to restore';
  return new Noted([`${change}, added ${await store.days.putBatch(CHANGES[change]?.(batch) ?? batch)}`], batch);
});

const prepare = step(
  'prepare',
  fc.record({ until: times, some: fc.array(fixtures, { maxLength: 3 }) }),
  ({ days }, { until, some }) => days.prepare(until, some),
);

/** A batch with records that no feed would make. */
const drawnBatches = fc.record({
  kind: kinds,
  slot: times,
  state: fc.constantFrom<'built' | 'published'>('built', 'published'),
  n: fc.nat({ max: 9 }),
  publishedAt: fc.option(times),
  alarm: fc.constantFrom(null, null, 'another root'),
  ids: fc.uniqueArray(fc.constantFrom(9, 10, 11), { minLength: 1 }),
  seqs: fc.subarray([8, 9, 10, 11, 12], { minLength: 1 }),
});
const give = step('give', drawnBatches, async (store, { kind, slot, n, ids, seqs, ...history }) => {
  const key = keyOf(kind, slot);
  const records = ids.flatMap((fixtureId, i) =>
    seqs.map((seq, j) => ({
      ...{ kind, fixtureId, seq, ts: key.slotStart + j, acceptedAt: key.slotStart + i, label: 'a' },
      ...{
        streamSlot: key.slotStart,
        streamIndex: 100 + 10 * i + j,
        messageId: kind === 'odds' ? `${slot}/${i}/${j}` : null,
      },
      ...{ contentHash: bytes(n), json: '{"StatusId":5}' },
    })),
  );
  const parts = ids.map((fixtureId, i) => {
    return { fixtureId, place: i + 1, firstSeq: seqs[0] ?? 0, summary: '{}', leaves: bytes(n) };
  });
  const tree = { root: rootOf(bytes(n)), metadata: JSON.stringify(metadata(n)), leaves: bytes(n, 64) };
  const times = { frozenAt: START, builtAt: END };
  return store.days.putBatch({ ...history, ...key, ...tree, ...times, records, fixtures: parts });
});

export const batchSteps = [
  { weight: 5, arbitrary: freeze },
  { weight: 7, arbitrary: build },
  { weight: 14, arbitrary: mark },
  { weight: 5, arbitrary: carry },
  { weight: 4, arbitrary: restore },
  { weight: 1, arbitrary: prepare },
  { weight: 1, arbitrary: give },
] as fc.WeightedArbitrary<Step<unknown>>[];
