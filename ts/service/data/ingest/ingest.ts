import { errorOf, LinesmanError, MALFORMED_RECORD, RECORD_NOT_STORABLE } from '@linesman/sdk/error';
import type { WorldClock } from '../../clock/clock.js';
import { inTurn } from '../../inTurn.js';
import type { RecordKind } from '../store/recordKind.js';
import type { StoredRecord } from '../store/recordStore.js';
import { sqlStateOf } from '../store/sqlState.js';
import type { Store } from '../store/store.js';
import { type Acceptance, type Accepted, decideAppend, keysOf } from './decideAppend.js';
import { type Incoming, readIncoming, type Validate } from './incoming.js';
import type { Intake } from './intake.js';
import { isEarly } from './patience.js';

/** The decision on one record. */
export interface IngestDecision {
  /** `null` if the record was unreadable. */
  readonly kind: RecordKind | null;
  /** `early`: not decided yet, because a record before it may still come. */
  readonly status: 'accepted' | 'repeated' | 'held' | 'refused' | 'early';
  /** Why the record was refused. */
  readonly error?: LinesmanError;
  /** Known fields of an accepted record that the described wire leaves out, by path. */
  readonly unfit?: readonly string[];
}

export interface IngestOptions {
  readonly store: Store;
  readonly clock: WorldClock;
  /** Validation beyond what trees need. Default none. */
  readonly validate?: Validate;
  /** The rules for missing records, for senders without their own rules. Default: none may be missing. */
  readonly intake?: Intake;
  /** Called with new records once they are stored, in stream order. */
  readonly onAccepted?: (records: readonly StoredRecord[]) => void;
  /** Called with the decisions on a batch once its accepted records are stored. */
  readonly onDecided?: (decisions: readonly IngestDecision[]) => void;
}

/** Takes in records. An accepted record is stored. */
export class Ingest {
  /** So that `onAccepted` is called in stream order. */
  private readonly inTurn = inTurn();
  /** Results of reading the announced next records, by text. */
  private ahead: ReadonlyMap<string, Incoming | LinesmanError> = new Map();

  constructor(private readonly options: IngestOptions) {}

  /**
   * Takes in one record: JSON text, or a value to write as JSON. Returns the record as stored. Repeating a record
   * returns the stored one and changes nothing.
   *
   * Errors: those of the validation and of `readIncoming`; UNKNOWN_FIXTURE, RECORD_CONFLICT, SEQUENCE_GAP,
   * SPORT_MISMATCH, STAT_KEYS_DIFFER or STAT_KEYS_FIXED when the record does not fit the stored ones; SUMS_DIFFER;
   * RECORD_NOT_STORABLE when the database refuses it. Any
   * other error means that the database cannot be reached, and that the record may or may not be stored: send it again.
   */
  async accept(record: string | object): Promise<Acceptance> {
    const [result] = await this.acceptAll([record]);
    if (result instanceof LinesmanError) throw result;
    return result as Acceptance;
  }

  /**
   * Takes in records in order and in one transaction. Returns for each what `accept` would return or throw. If the
   * database refuses a record for its content, the others are still stored, in separate transactions. `next` announces
   * the records that follow, which are read while the database writes. `isPatient`: as for a `RecordTaker`.
   */
  async acceptAll(
    records: readonly (string | object)[],
    next?: () => Promise<readonly string[]>,
    isPatient = false,
    intake = this.options.intake,
  ): Promise<(Acceptance | LinesmanError)[]> {
    const { onDecided } = this.options;
    const read = records.map((record) => this.read(record));
    for (const [i, one] of read.entries()) if (one instanceof LinesmanError) intake?.note(textOfRecord(records[i]));
    const incoming = read.filter((record): record is Incoming => !(record instanceof LinesmanError));
    if (incoming.length === 0) {
      onDecided?.(read.map((error) => decisionOf(error, error as LinesmanError)));
      return read as LinesmanError[];
    }
    let isStored = false;
    const ahead = async (): Promise<void> => {
      const coming = await next?.();
      if (coming && !isStored) this.readAhead(coming);
    };
    const decided = await this.inTurn(() =>
      this.store(incoming, { intake, isPatient }, () => void ahead().catch(() => {})),
    ).finally(() => {
      isStored = true;
    });
    let at = 0;
    const results = read.map((record) => (record instanceof LinesmanError ? record : (decided[at++] as Acceptance)));
    onDecided?.(results.map((result, i) => decisionOf(read[i] as Incoming | LinesmanError, result, isPatient)));
    return results;
  }

