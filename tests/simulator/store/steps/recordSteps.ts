import fc from 'fast-check';
import type { RecordKind } from '../../../../ts/service/data/store/recordKind.js';
import type {
  Append,
  AppendKeys,
  AppendState,
  HeldScore,
  MissingScores,
  NewRecord,
  StoredFixture,
} from '../../../../ts/service/data/store/recordStore.js';
import type { Store } from '../../../../ts/service/data/store/store.js';
import {
  anyFixtureIds,
  competitions,
  FIXTURE_IDS,
  fixtureIds,
  hashes,
  kinds,
  MINUTE,
  SEQS,
  START,
  seqs,
  sports,
  times,
  UNKNOWN,
} from './drawn.js';
import { inOrder, Noted, outcomeOf, type Step, step } from './step.js';

const KINDS = ['scores', 'odds', 'fixtures'] as const;

const scoreTexts = fc
  .record({ StatusId: fc.constantFrom(null, 1, 2, 4, 5, 10, 13, 19, 100, 1_001, '4', true) }, { requiredKeys: [] })
  .map((fields) => JSON.stringify(fields));
const fixtureTexts = fc
  .record(
    {
      Ts: fc.integer({ min: 1, max: 4 }),
      GameState: fc.constantFrom('scheduled', 'scheduled', 'live', 'live', 'finished', null, 5),
      StartTime: times,
    },
    { requiredKeys: ['Ts'] },
  )
  .map((fields) => JSON.stringify(fields));

export const fixtures: fc.Arbitrary<StoredFixture> = fc.record({
  fixtureId: fixtureIds,
  sport: sports,
  competitionId: competitions,
  startTime: times,
  json: fixtureTexts,
});

/** A record that comes in, as `Ingest` would ask for it. */
const incoming = fc.record({
  kind: fc.constantFrom<RecordKind>('scores', 'scores', 'scores', 'odds', 'odds', 'fixtures'),
  fixture: fixtures,
  seq: seqs,
  delay: fc.constantFrom(0, 1, 20_000, 4 * MINUTE, 7 * MINUTE),
  label: fc.constantFrom('a', 'b', 'c'),
  message: fc.integer({ min: 0, max: 40 }),
  contentHash: hashes,
  text: scoreTexts,
});
type Coming = typeof incoming extends fc.Arbitrary<infer T> ? T : never;

/** All that a state says of the few values that there are. */
const summary = (state: AppendState) => ({
  kinds: inOrder(state.kinds),
  fixtures: inOrder(state.fixtures),
  progress: KINDS.map((kind) => FIXTURE_IDS.map((id) => state.progress(kind, id))),
  existing: inOrder(state.existing),
  missing: [...FIXTURE_IDS, UNKNOWN].map((id) => state.missing(id)),
  around: FIXTURE_IDS.map((id) => SEQS.map((seq) => state.around(id, seq))),
  held: FIXTURE_IDS.map((id) => [...new Map(state.held(id).map((one) => [one.seq, one])).values()]),
});

/** Appends, and tells what the decision saw and made, also if it is not stored then. */
async function appended(
  { records }: Store,
  keys: AppendKeys,
  decide: (state: AppendState, notes: string[]) => Append,
): Promise<Noted> {
  const notes: string[] = [];
  const seen: unknown[] = [];
  const outcome = await outcomeOf(
    records.append(keys, (state) => {
      seen.push(summary(state));
      const append = decide(state, notes);
      seen.push(append);
      return append;
    }),
  );
  return new Noted('failure' in outcome ? [`${outcome.failure}`] : notes, [seen, outcome]);
}

interface Taking {
  readonly coming: readonly Coming[];
  readonly now: number;
  readonly holds: boolean;
  readonly fails: boolean;
}

const keysOf = (coming: readonly Coming[]): AppendKeys => ({
  kinds: [...new Set(coming.map(({ kind }) => kind))],
  fixtureIds: [...new Set(coming.map(({ fixture }) => fixture.fixtureId))],
  scores: coming.flatMap(({ kind, fixture: { fixtureId }, seq }) => (kind === 'scores' ? [{ fixtureId, seq }] : [])),
  messageIds: coming.flatMap(({ kind, message }) => (kind === 'odds' ? [`m${message}`] : [])),
  fixtureContents: coming.flatMap(({ kind, contentHash }) => (kind === 'fixtures' ? [contentHash] : [])),
});

