import { oneOf } from '../../format/optionKinds.js';
import { type Address, addressOf } from '../address/address.js';
import { ED25519_PROGRAM_ID } from '../address/runtime.js';
import type { Chain } from '../chain.js';
import type { Instruction } from '../instruction/instruction.js';
import type { verifySignature } from '../oracle/instructions.js';

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

/** The same signature as in an Ed25519 instruction, verified by one of our programs with its own instruction. */
export function inProgram(
  { data }: Instruction,
  verify: Pick<typeof verifySignature, 'build'>,
  program: Address,
): Instruction {
  const [key, signature, message] = [data.slice(16, 48), data.slice(48, 112), data.slice(112)];
  return verify.build(program, {}, { key: addressOf(key), signature, message });
}
