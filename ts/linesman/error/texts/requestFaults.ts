/** Something that a request has to be sent otherwise for. */
export interface RequestFault {
  /** `query parameter statKeys`, `body field leagues`, `header Content-Type`. */
  readonly at: string;
  /** What belongs there. */
  readonly rule: string;
  /** What was there instead. */
  readonly found: string;
}

/** The names of all that is wrong, as the description has them, and behind them the rule of each. */
export function faultsText(faults: readonly RequestFault[]): string {
  const names = faults.map(({ at }) => at).join(', ');
  const rules = faults.map(({ at, rule, found }) => `${at.split(' ').at(-1)}: ${rule}; ${found}`);
  return [`Invalid value for: ${names}`, ...rules].join('. ');
}