/** Decides much like the ingester: numbers go on, are passed over, held, or filled in late. */
function decideTaking({ coming, now, holds, fails }: Taking, state: AppendState, notes: string[]): Append {
  if (fails) throw new Error('no decision');
  const records: NewRecord[] = [];
  const changed = new Map<number, StoredFixture>();
  const missing = new Map<number, readonly MissingScores[]>();
  const held = new Map<string, HeldScore>();
  const released: HeldScore[] = [];
  const progress = new Map<string, { nextSeq: number; lastTs: number }>();
  const progressOf = (kind: RecordKind, id: number) => progress.get(`${kind}/${id}`) ?? state.progress(kind, id);
  const add = (one: Coming, seq: number, ts: number) => {
    const { kind, fixture, label, message, contentHash, text } = one;
    const { fixtureId } = fixture;
    const last = records.findLast((record) => record.kind === kind);
    const stream = state.kinds.get(kind);
    const next = last
      ? { slot: last.streamSlot, index: last.streamIndex + 1 }
      : { slot: stream?.streamSlot ?? 0, index: stream?.streamIndex ?? 0 };
    const slot = now - (now % (5 * MINUTE));
    const messageId = kind === 'odds' ? `m${message}` : null;
    records.push({
      ...{ kind, fixtureId, seq, ts, acceptedAt: now, label: kind === 'fixtures' ? '' : label, messageId, contentHash },
      ...(slot > next.slot ? { streamSlot: slot, streamIndex: 0 } : { streamSlot: next.slot, streamIndex: next.index }),
      json: kind === 'fixtures' ? fixture.json : text,
    });
    const { nextSeq, lastTs } = progressOf(kind, fixtureId);
    progress.set(`${kind}/${fixtureId}`, { nextSeq: Math.max(nextSeq, seq + 1), lastTs: Math.max(lastTs, ts) });
  };
  for (const one of coming) {
    const { kind, fixture, seq, message, contentHash, text: json } = one;
    const { fixtureId } = fixture;
    const known = changed.get(fixtureId) ?? state.fixtures.get(fixtureId);
    if (!known && kind !== 'fixtures') continue;
    const { nextSeq, lastTs } = progressOf(kind, fixtureId);
    const sealed = state.kinds.get(kind)?.sealedUntil ?? 0;
    const ts = Math.max(lastTs + one.delay, sealed, START);
    const same = [...state.existing, ...records].filter((record) => record.kind === kind);
    if (kind !== 'scores') {
      if (kind === 'odds' && same.some((record) => record.messageId === `m${message}` && record.ts === ts)) continue;
      add(one, nextSeq, ts);
      if (kind === 'fixtures') changed.set(fixtureId, { ...fixture, sport: known?.sport ?? fixture.sport });
      notes.push(kind);
      continue;
    }
    const runs = missing.get(fixtureId) ?? state.missing(fixtureId);
    const run = runs.find(({ first, last }) => first <= seq && seq <= last);
    if (run) {
      const { before, after } = state.around(fixtureId, seq) ?? { before: 0, after: Number.MAX_SAFE_INTEGER };
      const least = Math.max(before, sealed);
      if (least > after) {
        notes.push('too late');
        continue;
      }
      const parts = [
        { ...run, last: seq - 1 },
        { ...run, first: seq + 1 },
      ].filter(({ first, last }) => first <= last);
      missing.set(
        fixtureId,
        runs.flatMap((other) => (other === run ? parts : [other])),
      );
      add(one, seq, Math.min(Math.max(ts, least), after));
      notes.push(parts.length === 2 ? 'late, in the middle' : 'late');
    } else if (seq < nextSeq || same.some((record) => record.fixtureId === fixtureId && record.seq === seq)) {
    } else if (seq > nextSeq && holds) {
      held.set(`${fixtureId}/${seq}`, { fixtureId, seq, heldAt: now, contentHash, json });
      notes.push('held');
    } else {
      if (seq > nextSeq) {
        missing.set(fixtureId, [...runs, { fixtureId, first: nextSeq, last: seq - 1, since: now }]);
        notes.push('hole');
      }
      add(one, seq, ts);
      notes.push('scores');
      for (let next = seq + 1; ; next++) {
        const waiting = state.held(fixtureId).find((other) => other.seq === next);
        if (!waiting || released.some((other) => other.fixtureId === fixtureId && other.seq === next)) break;
        released.push(waiting);
        held.delete(`${fixtureId}/${next}`);
        add({ ...one, contentHash: waiting.contentHash, text: waiting.json }, next, ts);
        notes.push('released');
      }
    }
  }
  return { fixtures: [...changed.values()], records, missing, held: [...held.values()], released };
}

