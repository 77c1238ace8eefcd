import { expect, test } from 'vitest';
import { NO_SUCH_LINE } from '../../error/codes/market.js';
import { LinesmanError } from '../../error/linesmanError.js';
import type { Sport } from '../../format/sports/sports.js';
import { statKey } from '../../format/statKey.js';
import type { Fact } from '../../proof/fact.js';
import type { Mark, MarketTerms } from '../wire/terms.js';
import { handicapTerms, type LineTerms, lineOf, lineText, threeWayTerms, totalTerms } from './lines.js';
import { casesOf, decisionText, impliedOdds, outcomesOf, payoutWords } from './marketOutcomes.js';
import { decideOutcome } from './rules/decideOutcome.js';
import { markOf, outcomeCount } from './rules/splits.js';

/**
 * Bookmakers' rules for a handicap of the home side, written by hand: what a bet on home gets when home's lead is the
 * number before the colon; above it the bet wins, below it loses. A line without a colon has no such lead.
 */
const HANDICAPS = `
-5     5:Push      -4.75  5:HalfWin   -4.5   4:Lose      -4.25  4:HalfLose
-4     4:Push      -3.75  4:HalfWin   -3.5   3:Lose      -3.25  3:HalfLose
-3     3:Push      -2.75  3:HalfWin   -2.5   2:Lose      -2.25  2:HalfLose
-2     2:Push      -1.75  2:HalfWin   -1.5   1:Lose      -1.25  1:HalfLose
-1     1:Push      -0.75  1:HalfWin   -0.5   0:Lose      -0.25  0:HalfLose
0      0:Push      0.25   0:HalfWin   0.5    -1:Lose     0.75   -1:HalfLose
1      -1:Push     1.25   -1:HalfWin  1.5    -2:Lose     1.75   -2:HalfLose
2      -2:Push     2.25   -2:HalfWin  2.5    -3:Lose     2.75   -3:HalfLose
3      -3:Push     3.25   -3:HalfWin  3.5    -4:Lose     3.75   -4:HalfLose
4      -4:Push     4.25   -4:HalfWin  4.5    -5:Lose     4.75   -5:HalfLose
5      -5:Push`;

/** The same for a bet on over, by the number of goals. */
const TOTALS = `
0      0:Push      0.25   0:HalfLose  0.5    0:Lose      0.75   1:HalfWin
1      1:Push      1.25   1:HalfLose  1.5    1:Lose      1.75   2:HalfWin
2      2:Push      2.25   2:HalfLose  2.5    2:Lose      2.75   3:HalfWin
3      3:Push      3.25   3:HalfLose  3.5    3:Lose      3.75   4:HalfWin
4      4:Push      4.25   4:HalfLose  4.5    4:Lose      4.75   5:HalfWin
5      5:Push      5.25   5:HalfLose  5.5    5:Lose      5.75   6:HalfWin
6      6:Push      6.25   6:HalfLose  6.5    6:Lose      6.75   7:HalfWin
7      7:Push      7.25   7:HalfLose  7.5    7:Lose      7.75   8:HalfWin
8      8:Push      8.25   8:HalfLose  8.5    8:Lose      8.75   9:HalfWin
9      9:Push      9.25   9:HalfLose  9.5    9:Lose      9.75   10:HalfWin
10     10:Push`;

const OTHER_SIDE: Record<Mark, Mark> = {
  ...{ Win: 'Lose', HalfWin: 'HalfLose', Push: 'Push', HalfLose: 'HalfWin', Lose: 'Win' },
};

interface Rule {
  readonly line: number;
  readonly hit: number;
  readonly mark: Mark;
}

const rulesOf = (table: string): Rule[] =>
  [...table.matchAll(/(-?[\d.]+) +(-?\d+):(\w+)/g)].map(([, line, hit, mark]) => ({
    ...{ line: Number(line), hit: Number(hit), mark: mark as Mark },
  }));

const facts = (home: number, away: number): Fact[] =>
  [home, away].map((value, i): Fact => {
    const key = statKey(i + 1);
    return value === 0 ? { kind: 'absent', key, value } : { kind: 'present', key, value, period: 100 };
  });

/** What both outcomes get at a score. */
function marksAt(terms: LineTerms, home: number, away: number): Mark[] {
  const decided = decideOutcome(terms as MarketTerms, facts(home, away));
  return [0, 1].map((outcome) => markOf(terms, decided, outcome));
}

const SCORES = Array.from({ length: 12 * 12 }, (_, i) => [Math.floor(i / 12), i % 12] as const);

test.each([
  ['handicap', HANDICAPS, handicapTerms, (home: number, away: number) => home - away],
  ['total', TOTALS, totalTerms, (home: number, away: number) => home + away],
] as const)('every %s from end to end pays as a bookmaker does', (kind, table, termsOf, measure) => {
  const rules = rulesOf(table);
  expect(rules).toHaveLength(41);
  for (const { line, hit, mark } of rules) {
    const terms = termsOf('soccer', line);
    for (const [home, away] of SCORES) {
      const found = measure(home, away);
      const first: Mark = found > hit ? 'Win' : found < hit ? 'Lose' : mark;
      expect(marksAt(terms, home, away), `${kind} ${line} at ${home}:${away}`).toEqual([first, OTHER_SIDE[first]]);
    }
    expect(lineOf(terms), `${kind} ${line}`).toEqual(terms.splits ? { kind, value: line } : null);
    expect(terms.splits === null).toBe(line % 1 !== 0 && (line * 2) % 1 === 0);
  }
});

