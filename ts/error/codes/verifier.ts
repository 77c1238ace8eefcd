/** The verifiers' own, in Rust and in TypeScript: 6100–6199. */

export const INVALID_UPDATE_COUNT = 6100;
export const INVALID_SIGNATURE_LAYOUT = 6101;
export const AMBIGUOUS_LEAF = 6102;
export const INVALID_COMPACT_FORM = 6103;
