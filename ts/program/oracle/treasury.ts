import { type PublicKey, SystemProgram } from '@solana/web3.js';
import type { OracleConfig } from '../account/oracleConfig.js';
import { configAddress, tokenTreasuryAddress, usdtTreasuryAddress } from '../address/oracle.js';
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  associatedTokenAddress,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '../address/token.js';

/** A deployment: where its oracle program is, and the configuration that the program keeps. */
export interface Deployment {
  readonly oracle: PublicKey;
  /** As read from the chain; the mints decide which accounts are meant. */
  readonly config: Pick<OracleConfig, 'serviceMint' | 'stablecoinMint'>;
}

/** A treasury: the program address that holds its tokens, and the account they are in. */
export interface Treasury {
  readonly mint: PublicKey;
  readonly authority: PublicKey;
  /** The associated token account of `authority`. */
  readonly vault: PublicKey;
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
export const serviceTokenAddress = (owner: PublicKey, { config }: Deployment): PublicKey =>
  associatedTokenAddress(config.serviceMint, owner, TOKEN_2022_PROGRAM_ID);

/** The associated account of `owner` for the stablecoin. */
export const stablecoinAddress = (owner: PublicKey, { config }: Deployment): PublicKey =>
  associatedTokenAddress(config.stablecoinMint, owner, TOKEN_PROGRAM_ID);

/** What every instruction with tokens takes beside the tokens' own accounts. */
export const programsOf = ({ oracle }: Deployment) => ({
  systemProgram: SystemProgram.programId,
  associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM_ID,
  config: configAddress(oracle).address,
});
