import { errorOf, LinesmanError, REQUEST_ABORTED } from '@linesman/sdk/error';
import type { MachineTime } from '../clock/clock.js';
import { realClock } from '../clock/realClock.js';
import { SimulatedClock } from '../clock/simulatedClock.js';
import type { Ingest } from '../data/ingest/ingest.js';
import { Intake } from '../data/ingest/intake.js';
import { type Decided, LONGEST_WAIT, Patience } from '../data/ingest/patience.js';
import { slotLength, slotStartOf } from '../data/store/recordKind.js';
import type { NewRecord } from '../data/store/recordStore.js';
import { DEFAULT_GRACE } from '../roots/seal/sealer.js';
import { type EmbeddedOptions, type EmbeddedService, startEmbedded } from './embedded.js';

/** A recorded record. */
export interface ReplayedRecord {
  /** The time at which the world accepts it, Unix ms. */
  readonly at: number;
  /** JSON text, as `Ingest` takes it. */
  readonly text: string;
  /** Its recorded place in the stream (`<slot>:<index>`); null if unknown, and for fixtures. */
  readonly id: string | null;
}

/** The outcome of the records so far. */
export interface ReplayProgress {
  /** World time up to which all records are processed, Unix ms. */
  readonly until: number;
  readonly accepted: number;
  readonly repeated: number;
  readonly refused: number;
  /** Records whose position in the stream differs from the recorded one. */
  readonly misplaced: number;
}

export interface ReplayOptions
  extends Omit<
    EmbeddedOptions,
    'at' | 'seed' | 'scripts' | 'source' | 'clock' | 'beforeSealing' | 'intake' | 'onTurn' | 'speed'
  > {
  /** World time at the start, Unix ms, at or before the first record's. It may be in the past. */
  readonly start: number;
  /** World time at which it ends, Unix ms. */
  readonly end: number;
  /** Simulated ms per ms; `max`: as fast as records can be stored and roots published. */
  readonly speed: number | 'max';
  /**
   * Up to this world time the replay always runs at maximum speed, because these records are from before the recording.
   * Default: the start.
   */
  readonly from?: number;
  /** Records from before the start, such as fixtures. They are stored first. */
  readonly before: readonly string[];
  /** In order of `at`. Iterated once. */
  readonly records: AsyncIterable<ReplayedRecord>;
  /** Called after each group of records. */
  readonly onProgress?: (progress: ReplayProgress) => void;
  readonly onRefused?: (text: string, error: LinesmanError) => void;
  /** The time that `speed` refers to. Default: the machine's. */
  readonly machine?: {
    /** Monotonic ms. */
    readonly now: () => MachineTime;
    readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  };
}

/** A started service that waits for its recording to run. */
export interface Replay {
  readonly embedded: EmbeddedService;
  /**
   * Runs the recording once. Each record is stored at its time, and only after all slots due earlier are sealed and
   * published. Fulfils at its end; the clock then stands still. Errors: REQUEST_ABORTED after the signal; those of the
   * store and of `records`.
   */
  run(signal?: AbortSignal): Promise<ReplayProgress>;
  /**
   * After `run`: lets the clock run on, at the speed of the recording. At `max` it first advances until every record is
   * sealed and published, and then runs in real time. Errors: REQUEST_ABORTED after the signal.
   */
  goOn(signal?: AbortSignal): Promise<void>;
}

/**
 * Starts the real service, embedded, in a world whose records and time come from a recording. Errors: those of
 * `startEmbedded`.
 */
export async function startReplay(options: ReplayOptions): Promise<Replay> {
  const { start, speed, machine } = options;
  const clock = new SimulatedClock({
    start,
    speed: speed === 'max' ? 1 : speed,
    ...(machine && { real: machine.now, sleep: machine.sleep }),
  });
  clock.holdAt(start);
  const turns = new Turns();
  const recorder = new Recorded(options, clock, turns);
  const embedded = await startEmbedded({
    ...options,
    speed: speed === 'max' ? 1 : speed,
    source: 'none',
    // A recording may begin within a match or have gaps, and its lists may not reach back.
    intake: new Intake({ gaps: true }),
    clock,
    beforeSealing: (ingest) => recorder.storeFirst(ingest),
    onTurn: turns.ended,
  });
  return {
    embedded,
    run: (signal) => recorder.run(embedded, signal),
    goOn: async (signal) => {
      if (speed === 'max') await recorder.complete(embedded, signal);
      clock.holdAt(Number.POSITIVE_INFINITY);
    },
  };
}

/** The progress of the sealer and the publisher. */
class Turns {
  private due = Number.NEGATIVE_INFINITY;
  private wake = (): void => {};

  readonly ended = (due: number): void => {
    this.due = due;
    this.wake();
  };

  /** Waits for a turn that has finished all slots due at a world time (ms). */
  async dealtWith(time: number, signal: AbortSignal | undefined): Promise<void> {
    while (this.due <= time) {
      if (signal?.aborted) throw errorOf(REQUEST_ABORTED);
      await new Promise<void>((resolve) => {
        const done = (): void => {
          signal?.removeEventListener('abort', done);
          resolve();
        };
        this.wake = done;
        signal?.addEventListener('abort', done, { once: true });
      });
    }
  }
}

/** The maximum number of records stored together. */
const BATCH = 200;
/** Records of one second are stored together, at the time of the last one, unless the replay runs in real time. No
 * sampling window ends within a second. */
const SECOND = 1_000;

class Recorded {
  private readonly counts = { accepted: 0, repeated: 0, refused: 0, misplaced: 0 };
  /** When the slots that have a new record are due to be sealed, ms. */
  private readonly dues = new Set<number>();
  /** In world time. */
  private patience: Patience<ReplayedRecord> | undefined;

