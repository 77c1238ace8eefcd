import { fail, OVERFLOW, ZERO_AMOUNT } from '../../error/index.js';
import type { OracleConfig } from '../account/oracleConfig.js';
import type { Address } from '../address/address.js';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../address/token.js';
import type { Instruction } from '../instruction/instruction.js';
import { purchaseSubscriptionTokenUsdt } from '../instruction/oracle/purchaseSubscriptionTokenUsdt.js';
import {
  type Deployment,
  programsOf,
  serviceTokenAddress,
  serviceTreasury,
  stablecoinAddress,
  stablecoinTreasury,
} from './treasury.js';

/** Base units of the stablecoin for one whole service token: one stablecoin buys 1,000. */
export const STABLECOIN_UNITS_PER_TOKEN = 1_000n;
/** Base units of one whole service token. */
export const SERVICE_TOKEN_UNITS = 1_000_000n;
/** The most whole service tokens whose base units a u64 holds. */
export const MAX_PURCHASE = (2n ** 64n - 1n) / SERVICE_TOKEN_UNITS;

/** What a purchase of `tokens` whole service tokens costs, in base units of the stablecoin. Errors: ZERO_AMOUNT, OVERFLOW. */
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
  /** The buyer's account that pays; the associated one when left out. */
  readonly source?: Address;
  /** The buyer's account that receives; the associated one when left out, which the program makes if it is missing. */
  readonly destination?: Address;
}

/** Buys service tokens. Signed by `buyer` and by the backend admin of the configuration. Errors: ZERO_AMOUNT, OVERFLOW. */
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
