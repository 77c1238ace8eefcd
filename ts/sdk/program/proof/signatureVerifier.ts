import { oneOf } from '../../format/optionKinds.js';
import type { Address } from '../address/address.js';
import { ED25519_PROGRAM_ID } from '../address/runtime.js';
import type { Chain } from '../chain.js';

/**
 * Which program verifies the signature of a signed (v4) proof: `runtime` is Solana's Ed25519 program, for the fee of a
 * signature; `program` is the one that takes the proof, for compute units (docs/costs.md).
 */
export type SignatureVerifier = 'runtime' | 'program';

export const SIGNATURE_VERIFIER = oneOf('runtime', 'program');

/**
 * How a chain verifies signatures: `runtime` while it has the Ed25519 program, whose account SIMD-0568 would delete.
 * Errors: those of `chain.account`.
 *
 * @example
 * ```ts
 * import { type Chain, type SettleParameters, settleInstructions, signatureVerifier } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const parameters: SettleParameters;
 * const instructions = settleInstructions({ ...parameters, verifiedBy: await signatureVerifier(chain) });
 * ```
 */
export async function signatureVerifier(chain: Pick<Chain, 'account'>): Promise<SignatureVerifier> {
  return (await chain.account(ED25519_PROGRAM_ID)) ? 'runtime' : 'program';
}

/** The address of the verifying program. */
export const verifierAddress = (by: SignatureVerifier | undefined, program: Address): Address =>
  by === 'program' ? program : ED25519_PROGRAM_ID;
