/** What the commands tell a shell: a proof that is valid and true, one that is valid and false, and everything else. */
export const EXIT = { valid: 0, untrue: 1, failure: 2 } as const;
