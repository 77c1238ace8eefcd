import { union, type ValueOf } from '../borsh/codec.js';
import { compactProof, statValidationInput, statValidationInputV4 } from './hashedTypes.js';

/** A proof as `settle` takes it. V4 needs the Ed25519 instruction right before it. New forms are only appended. */
export const scoreProof = union({
  V2: statValidationInput,
  V3: statValidationInputV4,
  V4: statValidationInputV4,
  /** Carries its witness itself. */
  Compact: compactProof,
});
export type ScoreProof = ValueOf<typeof scoreProof>;
