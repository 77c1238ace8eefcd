import { type Address, serviceTokenAddress, stablecoinAddress, tokenBalance } from '@linesman/sdk/program';
import type { ChainAccess } from './chain.js';

/** The balances of a wallet, in lamports and base units. */
export interface Balances {
  readonly lamports: bigint;
  readonly stablecoin: bigint;
  readonly serviceTokens: bigint;
}

/** Decimals of the stablecoin and of the service token: the program's price assumes them. */
export const DECIMALS = 6;
export const SOL_DECIMALS = 9;

export async function balancesOf({ chain, programs, config }: ChainAccess, owner: Address): Promise<Balances> {
  const deployment = { oracle: programs.oracle, config };
  const [lamports, stablecoin, serviceTokens] = await Promise.all([
    chain.lamports(owner),
    tokenBalance(chain, stablecoinAddress(owner, deployment)),
    tokenBalance(chain, serviceTokenAddress(owner, deployment)),
  ]);
  return { lamports, stablecoin, serviceTokens };
}
