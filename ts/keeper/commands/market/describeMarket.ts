import { terminalText } from '@linesman/sdk/error';
import { bytesToHex, statedText, statName } from '@linesman/sdk/format';
import { isoTime } from '@linesman/sdk/internal/format/isoTime';
import type { Address, Market, MarketTerms, Mint, Moment, WatchedEnd } from '@linesman/sdk/program';
import { impliedOdds, outcomesOf } from '@linesman/sdk/program';
import { wholeTokens } from '../wholeTokens.js';
import type { Fixture } from './fixtureOf.js';
import { timeText } from './timeText.js';
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

/** The deciding moment of each policy, in words. */
const FINALITY: Readonly<Record<MarketTerms['finality'], string>> = {
  finalised: 'the end of the match',
  'regular-time': 'the end of regular time',
  'half-time': 'half time',
  'signed-final': 'the end of the match, signed by the oracle',
};

type Row = readonly [name: string, value: string];

/** The terms in words. `result`: the account of the result that may settle it, `settlingResult`. */
export function termsRows(
  { mint, fixture, now: { seconds: now } }: Pick<MarketView, 'mint' | 'fixture' | 'now'>,
  terms: MarketTerms,
  result: Address | null,
): Row[] {
  const tokens = (units: bigint): string => wholeTokens(units, mint.decimals);
  const first = outcomesOf(terms).map(
    ({ index, name, condition }): Row => [
      index === 0 ? 'outcomes' : '',
      `${index} ${name}: ${condition ?? 'none of them'}`,
    ],
  );
  const keys = terms.statKeys.map((key, i): Row => {
    const name = statName(terms.sport, key) ?? 'no stat of this sport';
    const team = fixture && terminalText(fixture.teams[key % 2 === 1 ? 0 : 1]);
    return [i === 0 ? 'where' : '', `k${key} ${name}${team ? ` (${team})` : ''}`];
  });
  return [
    ['fixture', fixtureText(terms, fixture, now)],
    ['sport', sportText(terms, fixture)],
    ...statRows(fixture),
    ...first,
    ...keys,
    ['decided at', FINALITY[terms.finality]],
    ['oracle', terms.oracleProgram],
    ...(terms.signer ? [['signer', bytesToHex(terms.signer)] as const] : []),
    ...(terms.attesters ? attesterRows(terms.attesters) : []),
    ['stakes until', timeText(terms.stakesClose, now)],
    ['stakes', `${tokens(terms.minimumStake)} to ${tokens(terms.maximumStake)} of ${terms.mint}`],
    ['pool', terms.maximumPool === 0n ? 'no maximum' : `at most ${tokens(terms.maximumPool)}, all stakes together`],
    ['results of', `${isoTime(terms.earliest)} to ${isoTime(terms.latest)}`],
    ['challenge', `${terms.challengeWindow} s after a proof${result ? ', shown to it or posted to its result' : ''}`],
    [
      'result',
      result ?? `none, because ${terms.resultsSettle ? 'it asks for a signed proof' : 'the terms exclude results'}`,
    ],
    [
      'void after',
      `${timeText(terms.voidAfter, now)}${terms.abandonmentVoids ? ', or when the match is abandoned' : ''}`,
    ],
    ['fee', terms.feeBps === 0 ? 'none' : `${terms.feeBps / 100}% of the losing stakes, to ${terms.feeAccount}`],
  ];
}

/** What the source of the match does not state, and what it states wrongly. */
function statRows(fixture: Fixture | null): Row[] {
  const stated = fixture?.sport ? statedText(fixture.statKeys, fixture.sport) : undefined;
  return [
    ...(stated === undefined ? [] : [['stated', `${stated}; no other can be proven`] as const]),
    ...(fixture?.sumsDiffer
      ? [['sums differ', 'a total of the match differs from the sum of its parts'] as const]
      : []),
  ];
}

/** The attesters that must vouch for a root, and their powers. */
const attesterRows = ({ set, least }: NonNullable<MarketTerms['attesters']>): Row[] => [
  ['attesters', `${least} keys of ${set} must vouch for the root`],
  ['', 'too few of them, and the market becomes void; late ones can miss a correction'],
];

function sportText({ sport }: MarketTerms, fixture: Fixture | null): string {
  if (fixture === null || fixture.sport === sport) return sport;
  if (fixture.sport === null) return `${sport}, which the service does not confirm`;
  return `${sport}, but the service says ${fixture.sport}`;
}

function fixtureText({ fixtureId }: MarketTerms, fixture: Fixture | null, now: number): string {
  if (fixture === null) return String(fixtureId);
  const [one, other] = fixture.teams.map(terminalText);
  const kickOff = timeText(fixture.start / 1_000, now);
  return `${fixtureId} ${one} - ${other}, ${terminalText(fixture.competition)}, kick-off ${kickOff}`;
}

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
    return [i === 0 ? 'pools' : '', `${index} ${name}: ${pool}${odds === null ? '' : `, pays ${odds} for 1`}`];
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
            ? (['watch', `this market and its result ${watched.result}; post a later update there, too`] as const)
            : (['result', `${watched.result}, not posted yet; once it is, its window counts as well`] as const),
        ]
      : []),
    ['clock', isoTime(now.seconds)],
  ];
}

/** The state with the decision, and the time when it becomes final, with the other account to watch. */
export function stateText(market: Market, { end, result, isPosted }: WatchedEnd, now: Moment): string {
  const { state, proposal, terms, refund } = market;
  const named = (index: number | null): string =>
    index === null ? 'void' : `${index} ${outcomesOf(terms)[index]?.name}`;
  const name = named(proposal.outcome);
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
      return `Final: ${name}${refund ? ', nobody staked on it: all stakes go back' : ''}`;
    case 'Void':
      return 'Void: all stakes go back';
  }
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
      outcomes: undefined,
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
