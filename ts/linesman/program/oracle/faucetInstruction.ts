import type { Address } from '../address/address.js';
import { faucetTrackerAddress } from '../address/oracle.js';
import { TOKEN_PROGRAM_ID } from '../address/token.js';
import type { Instruction } from '../instruction/instruction.js';
import { requestDevnetFaucet } from '../instruction/oracle/requestDevnetFaucet.js';
import { type Deployment, programsOf, stablecoinAddress, stablecoinTreasury } from './treasury.js';

export interface FaucetParameters extends Deployment {
  readonly user: Address;
  /** The user's account that receives; the associated one when left out, which the program makes if it is missing. */
  readonly destination?: Address;
}

/** Asks for test stablecoin, once a day. `user` signs. The program answers in test builds only (feature `faucet`). */
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
