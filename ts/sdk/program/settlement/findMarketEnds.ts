import type { Market } from '../account/market.js';
import type { Address } from '../address/address.js';
import { resultAddress } from '../address/settlement.js';
import type { AccountsChain } from '../chain.js';
import type { ProgramIds } from '../programId.js';
import type { Moment } from '../wire/moment.js';
import type { MarketTerms } from '../wire/terms.js';
import { resultOf } from './readResult.js';
import { type MarketEnd, marketEnd } from './rules/marketEnd.js';

/** When a market ends, and which other account to watch. */
export interface WatchedEnd {
  readonly end: MarketEnd | null;
  /**
   * The address of its match's result, whether the result exists or not; `null` if no result can settle the market, or
   * the market is decided.
   */
  readonly result: Address | null;
  /** Whether somebody has posted that result, so that a window may already run on it. */
  readonly isPosted: boolean;
}

/**
 * The result that can settle a market with these terms, whether it exists or not; `null` when none can.
 *
 * @example
 * ```ts
 * import { LOCALNET_PROGRAM_IDS, type MarketTerms, settlingResult } from '@linesman/sdk/program';
 *
 * declare const terms: MarketTerms;
 * const address = settlingResult(terms, LOCALNET_PROGRAM_IDS);
 * ```
 */
export const settlingResult = (
  terms: Pick<MarketTerms, 'oracleProgram' | 'fixtureId' | 'sport' | 'finality' | 'attesters' | 'resultsSettle'>,
  { settlement }: Pick<ProgramIds, 'settlement'>,
): Address | null =>
  terms.resultsSettle && terms.finality !== 'signed-final' ? resultAddress(terms, settlement).address : null;

/**
 * When each of these markets ends, in order, by itself or by the result of its match. All results are read together.
 * `now`: of the chain, `chainMoment`. Errors: those of the chain; UNEXPECTED_ACCOUNT, UNKNOWN_VERSION and WRONG_RESULT
 * of a result.
 *
 * @example
 * ```ts
 * import { type AccountsChain, type Chain, chainMoment, type Market } from '@linesman/sdk/program';
 * import { findMarketEnds, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const chain: AccountsChain & Chain;
 * declare const markets: readonly Market[];
 * const ends = await findMarketEnds(chain, LOCALNET_PROGRAM_IDS, markets, await chainMoment(chain));
 * ```
 */
export async function findMarketEnds(
  chain: Pick<AccountsChain, 'accounts'>,
  programs: Pick<ProgramIds, 'settlement'>,
  markets: readonly Pick<Market, 'state' | 'proposal' | 'terms'>[],
  now: Moment,
): Promise<WatchedEnd[]> {
  const addresses = markets.map(({ state, terms }) =>
    state === 'Open' || state === 'Proposed' ? settlingResult(terms, programs) : null,
  );
  const asked = [...new Set(addresses.filter((one) => one !== null))];
  const accounts = asked.length === 0 ? [] : await chain.accounts(asked);
  const found = new Map(asked.map((address, i) => [address, accounts[i] ?? null]));
  return markets.map((market, i) => {
    const address = addresses[i] ?? null;
    const account = address && found.get(address);
    const result = account ? resultOf(account, market.terms, programs) : null;
    return { end: marketEnd(market, result, now), result: address, isPosted: result !== null };
  });
}
