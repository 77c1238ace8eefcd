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
  type Sport,
} from '../../ts/sdk/format/sports/sports.js';
import { expectFile } from '../helpers/generatedParts.js';
import { FILES, textOf } from '../helpers/sources.js';

/** A sport is defined in `ts/sdk/format/sports`; whatever depends on it is a table over all of them. */

const NAME = `'(?:${SPORTS.join('|')})'`;

/** Where one sport stands for another that is not known, with the reason. */
const EXCEPT: Readonly<Record<string, string>> = {
  'ts/cli/proof/fetchOptions.ts': 'the default of an option, which its help names',
  'ts/cli/proof/proofInput.ts': 'the default of an option, and the output says that it is assumed',
  'ts/explorer/pages/proof/sharing.ts': 'an option with its default is left out',
  'ts/records/record/scores/scoresRecord.ts': 'a record without a sport is refused, with its other faults',
  'tests/cli/market.test.ts': 'any other sport',
  'tests/helpers/service/embeddedMarket.ts': 'a match of this sport is looked for',
  'tests/regress/deployed.test.ts': 'the name of a file',
};

const isTest = (file: string): boolean => /^tests\/|\.test\.tsx?$/.test(file);

/** The files with such a line, without comments. */
const filesWith = (files: readonly string[], pattern: RegExp): string[] =>
  files.filter((file) =>
    textOf(file)
      .split('\n')
      .some((line) => pattern.test(line) && !/^\s*(\*|\/\/)/.test(line)),
  );

test('no code decides by the name of one sport what holds for the others', () => {
  const sources = FILES.filter((file) => /^(ts|tests|examples|bench)\/.*\.tsx?$/.test(file));
  const compared = new RegExp(`[!=]== ${NAME}|${NAME} [!=]==|case ${NAME}`);
  const taken = new RegExp(`\\?\\? ${NAME}`);
  // A test may choose a sport for who does not name one.
  const product = sources.filter((file) => !isTest(file));
  const found = [...filesWith(sources, compared), ...filesWith(product, taken)];
  expect(found.filter((file) => !Object.hasOwn(EXCEPT, file))).toEqual([]);
  expect(Object.keys(EXCEPT).filter((file) => !found.includes(file))).toEqual([]);
});

test('a text that lists the sports lists all of them', () => {
  const files = FILES.filter((file) => /^ts\/.*\.(ts|tsx|json)$/.test(file) && !isTest(file));
  const spelling = (sport: Sport): RegExp => new RegExp(`\\b${sport.replace('-', '[- ]')}\\b(?!'?: \\{)`, 'i');
  const listed = (line: string): number => SPORTS.filter((sport) => spelling(sport).test(line)).length;
  const short = files.flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => listed(line) > 1 && listed(line) < SPORTS.length)
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(short).toEqual([]);
});

test('in Rust every layout has its arm: none is what the others are not', () => {
  const rust = FILES.filter((file) => /^(crates|programs)\/[^/]+\/src\/.*\.rs$/.test(file));
  const deciding = /(layout|sport|self) [!=]= (Layout|Sport|Self)::|\(Self::\w+, _\) =>/;
  const found = rust.filter((file) => /Layout::|Sport::/.test(textOf(file)) && deciding.test(textOf(file)));
  expect(found).toEqual([]);
});

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
