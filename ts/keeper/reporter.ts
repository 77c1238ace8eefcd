import { LinesmanError } from '@linesman/sdk/error';
import type { Address } from '@linesman/sdk/program';
import type { Log } from './log.js';
import type { KeeperMetrics } from './metrics.js';

/** The account that a report is about. */
export interface Subject {
  readonly kind: 'market' | 'parlay' | 'buffer' | 'result';
  readonly address: Address;
}

/** The log field that names the subject. */
export const named = ({ kind, address }: Subject): Record<string, string> => ({ [kind]: address });

/** Reports a round to the keeper's log and metrics. */
export class Reporter {
  private readonly failuresBySubject = new Map<string, number>();
  /** Failures in this round. */
  failures = 0;

  /** @param said The last message about each subject, to avoid repeating it. Shared by all rounds. */
  constructor(
    private readonly log: Log,
    private readonly metrics: KeeperMetrics,
    private readonly said: Map<string, string>,
    /** Whether explanations are wanted. */
    private readonly explains: boolean,
  ) {}

  /**
   * Logs a reason, once for as long as it stays the same: by default why a form of sending was chosen or not, `left`
   * why positions are not paid, `end` when a market becomes final, `not sent` why a transaction was not, `alone` why
   * an account is left alone.
   */
  explain(
    subject: Subject,
    reason: string,
    fields: Readonly<Record<string, unknown>> = {},
    event: 'form' | 'left' | 'end' | 'not sent' | 'alone' = 'form',
  ): void {
    const key = `${event} ${subject.address}`;
    if (this.said.get(key) === reason) return;
    this.said.set(key, reason);
    this.log(this.explains ? 'info' : 'debug', event, { ...named(subject), ...fields, reason });
  }

  /** Logs what is left of the budgets of the day in lamports, whenever it has changed. */
  explainBudgets(left: Readonly<Record<string, bigint>>): void {
    const now = Object.entries(left).join();
    if (this.said.get('budgets') === now) return;
    this.said.set('budgets', now);
    this.log('info', 'budgets', left);
  }

  /** Logs why nothing was done, once for as long as the reason stays the same. */
  say(subject: Subject, why: string, detail?: string): void {
    const key = subject.address;
    if (this.said.get(key) === why) return;
    this.said.set(key, why);
    this.log('info', why, { ...named(subject), ...(detail !== undefined && { detail }) });
  }

  /** Notes that something was done, so that the same reason may be logged again. */
  forget({ address }: Subject): void {
    this.said.delete(address);
  }

  /** Failures of one subject in this round, without those of other subjects. */
  failuresOf({ address }: Subject): number {
    return this.failuresBySubject.get(address) ?? 0;
  }

  /** Counts a failure that is logged elsewhere. */
  countFailure({ address }: Subject): void {
    this.failures++;
    this.failuresBySubject.set(address, (this.failuresBySubject.get(address) ?? 0) + 1);
  }

  failed(subject: Subject, what: string, error: unknown): void {
    this.countFailure(subject);
    this.tell(`${what} failed`, error, named(subject));
  }

  /** Logs and counts a failure that is not about one subject. */
  report(event: string, error: unknown): void {
    this.failures++;
    this.tell(event, error, {});
  }

  private tell(event: string, error: unknown, fields: Readonly<Record<string, unknown>>): void {
    this.metrics.errors.inc({ error: error instanceof LinesmanError ? error.number : 0 });
    this.log('error', event, { ...fields, ...errorFields(error) });
  }
}

export const errorFields = (error: unknown): Record<string, unknown> =>
  error instanceof LinesmanError
    ? { error: error.number, name: error.name, message: error.message, hint: error.hint }
    : { message: error instanceof Error ? error.message : String(error) };
