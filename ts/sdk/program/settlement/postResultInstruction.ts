import { WRONG_FIXTURE } from '../../error/codes/settlement.js';
import { fail } from '../../error/linesmanError.js';
import { checkValue } from '../../format/checkOptions.js';
import { oneOf } from '../../format/optionKinds.js';
import { slotTimeOf } from '../../format/slotTime.js';
import type { StatLeaf } from '../../format/statValidationInput.js';
import type { StatProof } from '../../proof/proof.js';
import type { Address } from '../address/address.js';
import { scoresRootsAddress } from '../address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { type ResultSubject, resultAddress } from '../address/settlement.js';
import type { ArgsOf } from '../instruction/define.js';
import type { Instruction } from '../instruction/instruction.js';
import type { ProgramIds } from '../programId.js';
import { compactResultProof, resultProofOf } from '../proof/resultProofOf.js';
import { postResult } from './instructions.js';
import { withAttestation } from './withProof.js';

/** The proof to post, and the result that it belongs to. */
export interface ResultPostParameters {
  /** Match, sport, policy and attesters. The oracle program may be another deployment than ours. */
  readonly subject: ResultSubject;
  /** 1 to 5 stats of one update. A signature (v4) is not read. */
  readonly proof: StatProof;
  /**
   * The finality witness: a present stat of the same update with its own path. Needed when all stats of the proof are
   * zero.
   */
  readonly witness?: StatLeaf;
  /** `compact` leaves out data that the program can compute, so it fits where `full` does not. Default `full`. */
  readonly form?: 'full' | 'compact';
}

export interface PostResultParameters extends ResultPostParameters {
  readonly programs: ProgramIds;
  /** Signs, and pays for the account where it is created or grows. */
  readonly payer: Address;
}

const FORM = oneOf('full', 'compact');

/**
 * The arguments of `post_result`.
 *
 * Errors: WRONG_OPTION for an unknown form; WRONG_FIXTURE; INVALID_COMPACT_FORM for a proof without a compact form;
 * INVALID_STAT_COMBINATION for a v1 proof with stats of two events.
 *
 * @example
 * ```ts
 * import { postResult, type PostResultParameters, postResultArgs } from '@linesman/sdk/program';
 *
 * declare const parameters: PostResultParameters;
 * const data = postResult.encode(postResultArgs({ ...parameters, form: 'compact' }));
 * ```
 */
export function postResultArgs(parameters: ResultPostParameters): ArgsOf<typeof postResult> {
  const { subject, proof, witness, form = 'full' } = parameters;
  checkValue('postResultArgs', 'form', form, FORM);
  const { fixtureId, sport, finality, attesters } = subject;
  const { fixtureId: proven } = proof.summary;
  if (proven !== fixtureId) fail(WRONG_FIXTURE, { proven, wanted: fixtureId });
  const about = { fixtureId, sport, finality, attesters };
  if (form === 'full') return { ...about, proof: resultProofOf(proof), witness: witness ?? null };
  return { ...about, proof: compactResultProof(proof, witness), witness: null };
}

/**
 * The instruction that posts a proof to the result of its match.
 *
 * Errors: those of `postResultArgs` and `resultAddress`; OVERFLOW for a time outside the range of roots accounts.
 *
 * @example
 * ```ts
 * import { type Address, LOCALNET_PROGRAM_IDS, type Market, postResultInstruction } from '@linesman/sdk/program';
 * import type { StatProof } from '@linesman/sdk/proof';
 *
 * declare const payer: Address;
 * declare const market: Market;
 * declare const proof: StatProof;
 * const subject = market.terms; // or { oracleProgram, fixtureId, sport, finality, attesters }
 * const instruction = postResultInstruction({ programs: LOCALNET_PROGRAM_IDS, payer, subject, proof });
 * ```
 */
export function postResultInstruction(parameters: PostResultParameters): Instruction {
  const { settlement } = parameters.programs;
  const instruction = postResult.build(settlement, postResultAccounts(parameters), postResultArgs(parameters));
  return withAttestation(instruction, parameters.subject, parameters.proof);
}

/** The accounts of both forms of the instruction. */
export function postResultAccounts({
  programs,
  payer,
  subject,
  proof,
}: PostResultParameters): Record<'payer' | 'result' | 'roots' | 'systemProgram', Address> {
  const { epochDay } = slotTimeOf(proof.summary.updateStats.minTimestamp);
  return {
    payer,
    result: resultAddress(subject, programs.settlement).address,
    roots: scoresRootsAddress(epochDay, subject.oracleProgram).address,
    systemProgram: SYSTEM_PROGRAM_ID,
  };
}
