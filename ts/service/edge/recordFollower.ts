import { wait } from '../clock/wait.js';
import type { RecordStore, StreamPlaces } from '../data/store/recordStore.js';
import type { Wake } from '../wake/wake.js';
import { eventsOf } from './stream/eventsOf.js';
import { isEventId } from './stream/frame.js';
import type { StreamEvent, StreamKind } from './stream/streamEvent.js';

export interface RecordFollowerOptions {
  readonly records: Pick<RecordStore, 'streamAfter'>;
  /** Called once for every event after `from`, in order per kind. */
  readonly publish: (event: StreamEvent) => void;
  /** The starting positions; see `refillWindow`. */
  readonly from: StreamPlaces;
  readonly wake: Pick<Wake, 'listen'>;
  /** ms (machine time) between polls when there are no notifications. Default 1,000. */
  readonly interval?: number;
  /** Records read at a time. Default 500. */
  readonly page?: number;
  /** Called when a read fails; it is retried after `interval`. */
  readonly onFailure?: (error: unknown) => void;
}

/** Events published per turn, so that a burst does not make fast subscribers look slow. */
const AT_A_TIME = 50;
const KINDS: readonly StreamKind[] = ['odds', 'scores'];

interface Waiter {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Publishes the records that any process stores in the database. Notifications only trigger a poll. Positions in the
 * stream are assigned under a lock that is held until the commit, so no record ever appears before a position that was
 * read, and everything after the last one is new. A process that ingests records itself also follows the database: its
 * own records need not be the next in the stream.
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

  /** ms (machine time) since it was last up to date; infinite before the first time. */
  get lag(): number {
    return this.upToDateAt === null ? Number.POSITIVE_INFINITY : performance.now() - this.upToDateAt;
  }

  /** Follows until the signal aborts. Skips nothing if the database is down for a while. */
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
        // Notifications are ignored in the meantime, because they must not multiply failures.
        await wait(interval, signal);
      }
    }
    stopListening();
    this.stopped = true;
    for (const waiter of this.waiters.splice(0)) waiter.reject(stoppedError());
  }

  /**
   * Waits until the event with this id is published, if it is stored, because a subscriber may have seen it at another
   * process. Returns at once for malformed ids. Rejects if the database does not answer.
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

  /** Alternates between kinds by page, so that neither starves. */
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
          // The position advances first, so that a failure cannot publish the record twice.
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

const stoppedError = (): Error => new Error('following the records has stopped');
