import { terminalText } from '../../error/terminalText.js';
import { bytesToHex } from '../../format/hex.js';
import { isoTime } from '../../format/isoTime.js';
import type { Milliseconds } from '../../format/slotTime.js';
import type { Sport } from '../../format/sports/sports.js';
import { statedText } from '../../format/statedText.js';
import type { StatedKeys } from '../../format/statKey.js';
import { statName } from '../../format/statName.js';
import { timeText } from '../../format/timeDistance.js';
import type { Mint } from '../account/mint.js';
import type { Address } from '../address/address.js';
import { wholeTokens } from '../tokenAmount.js';
import type { Moment } from '../wire/moment.js';
import type { MarketTerms } from '../wire/terms.js';
import { lineOf, lineText } from './lines.js';
import { casesOf, outcomesOf, payoutWords } from './marketOutcomes.js';

/** The deciding moment of each policy, in words. */
const FINALITY: Readonly<Record<MarketTerms['finality'], string>> = {
  finalised: 'the end of the match',
  'regular-time': 'the end of regular time',
  'half-time': 'half time',
  'signed-final': 'the end of the match, signed by the oracle',
};

type Row = readonly [name: string, value: string];

/** What the words about terms need besides them. */
export interface TermsContext {
  readonly mint: Pick<Mint, 'decimals'>;
  /** The match by a service, `fixtureFacts` of `@linesman/sdk/client`; `null` if it was not asked for. */
  readonly fixture: {
    /** By the latest record that names it. */
    readonly start: Milliseconds;
    readonly teams: readonly [string, string];
    readonly competition: string;
    /** `null` if the service does not state it. */
    readonly sport: Sport | null;
    /** The stats that its source states. */
    readonly statKeys: StatedKeys;
    /** Whether a record has a total that differs from the sum of its parts. */
    readonly sumsDiffer: boolean;
  } | null;
  /** Of the chain. */
  readonly now: Moment;
  /** The account of the result that may settle it: `settlingResult`. */
  readonly result: Address | null;
}

/**
 * Terms in words, to be shown before anything is signed: rows of a name and a value; a row without a name continues the
 * one above. Texts of the service have no control characters.
 *
 * @example
 * ```ts
 * import { type MarketTerms, type TermsContext, termsInWords } from '@linesman/sdk/program';
 *
 * declare const terms: MarketTerms;
 * declare const context: TermsContext;
 * for (const [name, value] of termsInWords(terms, context)) console.log(name.padEnd(14), value);
 * ```
 */
export function termsInWords(terms: MarketTerms, { mint, fixture, now: moment, result }: TermsContext): Row[] {
  const { seconds: now } = moment;
  const tokens = (units: bigint): string => wholeTokens(units, mint.decimals);
  const first = terms.splits
    ? splitRows(terms)
    : outcomesOf(terms).map(
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
      result ??
        `none, because ${terms.resultsSettle ? 'the terms require a signed proof' : 'the terms exclude results'}`,
    ],
    [
      'void after',
      `${timeText(terms.voidAfter, now)}${terms.abandonmentVoids ? ', or when the match is abandoned' : ''}`,
    ],
    ['fee', terms.feeBps === 0 ? 'none' : `${terms.feeBps / 100}% of the losing stakes, to ${terms.feeAccount}`],
  ];
}

/** What can be staked on, and what each case pays. */
function splitRows(terms: MarketTerms): Row[] {
  const line = lineOf(terms);
  const names = outcomesOf(terms).map(({ index, name }) => `${index} ${name}`);
  return [
    ['outcomes', names.join(', ')],
    ...(line ? [['line', lineText(line)] as const] : []),
    ...casesOf(terms).map(
      ({ index, condition }): Row => [
        index === 0 ? 'pays' : '',
        `${condition ?? 'none of them'}: ${payoutWords(terms, index)}`,
      ],
    ),
  ];
}

/** What the source of the match does not state, and what it states wrongly. */
function statRows(fixture: TermsContext['fixture']): Row[] {
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

function sportText({ sport }: MarketTerms, fixture: TermsContext['fixture']): string {
  if (fixture === null || fixture.sport === sport) return sport;
  if (fixture.sport === null) return `${sport}, which the service does not confirm`;
  return `${sport}, but the service says ${fixture.sport}`;
}

function fixtureText({ fixtureId }: MarketTerms, fixture: TermsContext['fixture'], now: number): string {
  if (fixture === null) return String(fixtureId);
  const [one, other] = fixture.teams.map(terminalText);
  const start = timeText(fixture.start / 1_000, now);
  return `${fixtureId} ${one} - ${other}, ${terminalText(fixture.competition)}, start ${start}`;
}
