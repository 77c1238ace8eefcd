import { bytesToHex, SHOWN_SPORTS, statedText, timeDistance } from '@linesman/sdk/format';
import {
  type Attesters,
  casesOf,
  lineOf,
  MARK_WORDS,
  type Market,
  type MarketEnd,
  type MarketEnding,
  type MarketTerms,
  type Moment,
  marketEnding,
  nextStep,
  outcomesOf,
  type WatchedEnd,
} from '@linesman/sdk/program';
import type { Known } from '../../shared/matchBook.js';
import { NO_NAMES, outcomesInWords, type Sides } from '../../shared/outcomeWords.js';
import { dayAndTime } from '../../shared/time.js';
import { tokensText } from '../../shared/tokensText.js';

/** The facts about its match that a market needs. */
export type MatchOfMarket = Known;

/** When each policy decides, in words. */
const FINALITY: Readonly<Record<MarketTerms['finality'], string>> = {
  finalised: 'the end of the match, with extra time or overtime',
  'regular-time': 'the end of regular time',
  'half-time': 'half time',
  'signed-final': 'the end of the match, signed by the oracle',
};

/** What the source of the match does not state, and what it states wrongly. */
function statFacts({ statKeys, sport, sumsDiffer }: MatchOfMarket): Fact[] {
  const stated = statedText(statKeys, sport);
  return [
    ...(stated === undefined ? [] : [['Stated', `${stated}; no other stat can be proven`] as const]),
    ...(sumsDiffer ? [['Sums differ', 'a total of this match differs from the sum of its parts'] as const] : []),
  ];
}

/** A time in Unix seconds. */
const momentText = (seconds: number): string => dayAndTime(seconds * 1_000);

/** The time, and how far it is from now. */
const timeText = (seconds: number, now: number): string => `${momentText(seconds)} (${timeDistance(seconds, now)})`;

/** Every outcome that can be staked on in words, with the names of the teams. */
export function termOutcomes(terms: MarketTerms, names: Sides): string[] {
  if (!terms.splits) return termCases(terms, names);
  const line = lineOf(terms);
  if (!line) return outcomesOf(terms).map(({ index }) => `Outcome ${index + 1}`);
  const { kind, value } = line;
  if (kind === 'handicap') return [`${names[0]} ${leadText(value)}`, `${names[1]} ${leadText(-value)}`];
  return ['Over', 'Under'].map((side) => `${side} ${value} ${SHOWN_SPORTS[terms.sport].counted}`);
}

