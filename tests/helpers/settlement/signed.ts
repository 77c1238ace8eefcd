import { signedDigest } from '../../../ts/sdk/format/statValidationInput.js';
import { OracleKey } from '../../../ts/sdk/node/oracleKey.js';
import { ed25519Instruction } from '../../../ts/sdk/program/ed25519Instruction.js';
import type { Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import { multiproofPayload } from '../../../ts/sdk/proof/payload.js';
import type { StatProofV3, StatProofV4 } from '../../../ts/sdk/proof/proof.js';

export const SIGNER_KEY = new OracleKey(new Uint8Array(32).fill(0x51));
/** The key that markets with a signer name; see `putConfig`. */
export const SIGNER = SIGNER_KEY.publicKey;
/** A key that no market names. */
export const OTHER_KEY = new OracleKey(new Uint8Array(32).fill(0x52));

/** The proof in signed form, signed with this key. */
export const signedBy = (key: OracleKey, proof: StatProofV3): StatProofV4 => ({
  ...proof,
  version: 4,
  signature: key.sign(signedDigest(multiproofPayload(proof))),
});

/** The proof in signed form. */
export const inV4 = (proof: StatProofV3): StatProofV4 => signedBy(SIGNER_KEY, proof);

/** The Ed25519 instruction for the proof in signed form. */
export function signatureOf(proof: StatProofV3, key = SIGNER_KEY): Instruction {
  const digest = signedDigest(multiproofPayload(proof));
  return ed25519Instruction(key.publicKey, key.sign(digest), digest);
}

/** The proof with other periods in its leaves, in order; 0 where none is given. */
export const withPeriods = (proof: StatProofV3, ...periods: number[]): StatProofV3 => ({
  ...proof,
  leaves: proof.leaves.map((leaf, i) => ({ ...leaf, stat: { ...leaf.stat, period: periods[i] ?? 0 } })),
});
