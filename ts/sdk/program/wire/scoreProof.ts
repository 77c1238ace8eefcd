import { union, type ValueOf } from '../borsh/codec.js';
import { compactProof, statValidationInput, statValidationInputV4 } from './hashedTypes.js';

/**
 * A proof in the forms that `settle` takes. V4 needs the Ed25519 instruction directly before it. The index of a form is
 * on the wire, so append new ones only.
 */
export const scoreProof = union({
  V2: statValidationInput,
  V3: statValidationInputV4,
  V4: statValidationInputV4,
  /** Contains its finality witness. */
  Compact: compactProof,
});
export type ScoreProof = ValueOf<typeof scoreProof>;
