import type { Match } from 'linesman/client';
import { bytesToHex, sportOfLayout, statName } from 'linesman/format';
import { type Market, type MarketTerms, nextStep, outcomesOf, wholeTokens, windowEnd } from 'linesman/program';

/** When each policy decides, in words. */
const FINALITY: Readonly<Record<MarketTerms['finality'], string>> = {
  Finalised: 'the end of the match, with extra time',
  RegularTime: 'the end of regular time',
  HalfTime: 'half time',
  SignedFinal: 'the end of the match, signed by the oracle',
};

/** A time in Unix seconds, and how far it is from now. */
export const timeText = (seconds: number, now: number): string =>
  `${new Date(seconds * 1_000).toISOString().slice(0, 16).replace('T', ' ')} UTC (${distance(seconds, now)})`;

function distance(seconds: number, now: number): string {
  const left = Math.abs(seconds - now);
  const [size, unit] =
    left < 120 ? [1, 's'] : left < 2 * 3_600 ? [60, 'min'] : left < 172_800 ? [3_600, 'h'] : [86_400, 'days'];
  const amount = `${Math.round(left / size)} ${unit}`;
  return seconds >= now ? `in ${amount}` : `${amount} ago`;
}

/** Both teams; the number of the fixture where they are not known. */
export const titleOf = (match: Match | null, fixtureId: number | bigint): string =>
  match ? `${match.participant1} – ${match.participant2}` : `Fixture ${fixtureId}`;

/** A condition with the names of its stats: `home goals - away goals > 0`. */
export function conditionWords(
  condition: string | null,
  { sport }: Pick<MarketTerms, 'sport'>,
  match: Match | null,
): string {
  if (condition === null) return 'everything else';
  const named = sportOfLayout(sport);
  if (!named) return condition;
  return condition.replace(/\bk(\d+)\b/g, (whole, digits: string) => {
    const key = Number(digits);
    const stat = statName(named, key);
    const team = match && (key % 2 === 1 ? match.participant1 : match.participant2);
    return stat === undefined ? whole : team ? `${stat} of ${team}` : stat;
  });
}

export type Fact = readonly [name: string, value: string];

/** The terms in words. `now`: seconds of the chain's clock. */
export function termFacts(terms: MarketTerms, decimals: number, match: Match | null, now: number): Fact[] {
  const tokens = (units: bigint): string => wholeTokens(units, decimals);
  const sport = sportOfLayout(terms.sport) ?? `unknown (${terms.sport})`;
  return [
    ['Match', `${titleOf(match, terms.fixtureId)}, fixture ${terms.fixtureId}`],
    ['Sport', match && match.sport !== sport ? `${sport}, but the service says ${match.sport}` : sport],
    ['Decided at', FINALITY[terms.finality]],
    ['Stakes until', timeText(terms.stakesClose, now)],
    ['Stake', `${tokens(terms.minimumStake)} to ${tokens(terms.maximumStake)}`],
    ['Results of', `${timeText(terms.earliest, now)} to ${timeText(terms.latest, now)}`],
    ['Challenge', `${terms.challengeWindow} s after a proof, a later one may correct it`],
    [
      'Void',
      `after ${timeText(terms.voidAfter, now)}${terms.abandonmentVoids ? ', or when the match is abandoned' : ''}`,
    ],
    ['Fee', terms.feeBps === 0 ? 'none' : `${terms.feeBps / 100} % of the losing stakes, to ${terms.feeAccount}`],
    ['Oracle', terms.oracleProgram],
    ...(terms.signer ? [['Signer', bytesToHex(terms.signer)] as const] : []),
    ['Token', terms.mint],
  ];
}

/** The state with the decision. */
export function stateWords(market: Market, now: number): string {
  const { state, proposal, terms, refund } = market;
  const outcome = outcomesOf(terms)[proposal.outcome];
  switch (state) {
    case 'Open':
      return now < terms.stakesClose ? 'Open for stakes' : 'Stakes are closed';
    case 'Proposed':
      return `Proposed: ${proposal.void ? 'void' : outcome?.name}`;
    case 'Final':
      return `Final: ${outcome?.name}${refund ? ', nobody staked on it, so all stakes go back' : ''}`;
    case 'Void':
      return 'Void: all stakes go back';
  }
}

/** What anybody can do with a market now. */
export type Deed = 'stake' | 'settle' | 'finalise' | 'void' | 'claim';

export interface Next {
  readonly text: string;
  readonly deeds: readonly Deed[];
}

/** What happens next, and when. `now`: seconds of the chain's clock. */
export function nextWords(market: Market, now: number): Next {
  const { state, terms, openPositions } = market;
  if (state === 'Open' && now < terms.stakesClose)
    return { text: `Stakes are taken until ${timeText(terms.stakesClose, now)}.`, deeds: ['stake'] };
  const step = nextStep(market, now);
  switch (step.kind) {
    case 'wait':
      return { text: `Nothing can be done before ${timeText(step.until, now)}.`, deeds: [] };
    case 'clear':
      return openPositions > 0n
        ? { text: `${openPositions} positions are to be claimed, by anybody for their owners.`, deeds: ['claim'] }
        : { text: 'Everything is paid.', deeds: [] };
    case 'prove':
      if (step.otherwise === 'void')
        return { text: 'Nobody settled it in time: anybody may void it.', deeds: ['settle', 'void'] };
      if (step.otherwise === 'finalise') return { text: 'The challenge window is over.', deeds: ['finalise'] };
      if (state === 'Proposed')
        return {
          text: `A later proof may correct it until ${timeText(windowEnd(market), now)}; then it becomes final.`,
          deeds: ['settle'],
        };
      return {
        text: 'Anybody with a proof of the result may settle it, once its root is on chain.',
        deeds: ['settle'],
      };
  }
}
