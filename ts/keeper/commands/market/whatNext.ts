import { type Market, type MarketEnd, type Moment, nextStep } from '@linesman/sdk/program';

/** The next possible step of a market. */
export interface Next {
  readonly what: 'stake' | 'wait' | 'settle' | 'void' | 'challenge' | 'finalise' | 'claim' | 'close';
  readonly by: string;
  /**
   * The time when this step ends or another one becomes possible, in seconds of the chain's clock; `null` if it does
   * not end.
   */
  readonly until: number | null;
}

const KEEPER = 'anyone with a proof: linesman market settle finds one, linesman keeper does it by itself';

const BY_RESULT = 'anyone with its result: linesman keeper --results always';

/**
 * @param end The earliest end of the market, by `marketEnd`.
 * @param now Of the chain.
 */
export function whatNext(market: Market, end: MarketEnd | null, now: Moment): Next {
  const { seconds } = now;
  const { state, terms, openPositions } = market;
  if (state === 'Open' && seconds < terms.stakesClose)
    return { what: 'stake', by: 'anyone: linesman market stake', until: terms.stakesClose };
  const step = nextStep(market, now);
  switch (step.kind) {
    case 'wait':
      return { what: 'wait', by: 'nobody', until: step.until };
    case 'clear':
      return openPositions > 0n
        ? { what: 'claim', by: 'anyone, for the owner: linesman market claim', until: null }
        : { what: 'close', by: 'the creator: linesman market close', until: null };
    case 'prove':
      if (end?.of === 'result' && end.at <= seconds)
        return { what: end.outcome === null ? 'void' : 'finalise', by: BY_RESULT, until: null };
      if (step.otherwise === 'void') return { what: 'void', by: 'anyone: linesman market void', until: null };
      if (step.otherwise === 'finalise')
        return { what: 'finalise', by: 'anyone: linesman market finalise', until: null };
      if (end?.of === 'result')
        return { what: 'challenge', by: 'anyone with a later proof: linesman result post', until: end.at };
      if (end) return { what: 'challenge', by: 'anyone with a later proof: linesman market settle', until: end.at };
      return { what: 'settle', by: KEEPER, until: step.due };
  }
}
