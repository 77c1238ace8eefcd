import type { RecordForm, Stats } from '@linesman/records';
import {
  errorOf,
  LinesmanError,
  MISSING_SCORE_TOO_LATE,
  RECORD_CONFLICT,
  SEQUENCE_GAP,
  SPORT_MISMATCH,
  UNKNOWN_FIXTURE,
} from '@linesman/sdk/error';
import { equalBytes, MS_PER_SLOT, type Sport } from '@linesman/sdk/format';
import type { RecordKind } from '../store/recordKind.js';
import type {
  Append,
  AppendKeys,
  AppendState,
  HeldScore,
  MissingScores,
  NewRecord,
  StoredFixture,
} from '../store/recordStore.js';
import { type StatedStats, statedWithFixture, statedWithRecord } from '../store/statedStats.js';
import { acceptedTime } from './acceptedTime.js';
import { contentHash as hashOf } from './contentHash.js';
import type { Incoming } from './incoming.js';
import type { Intake } from './intake.js';
import { OF_LISTED, stateOf } from './listedFixture.js';
import { isEarly } from './patience.js';

/** `accepted`: stored now. `repeated`: already stored. `held`: kept, not stored yet. */
export type Acceptance =
  | {
      readonly status: 'accepted';
      /** The form in which the record was sent. */
      readonly form: RecordForm;
      readonly record: NewRecord;
      readonly competitionId: number;
      /** Known fields that the described wire leaves out, by path; absent if there are none. */
      readonly unfit?: readonly string[];
      /** Numbers before it that were skipped with it. */
      readonly missing?: { readonly first: number; readonly last: number };
    }
  | { readonly status: 'repeated'; readonly form: RecordForm; readonly record: NewRecord }
  | {
      /**
       * Kept until the records before it arrive. Its record is in its present form, and does not have a position yet.
       */
      readonly status: 'held';
      readonly form: RecordForm;
      readonly record: NewRecord;
    };

export type Accepted = Extract<Acceptance, { readonly status: 'accepted' }>;

/** The keys of the stored state that the decision needs. */
export function keysOf(records: readonly Incoming[]): AppendKeys {
  return {
    kinds: [...new Set(records.map(({ kind }) => kind))],
    fixtureIds: [...new Set(records.map(({ fixtureId }) => fixtureId))],
    scores: records.flatMap(({ fixtureId, seq }) => (seq === null ? [] : [{ fixtureId, seq }])),
    messageIds: records.flatMap(({ messageId }) => messageId ?? []),
    fixtureContents: records.flatMap((record) =>
      record.kind === 'fixtures' ? wholeRecordsOf(record).map(({ contentHash }) => contentHash) : [],
    ),
  };
}

/** The state for each record of a batch: the stored state plus the changes by the records before it. */
class Ledger {
  readonly records: NewRecord[] = [];
  readonly fixtures = new Map<number, StoredFixture>();
  /** The missing scores of fixtures for which they change. */
  readonly missing = new Map<number, readonly MissingScores[]>();
  readonly held = new Map<string, HeldScore>();
  readonly released: Accepted[] = [];
  /** Why records that waited were refused. */
  readonly refused: LinesmanError[] = [];
  readonly freed: HeldScore[] = [];
  /** By what must differ; of odds the message id, which several may have at different times. */
  private readonly known = new Map<string, NewRecord[]>();
  private readonly progress = new Map<string, { nextSeq: number; lastTs: number }>();
  private readonly streams = new Map<RecordKind, { slot: number; index: number }>();

  constructor(private readonly state: AppendState) {
    for (const record of state.existing) this.remember(record);
  }

  /** The record that this one repeats or conflicts with. */
  sameAs(incoming: Incoming): NewRecord | undefined {
    const known = this.known.get(keyOf(incoming)) ?? [];
    const repeated = known.find(({ contentHash }) => equalBytes(contentHash, incoming.contentHash));
    return repeated ?? (incoming.kind === 'odds' ? known.find((one) => isSentAt(one, incoming.feedTs)) : known[0]);
  }

  /** The earliest time from `ts` on (ms) that no odds record with this message id has; `ts` for other records. */
  freeTime(incoming: Incoming, ts: number): number {
    if (incoming.kind !== 'odds') return ts;
    const taken = new Set((this.known.get(keyOf(incoming)) ?? []).map((one) => one.ts));
    let free = ts;
    while (taken.has(free)) free++;
    return free;
  }

