import { errorOf, LinesmanError, MALFORMED_RECORD, RECORD_NOT_STORABLE } from 'linesman/error';
import type { WorldClock } from '../clock/index.js';
import { type RecordKind, type Store, type StoredRecord, sqlStateOf } from '../store/index.js';
import { type Acceptance, decideAppend, keysOf } from './decideAppend.js';
import { type Incoming, readIncoming, type Validate } from './incoming.js';

/** What became of one record. */
export interface IngestDecision {
  /** `null` when the record could not be read so far. */
  readonly kind: RecordKind | null;
  readonly status: 'accepted' | 'repeated' | 'refused';
  /** Why it was refused. */
  readonly error?: LinesmanError;
}

export interface IngestOptions {
  readonly store: Store;
  readonly clock: WorldClock;
  /** What a record has to be besides provable; nothing more when left out. */
  readonly validate?: Validate;
  /** Told of new records once they are stored, in the order of the stream. */
  readonly onAccepted?: (records: readonly StoredRecord[]) => void;
  /** Told what became of each record of a batch, once what is accepted is stored. */
  readonly onDecided?: (decisions: readonly IngestDecision[]) => void;
}

/** Takes records in. What it says is accepted is stored. */
export class Ingest {
  private turn: Promise<unknown> = Promise.resolve();
  /** What came of reading those that were said to come next, by their texts. */
  private ahead: ReadonlyMap<string, Incoming | LinesmanError> = new Map();

  constructor(private readonly options: IngestOptions) {}

  /**
   * Takes one record: its JSON text, or a value that is written as JSON. Gives the record as it was stored. The same record again gives the
   * stored one and changes nothing.
   *
   * Errors: those of the validation and of `readIncoming`; UNKNOWN_FIXTURE, RECORD_CONFLICT, SEQUENCE_GAP and
   * SPORT_MISMATCH for one that does not fit what is stored; RECORD_NOT_STORABLE the database refuses it. Anything else:
   * the database cannot be reached, and nothing is known about the record until it is sent again.
   */
  async accept(record: string | object): Promise<Acceptance> {
    const [result] = await this.acceptAll([record]);
    if (result instanceof LinesmanError) throw result;
    return result as Acceptance;
  }

  /**
   * Takes records in their order, all in one transaction, and gives for each what `accept` would give or throw. Where the database refuses one of them for
   * what is in it, those before and after it are stored all the same, in transactions of their own. `next`: those that will come after them; they are read
   * while the database writes these, which it does for as long as that takes.
   */
  async acceptAll(
    records: readonly (string | object)[],
    next?: () => Promise<readonly string[]>,
  ): Promise<(Acceptance | LinesmanError)[]> {
    const { onDecided } = this.options;
    const read = records.map((record) => this.read(record));
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
    const decided = await this.inTurn(() => this.store(incoming, () => void ahead().catch(() => {}))).finally(() => {
      isStored = true;
    });
    let at = 0;
    const results = read.map((record) => (record instanceof LinesmanError ? record : (decided[at++] as Acceptance)));
    onDecided?.(results.map((result, i) => decisionOf(read[i] as Incoming | LinesmanError, result)));
    return results;
  }

  /** Whether the score with this number is stored. Rejected when the database cannot be reached. */
  async hasScore({ fixtureId, seq }: { readonly fixtureId: number; readonly seq: number }): Promise<boolean> {
    return (await this.options.store.records.find('scores', fixtureId, seq)) !== undefined;
  }

  private read(record: string | object): Incoming | LinesmanError {
    const known = typeof record === 'string' ? this.ahead.get(record) : undefined;
    return known ?? attempt(record, this.options.validate);
  }

  /** Never more than what was said last: who says what comes next sends it next. */
  private readAhead(records: readonly string[]): void {
    this.ahead = new Map(records.map((record) => [record, this.read(record)]));
  }

  private async store(
    incoming: readonly Incoming[],
    onSent = () => {},
  ): Promise<readonly (Acceptance | LinesmanError)[]> {
    const { store, clock, onAccepted } = this.options;
    let results: readonly (Acceptance | LinesmanError)[] = [];
    try {
      await store.records.append(keysOf(incoming), (state) => {
        const decision = decideAppend(incoming, state, clock.now());
        results = decision.results;
        // Once the statements are sent, and not before.
        setImmediate(onSent);
        return decision.append;
      });
    } catch (error) {
      const refusal = refusalOfDatabase(error);
      if (!refusal) throw error;
      if (incoming.length === 1) return [refusal];
      // Whoever sends them would send all of them again, for ever: the one at fault is looked for, and keeps nobody else back.
      const half = Math.ceil(incoming.length / 2);
      return [...(await this.store(incoming.slice(0, half))), ...(await this.store(incoming.slice(half)))];
    }
    const stored = results.flatMap((result) =>
      !(result instanceof LinesmanError) && result.status === 'accepted'
        ? [{ ...result.record, competitionId: result.competitionId }]
        : [],
    );
    if (stored.length > 0) onAccepted?.(stored);
    return results;
  }

  /** One after the other, so that `onAccepted` is told in the order in which records were stored. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => {});
    return result;
  }
}

function attempt(record: string | object, validate: Validate = () => {}): Incoming | LinesmanError {
  try {
    return readIncoming(typeof record === 'string' ? record : JSON.stringify(record), validate);
  } catch (error) {
    if (error instanceof LinesmanError) return error;
    // Objects that are nested too deep for the stack, say. To throw would keep back whatever comes with it and after it.
    const reason = (error as Error).message;
    return errorOf(MALFORMED_RECORD, { problem: 'unreadable', path: '$', reason }, { cause: error });
  }
}

/** SQLSTATE classes that are about what is stored, and stay so however often it is tried: data, constraints, limits of the program. */
const CLASSES_OF_CONTENT: readonly string[] = ['22', '23', '54'];

function refusalOfDatabase(cause: unknown): LinesmanError | undefined {
  const state = sqlStateOf(cause);
  if (state === undefined || !CLASSES_OF_CONTENT.includes(state.slice(0, 2))) return undefined;
  return errorOf(RECORD_NOT_STORABLE, { path: '$', state, reason: (cause as Error).message }, { cause });
}

function decisionOf(record: Incoming | LinesmanError, result: Acceptance | LinesmanError): IngestDecision {
  const kind = record instanceof LinesmanError ? null : record.kind;
  return result instanceof LinesmanError ? { kind, status: 'refused', error: result } : { kind, status: result.status };
}
