import { fail, ZERO_AMOUNT } from '../../error/index.js';
import type { Address } from '../address/address.js';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../address/token.js';
import type { Instruction } from '../instruction/instruction.js';
import { initializeTreasuryV2 } from '../instruction/oracle/initializeTreasuryV2.js';
import { initializeUsdtTreasury } from '../instruction/oracle/initializeUsdtTreasury.js';
import { withdrawUsdt } from '../instruction/oracle/withdrawUsdt.js';
import { type Deployment, programsOf, serviceTreasury, stablecoinAddress, stablecoinTreasury } from './treasury.js';

export interface TreasuryParameters extends Deployment {
  /** Signs, and pays for what is made. */
  readonly admin: Address;
}

/** Makes both vaults. Once for a deployment; again, it does nothing. */
export function initializeTreasuryInstructions(parameters: TreasuryParameters): Instruction[] {
  const { oracle, admin } = parameters;
  const [service, stablecoin] = [serviceTreasury(parameters), stablecoinTreasury(parameters)];
  return [
    initializeTreasuryV2.build(
      oracle,
      {
        authority: admin,
        tokenTreasuryVault: service.vault,
        tokenTreasuryPda: service.authority,
        subscriptionTokenMint: service.mint,
        tokenProgram: TOKEN_2022_PROGRAM_ID,
        ...programsOf(parameters),
      },
      {},
    ),
    initializeUsdtTreasury.build(
      oracle,
      {
        authority: admin,
        usdtTreasuryVault: stablecoin.vault,
        usdtTreasuryPda: stablecoin.authority,
        usdtMint: stablecoin.mint,
        tokenProgram: TOKEN_PROGRAM_ID,
        ...programsOf(parameters),
      },
      {},
    ),
  ];
}

export interface WithdrawParameters extends TreasuryParameters {
  /** Base units of the stablecoin. */
  readonly amount: bigint;
  /** An account of the admin; the associated one when left out, which the program makes if it is missing. */
  readonly destination?: Address;
}

/** Takes stablecoin out of the treasury. Errors: ZERO_AMOUNT. */
export function withdrawInstruction(parameters: WithdrawParameters): Instruction {
  const { oracle, admin, amount, destination } = parameters;
  if (amount <= 0n) fail(ZERO_AMOUNT, { what: 'withdrawal', amount });
  const { mint, authority, vault } = stablecoinTreasury(parameters);
  return withdrawUsdt.build(
    oracle,
    {
      authority: admin,
      adminDestination: destination ?? stablecoinAddress(admin, parameters),
      usdtTreasuryVault: vault,
      usdtTreasuryPda: authority,
      usdtMint: mint,
      tokenProgram: TOKEN_PROGRAM_ID,
      ...programsOf(parameters),
    },
    { amount },
  );
}