  fixture(id: number): StoredFixture | undefined {
    return this.fixtures.get(id) ?? this.state.fixtures.get(id);
  }

  progressOf(kind: RecordKind, fixtureId: number) {
    return this.progress.get(`${kind}/${fixtureId}`) ?? this.state.progress(kind, fixtureId);
  }

  sealedUntil(kind: RecordKind): number {
    return this.state.kinds.get(kind)?.sealedUntil ?? 0;
  }

  /** The next position in the stream. Never decreases, so that subscribers can resume. */
  place(kind: RecordKind, now: number): { slot: number; index: number } {
    const state = this.state.kinds.get(kind);
    const next = this.streams.get(kind) ?? { slot: state?.streamSlot ?? 0, index: state?.streamIndex ?? 0 };
    const slot = now - (now % MS_PER_SLOT);
    return slot > next.slot ? { slot, index: 0 } : next;
  }

  missingOf(fixtureId: number): readonly MissingScores[] {
    return this.missing.get(fixtureId) ?? this.state.missing(fixtureId);
  }

  isMissing(fixtureId: number, seq: number): boolean {
    return this.missingOf(fixtureId).some(({ first, last }) => first <= seq && seq <= last);
  }

  /** Times of the records before and after a missing one, also of those added here. */
  around(fixtureId: number, seq: number): { readonly before: number; readonly after: number } {
    const own = this.records.filter((one) => one.kind === 'scores' && one.fixtureId === fixtureId);
    const { before, after } = this.state.around(fixtureId, seq) ?? { before: 0, after: Number.MAX_SAFE_INTEGER };
    return {
      before: Math.max(before, ...own.filter((one) => one.seq < seq).map(({ ts }) => ts)),
      after: Math.min(after, ...own.filter((one) => one.seq > seq).map(({ ts }) => ts)),
    };
  }

  passOver(run: MissingScores): void {
    this.missing.set(run.fixtureId, [...this.missingOf(run.fixtureId), run]);
  }

  /** The record was missing and has arrived. */
  fill({ fixtureId, seq }: NewRecord): void {
    const runs = this.missingOf(fixtureId).flatMap((run) => {
      if (seq < run.first || seq > run.last) return [run];
      return [
        { ...run, last: seq - 1 },
        { ...run, first: seq + 1 },
      ].filter(({ first, last }) => first <= last);
    });
    this.missing.set(fixtureId, runs);
  }

  hold({ fixtureId, seq, contentHash, text }: Incoming, heldAt: number): void {
    const held = { fixtureId, seq: seq ?? 0, heldAt, contentHash, json: text };
    this.held.set(`${fixtureId}/${seq}`, held);
  }

  /** Removes and returns the record that waits for this number. */
  free(fixtureId: number, seq: number): HeldScore | undefined {
    const name = `${fixtureId}/${seq}`;
    const own = this.held.get(name);
    this.held.delete(name);
    const stored = this.state.held(fixtureId).find((one) => one.seq === seq);
    if (stored) this.freed.push(stored);
    return own ?? stored;
  }

  add(record: NewRecord): void {
    this.records.push(record);
    this.remember(record);
    const { kind, fixtureId, seq, ts, streamSlot, streamIndex } = record;
    const { nextSeq, lastTs } = this.progressOf(kind, fixtureId);
    this.progress.set(`${kind}/${fixtureId}`, { nextSeq: Math.max(nextSeq, seq + 1), lastTs: Math.max(lastTs, ts) });
    this.streams.set(kind, { slot: streamSlot, index: streamIndex + 1 });
  }

  private remember(record: NewRecord): void {
    const key = keyOf(record);
    this.known.set(key, [...(this.known.get(key) ?? []), record]);
  }
}

const keyOf = ({ kind, fixtureId, seq, messageId, contentHash }: Incoming | NewRecord): string =>
  kind === 'odds' ? `odds/${messageId}` : `${kind}/${fixtureId}/${kind === 'scores' ? seq : hex(contentHash)}`;

