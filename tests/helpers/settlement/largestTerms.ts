import type { NDimensionalStrategy } from '../../../ts/sdk/format/strategy.js';
import { encode } from '../../../ts/sdk/program/borsh/codec.js';
import { terms as termsCodec } from '../../../ts/sdk/program/wire/terms.js';
import { TestBuffer } from './buffer.js';
import { ok, type TestChain } from './chain.js';
import { binary, distance, type MarketOptions, TestMarket } from './market.js';
import { SIGNER } from './signed.js';

/** Keys of `soccerStats`, all of which are there. */
export const LARGEST_KEYS: readonly number[] = [1, 2, 3, 7, 8];

/** One target and `predicates` predicates, of which only the last one does not hold: every one is evaluated. */
const asks = (predicates: number): NDimensionalStrategy => ({
  ...distance([[2, 40]], 'lessThan', 1_000),
  discretePredicates: Array.from({ length: predicates }, (_, i) =>
    binary(i % 5, 'add', (i + 1) % 5, i === predicates - 1 ? 'greaterThan' : 'lessThan', 1_000),
  ),
});

/**
 * The largest terms: eight outcomes of five keys, with 64 targets and predicates, and a signer. The last outcome wins
 * after all others have been evaluated to their ends. They exceed a transaction.
 */
export const LARGEST_TERMS: MarketOptions = {
  statKeys: [...LARGEST_KEYS],
  outcomes: [asks(9), ...Array.from({ length: 6 }, () => asks(8))],
  signer: SIGNER,
};

/** The outcome of `LARGEST_TERMS`. */
export const LARGEST_WINNER = 7;

/** Markets with equal terms of one creator, of any size. The clock must be before stakes close. */
export async function createMarkets(chain: TestChain, count: number, options: MarketOptions): Promise<TestMarket[]> {
  const first = TestMarket.plan(chain, options);
  const { creator, terms } = first;
  const markets = [first];
  while (markets.length < count) markets.push(TestMarket.plan(chain, { ...terms, creator }));
  const buffer = await TestBuffer.complete(chain, encode(termsCodec, terms), creator);
  for (const market of markets) ok(await market.createFromBuffer(buffer.address));
  return markets;
}
