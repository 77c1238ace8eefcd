/** One invalid part of a request. */
export interface RequestFault {
  /** `query parameter statKeys`, `body field leagues`, `header Content-Type`. */
  readonly at: string;
  /** The expected value or type. */
  readonly rule: string;
  /** The value found instead. */
  readonly found: string;
}

/** The names of all invalid parts, worded as in the API description, followed by the rule of each. */
export function faultsText(faults: readonly RequestFault[]): string {
  const names = faults.map(({ at }) => at).join(', ');
  const rules = faults.map(({ at, rule, found }) => `${at.split(' ').at(-1)}: ${rule}; ${found}`);
  return [`Invalid value for: ${names}`, ...rules].join('. ');
}