/** Whether a stored record came with this time. Its own differs if it came late. */
const isSentAt = ({ json, contentHash }: NewRecord, Ts: number): boolean =>
  equalBytes(hashOf({ ...(JSON.parse(json) as object), Ts }), contentHash);

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export interface AppendOptions {
  /** The rules for missing records. Default: none may be missing. */
  readonly intake?: Intake | undefined;
  /** Records before these may still come: none may be missing, and an early one is not refused for good. */
  readonly isPatient?: boolean;
  /** Reads a held record again. */
  readonly read?: (text: string) => Incoming | LinesmanError;
}

export interface AppendDecision {
  readonly append: Append;
  readonly results: readonly (Acceptance | LinesmanError)[];
  /** Records that waited for one of these records. */
  readonly released: readonly Accepted[];
  /** Why records that waited were refused. */
  readonly refused: readonly LinesmanError[];
}

/**
 * Decides on each record in turn, as if they arrived one by one; a refused record does not affect the others. Errors:
 * UNKNOWN_FIXTURE; RECORD_CONFLICT when a different record has its number; SEQUENCE_GAP when a number is missing
 * although `intake` does not allow it; MISSING_SCORE_TOO_LATE; SPORT_MISMATCH; STAT_KEYS_DIFFER and, unless `intake`
 * accepts it, SUMS_DIFFER; STAT_KEYS_FIXED.
 */
export function decideAppend(
  incoming: readonly Incoming[],
  state: AppendState,
  now: number,
  { intake, read, isPatient = false }: AppendOptions = {},
): AppendDecision {
  const ledger = new Ledger(state);
  const results = incoming.map((record) => {
    const result = decide(record, ledger, now, isPatient ? undefined : intake, intake?.acceptsSums);
    if (result instanceof LinesmanError) {
      if (!isPatient || !isEarly(result)) intake?.note(record.text);
    } else if (record.seq !== null && result.status === 'accepted') follow(record.fixtureId, ledger, now, read);
    return result;
  });
  const { records, missing, released, freed, refused } = ledger;
  const held = [...ledger.held.values()];
  const append = { fixtures: [...ledger.fixtures.values()], records, missing, held, released: freed };
  return { append, results, released, refused };
}

/** Adds the records that waited for the one before. */
function follow(fixtureId: number, ledger: Ledger, now: number, read: AppendOptions['read']): void {
  for (;;) {
    const held = ledger.free(fixtureId, ledger.progressOf('scores', fixtureId).nextSeq);
    const record = held && read?.(held.json);
    if (record === undefined || record instanceof LinesmanError) return;
    // Its sums were accepted when it came.
    const result = decide(record, ledger, now, undefined, true);
    if (result instanceof LinesmanError) ledger.refused.push(result);
    if (result instanceof LinesmanError || result.status !== 'accepted') return;
    ledger.released.push(result);
  }
}

/** What the source of the fixture states, with this record. Errors, returned: those of `StatedStats`. */
function statedAfter(
  { kind, fixtureId, fields, declared }: Incoming,
  {
    fixture,
    ...rules
  }: { readonly fixture: StoredFixture | undefined; readonly sport: Sport; readonly acceptsSums: boolean },
): StatedStats | undefined | LinesmanError {
  if (kind === 'fixtures') return statedWithFixture(fixture?.stated, fixtureId, declared);
  if (kind === 'odds') return fixture?.stated;
  return statedWithRecord(fixture?.stated, { ...rules, fixtureId, stats: fields.Stats as Stats });
}

/** The complete records that a listed fixture may represent; any other record only represents itself. */
const wholeRecordsOf = (record: Incoming): Incoming[] =>
  record.withState === undefined ? [record] : OF_LISTED.map(record.withState);

/** Completes a listed fixture with the state of the stored record that it repeats, or else with the current state. */
function whole(record: Incoming, ledger: Ledger): Incoming {
  if (record.withState === undefined) return record;
  const fixture = ledger.fixture(record.fixtureId);
  const repeated = wholeRecordsOf(record).find((one) => ledger.sameAs(one) !== undefined);
  return repeated ?? record.withState(fixture === undefined ? OF_LISTED[0] : stateOf(fixture.json));
}

