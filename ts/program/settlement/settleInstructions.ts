import { type PublicKey, SYSVAR_INSTRUCTIONS_PUBKEY, type TransactionInstruction } from '@solana/web3.js';
import { fail } from '../../error/index.js';
import { type StatLeaf, slotTimeOf } from '../../format/index.js';
import { compactForm, type StatProof } from '../../proof/index.js';
import { scoresRootsAddress } from '../address/oracle.js';
import { settle } from '../instruction/settlement/settle.js';
import type { ProgramIds } from '../programId.js';
import { scoreProofOf } from '../proof/scoreProofOf.js';
import { signatureInstruction } from '../proof/signatureInstruction.js';
import type { MarketTerms } from '../wire/terms.js';

export interface SettleParameters {
  readonly programs: ProgramIds;
  readonly market: PublicKey;
  /** The terms of the market: they say which oracle's roots count, and whose signature. */
  readonly terms: Pick<MarketTerms, 'oracleProgram' | 'signer'>;
  readonly proof: StatProof;
  /** A present stat of the same event with its own path; needed when all stats asked for are zero. */
  readonly witness?: StatLeaf;
  /** `compact`: without what the market knows or the program computes, which makes it fit where the full form does not. Default `full`. */
  readonly form?: 'full' | 'compact';
}

/** The arguments of `settle`. Errors: those of `compactForm` and `scoreProofOf`. */
export function settleArgs({ proof, witness, form = 'full' }: Pick<SettleParameters, 'proof' | 'witness' | 'form'>) {
  if (form === 'full') return { proof: scoreProofOf(proof), witness: witness ?? null };
  return { proof: { kind: 'Compact' as const, ...compactForm(proof, witness) }, witness: null };
}

/**
 * The instructions that settle a market with a proof: one, or for a signed (v4) proof two, which have to stay neighbours.
 * Errors: 6207 a v4 proof for a market without a signer; 6027 a time that has no roots account;
 * 6103 a proof that has no compact form.
 */
export function settleInstructions(parameters: SettleParameters): TransactionInstruction[] {
  const { programs, market, terms, proof } = parameters;
  const { epochDay } = slotTimeOf(proof.summary.updateStats.minTimestamp);
  const instruction = settle.build(
    programs.settlement,
    {
      market,
      // Of the oracle in the terms, which may be another deployment than ours.
      roots: scoresRootsAddress(epochDay, terms.oracleProgram).address,
      instructionsSysvar: SYSVAR_INSTRUCTIONS_PUBKEY,
    },
    settleArgs(parameters),
  );
  if (proof.version !== 4) return [instruction];
  if (terms.signer === null)
    return fail(6207, {
      message: `Market ${market.toBase58()} names no signer, so a signed proof has nothing to be checked against.`,
      hint: 'Ask for the same stats in version 3.',
    });
  return [signatureInstruction(proof, terms.signer), instruction];
}
