import type { Stake } from '@linesman/sdk/dapp';
import type { Address, FoundMarket, ListedMarket, MarketFilter } from '@linesman/sdk/program';
import { type Reading, type Source, useReading } from './useReading.js';

/**
 * Markets in the order in which their stakes close, listed again after every change. Errors in its state: those of
 * `markets` of a `Linesman`.
 *
 * @example
 * ```ts
 * import { useMarkets } from '@linesman/react';
 *
 * export const useOpenMarkets = (fixture: number) =>
 *   useMarkets({ fixture }).value?.filter(({ market }) => market.state === 'Open') ?? [];
 * ```
 */
export const useMarkets = (filter: MarketFilter = {}): Reading<ListedMarket[]> =>
  useReading(filter, { read: (linesman) => linesman.markets(filter), follow: followMarkets });

/**
 * A market, its mint and the clock of the chain, read again after every change of a market. For many markets,
 * `useMarkets` asks less of the node. Errors in its state: those of `market` of a `Linesman`.
 *
 * @example
 * ```ts
 * import { useMarket } from '@linesman/react';
 * import type { Address } from '@linesman/sdk/program';
 *
 * export const useMarketState = (address: Address) => useMarket(address).value?.market.state ?? null;
 * ```
 */
export const useMarket = (address: Address): Reading<FoundMarket> =>
  useReading(address, { read: (linesman) => linesman.market(address), follow: followMarkets });

/**
 * Stakes in markets that are not paid yet, read again after every change of a market. Errors in its state: those of
 * `positions` of a `Linesman`.
 *
 * @param owner Default: the signer.
 *
 * @example
 * ```ts
 * import { usePositions } from '@linesman/react';
 *
 * export const useStaked = (): bigint =>
 *   usePositions().value?.reduce((sum, { amount }) => sum + amount, 0n) ?? 0n; // base units
 * ```
 */
export const usePositions = (owner?: Address): Reading<Stake[]> =>
  useReading(owner, { read: (linesman) => linesman.positions(owner), follow: followMarkets });

/** Of all markets, because a node cannot be asked for the changes of one. */
const followMarkets: NonNullable<Source<unknown>['follow']> = ({ changes }, again, signal) =>
  signal.addEventListener('abort', changes.subscribe(again), { once: true });
