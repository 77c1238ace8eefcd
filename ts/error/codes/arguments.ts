/** Arguments of functions that the trees, proofs and builders cannot work with: 7260–7279. */

export const NO_SUCH_LEAF = 7260;
export const WRONG_SIGNATURE_PART = 7261;
export const PROOF_NOT_SIGNED = 7262;
export const CONDITION_MISSING = 7263;
export const SIGNER_MISSING = 7264;
export const OTHER_PROOF_VERSION = 7265;
export const NOT_ONE_COMPARISON = 7266;
export const INVALID_ADDRESS = 7277;
export const INVALID_SEEDS = 7278;
export const INVALID_PRIORITY_FEE = 7279;
