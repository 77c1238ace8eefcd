import { named } from '../named.js';

/** The verifiers in Rust and TypeScript: 6100–6199. */

export const INVALID_UPDATE_COUNT = /* @__PURE__ */ named(6100, 'InvalidUpdateCount');
export const INVALID_SIGNATURE_LAYOUT = /* @__PURE__ */ named(6101, 'InvalidSignatureLayout');
export const AMBIGUOUS_LEAF = /* @__PURE__ */ named(6102, 'AmbiguousLeaf');
export const INVALID_COMPACT_FORM = /* @__PURE__ */ named(6103, 'InvalidCompactForm');
export const WRONG_ATTESTER_SET = /* @__PURE__ */ named(6106, 'WrongAttesterSet');
export const WRONG_ATTESTATION = /* @__PURE__ */ named(6107, 'WrongAttestation');