const taking = fc.record({
  coming: fc.array(incoming, { minLength: 1, maxLength: 6 }),
  now: times,
  holds: fc.boolean(),
  fails: fc.integer({ min: 0, max: 30 }).map((n) => n === 30),
});

const take = step('take', taking, (store, given) =>
  appended(store, keysOf(given.coming), (state, notes) => decideTaking(given, state, notes)),
);

const rawRecords: fc.Arbitrary<NewRecord> = fc.record({
  kind: kinds,
  fixtureId: anyFixtureIds,
  seq: seqs,
  ts: times,
  acceptedAt: times,
  streamSlot: fc.constantFrom(START, START + 5 * MINUTE),
  streamIndex: fc.integer({ min: 0, max: 30 }),
  label: fc.constantFrom('a', 'b', 'c'),
  messageId: fc.constantFrom(null, null, 'm1', 'm2', 'm3'),
  contentHash: hashes,
  json: scoreTexts,
});
const runs: fc.Arbitrary<MissingScores> = fc
  .record({ fixtureId: anyFixtureIds, first: seqs, length: fc.constantFrom(0, 1, 1, 1, 2, 3), since: times })
  .map(({ fixtureId, first, length, since }) => ({ fixtureId, first, last: first + length - 1, since }));
const heldScores: fc.Arbitrary<HeldScore> = fc.record({
  fixtureId: anyFixtureIds,
  seq: seqs,
  heldAt: times,
  contentHash: hashes,
  json: scoreTexts,
});
const append = fc.record({
  fixtures: fc.array(fixtures, { maxLength: 2 }),
  records: fc.array(rawRecords, { maxLength: 3 }),
  missing: fc.array(runs, { maxLength: 2 }),
  cleared: fc.subarray([...FIXTURE_IDS], { maxLength: 1 }),
  held: fc.array(heldScores, { maxLength: 2 }),
  released: fc.array(fc.record({ fixtureId: anyFixtureIds, seq: seqs }), { maxLength: 1 }),
});
/** The same records where the store takes them: after what is sealed, and what readers of the stream have seen. */
function following(records: readonly NewRecord[], { kinds: states }: AppendState): NewRecord[] {
  const next = new Map<RecordKind, { readonly slot: number; readonly index: number }>();
  return records.map((record) => {
    const { kind } = record;
    const { sealedUntil, streamSlot, streamIndex } = states.get(kind) ?? {
      sealedUntil: 0,
      streamSlot: 0,
      streamIndex: 0,
    };
    const end = next.get(kind) ?? { slot: streamSlot, index: streamIndex };
    const { slot, index } = record.streamSlot > end.slot ? { slot: record.streamSlot, index: record.streamIndex } : end;
    next.set(kind, { slot, index: index + 1 });
    return { ...record, ts: Math.max(record.ts, sealedUntil), streamSlot: slot, streamIndex: index };
  });
}

/** Rows that no ingester would make: what the database refuses, the fake must refuse. */
const put = step('put', append, (store, { fixtures: some, records, missing, cleared, held, released }) => {
  const keys = { kinds: KINDS, fixtureIds: FIXTURE_IDS, scores: [], messageIds: [], fixtureContents: [] };
  const all = new Map<number, MissingScores[]>(cleared.map((fixtureId) => [fixtureId, []]));
  for (const run of missing) all.set(run.fixtureId, [...(all.get(run.fixtureId) ?? []), run]);
  // A few stay where they were drawn, which the store refuses by itself.
  const isRefused = records.some(({ streamIndex }) => streamIndex === 30);
  return appended(store, keys, (state, notes) => {
    notes.push('stored');
    const placed = isRefused ? records : following(records, state);
    return { fixtures: some, records: placed, missing: all, held, released };
  });
});

/** One value that does not fit into its column. */
const poisons = fc.constantFrom<Partial<NewRecord>>(
  { seq: 2 ** 31 },
  { streamIndex: 2 ** 31 - 1 },
  { label: 'a\0' },
  { json: '\0' },
  { messageId: '\0' },
);
const poison = step('poison', fc.tuple(rawRecords, poisons), ({ records }, [record, wrong]) =>
  records.append({ kinds: KINDS, fixtureIds: [9], scores: [], messageIds: [], fixtureContents: [] }, (state) => ({
    fixtures: [],
    records: following([record], state).map((one) => ({ ...one, ...wrong })),
  })),
);

export const recordSteps: fc.WeightedArbitrary<Step<unknown>>[] = [
  { weight: 14, arbitrary: take },
  { weight: 4, arbitrary: put },
  { weight: 1, arbitrary: poison },
] as fc.WeightedArbitrary<Step<unknown>>[];
