import type { RealTime } from '../clock/clock.js';
import { type Check, type ReadinessReport, type RunChecksOptions, runChecks } from './check.js';

export interface ReadinessOptions extends RunChecksOptions {
  readonly checks: readonly Check[];
  /** ms for which a report is reused, because every caller may ask, and the checks cost a query. Default 1,000. */
  readonly keep?: number;
  /** Real time, ms. */
  readonly now?: () => RealTime;
}

const STOPPING: ReadinessReport = {
  ready: false,
  checks: [{ name: 'running', ok: false, reason: 'The service is stopping.' }],
};

/** Reports readiness, at most one run of the checks per `keep` ms. */
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

  /** Reports not-ready from now on, so that a stopping service gets no new requests. */
  stop(): void {
    this.stopped = true;
  }
}

/** Never runs a hanging check again, because calls would pile up behind it. */
function oneAtATime({ name, run }: Check): Check {
  let running: ReturnType<Check['run']> | undefined;
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
