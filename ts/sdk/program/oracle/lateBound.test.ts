import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeLateBound, isRootLate, type LateBound } from './lateBound.js';

/** Changes of the bound, in order of time: when, and to what. */
type Changes = readonly (readonly [at: number, next: number])[];

const NONE: LateBound = { lateAfter: 0, before: 0, changed: 0 };
const after = (changes: Changes): LateBound =>
  changes.reduce<LateBound>((bound, [at, next]) => changeLateBound(bound, next, at), NONE);

/** The exact rule: the strictest bound in force at any time from `end` on, in seconds. */
function exact(changes: Changes, end: number): number {
  const times = [Number.NEGATIVE_INFINITY, ...changes.map(([at]) => at)];
  const bounds = [0, ...changes.map(([, next]) => next)];
  // Each was in force until the next one, in that second, too, whatever else happened in it.
  return Math.min(...bounds.filter((_, i) => (times[i + 1] ?? end) >= end).map((bound) => bound || Infinity));
}

/** Few times and bounds, so that many coincide, often two, three or four changes at one time. */
const histories = (least: number): fc.Arbitrary<[number, number][]> =>
  fc
    .array(
      fc.tuple(fc.oneof(fc.constant(0), fc.integer({ min: least, max: 12 * least })), fc.integer({ min: 1, max: 9 })),
      {
        minLength: 1,
        maxLength: 8,
      },
    )
    .map((steps) => {
      let at = least;
      return steps.map(([wait, bound]) => {
        at += wait;
        return [at, bound * least];
      });
    });

test('is never laxer than the strictest bound in force since the slot ended', () => {
  fc.assert(
    fc.property(histories(1), (changes) => {
      const bound = after(changes);
      const last = changes.at(-1)?.[0] as number;
      for (let end = -2; end <= last + 3; end++)
        for (let now = Math.max(last, end); now <= Math.max(last, end) + 12; now++) {
          const [isLate, isExact] = [isRootLate(bound, end, now), now - end > exact(changes, end)];
          // A slot that ended after the last change knows one bound only.
          if (isExact ? !isLate : isLate && end > last) throw new Error(`end ${end}, now ${now}`);
        }
    }),
    { numRuns: 2_000, seed: 51 },
  );
});

test('without a bound no root is ever late', () => {
  expect(isRootLate(NONE, 0, Number.MAX_SAFE_INTEGER)).toBe(false);
});

/** `LINESMAN_WRITE=1` writes the histories; the rule of the program decides them alike. */
const FILE = 'tests/vectors/late-bound.json';

function vectorOf(changes: Changes) {
  const bound = after(changes);
  const ends = [bound.changed - 1, bound.changed, bound.changed + 1, ...changes.map(([at]) => at - 600)];
  const judged = ends.flatMap((end) =>
    [600, 1_200, 5_400].flatMap((limit) =>
      [end + limit, end + limit + 1].map((now) => [end, now, isRootLate(bound, end, now)]),
    ),
  );
  return { changes, ...bound, judged };
}

test('decides as the vectors', () => {
  const text = fc.sample(histories(600), { numRuns: 60, seed: 51 }).map((one) => JSON.stringify(vectorOf(one)));
  const file = `[\n${text.join(',\n')}\n]\n`;
  if (process.env.LINESMAN_WRITE) writeFileSync(FILE, file);
  expect(readFileSync(FILE, 'utf8')).toBe(file);
});
