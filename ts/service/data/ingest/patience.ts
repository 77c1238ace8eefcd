import { isError, LinesmanError, SEQUENCE_GAP, UNKNOWN_FIXTURE } from '@linesman/sdk/error';
import type { RealTime, WorldTime } from '../../clock/clock.js';
import { realClock } from '../../clock/realClock.js';
import type { RecordTaker, StoredLine } from './recordTaker.js';

/** Records that may wait for others before them. If more come, the half that has waited longest is decided. */
export const MOST_WAITING = 10_000;
/** Characters of the records that may wait. */
const HEAVIEST = 64 * 2 ** 20;
/** ms that a record of a stream may wait. */
export const LONGEST_WAIT = 2_000;
/** Records decided together. */
const BATCH = 200;

/** Whether a record was refused only because one that it needs is not there yet. */
export const isEarly = (result: unknown): boolean => isError(result, SEQUENCE_GAP, UNKNOWN_FIXTURE);

export interface PatienceOptions {
  /** Default MOST_WAITING. */
  readonly most?: number;
  /** ms that a record may wait; by default it waits until the input ends. */
  readonly wait?: number;
  /** ms. Default: the machine's clock. */
  readonly now?: () => RealTime | WorldTime;
  /** Called with the number of waiting records when it may have changed. */
  readonly onWaiting?: (waiting: number) => void;
}

/** A record, and what was decided about it. */
export interface Decided<T> {
  readonly of: T;
  readonly result: StoredLine | LinesmanError;
}

interface Waiting<T> {
  readonly of: T;
  readonly place: Place;
  /** ms. */
  readonly since: number;
}

/**
 * Takes in the records of one input, in whatever order they come. A record that comes before one that it needs (the
 * scores with a smaller `Seq`, or its fixture) waits for it: order of arrival is not absence. Only when it has waited
 * long enough, or the input is over, do the rules for missing records decide. So every order of arrival within these
 * bounds stores and reports the same. When a call rejects, repeat it with the same items.
 */
export class Patience<T extends { readonly text: string }> {
  /** In order of arrival. */
  private readonly waiting = new Map<T, Waiting<T>>();
  private readonly ofFixture = new Map<number, Map<T, Waiting<T>>>();
  private weight = 0;
  /** What the caller has not heard yet. */
  private readonly decided = new Map<T, Decided<T>>();

  constructor(
    private readonly taker: RecordTaker,
    private readonly options: PatienceOptions = {},
  ) {}

  /** The records that wait. */
  items(): Iterable<T> {
    return this.waiting.keys();
  }

  /** When the first record has waited long enough, ms; `undefined` if none waits, or only for the end of the input. */
  get due(): number | undefined {
    const [first] = this.waiting.values();
    return first && this.options.wait !== undefined ? first.since + this.options.wait : undefined;
  }

  /** Takes in records. Returns what is decided now, in order of the decisions; the others wait. */
  async take(items: readonly T[], next?: () => Promise<readonly string[]>): Promise<readonly Decided<T>[]> {
    // After a call that was rejected, those that it had decided are not sent again.
    const open = items.filter((of) => !this.decided.has(of));
    const behind = new Set(open.filter((of) => this.isBehind(of)));
    for (const of of behind) this.add(of);
    const ready = open.filter((of) => !behind.has(of));
    const coming = new Set([...this.freedBy([...this.decided.values()]), ...ready]);
    await this.attempt([...coming], next);
    const { most = MOST_WAITING } = this.options;
    const isFull = this.waiting.size > most || this.weight > HEAVIEST;
    if (isFull) await this.decide([...this.waiting.values()].slice(0, (this.waiting.size + 1) >> 1));
    return this.handedOver();
  }

  /** Decides about the records that have waited since `before` (ms) or longer: by default those that are due. */
  async judge(before = this.now() - (this.options.wait ?? 0)): Promise<readonly Decided<T>[]> {
    await this.decide([...this.waiting.values()].filter(({ since }) => since <= before));
    return this.handedOver();
  }

  private handedOver(): readonly Decided<T>[] {
    const all = [...this.decided.values()];
    this.decided.clear();
    this.options.onWaiting?.(this.waiting.size);
    return all;
  }

  private now(): RealTime | WorldTime {
    return (this.options.now ?? realClock.now)();
  }

  /** Takes in what can be; what is early waits, and is tried again once one that it may need is stored. */
  private async attempt(items: readonly T[], next?: () => Promise<readonly string[]>): Promise<void> {
    for (let coming = items; coming.length > 0; ) {
      const results = await this.accepted(coming, true, next);
      for (const { of, result } of results) if (isEarly(result)) this.add(of);
      coming = this.freedBy(this.note(results.filter(({ result }) => !isEarly(result))));
    }
  }

