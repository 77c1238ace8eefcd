import fc from 'fast-check';
import { isBalanced, type Mark, type Splits } from '../splitsModel.js';
import { choose } from './action.js';

const MARKS: readonly Mark[] = ['Lose', 'HalfLose', 'Push', 'HalfWin', 'Win'];

/** Changes that mostly make splits unfit. The model says which do. */
const CHANGES = {
  mark: ([first = [], ...rows]: Splits, number: number): Splits => [
    ...rows,
    first.with(number % first.length, choose(MARKS, Math.floor(number / first.length))),
  ],
  less: (splits: Splits): Splits => splits.slice(1),
  more: (splits: Splits): Splits => [...splits, ...splits.slice(0, 1)],
  unequal: ([first = [], ...rows]: Splits): Splits => [...rows, [...first, 'Push']],
  few: (splits: Splits, number: number): Splits => splits.map((row) => row.slice(0, number % 2)),
  // As many winners and losers as a row of eight can have, and one outcome more.
  nine: (splits: Splits): Splits =>
    splits.map((_, row) => Array.from({ length: 9 }, (_, i) => (i % 2 === row % 2 ? 'Win' : 'Lose'))),
} as const;

/** Numbers that choose the splits of a market. */
const splitsGiven = fc.record({
  outcomes: fc.constantFrom(2, 2, 2, 2, 3, 3, 4, 8),
  /** For all rows, again and again. */
  marks: fc.array(fc.constantFrom(...MARKS), { minLength: 17, maxLength: 17 }),
  /** The case in which outcome 0 wins; in the one after it, it loses. */
  first: fc.nat(7),
  /** The case after those, if there are three: it pays as the first, returns all stakes, or does as `marks` say. */
  third: fc.constantFrom('alike' as const, 'push' as const, 'drawn' as const),
  change: fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant('mark' as const) },
    { weight: 1, arbitrary: fc.constantFrom('less' as const, 'more', 'unequal', 'few', 'nine') },
  ),
  number: fc.nat(1_000),
  /** For a question with three cases or more, as lines have them: three times out of four. */
  isLine: fc.constantFrom(true, true, true, false),
});

/** A third of all markets have splits. */
export const someSplits = fc.option(splitsGiven, { nil: null, freq: 2 });

type SplitsGiven = typeof splitsGiven extends fc.Arbitrary<infer T> ? T : never;

/** Splits for a market with so many cases. */
export function drawSplits({ outcomes, marks, first, third, change, number }: SplitsGiven, cases: number): Splits {
  const rows = Array.from({ length: cases }, (_, row): readonly Mark[] => {
    const drawn = Array.from({ length: outcomes }, (_, i) => choose(marks, row * outcomes + i));
    const after = (row - first + 8 * cases) % cases;
    // Every outcome wins in one of these two cases, and loses in the other.
    if (after < 2) return drawn.map((mark, i) => ((i + after) % 2 === 0 ? winning(mark) : losing(mark)));
    return isBalanced(drawn) && (after > 2 || third !== 'push') ? drawn : drawn.map(() => 'Push');
  });
  const same = rows[first % cases];
  const fit = third === 'alike' && cases > 2 && same ? rows.with((first + 2) % cases, same) : rows;
  return change === null ? fit : CHANGES[change](fit, number);
}

const isHalf = (mark: Mark): boolean => mark === 'HalfWin' || mark === 'HalfLose';
const winning = (mark: Mark): Mark => (isHalf(mark) ? 'HalfWin' : 'Win');
const losing = (mark: Mark): Mark => (isHalf(mark) ? 'HalfLose' : 'Lose');
