import type { OracleConfig } from '../account/oracleConfig.js';
import type { Address } from '../address/address.js';
import { configAddress, tokenTreasuryAddress, usdtTreasuryAddress } from '../address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  associatedTokenAddress,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '../address/token.js';

/** An oracle deployment: the program and its configuration. */
export interface Deployment {
  readonly oracle: Address;
  /** Read from the chain: the mints determine the token accounts. */
  readonly config: Pick<OracleConfig, 'serviceMint' | 'stablecoinMint'>;
}

/** A treasury of the oracle program. */
export interface Treasury {
  readonly mint: Address;
  /** The PDA that owns the vault. */
  readonly authority: Address;
  /** The associated token account of `authority`. */
  readonly vault: Address;
}

/**
 * The treasury of the service token.
 *
 * @example
 * ```ts
 * import { type Address, type OracleConfig, serviceTreasury } from '@linesman/sdk/program';
 *
 * declare const oracle: Address;
 * declare const config: OracleConfig;
 * const { vault } = serviceTreasury({ oracle, config });
 * ```
 */
export function serviceTreasury({ oracle, config: { serviceMint } }: Deployment): Treasury {
  const authority = tokenTreasuryAddress(oracle).address;
  return {
    mint: serviceMint,
    authority,
    vault: associatedTokenAddress(serviceMint, authority, TOKEN_2022_PROGRAM_ID),
  };
}

/**
 * The treasury of the stablecoin.
 *
 * @example
 * ```ts
 * import {
 *   type Address,
 *   type Chain,
 *   type OracleConfig,
 *   stablecoinTreasury,
 *   tokenBalance,
 * } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const oracle: Address;
 * declare const config: OracleConfig;
 * const balance = await tokenBalance(chain, stablecoinTreasury({ oracle, config }).vault);
 * ```
 */
export function stablecoinTreasury({ oracle, config: { stablecoinMint } }: Deployment): Treasury {
  const authority = usdtTreasuryAddress(oracle).address;
  return {
    mint: stablecoinMint,
    authority,
    vault: associatedTokenAddress(stablecoinMint, authority, TOKEN_PROGRAM_ID),
  };
}

/**
 * The associated token account of `owner` for the service token.
 *
 * @example
 * ```ts
 * import { type Address, type Chain, type Deployment, serviceTokenAddress, tokenBalance } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const deployment: Deployment;
 * declare const user: Address;
 * const balance = await tokenBalance(chain, serviceTokenAddress(user, deployment));
 * ```
 */
export const serviceTokenAddress = (owner: Address, { config }: Deployment): Address =>
  associatedTokenAddress(config.serviceMint, owner, TOKEN_2022_PROGRAM_ID);

/**
 * The associated token account of `owner` for the stablecoin.
 *
 * @example
 * ```ts
 * import { type Address, type Deployment, stablecoinAddress } from '@linesman/sdk/program';
 *
 * declare const deployment: Deployment;
 * declare const buyer: Address;
 * const source = stablecoinAddress(buyer, deployment);
 * ```
 */
export const stablecoinAddress = (owner: Address, { config }: Deployment): Address =>
  associatedTokenAddress(config.stablecoinMint, owner, TOKEN_PROGRAM_ID);

/** The accounts that every instruction with tokens takes besides the token accounts. */
export const programsOf = ({ oracle }: Deployment) => ({
  systemProgram: SYSTEM_PROGRAM_ID,
  associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM_ID,
  config: configAddress(oracle).address,
});
