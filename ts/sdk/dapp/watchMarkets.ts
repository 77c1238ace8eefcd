import { checkOptions, type OptionRules, optional, required } from '../format/checkOptions.js';
import { FUNCTION } from '../format/optionKinds.js';
import {
  type ListedMarket,
  listMarkets,
  MARKET_FILTER,
  type MarketFilter,
  marketFilters,
} from '../program/settlement/listMarkets.js';
import type { Deployment } from './deployment.js';

/** What gets the markets of a watch. */
export interface MarketWatcher {
  readonly onMarkets: (markets: readonly ListedMarket[]) => void;
  /** Called when a list fails; the watch goes on. */
  readonly onError?: (error: unknown) => void;
}

const WATCHER: OptionRules<MarketWatcher> = { onMarkets: required(FUNCTION), onError: optional(FUNCTION) };

/**
 * Lists the markets now and after every change, with one request at a time. Returns the function that stops it.
 */
export function watchMarkets(
  deployment: Pick<Deployment, 'chain' | 'programs' | 'config'>,
  filter: MarketFilter,
  watcher: MarketWatcher,
): () => void {
  checkOptions('watchMarkets', filter, MARKET_FILTER);
  checkOptions('watchMarkets', watcher, WATCHER);
  const { chain, programs } = deployment;
  const { onMarkets, onError } = watcher;
  let isStopped = false;
  let isReading = false;
  let isOutdated = false;
  const read = async (): Promise<void> => {
    isOutdated = true;
    if (isReading) return;
    isReading = true;
    while (isOutdated && !isStopped) {
      isOutdated = false;
      try {
        await deployment.config();
        const markets = await listMarkets(chain, programs, filter);
        if (!isStopped) onMarkets(markets);
      } catch (error) {
        if (!isStopped) onError?.(error);
      }
    }
    isReading = false;
  };
  void read();
  const end = chain.watch(programs.settlement, marketFilters(filter.creator), () => void read());
  return () => {
    isStopped = true;
    end();
  };
}
