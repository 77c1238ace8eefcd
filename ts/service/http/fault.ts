import { clipped, fail, INVALID_PARAMETERS, quoted, type RequestFault } from 'linesman/error';

/** Something that a request has to be sent otherwise for. */
export type Fault = RequestFault;

/** Characters of a value in a refusal: there may be several, and the names of all come first. */
const LONGEST_FOUND = 60;

export const fault = (at: string, rule: string, found: string): Fault => ({ at, rule, found });

/** A value as a fault shows it. */
export const shown = (value: unknown): string =>
  value === undefined ? 'missing' : `${clipped(quoted(value), LONGEST_FOUND)} given`;

/** Errors: INVALID_PARAMETERS, when there are any. */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) fail(INVALID_PARAMETERS, { faults });
}
