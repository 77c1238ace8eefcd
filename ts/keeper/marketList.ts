import { errorOf, isError, LinesmanError, REQUEST_ABORTED, UNEXPECTED_ACCOUNT } from 'linesman/error';
import {
  type Address,
  type BytesAt,
  fetchAccount,
  type Market,
  marketAccount,
  type ProgramIds,
} from 'linesman/program';
import type { KeeperChain } from './keeperChain.js';

/** The account layout that this keeper understands. */
const VERSION = 1;

/** Matches all market accounts. */
export const MARKET_FILTER: BytesAt = { offset: 0, bytes: marketAccount.discriminator };

export interface ListedMarket {
  readonly address: Address;
  readonly market: Market;
}

export interface MarketChoice {
  readonly chain: KeeperChain;
  readonly programs: ProgramIds;
  /** Only these markets. Default: all markets of the settlement program. */
  readonly markets?: readonly Address[];
  /** Only markets that trust one of these oracle programs. */
  readonly oracles?: readonly Address[];
  /** Called for an account that cannot be used, with ACCOUNT_NOT_FOUND or UNEXPECTED_ACCOUNT. */
  readonly onUnusable: (address: Address, error: LinesmanError) => void;
}

/** Reads the markets to look after from the chain. */
export async function listMarkets(choice: MarketChoice): Promise<ListedMarket[]> {
  const { chain, programs, markets, oracles, onUnusable } = choice;
  const listed: ListedMarket[] = [];
  const add = async (address: Address, read: () => Market | Promise<Market>): Promise<void> => {
    try {
      const market = await read();
      if (market.version !== VERSION)
        throw errorOf(UNEXPECTED_ACCOUNT, {
          problem: 'other version',
          what: 'market',
          address,
          version: market.version,
          expected: VERSION,
        });
      const { oracleProgram } = market.terms;
      if (!oracles || oracles.some((oracle) => oracle === oracleProgram)) listed.push({ address, market });
    } catch (error) {
      if (!(error instanceof LinesmanError) || isError(error, REQUEST_ABORTED)) throw error;
      onUnusable(address, error);
    }
  };
  if (markets) {
    await Promise.all(
      markets.map((address) => add(address, () => fetchAccount(chain, marketAccount, address, programs.settlement))),
    );
  } else {
    for (const { address, data } of await chain.accountsOf(programs.settlement, [MARKET_FILTER]))
      await add(address, () => marketAccount.decode(data));
  }
  return listed;
}
