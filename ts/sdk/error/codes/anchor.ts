import { named } from '../named.js';

/** Errors of Anchor and the system program, passed through: 102–3010. */

export const INSTRUCTION_DID_NOT_DESERIALIZE = /* @__PURE__ */ named(102, 'InstructionDidNotDeserialize');
export const CONSTRAINT_OWNER = /* @__PURE__ */ named(2004, 'ConstraintOwner');
export const CONSTRAINT_SEEDS = /* @__PURE__ */ named(2006, 'ConstraintSeeds');
export const ACCOUNT_NOT_ENOUGH_KEYS = /* @__PURE__ */ named(3005, 'AccountNotEnoughKeys');
export const ACCOUNT_NOT_SIGNER = /* @__PURE__ */ named(3010, 'AccountNotSigner');
