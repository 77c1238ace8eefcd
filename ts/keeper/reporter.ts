import { LinesmanError } from 'linesman/error';
import type { Address } from 'linesman/program';
import type { Log } from './log.js';
import type { KeeperMetrics } from './metrics.js';

/** What something is about. */
export interface Subject {
  readonly kind: 'market' | 'parlay' | 'buffer';
  readonly address: Address;
}

/** The field of a log line that names the subject. */
export const named = ({ kind, address }: Subject): Record<string, string> => ({ [kind]: address });

/** What a keeper has to say, to its log and its metrics. */
export class Reporter {
  /** What was last said of each subject, so that it is said once. */
  private readonly said = new Map<string, string>();
  /** Since it was last set to 0. */
  failures = 0;

  constructor(
    private readonly log: Log,
    private readonly metrics: KeeperMetrics,
  ) {}

  /** Says why nothing was done, once for as long as it stays the same. */
  say(subject: Subject, why: string, detail?: string): void {
    const key = subject.address;
    if (this.said.get(key) === why) return;
    this.said.set(key, why);
    this.log('info', why, { ...named(subject), ...(detail !== undefined && { detail }) });
  }

  /** Something was done: what was said before may be said again. */
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
