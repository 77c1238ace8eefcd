import { LinesmanError } from 'linesman/error';
import type { Address } from 'linesman/program';
import type { Log } from './log.js';
import type { KeeperMetrics } from './metrics.js';

/** The account that a report is about. */
export interface Subject {
  readonly kind: 'market' | 'parlay' | 'buffer';
  readonly address: Address;
}

/** The log field that names the subject. */
export const named = ({ kind, address }: Subject): Record<string, string> => ({ [kind]: address });

/** Reports to the keeper's log and metrics. */
export class Reporter {
  /** The last message about each subject, to avoid repeating it. */
  private readonly said = new Map<string, string>();
  /** Failures since the counter was last reset. */
  failures = 0;

  constructor(
    private readonly log: Log,
    private readonly metrics: KeeperMetrics,
  ) {}

  /** Logs why nothing was done, once for as long as the reason stays the same. */
  say(subject: Subject, why: string, detail?: string): void {
    const key = subject.address;
    if (this.said.get(key) === why) return;
    this.said.set(key, why);
    this.log('info', why, { ...named(subject), ...(detail !== undefined && { detail }) });
  }

  /** Something was done, so the same reason may be logged again. */
  forget({ address }: Subject): void {
    this.said.delete(address);
  }

  failed(subject: Subject, what: string, error: unknown): void {
    this.report(`${what} failed`, error, named(subject));
  }

  /** Logs and counts a failure. */
  report(event: string, error: unknown, fields: Readonly<Record<string, unknown>> = {}): void {
    this.failures++;
    this.metrics.errors.inc({ error: error instanceof LinesmanError ? error.number : 0 });
    this.log('error', event, { ...fields, ...errorFields(error) });
  }
}

export const errorFields = (error: unknown): Record<string, unknown> =>
  error instanceof LinesmanError
    ? { error: error.number, name: error.name, message: error.message, hint: error.hint }
    : { message: error instanceof Error ? error.message : String(error) };