/** What a team is given before the match: “+0.25” or “−1”. */
const leadText = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)}`;

/** Every result that pays its own way in words, with the names of the teams; without splits, these are the outcomes. */
export const termCases = (terms: MarketTerms, names: Sides): string[] =>
  outcomesInWords(
    casesOf(terms).map(({ condition }) => condition),
    terms.sport,
    names,
  );

/** The cases that a decision stands for: what pays the same is one decision. */
export function decidedCases(terms: MarketTerms, decided: number): number[] {
  const rows = casesOf(terms).map(({ marks }) => marks.join());
  return rows.flatMap((row, i) => (row === rows[decided] ? [i] : []));
}

/** A decision in words, without what it pays. */
export function caseWords(terms: MarketTerms, decided: number, names: Sides): string {
  const words = termCases(terms, names);
  return decidedCases(terms, decided)
    .map((i) => words[i])
    .join(' / ');
}

/** A decision with what it pays: “Draw: half of a stake on Marrowgate Tanners −0.25 is lost, …”. */
export function decisionWords(terms: MarketTerms, decided: number, names: Sides): string {
  const outcomes = termOutcomes(terms, names);
  const marks = casesOf(terms)[decided]?.marks ?? [];
  const paid = marks.map((mark, i) => {
    const [, half, fate] = /^(half )?(.*)$/.exec(MARK_WORDS[mark]) ?? [];
    return `${half ? 'half of ' : ''}${i === 0 ? 'a stake' : 'one'} on ${outcomes[i]} is ${fate}`;
  });
  const isPush = marks.every((mark) => mark === 'Push');
  return `${caseWords(terms, decided, names)}: ${isPush ? 'every stake is returned' : paid.join(', ')}`;
}

/**
 * The condition that shows why a case was decided: its own condition; for "everything else", the first condition,
 * because that case is decided when none holds.
 */
export const conditionToShow = (terms: MarketTerms, decided: number): string => {
  const cases = casesOf(terms);
  return cases[decided]?.condition ?? cases[0]?.condition ?? '';
};

/** Terms are signed, so amounts are not rounded. */
const exactSpan = (seconds: number): string =>
  seconds % 3_600 === 0 ? `${seconds / 3_600} h` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;

export type Fact = readonly [name: string, value: string];

/** The terms in words. `now`: seconds of the chain's clock. */
export function termFacts(terms: MarketTerms, decimals: number, match: MatchOfMarket | null, now: number): Fact[] {
  const tokens = (units: bigint): string => tokensText(units, decimals);
  const { sport } = terms;
  return [
    ['Match', `${match ? `${match.participant1} – ${match.participant2}, ` : ''}number ${terms.fixtureId}`],
    ['Sport', match && match.sport !== sport ? `${sport}, but the service says ${match.sport}` : sport],
    ...(match ? statFacts(match) : []),
    ['Decided at', FINALITY[terms.finality]],
    ['Stakes until', timeText(terms.stakesClose, now)],
    ['Stake', `${tokens(terms.minimumStake)} to ${tokens(terms.maximumStake)}`],
    ...(terms.maximumPool === 0n ? [] : [['All stakes', `at most ${tokens(terms.maximumPool)}`] as const]),
    ['Results of', `${timeText(terms.earliest, now)} to ${timeText(terms.latest, now)}`],
    ['Challenge', `${exactSpan(terms.challengeWindow)} after a proof, a later one may correct it`],
    ...(terms.resultsSettle ? [] : [['Posted results', 'do not settle this market'] as const]),
    [
      'Void',
      `after ${timeText(terms.voidAfter, now)}${terms.abandonmentVoids ? ', or when the match is abandoned' : ''}`,
    ],
    ['Fee', terms.feeBps === 0 ? 'none' : `${terms.feeBps / 100} % of the losing stakes, to ${terms.feeAccount}`],
    ['Oracle', terms.oracleProgram],
    ...(terms.signer ? [['Signer', bytesToHex(terms.signer)] as const] : []),
    ...(terms.attesters ? [['Attesters', attestersText(terms.attesters)] as const] : []),
    ['Token', terms.mint],
  ];
}

/** The attesters that must vouch for a root, and their powers. */
const attestersText = ({ set, least }: Attesters): string =>
  `${least} keys of ${set} must vouch for a result. If too few do, the market becomes void; ` +
  'late ones can miss a correction.';

/** What each ending is called, and why stakes come back. `said`: what was decided. */
const ENDINGS: Readonly<Record<MarketEnding, readonly [badge: (said: string) => string, why: string | null]>> = {
  decided: [(said) => `Decided: ${said}`, null],
  pushed: [(said) => `Pushed: ${said}`, null],
  'no-winner': [(said) => `No winner: ${said}`, 'No one staked on what won, so every stake is refunded.'],
  'void-by-proof': [
    () => 'Void: abandoned or cancelled',
    'A proof shows that the match was abandoned or cancelled, so every stake is refunded.',
  ],
  'void-by-deadline': [() => 'Void: not settled in time', 'No one settled it in time, so every stake is refunded.'],
  contradicted: [
    () => 'Void: proofs contradict each other',
    'Two proofs of the same record contradict each other, so every stake is refunded.',
  ],
};

/** The state with the decision, in a few words. */
export function stateWords(market: Market, now: number, names: Sides = NO_NAMES): string {
  const { state, proposal, terms } = market;
  if (state === 'Open') return now < terms.stakesClose ? 'Open for stakes' : 'Stakes are closed';
  const said = caseWords(terms, proposal.outcome, names);
  const ending = marketEnding(market);
  if (ending === null) return `Proven, may be corrected: ${proposal.void ? 'void' : said}`;
  return ENDINGS[ending][0](said);
}

/** What a decision does to stakes where its name does not tell: why all come back, or what splits pay. */
export function paidWords(market: Market, names: Sides = NO_NAMES): string | null {
  const { state, proposal, terms } = market;
  if (state === 'Open') return null;
  const ending = marketEnding(market);
  const why = ending && ENDINGS[ending][1];
  if (why || proposal.void || !terms.splits) return why;
  return `${decisionWords(terms, proposal.outcome, names)}.`;
}

/** An action that anyone can take on a market now. */
export type Action = 'stake' | 'settle' | 'finalise' | 'void' | 'claim';

export interface Next {
  /** Without the distance of its time, because that changes while nothing happens. */
  readonly text: string;
  /** How far that time is; null if it does not name a time. */
  readonly distance: string | null;
  readonly actions: readonly Action[];
  /** The posted result to watch besides the market, and what to do; null if there is none. */
  readonly watch: string | null;
}

const toClaim = (positions: bigint): string => (positions === 1n ? '1 position is' : `${positions} positions are`);

/** The next event, and its time. `now`: of the chain. */
export const nextWords = (market: Market, watched: WatchedEnd, now: Moment, names: Sides = NO_NAMES): Next => ({
  ...stepWords(market, watched, now, names),
  watch:
    watched.result === null || !watched.isPosted
      ? null
      : `A result of the match is posted, at ${watched.result}, and its challenge window counts as well. If you ` +
        'know a later score record, post it there, too: linesman result post.',
});

function stepWords(market: Market, { end }: WatchedEnd, moment: Moment, names: Sides): Omit<Next, 'watch'> {
  const { state, terms, openPositions } = market;
  const { seconds: now } = moment;
  if (state === 'Open' && now < terms.stakesClose)
    return at(terms.stakesClose, now, (time) => `You can stake until ${time}.`, ['stake']);
  const step = nextStep(market, moment);
  switch (step.kind) {
    case 'wait':
      return at(step.until, now, (time) => `Nothing can be done before ${time}.`, []);
    case 'clear':
      return openPositions > 0n
        ? timeless(`${toClaim(openPositions)} still to be claimed; anyone can do that for the owner.`, ['claim'])
        : timeless('Everything is paid.', []);
    case 'prove':
      if (end?.of === 'result') return resultWords(market, end, now, names);
      if (step.otherwise === 'void')
        return timeless('No one settled it in time: anyone can void it.', ['settle', 'void']);
      if (step.otherwise === 'finalise') return timeless('The challenge window is over.', ['finalise']);
      if (end)
        return at(
          end.at,
          now,
          (time) => `A later proof may correct it until ${about(end)}${time}; then it becomes final.`,
          ['settle'],
        );
      return timeless('Anyone with a proof of the result can settle it, once its root is on chain.', ['settle']);
  }
}

/** Slots are missing, whose time nobody knows. */
const about = ({ isAbout }: MarketEnd): string => (isAbout ? 'about ' : '');

/** The result ends it first. */
function resultWords({ terms }: Market, end: MarketEnd, now: number, names: Sides): Omit<Next, 'watch'> {
  const actions: readonly Action[] = ['settle'];
  if (end.outcome === null)
    return timeless('Two proofs of the result contradict each other: anyone can void it with that result.', actions);
  const says = `The result of the match says: ${caseWords(terms, end.outcome, names)}`;
  if (end.at <= now) return timeless(`${says}, and its window is over: a keeper makes it final.`, actions);
  return at(
    end.at,
    now,
    (time) => `${says}. A later proof may correct it until ${about(end)}${time}; then it is final.`,
    actions,
  );
}

const timeless = (text: string, actions: readonly Action[]): Omit<Next, 'watch'> => ({ text, distance: null, actions });

const at = (
  seconds: number,
  now: number,
  text: (time: string) => string,
  actions: readonly Action[],
): Omit<Next, 'watch'> => ({
  text: text(momentText(seconds)),
  distance: timeDistance(seconds, now),
  actions,
});
