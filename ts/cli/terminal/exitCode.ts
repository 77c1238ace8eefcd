/** Exit codes: valid proof and true condition, valid proof and false condition, everything else. */
export const EXIT = { valid: 0, untrue: 1, failure: 2 } as const;
