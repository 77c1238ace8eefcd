import type { Timers } from '@linesman/sdk/client';
import { isError, REQUEST_ABORTED } from '@linesman/sdk/error';
import { untilAborted } from '@linesman/sdk/internal/program/untilAborted';
import type { Log } from '../log.js';
import { errorFields } from '../reporter.js';
import { changesBetween, type Finding } from './changes.js';
import type { Snapshot } from './snapshot.js';
import type { StateFile } from './stateFile.js';
import { takeSnapshot } from './takeSnapshot.js';
import type { Watched } from './watched.js';
import type { WatchMetrics } from './watchMetrics.js';

export interface WatchOptions extends Watched {
  readonly timers: Pick<Timers, 'now' | 'sleep'>;
  readonly log: Log;
  readonly metrics: WatchMetrics;
  /** The pause between two rounds, ms. */
  readonly interval: number;
  /** Where the last snapshot is kept, so that the next run compares with it. */
  readonly state?: Pick<StateFile, 'read' | 'write'>;
  /** Whether each round logs everything that stands, also if the one before did. */
  readonly repeats?: boolean;
}

/** Compares the chain with what it was a round ago. It only reads. */
export class Watch {
  private last: Snapshot | null;

  /** Errors: those of `StateFile.read`. */
  constructor(private readonly options: WatchOptions) {
    this.last = options.state?.read() ?? null;
  }

  /** Runs rounds until the signal is aborted. Errors: those of the first round; a later one may fail. */
  async run(signal: AbortSignal): Promise<void> {
    const { timers, interval, log, metrics } = this.options;
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      try {
        await this.round(signal);
      } catch (error) {
        if (signal.aborted && isError(error, REQUEST_ABORTED)) break;
        if (isFirst) throw error;
        metrics.failures.inc();
        log('error', 'round failed', errorFields(error));
      }
      await timers.sleep(interval, signal);
    }
    log('info', 'stopped');
  }

  /**
   * Reads everything once, and tells what is found. A round that fails tells nothing, and the next one compares with
   * the same snapshot. Errors: those of the node; FILE_NOT_WRITABLE; REQUEST_ABORTED.
   */
  async round(signal?: AbortSignal): Promise<readonly Finding[]> {
    const { timers, state } = this.options;
    const now = Math.floor(timers.now() / 1_000);
    const after = await untilAborted(() => takeSnapshot(this.options, this.last, now), signal);
    const found = changesBetween(this.last, after);
    this.tell(found, after, now);
    // Only now: a process that ends before this tells everything again.
    state?.write(after);
    this.last = after;
    return found;
  }

  private tell(found: readonly Finding[], { clock }: Snapshot, now: number): void {
    const { log, metrics, repeats } = this.options;
    for (const { severity, kind, subject, details, what, todo, isNew } of found) {
      if (isNew) metrics.findings.inc({ kind, severity });
      if (isNew || repeats) log(severity, kind, { subject, ...details, what, todo });
    }
    metrics.setStanding(found);
    metrics.clockLag.set(now - clock.time);
    metrics.lastRound.set(now);
  }
}
