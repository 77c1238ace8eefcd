import { wait } from '../clock/index.js';
import type { RecordStore, StreamPlaces } from '../data/store/index.js';
import type { Wake } from '../wake/index.js';
import { eventsOf, isEventId, type StreamEvent, type StreamKind } from './stream/index.js';

export interface RecordFollowerOptions {
  readonly records: Pick<RecordStore, 'streamAfter'>;
  /** Told of every event after `from`, once, in the order of each kind. */
  readonly publish: (event: StreamEvent) => void;
  /** What is known already; `refillWindow` gives it. */
  readonly from: StreamPlaces;
  readonly wake: Pick<Wake, 'listen'>;
  /** ms of the machine's clock from one look to the next when nobody says that there is something new. Default 1,000. */
  readonly interval?: number;
  /** Records that are read at a time. Default 500. */
  readonly page?: number;
  /** Told when the records could not be read; that is repeated after `interval`. */
  readonly onFailure?: (error: unknown) => void;
}

/** Events that are published in one turn, so that readers who take them are not too slow when there are many. */
const AT_A_TIME = 50;
const KINDS: readonly StreamKind[] = ['odds', 'scores'];

interface Waiter {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Publishes the records as the database has them, whoever stored them. Messages only wake it up. Places in the stream are given under a lock
 * that is held until the record is committed, so no record ever appears before a place that was read: what comes after the last one is
 * everything that is new. A process that takes records in itself follows, too: what it has just stored need not be the next in the stream.
 */
export class RecordFollower {
  private readonly places: { -readonly [Kind in StreamKind]: StreamPlaces[Kind] };
  private waiters: Waiter[] = [];
  private woken = false;
  private wakeUp: () => void = () => {};
  private stopped = false;
  private upToDateAt: number | null = null;

  constructor(private readonly options: RecordFollowerOptions) {
    this.places = { ...options.from };
  }

  /** ms of the machine's clock since everything that was stored had been published; infinite before the first time. */
  get lag(): number {
    return this.upToDateAt === null ? Number.POSITIVE_INFINITY : performance.now() - this.upToDateAt;
  }

  /** Follows until the signal is aborted. Nothing is skipped when the database is away for a while. */
  async run(signal: AbortSignal): Promise<void> {
    const { wake, interval = 1_000, onFailure } = this.options;
    const stopListening = wake.listen({ onRecords: () => this.look() });
    while (!signal.aborted) {
      this.woken = false;
      const waiters = this.waiters.splice(0);
      const began = performance.now();
      try {
        await this.readOn(signal);
        if (signal.aborted) throw stoppedError();
        this.upToDateAt = began;
        for (const waiter of waiters) waiter.resolve();
        await this.pause(interval, signal);
      } catch (error) {
        for (const waiter of waiters) waiter.reject(error);
        if (signal.aborted) break;
        onFailure?.(error);
        // Whatever it is told: as often as messages come it need not fail.
        await wait(interval, signal);
      }
    }
    stopListening();
    this.stopped = true;
    for (const waiter of this.waiters.splice(0)) waiter.reject(stoppedError());
  }

  /**
   * Waits until the event with this id is published, if it is stored: a reader may have seen it at another process. At once for what is no
   * id. Rejects when the database cannot be asked.
   */
  async caughtUp(kind: StreamKind, id: string): Promise<void> {
    if (!isEventId(id)) return;
    const [slot = 0, index = 0] = id.split(':').map(Number);
    const place = this.places[kind];
    if (slot < place.slot || (slot === place.slot && index <= place.index)) return;
    if (this.stopped) throw stoppedError();
    await new Promise<void>((resolve, reject) => {
      this.waiters.push({ resolve, reject });
      this.look();
    });
  }

  private look(): void {
    this.woken = true;
    this.wakeUp();
  }

  /** A page of one kind after a page of the other, so that many of one do not hold the other back. */
  private async readOn(signal: AbortSignal): Promise<void> {
    const { records, page = 500 } = this.options;
    const behind = new Set(KINDS);
    while (behind.size > 0 && !signal.aborted)
      for (const kind of [...behind]) {
        const found = await records.streamAfter(kind, this.places[kind], page);
        for (const [i, record] of found.entries()) {
          if (i > 0 && i % AT_A_TIME === 0) await new Promise((resolve) => setImmediate(resolve));
          if (signal.aborted) return;
          const events = eventsOf(record);
          // From here on it is published: what fails must not bring it twice.
          this.places[kind] = { slot: record.streamSlot, index: record.streamIndex };
          for (const event of events) this.options.publish(event);
        }
        if (found.length < page) behind.delete(kind);
      }
  }

  private async pause(interval: number, signal: AbortSignal): Promise<void> {
    if (this.woken || signal.aborted) return;
    const pause = new AbortController();
    const end = (): void => pause.abort();
    this.wakeUp = end;
    signal.addEventListener('abort', end, { once: true });
    await wait(interval, pause.signal);
    signal.removeEventListener('abort', end);
    this.wakeUp = () => {};
  }
}

const stoppedError = (): Error => new Error('the records are not followed any more');
