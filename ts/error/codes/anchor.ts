/** Anchor's and the system program's own, passed through: 102–3010. */

export const INSTRUCTION_DID_NOT_DESERIALIZE = 102;
export const CONSTRAINT_OWNER = 2004;
export const CONSTRAINT_SEEDS = 2006;
export const ACCOUNT_NOT_ENOUGH_KEYS = 3005;
export const ACCOUNT_NOT_SIGNER = 3010;
