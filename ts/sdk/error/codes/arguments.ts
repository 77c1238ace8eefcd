import { named } from '../named.js';

/** Invalid arguments of trees, proofs and builders, and faults of our own behind them: 7260–7279. */

export const NO_SUCH_LEAF = /* @__PURE__ */ named(7260, 'NoSuchLeaf');
export const WRONG_SIGNATURE_PART = /* @__PURE__ */ named(7261, 'WrongSignaturePart');
export const PROOF_NOT_SIGNED = /* @__PURE__ */ named(7262, 'ProofNotSigned');
export const CONDITION_MISSING = /* @__PURE__ */ named(7263, 'ConditionMissing');
export const SIGNER_MISSING = /* @__PURE__ */ named(7264, 'SignerMissing');
export const OTHER_PROOF_VERSION = /* @__PURE__ */ named(7265, 'OtherProofVersion');
export const NOT_ONE_COMPARISON = /* @__PURE__ */ named(7266, 'NotOneComparison');
export const BROKEN_INVARIANT = /* @__PURE__ */ named(7267, 'BrokenInvariant');
export const TOO_MANY_ACCOUNTS = /* @__PURE__ */ named(7273, 'TooManyAccounts');
export const INVALID_TRANSACTION = /* @__PURE__ */ named(7274, 'InvalidTransaction');
export const SIGNER_NOT_NAMED = /* @__PURE__ */ named(7275, 'SignerNotNamed');
export const INVALID_KEY_PAIR = /* @__PURE__ */ named(7276, 'InvalidKeyPair');
export const INVALID_ADDRESS = /* @__PURE__ */ named(7277, 'InvalidAddress');
export const INVALID_SEEDS = /* @__PURE__ */ named(7278, 'InvalidSeeds');
export const INVALID_PRIORITY_FEE = /* @__PURE__ */ named(7279, 'InvalidPriorityFee');
