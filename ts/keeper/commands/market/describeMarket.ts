import { timeText } from '@linesman/sdk/format';
import { isoTime } from '@linesman/sdk/internal/format/isoTime';
import type { Address, Market, Mint, Moment, WatchedEnd } from '@linesman/sdk/program';
import {
  casesOf,
  decisionText,
  impliedOdds,
  lineOf,
  type MarketEnding,
  marketEnding,
  outcomesOf,
} from '@linesman/sdk/program';
import { wholeTokens } from '../wholeTokens.js';
import type { Fixture } from './fixtureOf.js';
import { oddsText } from './outcomes.js';
import { whatNext } from './whatNext.js';

export interface MarketView {
  readonly address: Address;
  readonly market: Market;
  readonly mint: Mint;
  readonly watched: WatchedEnd;
  /** `null` if not requested. */
  readonly fixture: Fixture | null;
  /** Of the chain. */
  readonly now: Moment;
}

type Row = readonly [name: string, value: string];

/** The state, and the possible next steps. */
export function stateRows({
  market,
  mint,
  watched,
  now,
}: Pick<MarketView, 'market' | 'mint' | 'watched' | 'now'>): Row[] {
  const { terms, totals, openPositions } = market;
  const outcomes = outcomesOf(terms);
  const pools = outcomes.map(({ index, name }, i): Row => {
    const odds = impliedOdds(market, index);
    const pool = wholeTokens(totals[index] ?? 0n, mint.decimals);
    const pays = odds === null ? '' : `, pays ${oddsText(odds, terms)} for 1`;
    return [i === 0 ? 'pools' : '', `${index} ${name}: ${pool}${pays}`];
  });
  const { what, by, until } = whatNext(market, watched.end, now);
  return [
    ['state', stateText(market, watched, now)],
    ...pools,
    ['positions', `${openPositions} not paid yet`],
    ['next', `${what}, by ${by}${until === null ? '' : `; until ${timeText(until, now.seconds)}`}`],
    ...(watched.result
      ? [
          watched.isPosted
            ? (['watch', `this market and its result ${watched.result}; post a later score record there, too`] as const)
            : (['result', `${watched.result}, not posted yet; once it is, its window counts as well`] as const),
        ]
      : []),
    ['clock', isoTime(now.seconds)],
  ];
}

/** The state with the decision, and the time when it becomes final, with the other account to watch. */
export function stateText(market: Market, { end, result, isPosted }: WatchedEnd, now: Moment): string {
  const { state, proposal, terms } = market;
  const named = (index: number | null): string => (index === null ? 'void' : decisionText(terms, index));
  const too = result && isPosted ? `; watch its result ${result} too` : '';
  switch (state) {
    case 'Open':
    case 'Proposed': {
      const stands = state === 'Open' ? state : `Proposed: ${named(proposal.void ? null : proposal.outcome)}`;
      if (end === null) return stands;
      const at = `${end.isAbout ? 'about ' : ''}${timeText(end.at, now.seconds)}`;
      if (end.of === 'market') return `${stands}, final after ${at}${too}`;
      if (end.outcome === null) return `${stands}, void at once by its result, which contradicts it${too}`;
      return `${stands}, by its result ${named(end.outcome)}, final after ${at}${too}`;
    }
    case 'Final':
      return `Final: ${named(proposal.outcome)}${endingText(market)}`;
    case 'Void':
      return `Void${endingText(market)}`;
  }
}

/** Why every stake comes back. */
const ENDINGS: Readonly<Record<MarketEnding, string>> = {
  decided: '',
  pushed: ': all stakes are refunded',
  'no-winner': ', no one staked on it: all stakes are refunded',
  'void-by-proof': ', the match was abandoned or cancelled: all stakes are refunded',
  'void-by-deadline': ', no one settled it in time: all stakes are refunded',
  contradicted: ', two proofs contradict each other: all stakes are refunded',
};

function endingText(market: Market): string {
  const ending = marketEnding(market);
  return ending === null ? '' : ENDINGS[ending];
}

/** Everything as JSON. Times are ISO 8601, amounts whole tokens. */
export function marketJson({ address, market, mint, watched, fixture, now }: MarketView): object {
  const { terms, creator, id, state, totals, openPositions, refund, proposal } = market;
  const tokens = (units: bigint): string => wholeTokens(units, mint.decimals);
  const { end, result } = watched;
  const next = whatNext(market, end, now);
  return {
    market: address,
    creator,
    id,
    state,
    time: isoTime(now.seconds),
    fixture: { id: terms.fixtureId, ...(fixture && { ...fixture, start: isoTime(fixture.start / 1_000) }) },
    sport: terms.sport,
    ending: marketEnding(market),
    line: lineOf(terms),
    cases: terms.splits ? casesOf(terms) : null,
    outcomes: outcomesOf(terms).map((outcome) => ({
      ...outcome,
      pool: tokens(totals[outcome.index] ?? 0n),
      odds: impliedOdds(market, outcome.index),
    })),
    openPositions,
    refund,
    proposal:
      state === 'Open'
        ? null
        : {
            outcome: proposal.void ? null : proposal.outcome,
            since: isoTime(proposal.since.seconds),
            sinceSlot: proposal.since.slot,
            until: end === null ? null : isoTime(end.at),
          },
    end: end && { ...end, at: isoTime(end.at) },
    result,
    watch: result === null ? [address] : [address, result],
    terms: {
      ...terms,
      ...{ outcomes: undefined, splits: undefined },
      minimumStake: tokens(terms.minimumStake),
      maximumStake: tokens(terms.maximumStake),
      maximumPool: terms.maximumPool === 0n ? null : tokens(terms.maximumPool),
      stakesClose: isoTime(terms.stakesClose),
      earliest: isoTime(terms.earliest),
      latest: isoTime(terms.latest),
      voidAfter: isoTime(terms.voidAfter),
    },
    next: { ...next, until: next.until === null ? null : isoTime(next.until) },
  };
}
