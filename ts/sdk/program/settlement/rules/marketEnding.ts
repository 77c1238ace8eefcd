import type { Market } from '../../account/market.js';
import { marksOf } from './splits.js';

/**
 * How a market ended.
 *
 * | ending | what was paid |
 * |---|---|
 * | `decided` | the winners, or with splits each stake by its mark |
 * | `pushed` | every stake came back, because the case that was decided returns them all |
 * | `no-winner` | every stake came back, because nobody staked on what won |
 * | `void-by-proof` | every stake came back: the match was abandoned or cancelled |
 * | `void-by-deadline` | every stake came back: nobody settled it in time |
 * | `contradicted` | every stake came back: two proofs of one update disagree |
 */
export type MarketEnding = 'decided' | 'pushed' | 'no-winner' | 'void-by-proof' | 'void-by-deadline' | 'contradicted';

/**
 * How a market ended; `null` if it has not.
 *
 * @example
 * ```ts
 * import { type Market, marketEnding } from '@linesman/sdk/program';
 *
 * declare const market: Market;
 * if (marketEnding(market) === 'contradicted') console.log('all stakes are refunded');
 * ```
 */
export function marketEnding({
  state,
  refund,
  proposal,
  terms,
}: Pick<Market, 'state' | 'refund' | 'proposal' | 'terms'>): MarketEnding | null {
  if (state === 'Open' || state === 'Proposed') return null;
  if (state === 'Final') {
    if (!refund) return 'decided';
    return marksOf(terms, proposal.outcome).every((mark) => mark === 'Push') ? 'pushed' : 'no-winner';
  }
  if (proposal.void) return 'void-by-proof';
  // The deadline passes only where nothing was ever proposed, and no proof has the order key 0.
  return proposal.orderKey === 0n ? 'void-by-deadline' : 'contradicted';
}
