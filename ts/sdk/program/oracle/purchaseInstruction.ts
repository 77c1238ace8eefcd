import { OVERFLOW, ZERO_AMOUNT } from '../../error/codes/oracle.js';
import { fail } from '../../error/linesmanError.js';
import type { OracleConfig } from '../account/oracleConfig.js';
import type { Address } from '../address/address.js';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../address/token.js';
import type { Instruction } from '../instruction/instruction.js';
import { purchaseSubscriptionTokenUsdt } from './instructions.js';
import {
  type Deployment,
  programsOf,
  serviceTokenAddress,
  serviceTreasury,
  stablecoinAddress,
  stablecoinTreasury,
} from './treasury.js';

/** The price of one whole service token in base units of the stablecoin: one stablecoin buys 1,000. */
export const STABLECOIN_UNITS_PER_TOKEN = 1_000n;
/** Base units in one whole service token. */
export const SERVICE_TOKEN_UNITS = 1_000_000n;
/** The most whole service tokens whose base units fit a u64. */
export const MAX_PURCHASE = (2n ** 64n - 1n) / SERVICE_TOKEN_UNITS;

/**
 * The price of whole service tokens, in base units of the stablecoin. Errors: ZERO_AMOUNT when `tokens` is not
 * positive; OVERFLOW above `MAX_PURCHASE`.
 *
 * @example
 * ```ts
 * import { purchasePrice } from '@linesman/sdk/program';
 *
 * purchasePrice(2_500n); // 2500000n: 2.5 stablecoins
 * ```
 */
export function purchasePrice(tokens: bigint): bigint {
  if (tokens <= 0n) fail(ZERO_AMOUNT, { what: 'purchase', amount: tokens });
  if (tokens > MAX_PURCHASE) fail(OVERFLOW, { problem: 'purchase', tokens, maximum: MAX_PURCHASE });
  return tokens * STABLECOIN_UNITS_PER_TOKEN;
}

export interface PurchaseParameters extends Deployment {
  readonly config: Pick<OracleConfig, 'serviceMint' | 'stablecoinMint' | 'backendAdmin'>;
  readonly buyer: Address;
  /** Whole service tokens. */
  readonly tokens: bigint;
  /** The token account that pays; by default the buyer's associated one. */
  readonly source?: Address;
  /**
   * The token account that receives; by default the buyer's associated one, which the program creates if it is missing.
   */
  readonly destination?: Address;
}

/**
 * Buys service tokens for the stablecoin. `buyer` and the backend admin of the configuration sign. Errors: ZERO_AMOUNT
 * when `tokens` is not positive; OVERFLOW above `MAX_PURCHASE`.
 *
 * @example
 * ```ts
 * import { type Address, type OracleConfig, purchaseInstruction } from '@linesman/sdk/program';
 *
 * declare const oracle: Address;
 * declare const config: OracleConfig; // read from the chain
 * declare const buyer: Address;
 * const instruction = purchaseInstruction({ oracle, config, buyer, tokens: 1_000n });
 * ```
 */
export function purchaseInstruction(parameters: PurchaseParameters): Instruction {
  const { oracle, config, buyer, tokens, source, destination } = parameters;
  purchasePrice(tokens);
  const [stablecoin, service] = [stablecoinTreasury(parameters), serviceTreasury(parameters)];
  return purchaseSubscriptionTokenUsdt.build(
    oracle,
    {
      buyer,
      backendAdmin: config.backendAdmin,
      usdtMint: stablecoin.mint,
      buyerUsdtAccount: source ?? stablecoinAddress(buyer, parameters),
      usdtTreasuryVault: stablecoin.vault,
      usdtTreasuryPda: stablecoin.authority,
      subscriptionTokenMint: service.mint,
      tokenTreasuryVault: service.vault,
      tokenTreasuryPda: service.authority,
      buyerTokenAccount: destination ?? serviceTokenAddress(buyer, parameters),
      tokenProgram: TOKEN_PROGRAM_ID,
      token2022Program: TOKEN_2022_PROGRAM_ID,
      ...programsOf(parameters),
    },
    { txlineAmount: tokens },
  );
}
