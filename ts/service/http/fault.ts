import { clipped, fail, quoted } from '../../error/index.js';

/** Something that a request has to be sent otherwise for. */
export interface Fault {
  /** `query parameter statKeys`, `body field leagues`, `header Content-Type`. */
  readonly at: string;
  /** What belongs there. */
  readonly rule: string;
  /** What was there instead. */
  readonly found: string;
}

/** Characters of a value in a refusal: there may be several, and the names of all come first. */
const LONGEST_FOUND = 60;

export const fault = (at: string, rule: string, found: string): Fault => ({ at, rule, found });

/** A value as a fault shows it. */
export const shown = (value: unknown): string =>
  value === undefined ? 'missing' : `${clipped(quoted(value), LONGEST_FOUND)} given`;

/** The names of all that is wrong, as the description has them, and behind them the rule of each. */
export function faultsText(faults: readonly Fault[]): string {
  const names = faults.map(({ at }) => at).join(', ');
  const rules = faults.map(({ at, rule, found }) => `${at.split(' ').at(-1)}: ${rule}; ${found}`);
  return [`Invalid value for: ${names}`, ...rules].join('. ');
}

/** Errors: 7062, when there are any. */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) fail(7062, { message: faultsText(faults) });
}
