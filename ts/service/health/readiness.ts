import type { RealTime } from '../clock/index.js';
import { type Check, type ReadinessReport, type RunChecksOptions, runChecks } from './check.js';

export interface ReadinessOptions extends RunChecksOptions {
  readonly checks: readonly Check[];
  /** ms for which an answer is given again: anybody may ask, and the checks cost a query. Default 1,000. */
  readonly keep?: number;
  /** Time of the machine, ms. */
  readonly now?: () => RealTime;
}

const STOPPING: ReadinessReport = {
  ready: false,
  checks: [{ name: 'running', ok: false, reason: 'The service stops.' }],
};

/** Whether the service is ready, however often it is asked. */
export class Readiness {
  private last: { readonly at: number; readonly report: Promise<ReadinessReport> } | undefined;
  private stopped = false;
  private readonly checks: readonly Check[];

  constructor(private readonly options: ReadinessOptions) {
    this.checks = options.checks.map(oneAtATime);
  }

  /** Never throws. */
  async report(): Promise<ReadinessReport> {
    const { keep = 1_000, now = Date.now } = this.options;
    if (this.stopped) return STOPPING;
    const at = now();
    if (!this.last || Math.abs(at - this.last.at) >= keep)
      this.last = { at, report: runChecks(this.checks, this.options) };
    const report = await this.last.report;
    return this.stopped ? STOPPING : report;
  }

  /** From now on it is not ready: nothing new should be sent to a service that stops. */
  stop(): void {
    this.stopped = true;
  }
}

/** A check that hangs is not begun again: questions would pile up in what hangs. */
function oneAtATime({ name, run }: Check): Check {
  let running: Promise<string | null> | undefined;
  return {
    name,
    run: () => {
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