  constructor(
    private readonly options: ReplayOptions,
    private readonly clock: SimulatedClock,
    private readonly turns: Turns,
  ) {}

  async storeFirst(ingest: Ingest): Promise<void> {
    const { before } = this.options;
    for (let i = 0; i < before.length; i += BATCH)
      await this.store(
        ingest,
        before.slice(i, i + BATCH).map((text) => ({ at: this.clock.now(), text, id: null })),
      );
    await this.judge(Infinity);
  }

  async run(embedded: EmbeddedService, signal?: AbortSignal): Promise<ReplayProgress> {
    const { records, end } = this.options;
    await this.turns.dealtWith(this.clock.now(), signal);
    for await (const group of this.groups(records)) {
      const { at } = group.at(-1) as ReplayedRecord;
      // Before time passes, because a slot may be sealed then.
      await this.judge(at - LONGEST_WAIT, signal);
      await this.moveTo(at, embedded, signal);
      await this.store(embedded.service.ingest, group, signal);
      this.report();
    }
    await this.judge(Infinity, signal);
    await this.moveTo(end, embedded, signal);
    return this.report();
  }

  /** Runs at maximum speed until all records are provable. */
  async complete(embedded: EmbeddedService, signal?: AbortSignal): Promise<void> {
    await this.moveTo(Math.max(this.clock.now(), ...this.dues), embedded, signal);
  }

  /**
   * Lets time pass, and pauses whenever a slot is due until it is sealed and published. Where time is skipped, slots
   * without records are skipped with it; elsewhere the chain's clock is set at the end of each.
   */
  private async moveTo(time: number, embedded: EmbeddedService, signal: AbortSignal | undefined): Promise<void> {
    for (let due = this.nextDue(time); due <= time; due = this.nextDue(time)) {
      await this.pass(due, signal);
      // The chain's clock is moved only at intervals, and they are too long for a fast world.
      await embedded.chain.setTime(due);
      await this.turns.dealtWith(due, signal);
      this.dues.delete(due);
    }
    await this.pass(time, signal);
  }

  /** The next time on the way to `time` at which a slot is due, ms; infinite if there is none. */
  private nextDue(time: number): number {
    return this.isSkipped(time) ? Math.min(...this.dues) : dueAfter(this.clock.now());
  }

  private isSkipped(time: number): boolean {
    const { speed, from = this.options.start } = this.options;
    return speed === 'max' || time <= from;
  }

  private async pass(time: number, signal: AbortSignal | undefined): Promise<void> {
    const { clock } = this;
    if (this.isSkipped(time)) clock.advanceTo(time);
    else {
      clock.holdAt(time);
      await clock.sleepUntil(time, signal);
    }
    if (signal?.aborted) throw errorOf(REQUEST_ABORTED);
  }

  private async *groups(records: AsyncIterable<ReplayedRecord>): AsyncGenerator<readonly ReplayedRecord[]> {
    const { speed } = this.options;
    const length = speed === 1 ? 1 : SECOND;
    let group: ReplayedRecord[] = [];
    for await (const record of records) {
      const first = group[0];
      const isOther = first && Math.floor(first.at / length) !== Math.floor(record.at / length);
      if (isOther || group.length === BATCH) {
        yield group;
        group = [];
      }
      group.push(record);
    }
    if (group.length > 0) yield group;
  }

  private async store(ingest: Ingest, group: readonly ReplayedRecord[], signal?: AbortSignal): Promise<void> {
    const patience = this.patience ?? new Patience(ingest, { now: () => this.clock.now() });
    this.patience = patience;
    this.settle(await this.patiently(() => patience.take(group), signal));
  }

  /** Decides about the records that wait since a world time (ms) or longer for one before them. */
  private async judge(since: number, signal?: AbortSignal): Promise<void> {
    this.settle((await this.patiently(async () => this.patience?.judge(since), signal)) ?? []);
  }

  private settle(decided: readonly Decided<ReplayedRecord>[]): void {
    const { onRefused } = this.options;
    for (const { of, result } of decided) {
      const { text, id } = of;
      if (result instanceof LinesmanError) {
        this.counts.refused++;
        onRefused?.(text, result);
        continue;
      }
      // No record is held, because numbers may be missing.
      if (result.status === 'held') continue;
      this.counts[result.status]++;
      // The taker is an `Ingest`.
      const { kind, ts, streamSlot, streamIndex } = result.record as NewRecord;
      if (id !== null && id !== `${streamSlot}:${streamIndex}`) this.counts.misplaced++;
      // A late record goes into a slot that is due at once.
      this.dues.add(dueAfter(Math.max(this.clock.now(), slotStartOf(kind, ts) + slotLength(kind) - 1 + DEFAULT_GRACE)));
    }
  }

  /** Retries after a failure of the store, and calls `onFailure` with it. */
  private async patiently<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        this.options.onFailure?.(error);
        await realClock.sleepUntil(realClock.now() + SECOND, signal);
        if (signal?.aborted) throw errorOf(REQUEST_ABORTED);
      }
    }
  }

  private report(): ReplayProgress {
    const progress = { until: this.clock.now(), ...this.counts };
    this.options.onProgress?.(progress);
    return progress;
  }
}

/**
 * The first time after `now` at which a slot is due to be sealed, ms. Slots of all kinds end together with a slot of
 * scores.
 */
function dueAfter(now: number): number {
  const length = slotLength('scores');
  return Math.floor((now - DEFAULT_GRACE) / length) * length + length + DEFAULT_GRACE;
}
