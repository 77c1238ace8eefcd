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

/** A deployment: where its oracle program is, and the configuration that the program keeps. */
export interface Deployment {
  readonly oracle: Address;
  /** As read from the chain; the mints decide which accounts are meant. */
  readonly config: Pick<OracleConfig, 'serviceMint' | 'stablecoinMint'>;
}

/** A treasury: the program address that holds its tokens, and the account they are in. */
export interface Treasury {
  readonly mint: Address;
  readonly authority: Address;
  /** The associated token account of `authority`. */
  readonly vault: Address;
}

/** The treasury of the service token. */
export function serviceTreasury({ oracle, config: { serviceMint } }: Deployment): Treasury {
  const authority = tokenTreasuryAddress(oracle).address;
  return {
    mint: serviceMint,
    authority,
    vault: associatedTokenAddress(serviceMint, authority, TOKEN_2022_PROGRAM_ID),
  };
}

/** The treasury of the stablecoin. */
export function stablecoinTreasury({ oracle, config: { stablecoinMint } }: Deployment): Treasury {
  const authority = usdtTreasuryAddress(oracle).address;
  return {
    mint: stablecoinMint,
    authority,
    vault: associatedTokenAddress(stablecoinMint, authority, TOKEN_PROGRAM_ID),
  };
}

/** The associated account of `owner` for the service token. */
export const serviceTokenAddress = (owner: Address, { config }: Deployment): Address =>
  associatedTokenAddress(config.serviceMint, owner, TOKEN_2022_PROGRAM_ID);

/** The associated account of `owner` for the stablecoin. */
export const stablecoinAddress = (owner: Address, { config }: Deployment): Address =>
  associatedTokenAddress(config.stablecoinMint, owner, TOKEN_PROGRAM_ID);

/** What every instruction with tokens takes beside the tokens' own accounts. */
export const programsOf = ({ oracle }: Deployment) => ({
  systemProgram: SYSTEM_PROGRAM_ID,
  associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM_ID,
  config: configAddress(oracle).address,
});
