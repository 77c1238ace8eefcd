import {
  errorOf,
  type LinesmanError,
  RECORD_CONFLICT,
  SEQUENCE_GAP,
  SPORT_MISMATCH,
  UNKNOWN_FIXTURE,
} from 'linesman/error';
import { equalBytes, MS_PER_SLOT, type Sport } from 'linesman/format';
import type { RecordForm } from '../record/index.js';
import type { Append, AppendKeys, AppendState, NewRecord, RecordKind, StoredFixture } from '../store/index.js';
import { acceptedTime } from './acceptedTime.js';
import type { Incoming } from './incoming.js';
import { OF_LISTED, stateOf } from './listedFixture.js';

/** `accepted`: stored now. `repeated`: already stored. */
export type Acceptance =
  | {
      readonly status: 'accepted';
      /** In which the record was sent. */
      readonly form: RecordForm;
      readonly record: NewRecord;
      readonly competitionId: number;
      /** Known fields that the described wire leaves out, by place. */
      readonly unfit: readonly string[];
    }
  | { readonly status: 'repeated'; readonly form: RecordForm; readonly record: NewRecord };

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

/** What each record of a batch sees: the stored state plus what the records before it add. */
class Ledger {
  readonly records: NewRecord[] = [];
  readonly fixtures = new Map<number, StoredFixture>();
  private readonly known = new Map<string, NewRecord>();
  private readonly progress = new Map<string, { nextSeq: number; lastTs: number }>();
  private readonly streams = new Map<RecordKind, { slot: number; index: number }>();

  constructor(private readonly state: AppendState) {
    for (const record of state.existing) this.remember(record);
  }

  /** The record that this one repeats or conflicts with. */
  sameAs({ kind, fixtureId, seq, messageId, contentHash }: Incoming): NewRecord | undefined {
    const key = kind === 'scores' ? `${seq}` : (messageId ?? hex(contentHash));
    return this.known.get(keyOf(kind, kind === 'odds' ? 0 : fixtureId, key));
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

  add(record: NewRecord): void {
    this.records.push(record);
    this.remember(record);
    const { kind, fixtureId, seq, ts, streamSlot, streamIndex } = record;
    this.progress.set(`${kind}/${fixtureId}`, { nextSeq: seq + 1, lastTs: ts });
    this.streams.set(kind, { slot: streamSlot, index: streamIndex + 1 });
  }

  private remember(record: NewRecord): void {
    const { kind, fixtureId, seq, messageId, contentHash } = record;
    const key = kind === 'scores' ? `${seq}` : (messageId ?? hex(contentHash));
    this.known.set(keyOf(kind, kind === 'odds' ? 0 : fixtureId, key), record);
  }
}

const keyOf = (kind: RecordKind, fixtureId: number, key: string): string => `${kind}/${fixtureId}/${key}`;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/**
 * Decides on each record in turn, as if they arrived one by one; a refused record does not affect the others. Errors:
 * UNKNOWN_FIXTURE; RECORD_CONFLICT when a different record has its number; SEQUENCE_GAP when a number is missing;
 * SPORT_MISMATCH.
 *
 * @param mayBeginLate Whether a fixture's first score may have any number.
 */
export function decideAppend(
  incoming: readonly Incoming[],
  state: AppendState,
  now: number,
  mayBeginLate = false,
): { readonly append: Append; readonly results: readonly (Acceptance | LinesmanError)[] } {
  const ledger = new Ledger(state);
  const results = incoming.map((record) => decide(record, ledger, now, mayBeginLate));
  return { append: { fixtures: [...ledger.fixtures.values()], records: ledger.records }, results };
}

/** The complete records that a listed fixture may stand for; any other record only stands for itself. */
const wholeRecordsOf = (record: Incoming): Incoming[] =>
  record.withState === undefined ? [record] : OF_LISTED.map(record.withState);

/** Completes a listed fixture with the state of its stored repeat, else with the fixture's current state. */
function whole(record: Incoming, ledger: Ledger): Incoming {
  if (record.withState === undefined) return record;
  const fixture = ledger.fixture(record.fixtureId);
  const repeated = wholeRecordsOf(record).find((one) => ledger.sameAs(one) !== undefined);
  return repeated ?? record.withState(fixture === undefined ? OF_LISTED[0] : stateOf(fixture.json));
}

function decide(given: Incoming, ledger: Ledger, now: number, mayBeginLate: boolean): Acceptance | LinesmanError {
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
  const { nextSeq, lastTs } = ledger.progressOf(kind, fixtureId);
  const isLateStart = mayBeginLate && nextSeq === 0 && seq !== null && seq > 0;
  if (seq !== null && seq !== nextSeq && !isLateStart)
    return errorOf(SEQUENCE_GAP, { path: '$.Seq', seq, fixtureId, nextSeq });
  const ts = acceptedTime({ kind, feedTs, lastTs, sealedUntil: ledger.sealedUntil(kind), now });
  const json = ts === feedTs ? incoming.text : JSON.stringify({ ...incoming.fields, Ts: ts });
  const { slot, index } = ledger.place(kind, now);
  const record: NewRecord = {
    kind,
    fixtureId,
    seq: isLateStart ? seq : nextSeq,
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
  const { competitionId, startTime } = incoming;
  if (kind === 'fixtures') ledger.fixtures.set(fixtureId, { fixtureId, sport, competitionId, startTime, json });
  // A kick-off that is moved may be told by the score records alone.
  else if (kind === 'scores' && fixture && startTime > 0 && startTime !== fixture.startTime)
    ledger.fixtures.set(fixtureId, { ...fixture, startTime });
  return { status: 'accepted', form, record, competitionId: fixture?.competitionId ?? competitionId, unfit };
}
