import { named } from '../named.js';

/** Errors of the verifiers in Rust and TypeScript, and of only our oracle program: 6100–6199. */

export const INVALID_UPDATE_COUNT = /* @__PURE__ */ named(6100, 'InvalidUpdateCount');
export const INVALID_SIGNATURE_LAYOUT = /* @__PURE__ */ named(6101, 'InvalidSignatureLayout');
export const AMBIGUOUS_LEAF = /* @__PURE__ */ named(6102, 'AmbiguousLeaf');
export const INVALID_COMPACT_FORM = /* @__PURE__ */ named(6103, 'InvalidCompactForm');
export const SLOT_NOT_OVER = /* @__PURE__ */ named(6104, 'SlotNotOver');
export const ROOT_TOO_LATE = /* @__PURE__ */ named(6105, 'RootTooLate');
export const WRONG_ATTESTER_SET = /* @__PURE__ */ named(6106, 'WrongAttesterSet');
export const WRONG_ATTESTATION = /* @__PURE__ */ named(6107, 'WrongAttestation');
export const INVALID_ATTESTERS = /* @__PURE__ */ named(6108, 'InvalidAttesters');
export const NOT_AN_ATTESTER = /* @__PURE__ */ named(6109, 'NotAnAttester');
export const INVALID_ENTRIES = /* @__PURE__ */ named(6110, 'InvalidEntries');
export const ATTESTED_ROOT_MISMATCH = /* @__PURE__ */ named(6111, 'AttestedRootMismatch');
export const ATTESTATION_TOO_YOUNG = /* @__PURE__ */ named(6112, 'AttestationTooYoung');
export const INVALID_ROOTS_KIND = /* @__PURE__ */ named(6113, 'InvalidRootsKind');
export const INVALID_LATE_AFTER = /* @__PURE__ */ named(6114, 'InvalidLateAfter');
