import { LinesmanError } from '../../error/linesmanError.js';
import { checkOptions, deliberate, type OptionRules } from '../../format/checkOptions.js';
import { integerOf } from '../../format/optionKinds.js';
import { type Market, marketAccount } from '../account/market.js';
import { type Position, positionAccount } from '../account/position.js';
import { type Address, addressBytes } from '../address/address.js';
import { ADDRESS } from '../address/addressOption.js';
import type { ProgramIds } from '../programId.js';
import type { ProgramAccount, RpcNode } from '../rpcNode.js';

/** A chain that finds the accounts of a program. */
type SearchedChain = Pick<RpcNode, 'accountsOf'>;

/** Which markets to list: those that fit everything that is given; without anything, all. */
export interface MarketFilter {
  /** Only markets on this match. */
  readonly fixture?: number;
  /** Only markets that this wallet has made. */
  readonly creator?: Address;
  /** Only markets in which this wallet has a position that is not paid yet. */
  readonly owner?: Address;
}

// A filter that got lost would list the markets of everybody.
export const MARKET_FILTER: OptionRules<MarketFilter> = {
  fixture: deliberate(integerOf(0)),
  creator: deliberate(ADDRESS),
  owner: deliberate(ADDRESS),
};

export interface ListedMarket {
  readonly address: Address;
  readonly market: Market;
}

export interface ListedPosition {
  readonly address: Address;
  /** `pool` is the market, or the parlay. */
  readonly position: Position;
}

/** Offsets of the creator of a market, and of the owner of a position. */
const CREATOR = 11;
const OWNER = 41;

/** The filters of `accountsOf` for the markets of this version, of one creator if named. */
export const marketFilters = (creator?: Address) => [
  { offset: 0, bytes: marketAccount.discriminator },
  ...(creator === undefined ? [] : [{ offset: CREATOR, bytes: addressBytes(creator) }]),
];

/**
 * Lists the markets of the settlement program, in the order in which their stakes close. Accounts of a later version
 * are left out. The node has to search all accounts of the program, which public nodes may refuse.
 *
 * Errors: UNKNOWN_OPTION and WRONG_OPTION of the filter; those of the chain.
 *
 * @example
 * ```ts
 * import { listMarkets, LOCALNET_PROGRAM_IDS, outcomesOf } from '@linesman/sdk/program';
 * import { fetchNode } from '@linesman/sdk/rpc';
 *
 * const chain = fetchNode('https://api.devnet.solana.com');
 * const markets = await listMarkets(chain, LOCALNET_PROGRAM_IDS, { fixture: 12_000_010 });
 * for (const { address, market } of markets) console.log(address, outcomesOf(market.terms)[0]?.condition);
 * ```
 */
export async function listMarkets(
  chain: SearchedChain,
  programs: Pick<ProgramIds, 'settlement'>,
  filter: MarketFilter = {},
): Promise<ListedMarket[]> {
  checkOptions('listMarkets', filter, MARKET_FILTER);
  const { fixture, creator, owner } = filter;
  const [owned, accounts] = await Promise.all([
    owner === undefined ? null : listPositions(chain, programs, owner),
    chain.accountsOf(programs.settlement, marketFilters(creator)),
  ]);
  const pools = owned && new Set(owned.map(({ position }) => position.pool));
  return accounts
    .flatMap(listed)
    .filter(({ address, market }) => {
      const { fixtureId } = market.terms;
      return (fixture === undefined || fixtureId === fixture) && (pools === null || pools.has(address));
    })
    .sort((a, b) => a.market.terms.stakesClose - b.market.terms.stakesClose || (a.address < b.address ? -1 : 1));
}

/** None for a later version or another account. */
function listed({ address, data }: ProgramAccount): ListedMarket[] {
  try {
    return [{ address, market: marketAccount.decode(data) }];
  } catch (error) {
    if (error instanceof LinesmanError) return [];
    throw error;
  }
}

/**
 * Lists the positions of a wallet that are not paid yet, in markets and parlays. Errors: those of the chain.
 *
 * @example
 * ```ts
 * import { type Address, listPositions, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 * import { fetchNode } from '@linesman/sdk/rpc';
 *
 * declare const owner: Address;
 * const positions = await listPositions(fetchNode('https://api.devnet.solana.com'), LOCALNET_PROGRAM_IDS, owner);
 * for (const { position } of positions) console.log(position.pool, position.outcome, position.amount);
 * ```
 */
export async function listPositions(
  chain: SearchedChain,
  { settlement }: Pick<ProgramIds, 'settlement'>,
  owner: Address,
): Promise<ListedPosition[]> {
  const found = await chain.accountsOf(settlement, [
    { offset: 0, bytes: positionAccount.discriminator },
    { offset: OWNER, bytes: addressBytes(owner) },
  ]);
  return found.map(({ address, data }) => ({ address, position: positionAccount.decode(data) }));
}
