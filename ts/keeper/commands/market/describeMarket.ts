import { terminalText } from 'linesman/error';
import { bytesToHex, sportOfLayout, statName } from 'linesman/format';
import { isoTime } from 'linesman/internal';
import type { Address, Market, MarketTerms, Mint } from 'linesman/program';
import { impliedOdds, outcomesOf, windowEnd } from 'linesman/program';
import { wholeTokens } from '../wholeTokens.js';
import type { Fixture } from './fixtureOf.js';
import { timeText } from './timeText.js';
import { whatNext } from './whatNext.js';

export interface MarketView {
  readonly address: Address;
  readonly market: Market;
  readonly mint: Mint;
  /** `null` if not requested. */
  readonly fixture: Fixture | null;
  /** Seconds of the chain's clock. */
  readonly now: number;
}

/** When each policy decides, in words. */
const FINALITY: Readonly<Record<MarketTerms['finality'], string>> = {
  Finalised: 'the end of the match',
  RegularTime: 'the end of regular time',
  HalfTime: 'half time',
  SignedFinal: 'the end of the match, signed by the oracle',
};

type Row = readonly [name: string, value: string];

/** The terms in words. */
export function termsRows({ mint, fixture, now }: Omit<MarketView, 'address' | 'market'>, terms: MarketTerms): Row[] {
  const sport = sportOfLayout(terms.sport);
  const tokens = (units: bigint): string => wholeTokens(units, mint.decimals);
  const first = outcomesOf(terms).map(
    ({ index, name, condition }): Row => [
      index === 0 ? 'outcomes' : '',
      `${index} ${name}: ${condition ?? 'none of them'}`,
    ],
  );
  const keys = terms.statKeys.map((key, i): Row => {
    const name = (sport && statName(sport, key)) ?? 'no stat of this sport';
    const team = fixture && terminalText(fixture.teams[key % 2 === 1 ? 0 : 1]);
    return [i === 0 ? 'where' : '', `k${key} ${name}${team ? ` (${team})` : ''}`];
  });
  return [
    ['fixture', fixtureText(terms, fixture, now)],
    ['sport', sportText(terms, fixture)],
    ...first,
    ...keys,
    ['decided at', FINALITY[terms.finality]],
    ['oracle', terms.oracleProgram],
    ...(terms.signer ? [['signer', bytesToHex(terms.signer)] as const] : []),
    ['stakes until', timeText(terms.stakesClose, now)],
    ['stakes', `${tokens(terms.minimumStake)} to ${tokens(terms.maximumStake)} of ${terms.mint}`],
    ['results of', `${isoTime(terms.earliest)} to ${isoTime(terms.latest)}`],
    ['challenge', `${terms.challengeWindow} s after a proof`],
    [
      'void after',
      `${timeText(terms.voidAfter, now)}${terms.abandonmentVoids ? ', or when the match is abandoned' : ''}`,
    ],
    ['fee', terms.feeBps === 0 ? 'none' : `${terms.feeBps / 100}% of the losing stakes, to ${terms.feeAccount}`],
  ];
}

function sportText({ sport }: MarketTerms, fixture: Fixture | null): string {
  const said = sportOfLayout(sport) ?? `unknown (${sport})`;
  if (fixture === null || fixture.sport === said) return said;
  if (fixture.sport === null) return `${said}, which the service does not confirm`;
  return `${said}, but the service says ${fixture.sport}`;
}

function fixtureText({ fixtureId }: MarketTerms, fixture: Fixture | null, now: number): string {
  if (fixture === null) return String(fixtureId);
  const [one, other] = fixture.teams.map(terminalText);
  const kickOff = timeText(fixture.start / 1_000, now);
  return `${fixtureId} ${one} - ${other}, ${terminalText(fixture.competition)}, kick-off ${kickOff}`;
}

/** The state, and what can be done next. */
export function stateRows({ market, mint, now }: Pick<MarketView, 'market' | 'mint' | 'now'>): Row[] {
  const { terms, totals, openPositions } = market;
  const outcomes = outcomesOf(terms);
  const pools = outcomes.map(({ index, name }, i): Row => {
    const odds = impliedOdds(market, index);
    const pool = wholeTokens(totals[index] ?? 0n, mint.decimals);
    return [i === 0 ? 'pools' : '', `${index} ${name}: ${pool}${odds === null ? '' : `, pays ${odds} for 1`}`];
  });
  const { what, by, until } = whatNext(market, now);
  return [
    ['state', stateText(market, now)],
    ...pools,
    ['positions', `${openPositions} not paid yet`],
    ['next', `${what}, by ${by}${until === null ? '' : `; until ${timeText(until, now)}`}`],
    ['clock', isoTime(now)],
  ];
}

/** The state with the decision. */
export function stateText(market: Market, now: number): string {
  const { state, proposal, terms, refund } = market;
  const outcome = outcomesOf(terms)[proposal.outcome];
  const name = `${outcome?.index} ${outcome?.name}`;
  switch (state) {
    case 'Proposed':
      return `Proposed: ${proposal.void ? 'void' : name}, final after ${timeText(windowEnd(market), now)}`;
    case 'Final':
      return `Final: ${name}${refund ? ', nobody staked on it: all stakes go back' : ''}`;
    case 'Void':
      return 'Void: all stakes go back';
    default:
      return state;
  }
}

/** Everything as JSON. Times are ISO 8601, amounts whole tokens. */
export function marketJson({ address, market, mint, fixture, now }: MarketView): object {
  const { terms, creator, id, state, totals, openPositions, refund, proposal } = market;
  const tokens = (units: bigint): string => wholeTokens(units, mint.decimals);
  const next = whatNext(market, now);
  return {
    market: address,
    creator,
    id,
    state,
    time: isoTime(now),
    fixture: { id: terms.fixtureId, ...(fixture && { ...fixture, start: isoTime(fixture.start / 1_000) }) },
    sport: sportOfLayout(terms.sport) ?? terms.sport,
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
            since: isoTime(proposal.since),
            until: isoTime(windowEnd(market)),
          },
    terms: {
      ...terms,
      outcomes: undefined,
      minimumStake: tokens(terms.minimumStake),
      maximumStake: tokens(terms.maximumStake),
      stakesClose: isoTime(terms.stakesClose),
      earliest: isoTime(terms.earliest),
      latest: isoTime(terms.latest),
      voidAfter: isoTime(terms.voidAfter),
    },
    next: { ...next, until: next.until === null ? null : isoTime(next.until) },
  };
}
