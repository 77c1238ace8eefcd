import { struct, u32, union, type ValueOf, vec } from '../borsh/codec.js';
import { compactProof, statValidationInput, statValidationInputV4 } from './hashedTypes.js';

/**
 * A proof in the forms that `post_result` takes: those of `settle`, but the compact form comes with the stat keys,
 * because there is no market that stores them. The index of a form is on the wire, so append new ones only.
 */
export const resultProof = union({
  V2: statValidationInput,
  V3: statValidationInputV4,
  /** Counts as V3; the signature is not read. */
  V4: statValidationInputV4,
  /** Contains its finality witness. */
  Compact: struct({ statKeys: vec(u32), proof: compactProof }),
});
export type ResultProof = ValueOf<typeof resultProof>;
