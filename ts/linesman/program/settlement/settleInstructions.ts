import { checkValue } from '../../format/checkOptions.js';
import type { StatLeaf } from '../../format/index.js';
import { oneOf } from '../../format/optionKinds.js';
import { compactForm } from '../../proof/index.js';
import type { Instruction } from '../instruction/instruction.js';
import { settle } from '../instruction/settlement/settle.js';
import { scoreProofOf } from '../proof/scoreProofOf.js';
import { type ProofParameters, withProof } from './withProof.js';

export interface SettleParameters extends ProofParameters {
  /** A present stat of the same event with its own path; needed when all stats asked for are zero. */
  readonly witness?: StatLeaf;
  /** `compact`: without what the market knows or the program computes, which makes it fit where the full form does not. Default `full`. */
  readonly form?: 'full' | 'compact';
}

const FORM = oneOf('full', 'compact');

/** The arguments of `settle`. Errors: WRONG_OPTION another form; those of `compactForm` and `scoreProofOf`. */
export function settleArgs({ proof, witness, form = 'full' }: Pick<SettleParameters, 'proof' | 'witness' | 'form'>) {
  checkValue('settleArgs', 'form', form, FORM);
  if (form === 'full') return { proof: scoreProofOf(proof), witness: witness ?? null };
  return { proof: { kind: 'Compact' as const, ...compactForm(proof, witness) }, witness: null };
}

/**
 * The instructions that settle a market with a proof: one, or for a signed (v4) proof two, which have to stay neighbours.
 * Errors: UNKNOWN_SIGNER a v4 proof for a market without a signer; OVERFLOW a time that has no roots account;
 * INVALID_COMPACT_FORM a proof that has none.
 */
export function settleInstructions(parameters: SettleParameters): Instruction[] {
  return withProof(parameters, (accounts) =>
    settle.build(parameters.programs.settlement, accounts, settleArgs(parameters)),
  );
}