  /** Whether the score with this number is stored. Rejects if the database cannot be reached. */
  async hasScore({ fixtureId, seq }: { readonly fixtureId: number; readonly seq: number }): Promise<boolean> {
    return (await this.options.store.records.find('scores', fixtureId, seq)) !== undefined;
  }

  /** The number of the last stored score of a match. Rejects if the database cannot be reached. */
  async lastScore(fixtureId: number): Promise<number | undefined> {
    const [latest] = await this.options.store.matches.latest([fixtureId], 1);
    return latest && (JSON.parse(latest.json) as { readonly Seq: number }).Seq;
  }

  private read(record: string | object): Incoming | LinesmanError {
    const known = typeof record === 'string' ? this.ahead.get(record) : undefined;
    return known ?? attempt(record, this.options.validate);
  }

  /** Keeps only the last announcement, because announced records come next. */
  private readAhead(records: readonly string[]): void {
    this.ahead = new Map(records.map((record) => [record, this.read(record)]));
  }

  private async store(
    incoming: readonly Incoming[],
    rules: { readonly intake: Intake | undefined; readonly isPatient: boolean },
    onSent = () => {},
  ): Promise<readonly (Acceptance | LinesmanError)[]> {
    const { store, clock, onAccepted, onDecided, validate } = this.options;
    let results: readonly (Acceptance | LinesmanError)[] = [];
    let released: readonly Accepted[] = [];
    let refused: readonly LinesmanError[] = [];
    try {
      await store.records.append(keysOf(incoming), (state) => {
        const read = (text: string) => attempt(text, validate);
        const decision = decideAppend(incoming, state, clock.now(), { ...rules, read });
        ({ results, released, refused } = decision);
        // Runs once the statements have been sent, not before.
        setImmediate(onSent);
        return decision.append;
      });
    } catch (error) {
      const refusal = refusalOfDatabase(error);
      if (!refusal) throw error;
      if (incoming.length === 1) return [refusal];
      // Otherwise the sender would retry the whole batch endlessly. Bisecting isolates the bad record, so that it does
      // not block others.
      const half = Math.ceil(incoming.length / 2);
      return [
        ...(await this.store(incoming.slice(0, half), rules)),
        ...(await this.store(incoming.slice(half), rules)),
      ];
    }
    const stored = [...results, ...released].flatMap((result) =>
      !(result instanceof LinesmanError) && result.status === 'accepted'
        ? [{ ...result.record, competitionId: result.competitionId }]
        : [],
    );
    if (released.length > 0)
      onDecided?.(released.map(({ unfit }) => ({ kind: 'scores', status: 'accepted', ...(unfit && { unfit }) })));
    if (refused.length > 0) onDecided?.(refused.map((error) => ({ kind: 'scores', status: 'refused', error })));
    // In stream order, because waiting records were decided right after the record that they waited for.
    stored.sort((a, b) => a.streamSlot - b.streamSlot || a.streamIndex - b.streamIndex);
    if (stored.length > 0) onAccepted?.(stored);
    return results;
  }
}

const textOfRecord = (record: string | object = ''): string =>
  typeof record === 'string' ? record : JSON.stringify(record);

function attempt(record: string | object, validate: Validate = () => {}): Incoming | LinesmanError {
  try {
    return readIncoming(textOfRecord(record), validate);
  } catch (error) {
    if (error instanceof LinesmanError) return error;
    // For example, objects nested too deeply for the stack. Throwing would block the rest of the batch and all later
    // records.
    const reason = (error as Error).message;
    return errorOf(MALFORMED_RECORD, { problem: 'unreadable', path: '$', reason }, { cause: error });
  }
}

/** SQLSTATE classes that depend on the content, so that retrying does not help: data, constraints, program limits. */
const CLASSES_OF_CONTENT: readonly string[] = ['22', '23', '54'];

function refusalOfDatabase(cause: unknown): LinesmanError | undefined {
  const state = sqlStateOf(cause);
  if (state === undefined || !CLASSES_OF_CONTENT.includes(state.slice(0, 2))) return undefined;
  return errorOf(RECORD_NOT_STORABLE, { path: '$', state, reason: (cause as Error).message }, { cause });
}

function decisionOf(
  record: Incoming | LinesmanError,
  result: Acceptance | LinesmanError,
  isPatient = false,
): IngestDecision {
  const kind = record instanceof LinesmanError ? null : record.kind;
  if (isPatient && isEarly(result)) return { kind, status: 'early' };
  if (result instanceof LinesmanError) return { kind, status: 'refused', error: result };
  return { kind, status: result.status, ...(result.status === 'accepted' && result.unfit && { unfit: result.unfit }) };
}
