import { chainMoment } from '../../account/chainTime.js';
import { fetchAccount } from '../../account/fetchAccount.js';
import { type Market, marketAccount } from '../../account/market.js';
import { type Mint, readMint } from '../../account/mint.js';
import type { Address } from '../../address/address.js';
import type { Chain } from '../../chain.js';
import type { ProgramIds } from '../../programId.js';
import type { Moment } from '../../wire/moment.js';

/** A market on chain, with the facts that every action needs. */
export interface FoundMarket {
  readonly address: Address;
  readonly market: Market;
  readonly mint: Mint;
  /** Of the chain. */
  readonly now: Moment;
}

/**
 * Reads a market, its mint and the clock of the chain. Errors: ACCOUNT_NOT_FOUND; UNEXPECTED_ACCOUNT; NOT_A_MINT.
 *
 * @example
 * ```ts
 * import { type Address, type Chain, findMarket, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const address: Address;
 * const { market, now } = await findMarket(chain, LOCALNET_PROGRAM_IDS, address);
 * const isOpen = market.state === 'Open' && now.seconds < market.terms.stakesClose;
 * ```
 */
export async function findMarket(
  chain: Pick<Chain, 'account'>,
  { settlement }: Pick<ProgramIds, 'settlement'>,
  address: Address,
): Promise<FoundMarket> {
  const market = await fetchAccount(chain, marketAccount, address, settlement);
  const [mint, now] = await Promise.all([readMint(chain, market.terms.mint), chainMoment(chain)]);
  return { address, market, mint, now };
}
