import { INVALID_WEEKS } from '../../error/codes/oracle.js';
import { fail } from '../../error/linesmanError.js';
import type { Address } from '../address/address.js';
import { pricingMatrixAddress } from '../address/oracle.js';
import { TOKEN_2022_PROGRAM_ID } from '../address/token.js';
import type { Instruction } from '../instruction/instruction.js';
import { subscribe } from './instructions.js';
import { type Deployment, programsOf, serviceTokenAddress, serviceTreasury } from './treasury.js';

export interface SubscribeParameters extends Deployment {
  readonly user: Address;
  /** The `rowId` of a row of the price list. */
  readonly serviceLevelId: number;
  /** 4, 8, … 252. */
  readonly weeks: number;
  /** The token account that pays; by default the user's associated one, which the program creates if it is missing. */
  readonly source?: Address;
}

/**
 * Subscribes to a service level. `user` signs and pays in service tokens. Errors: INVALID_WEEKS unless `weeks` is a
 * positive multiple of 4; INVALID_NUMBER above 252.
 *
 * @example
 * ```ts
 * import { type Address, type OracleConfig, subscribeInstruction } from '@linesman/sdk/program';
 *
 * declare const oracle: Address;
 * declare const config: OracleConfig; // read from the chain
 * declare const user: Address;
 * const instruction = subscribeInstruction({ oracle, config, user, serviceLevelId: 1, weeks: 4 });
 * ```
 */
export function subscribeInstruction(parameters: SubscribeParameters): Instruction {
  const { oracle, user, serviceLevelId, weeks, source } = parameters;
  if (!Number.isInteger(weeks) || weeks <= 0 || weeks % 4 !== 0) fail(INVALID_WEEKS, { weeks });
  const { mint, authority, vault } = serviceTreasury(parameters);
  return subscribe.build(
    oracle,
    {
      user,
      pricingMatrix: pricingMatrixAddress(oracle).address,
      tokenMint: mint,
      userTokenAccount: source ?? serviceTokenAddress(user, parameters),
      tokenTreasuryVault: vault,
      tokenTreasuryPda: authority,
      tokenProgram: TOKEN_2022_PROGRAM_ID,
      ...programsOf(parameters),
    },
    { serviceLevelId, weeks },
  );
}