  /** By the rules, and with the waiting records of the same match that come before. */
  private async decide(due: readonly Waiting<T>[]): Promise<void> {
    const last = new Map<number, number>();
    for (const { place } of due) last.set(place.fixtureId, Math.max(place.seq ?? -1, last.get(place.fixtureId) ?? -1));
    const all = [...last].flatMap(([fixtureId, seq]) =>
      this.inOrder(fixtureId).flatMap(({ of, place }) => ((place.seq ?? -1) <= seq ? [of] : [])),
    );
    await this.attempt(this.freedBy(this.note(await this.accepted(all, false))));
  }

  private note(decided: readonly Decided<T>[]): readonly Decided<T>[] {
    for (const one of decided) {
      this.remove(one.of);
      this.decided.set(one.of, one);
    }
    return decided;
  }

  private async accepted(
    items: readonly T[],
    isPatient: boolean,
    next?: () => Promise<readonly string[]>,
  ): Promise<Decided<T>[]> {
    const decided: Decided<T>[] = [];
    for (let i = 0; i < items.length; i += BATCH) {
      const part = items.slice(i, i + BATCH);
      const texts = part.map(({ text }) => text);
      const results = await this.taker.acceptAll(texts, i + BATCH < items.length ? undefined : next, isPatient);
      decided.push(...part.map((of, n) => ({ of, result: results[n] as StoredLine | LinesmanError })));
    }
    return decided;
  }

  /** The waiting records that may be next now. */
  private freedBy(decided: readonly Decided<T>[]): T[] {
    const next = new Map<number, number>();
    for (const { of, result } of decided) {
      if (result instanceof LinesmanError || !this.ofFixture.has(result.record.fixtureId)) continue;
      const { fixtureId, seq, isOdds } = placeOf(of.text);
      // A fixture frees all of its records.
      if (!isOdds) next.set(fixtureId, Math.max(seq === undefined ? Infinity : seq + 1, next.get(fixtureId) ?? 0));
    }
    return [...next].flatMap(([fixtureId, first]) => {
      let until = first;
      const freed: T[] = [];
      for (const { of, place } of this.inOrder(fixtureId)) {
        if (place.seq !== undefined && place.seq > until) break;
        until = Math.max(until, (place.seq ?? -1) + 1);
        freed.push(of);
      }
      return freed;
    });
  }

  /**
   * Whether a score with a smaller `Seq` waits already, so that this one is early as well. The store is not asked:
   * that would cost almost as much as to store it: a match that stands still must not slow the others.
   */
  private isBehind({ text }: T): boolean {
    const own = this.ofFixture.get(Number(FIXTURE_ID.exec(text)?.[1]));
    if (!own) return false;
    try {
      const { seq } = placeOf(text);
      for (const { place } of own.values())
        if (seq !== undefined && place.seq !== undefined && place.seq < seq) return true;
    } catch {
      // What cannot be read is refused by those who say why.
    }
    return false;
  }

  /** By `Seq`; odds and fixtures first, as they came. */
  private inOrder(fixtureId: number): Waiting<T>[] {
    const own = [...(this.ofFixture.get(fixtureId)?.values() ?? [])];
    return own.sort((a, b) => (a.place.seq ?? -1) - (b.place.seq ?? -1));
  }

  private add(of: T): void {
    if (this.waiting.has(of)) return;
    const one = { of, place: placeOf(of.text), since: this.now() };
    const { fixtureId } = one.place;
    this.waiting.set(of, one);
    this.ofFixture.set(fixtureId, (this.ofFixture.get(fixtureId) ?? new Map()).set(of, one));
    this.weight += of.text.length;
  }

  private remove(of: T): void {
    const one = this.waiting.get(of);
    if (!one) return;
    this.waiting.delete(of);
    this.weight -= of.text.length;
    const own = this.ofFixture.get(one.place.fixtureId);
    own?.delete(of);
    if (own?.size === 0) this.ofFixture.delete(one.place.fixtureId);
  }
}

/** The fixture of a record, found without reading it; almost every record is of a match that goes on. */
const FIXTURE_ID = /"[Ff]ixtureId"\s*:\s*(\d+)/;

interface Place {
  readonly fixtureId: number;
  /** Scores only. */
  readonly seq: number | undefined;
  readonly isOdds: boolean;
}

/** The place of a record that was read. */
function placeOf(text: string): Place {
  const { FixtureId, fixtureId = FixtureId, Seq, seq = Seq, MessageId } = JSON.parse(text);
  return { fixtureId, seq, isOdds: MessageId !== undefined };
}
