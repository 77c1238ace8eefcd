import { ZERO_AMOUNT } from '../../error/codes/oracle.js';
import { fail } from '../../error/linesmanError.js';
import type { Address } from '../address/address.js';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../address/token.js';
import type { Instruction } from '../instruction/instruction.js';
import { initializeTreasuryV2, initializeUsdtTreasury, withdrawUsdt } from './instructions.js';
import { type Deployment, programsOf, serviceTreasury, stablecoinAddress, stablecoinTreasury } from './treasury.js';

export interface TreasuryParameters extends Deployment {
  /** Signs, and pays the rent of new accounts. */
  readonly admin: Address;
}

/**
 * Creates the vaults of both treasuries, once for each deployment. Does nothing when they exist.
 *
 * @example
 * ```ts
 * import { type Address, initializeTreasuryInstructions, type OracleConfig } from '@linesman/sdk/program';
 *
 * declare const oracle: Address;
 * declare const config: OracleConfig;
 * const instructions = initializeTreasuryInstructions({ oracle, config, admin: config.admin });
 * ```
 */
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
  /** A token account of the admin; by default the associated one, which the program creates if it is missing. */
  readonly destination?: Address;
}

/**
 * Withdraws stablecoin from the treasury. `admin` signs. Errors: ZERO_AMOUNT when `amount` is not positive.
 *
 * @example
 * ```ts
 * import { type Address, type OracleConfig, withdrawInstruction } from '@linesman/sdk/program';
 *
 * declare const oracle: Address;
 * declare const config: OracleConfig;
 * const instruction = withdrawInstruction({ oracle, config, admin: config.admin, amount: 25_000_000n });
 * ```
 */
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
