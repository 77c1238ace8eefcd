import { expect, test } from 'vitest';
import type { ObjectSchema } from '../../ts/records/record/schema/jsonSchema.js';
import { scoresSchema } from '../../ts/records/record/scores/scoresRecord.js';
import { ABANDONED, CANCELLED, periodOfName } from '../../ts/sdk/format/period.js';
import type { Layout } from '../../ts/sdk/format/sports/definition.js';
import {
  DECIDING_PERIODS,
  NUMBERED_PERIODS,
  OUT_OF_ORDER,
  SPORT_COUNTERS,
  SPORT_LAYOUTS,
  SPORT_PARTS,
  SPORT_PERIODS,
  SPORTS,
} from '../../ts/sdk/format/sports/sports.js';
import { expectFile } from '../helpers/generatedParts.js';

/** A sport is defined in `ts/sdk/format/sports`; whatever depends on it is a table over all of them. */

test.each(SPORTS)('the definition of %s holds together', (sport) => {
  const { blocks, offsets, unused = 0 }: Layout = SPORT_LAYOUTS[sport];
  expect(SPORT_COUNTERS[sport].length).toBe(offsets / 2);
  expect(SPORT_PARTS[sport].length).toBe(blocks.length);
  expect(blocks.length * offsets + unused).toBeLessThanOrEqual(256);
  // The programs and the generator know these by their numbers, whatever the sport.
  const status = (name: string): number | undefined => periodOfName(sport, name);
  expect(['NS', 'I', 'A', 'C', 'TXCC', 'TXCS'].map(status)).toEqual([1, 14, ABANDONED, CANCELLED, 17, 18]);
  for (const name of NUMBERED_PERIODS[sport]) expect(status(name)).toBeDefined();
  const numbers = Object.entries(OUT_OF_ORDER[sport]).flat().map(Number);
  for (const number of numbers) expect(SPORT_PERIODS[sport][number - 1]).toBeDefined();
});

test.each(SPORTS)('every part of %s is counted in the score of its records, and every counter too', (sport) => {
  const { properties } = scoresSchema(sport, 'snapshot') as ObjectSchema;
  const score = properties.Score as ObjectSchema;
  const counted = new Set<string>();
  for (const { score: paths } of SPORT_PARTS[sport])
    for (const path of paths) {
      let schema = score.properties.Participant1 as ObjectSchema;
      for (const name of path.split('.')) {
        const inner = schema.properties[name] ?? matching(schema, name);
        expect(inner, path).toBeDefined();
        schema = inner as ObjectSchema;
      }
      for (const name of Object.keys(schema.properties)) counted.add(name);
    }
  expect([...counted].sort()).toEqual(SPORT_COUNTERS[sport].map(([field]) => field as string).sort());
});

const matching = ({ patternProperties = {} }: ObjectSchema, name: string): unknown =>
  Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern).test(name))?.[1];

/** What the Rust layouts are compared with, in `crates/verifier/tests/suite/layout.rs`. */
const TABLE = new URL('../../crates/verifier/tests/sports.json', import.meta.url);

test('the table for Rust is that of the definitions', () => {
  const rows = SPORTS.map((sport) => {
    const { byte, blocks, offsets, unused = 0 }: Layout = SPORT_LAYOUTS[sport];
    const of = (...policies: readonly string[]): number[] =>
      blocks.filter((_, i) => policies.includes(SPORT_PARTS[sport][i]?.settledBy ?? ''));
    const settled = { blocksOfRegularTime: of('regular-time', 'half-time'), blocksOfFirstHalf: of('half-time') };
    const { 'regular-time': RegularTime, 'half-time': HalfTime } = DECIDING_PERIODS[sport];
    return JSON.stringify({ sport, byte, offsets, unused, blocks, RegularTime, HalfTime, ...settled });
  });
  expectFile(TABLE, `[\n${rows.join(',\n')}\n]\n`);
});
