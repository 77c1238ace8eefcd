import type { TransactionInstruction } from '@solana/web3.js';
import { signedDigest } from '../../../ts/format/index.js';
import { ed25519Instruction } from '../../../ts/program/index.js';
import { multiproofPayload, type StatProofV3, type StatProofV4 } from '../../../ts/proof/index.js';
import type { OracleKey } from '../../../ts/service/generator/index.js';

/** The key that the markets with a signer name; see `putConfig`. */
export const SIGNER = new Uint8Array(32).fill(0x51);
/** The runtime of the tests does not check signatures, only that the program finds one in its place. */
export const SIGNATURE = new Uint8Array(64).fill(0x99);

/** The proof in the signed form; the signature itself travels in another instruction. */
export const inV4 = (proof: StatProofV3): StatProofV4 =>
  ({ ...proof, version: 4, signature: SIGNATURE }) as StatProofV4;

/** The proof in the form that this key has signed. */
export const signedBy = (key: OracleKey, proof: StatProofV3): StatProofV4 => ({
  ...proof,
  version: 4,
  signature: key.sign(signedDigest(multiproofPayload(proof))),
});

/** The Ed25519 instruction for the proof in the signed form. */
export const signatureOf = (proof: StatProofV3, key = SIGNER): TransactionInstruction =>
  ed25519Instruction(key, SIGNATURE, signedDigest(multiproofPayload(proof)));

/** The proof with other periods in its leaves, in their order; 0 where none is given. */
export const withPeriods = (proof: StatProofV3, ...periods: number[]): StatProofV3 => ({
  ...proof,
  leaves: proof.leaves.map((leaf, i) => ({ ...leaf, stat: { ...leaf.stat, period: periods[i] ?? 0 } })),
});