test('a three-way market is home, draw or away', () => {
  const terms = threeWayTerms('soccer');
  expect(outcomesOf(terms).map(({ name, condition }) => [name, condition])).toEqual([
    ['0', 'k1 - k2 > 0'],
    ['1', 'k1 - k2 == 0'],
    ['none', null],
  ]);
  expect([facts(2, 0), facts(1, 1), facts(0, 1)].map((one) => decideOutcome(terms as MarketTerms, one))).toEqual([
    ...[0, 1, 2],
  ]);
});

test('lines that a sport does not have are refused', () => {
  const cases: [string, () => unknown, string | null][] = [
    ['a quarter in basketball', () => handicapTerms('basketball', -0.25), 'no quarters'],
    ['a quarter in US football', () => totalTerms('us-football', 40.75), 'no quarters'],
    ['a half in basketball', () => handicapTerms('basketball', 7.5), null],
    ['a whole number in basketball', () => totalTerms('basketball', 181), null],
    ['a draw in basketball', () => threeWayTerms('basketball'), 'no draws'],
    ['a draw in US football', () => threeWayTerms('us-football'), null],
    ['a third', () => handicapTerms('soccer', 1 / 3), 'no quarter'],
    ['no number', () => totalTerms('soccer', Number.NaN), 'no quarter'],
    ['without an end', () => totalTerms('soccer', Number.POSITIVE_INFINITY), 'no quarter'],
    ['a text', () => totalTerms('soccer', '2.75' as never), 'no quarter'],
    ['below 0', () => totalTerms('soccer', -0.25), 'out of range'],
    ['far away', () => handicapTerms('soccer', 100.5), 'out of range'],
  ];
  for (const [what, call, problem] of cases) {
    try {
      call();
      expect(problem, what).toBeNull();
    } catch (error) {
      if (!(error instanceof LinesmanError)) throw error;
      expect([error.number, error.context], what).toMatchObject([NO_SUCH_LINE, { problem }]);
      expect(error.message, what).not.toContain('undefined');
    }
  }
});

test('a line is told in words with what each case pays', () => {
  const quarter = handicapTerms('soccer', -0.25);
  expect(lineText({ kind: 'handicap', value: -0.25 })).toBe('home -0.25, away +0.25');
  expect(lineText({ kind: 'total', value: 2.75 })).toBe('over or under 2.75');
  expect(outcomesOf(quarter).map(({ name }) => name)).toEqual(['home', 'away']);
  expect(outcomesOf(totalTerms('soccer', 3)).map(({ name }) => name)).toEqual(['over', 'under']);
  expect(casesOf(quarter).map(({ condition, index }) => `${condition}: ${payoutWords(quarter, index)}`)).toEqual([
    'k1 - k2 > 0: home won, away lost',
    'k1 - k2 == 0: home half lost, away half won',
    'null: home lost, away won',
  ]);
  expect(decisionText(quarter, 1)).toBe('home half lost, away half won');
  const plain = handicapTerms('soccer', -0.5);
  expect([decisionText(plain, 0), decisionText(plain, 1)]).toEqual(['0 yes', '1 no']);
  expect(casesOf(plain).map(({ marks }) => marks)).toEqual([
    ['Win', 'Lose'],
    ['Lose', 'Win'],
  ]);
});

test('splits that are no line have numbers for names', () => {
  const quarter = handicapTerms('soccer', -0.25);
  const rows = quarter.splits ?? [];
  const others: LineTerms[] = [
    { ...quarter, splits: [...rows].reverse() },
    { ...quarter, splits: rows.map((row) => [...row, 'Push'] as Mark[]) },
    { ...quarter, statKeys: [1, 3] },
    { ...quarter, outcomes: [...quarter.outcomes].reverse() },
    {
      ...quarter,
      splits: [
        ['Win', 'Lose'],
        ['Win', 'Lose'],
        ['Lose', 'Win'],
      ],
    },
  ];
  for (const terms of others) {
    expect(lineOf(terms)).toBeNull();
    expect(outcomesOf(terms).map(({ name }) => name)).toEqual(outcomesOf(terms).map((_, i) => String(i)));
    expect(outcomesOf(terms)).toHaveLength(outcomeCount(terms));
  }
});

test('the odds are the most that a stake of 1 gets, as the pools stand', () => {
  const of = (sport: Sport, line: number, totals: bigint[], feeBps: number): (number | null)[] => {
    const terms = { ...handicapTerms(sport, line), feeBps } as MarketTerms;
    return [0, 1].map((outcome) => impliedOdds({ totals, terms }, outcome));
  };
  // 100 against 300: home wins 3 for 1, away 1 for 3.
  expect(of('soccer', -0.5, [100n, 300n], 0)).toEqual([4, 1.333]);
  expect(of('soccer', -0.25, [100n, 300n], 0)).toEqual([4, 1.333]);
  expect(of('soccer', -0.25, [100n, 300n], 1_000)).toEqual([3.7, 1.3]);
  expect(of('soccer', -0.25, [0n, 300n], 0)).toEqual([null, 1]);
  // Of three where the last can win half at most: the halves of 100 share what the others lose.
  const terms = {
    ...handicapTerms('soccer', 0),
    splits: [
      ['Win', 'Lose', 'Lose'],
      ['Lose', 'Win', 'Lose'],
      ['Lose', 'Lose', 'HalfWin'],
    ] as Mark[][],
    feeBps: 0,
  } as MarketTerms;
  expect([0, 1, 2].map((outcome) => impliedOdds({ totals: [100n, 100n, 100n], terms }, outcome))).toEqual([3, 3, 3]);
});
