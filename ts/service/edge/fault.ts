import { clipped, fail, INVALID_PARAMETERS, quoted, type RequestFault } from '@linesman/sdk/error';

/** A fault in a request. */
export type Fault = RequestFault;

/** Maximum characters of a value in a refusal, which may list several faults. */
const LONGEST_FOUND = 60;

export const fault = (at: string, rule: string, found: string): Fault => ({ at, rule, found });

/** A value in the form that faults quote. */
export const shown = (value: unknown): string =>
  value === undefined ? 'missing' : `${clipped(quoted(value), LONGEST_FOUND)} given`;

/** Errors: INVALID_PARAMETERS when there are any faults. */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) fail(INVALID_PARAMETERS, { faults });
}
