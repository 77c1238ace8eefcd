import type { Address } from '../address/address.js';
import { faucetTrackerAddress } from '../address/oracle.js';
import { TOKEN_PROGRAM_ID } from '../address/token.js';
import type { Instruction } from '../instruction/instruction.js';
import { requestDevnetFaucet } from './instructions.js';
import { type Deployment, programsOf, stablecoinAddress, stablecoinTreasury } from './treasury.js';

export interface FaucetParameters extends Deployment {
  readonly user: Address;
  /**
   * The token account that receives; by default the user's associated one, which the program creates if it is missing.
   */
  readonly destination?: Address;
}

/**
 * Requests test stablecoin, at most once a day. `user` signs. Only test builds of the program (feature `faucet`) accept
 * it.
 *
 * @example
 * ```ts
 * import { type Address, faucetInstruction, type OracleConfig } from '@linesman/sdk/program';
 *
 * declare const oracle: Address;
 * declare const config: OracleConfig;
 * declare const user: Address;
 * const instruction = faucetInstruction({ oracle, config, user });
 * ```
 */
export function faucetInstruction(parameters: FaucetParameters): Instruction {
  const { oracle, user, destination } = parameters;
  const { mint, authority } = stablecoinTreasury(parameters);
  return requestDevnetFaucet.build(
    oracle,
    {
      user,
      faucetTracker: faucetTrackerAddress(user, oracle).address,
      usdtMint: mint,
      userUsdtAta: destination ?? stablecoinAddress(user, parameters),
      usdtTreasuryPda: authority,
      tokenProgram: TOKEN_PROGRAM_ID,
      ...programsOf(parameters),
    },
    {},
  );
}