function decide(
  given: Incoming,
  ledger: Ledger,
  now: number,
  intake: Intake | undefined,
  acceptsSums = false,
): Acceptance | LinesmanError {
  const incoming = whole(given, ledger);
  const { kind, form, fixtureId, seq, feedTs, label, messageId, contentHash, unfit } = incoming;
  const fixture = ledger.fixture(fixtureId);
  if (!fixture && kind !== 'fixtures') return errorOf(UNKNOWN_FIXTURE, { path: '$.FixtureId', fixtureId });
  const same = ledger.sameAs(incoming);
  if (same) {
    if (equalBytes(same.contentHash, contentHash)) return { status: 'repeated', form, record: same };
    const field = messageId === null ? { path: '$.Seq', value: seq } : { path: '$.MessageId', value: messageId };
    return errorOf(RECORD_CONFLICT, { ...field, fixtureId, storedUnder: same.fixtureId });
  }
  const sport: Sport | undefined = fixture?.sport ?? incoming.sport ?? undefined;
  if (sport === undefined || (incoming.sport !== null && incoming.sport !== sport)) {
    const path = kind === 'fixtures' ? '$.Sport' : '$.SportId';
    return errorOf(SPORT_MISMATCH, { path, sport: incoming.sport, fixtureId, fixtureSport: sport });
  }
  const stated = statedAfter(incoming, { fixture, sport, acceptsSums });
  if (stated instanceof LinesmanError) return stated;
  const { nextSeq, lastTs } = ledger.progressOf(kind, fixtureId);
  const sealedUntil = ledger.sealedUntil(kind);
  const isMissing = seq !== null && seq < nextSeq && ledger.isMissing(fixtureId, seq);
  const missing = seq !== null && seq > nextSeq ? { first: nextSeq, last: seq - 1 } : undefined;
  if (missing && !intake?.mayMiss(fixtureId, missing.first, missing.last, nextSeq === 0)) {
    if (!intake?.holds) return errorOf(SEQUENCE_GAP, { path: '$.Seq', seq: missing.last + 1, fixtureId, nextSeq });
    ledger.hold(incoming, now);
    const place = { acceptedAt: now, streamSlot: 0, streamIndex: 0 };
    const { text: json } = incoming;
    const held = { kind, fixtureId, seq: missing.last + 1, ts: feedTs, label, messageId, contentHash, json, ...place };
    return { status: 'held', form, record: held };
  }
  if (seq !== null && seq < nextSeq && !isMissing)
    return errorOf(SEQUENCE_GAP, { path: '$.Seq', seq, fixtureId, nextSeq });
  let ts = ledger.freeTime(incoming, acceptedTime({ kind, feedTs, lastTs, sealedUntil, now }));
  if (isMissing) {
    const { before, after } = ledger.around(fixtureId, seq);
    const least = Math.max(before, sealedUntil);
    // Its batch would come after those of later records, so it would look newer than them.
    if (least > after) return errorOf(MISSING_SCORE_TOO_LATE, { path: '$.Seq', seq, fixtureId });
    ts = Math.min(Math.max(feedTs, least), after);
  }
  if (missing) ledger.passOver({ fixtureId, ...missing, since: now });
  const json = ts === feedTs ? incoming.text : JSON.stringify({ ...incoming.fields, Ts: ts });
  const { slot, index } = ledger.place(kind, now);
  const record: NewRecord = {
    kind,
    fixtureId,
    seq: seq ?? nextSeq,
    ts,
    acceptedAt: now,
    streamSlot: slot,
    streamIndex: index,
    label,
    messageId,
    contentHash,
    json,
  };
  ledger.add(record);
  if (isMissing) ledger.fill(record);
  const { competitionId, startTime } = incoming;
  const known = { ...(stated && { stated }) };
  if (kind === 'fixtures')
    ledger.fixtures.set(fixtureId, { fixtureId, sport, competitionId, startTime, json, ...known });
  else if (kind === 'scores' && fixture) {
    // Sometimes only score records report that the kick-off has moved.
    const hasMoved = !isMissing && startTime > 0 && startTime !== fixture.startTime;
    if (hasMoved || stated !== fixture.stated)
      ledger.fixtures.set(fixtureId, { ...fixture, ...known, ...(hasMoved && { startTime }) });
  }
  return {
    status: 'accepted',
    form,
    record,
    competitionId: fixture?.competitionId ?? competitionId,
    ...(unfit.length > 0 && { unfit }),
    ...(missing && { missing }),
  };
}
