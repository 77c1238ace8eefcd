import { checkValue } from '../../format/checkOptions.js';
import { oneOf } from '../../format/optionKinds.js';
import type { StatLeaf } from '../../format/statValidationInput.js';
import { compactForm } from '../../proof/compactForm.js';
import type { Instruction } from '../instruction/instruction.js';
import { scoreProofOf } from '../proof/scoreProofOf.js';
import { settle } from './instructions.js';
import { type ProofParameters, withProof } from './withProof.js';

export interface SettleParameters extends ProofParameters {
  /**
   * The finality witness: a present stat of the same event with its own path. Needed when all stats of the market are
   * zero.
   */
  readonly witness?: StatLeaf;
  /**
   * `compact` leaves out data that the market stores or the program can compute, so it fits where `full` does not.
   * Default `full`.
   */
  readonly form?: 'full' | 'compact';
}

const FORM = oneOf('full', 'compact');

/**
 * The arguments of `settle`. Errors: WRONG_OPTION for an unknown form; those of `compactForm` and `scoreProofOf`.
 *
 * @example
 * ```ts
 * import { settle, settleArgs } from '@linesman/sdk/program';
 * import type { StatProof } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProof;
 * const data = settle.encode(settleArgs({ proof, form: 'compact' }));
 * ```
 */
export function settleArgs({ proof, witness, form = 'full' }: Pick<SettleParameters, 'proof' | 'witness' | 'form'>) {
  checkValue('settleArgs', 'form', form, FORM);
  if (form === 'full') return { proof: scoreProofOf(proof), witness: witness ?? null };
  return { proof: { kind: 'Compact' as const, ...compactForm(proof, witness) }, witness: null };
}

/**
 * The instructions that settle a market with a proof: one, or two for a signed (v4) proof. The two must stay adjacent.
 *
 * Errors: WRONG_OPTION for an unknown form; UNKNOWN_SIGNER for a v4 proof when the terms have no signer; OVERFLOW for a
 * time outside the range of roots accounts; INVALID_COMPACT_FORM for a proof without a compact form.
 *
 * @example
 * ```ts
 * import { type Address, LOCALNET_PROGRAM_IDS, type MarketTerms, settleInstructions } from '@linesman/sdk/program';
 * import type { StatProof } from '@linesman/sdk/proof';
 *
 * declare const market: Address;
 * declare const terms: MarketTerms;
 * declare const proof: StatProof;
 * const instructions = settleInstructions({ programs: LOCALNET_PROGRAM_IDS, market, terms, proof });
 * ```
 */
export function settleInstructions(parameters: SettleParameters): Instruction[] {
  return withProof(parameters, (accounts) =>
    settle.build(parameters.programs.settlement, accounts, settleArgs(parameters)),
  );
}
