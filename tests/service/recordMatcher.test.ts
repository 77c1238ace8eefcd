import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { encodeOdds, oddsSchema } from '../../ts/records/record/odds.js';
import { checkSchema } from '../../ts/records/record/schema/checkSchema.js';
import { matcherOf } from '../../ts/records/record/schema/matcher.js';
import { encodeScores, scoresSchema } from '../../ts/records/record/scores/scoresRecord.js';
import { Random } from '../../ts/season/random.js';
import { changed } from '../helpers/service/changedValue.js';
import { outcome } from '../helpers/thrown.js';
import { seededRun } from './seededRun.js';

test('a schema accepts what a JSON Schema validator accepts, whatever is changed in a record', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const run = seededRun();
  const random = new Random('matcher');
  const cases = [
    ...(['soccer', 'basketball', 'us-football'] as const).flatMap((sport) =>
      (['snapshot', 'historical', 'observed'] as const).map((form) => ({
        schema: scoresSchema(sport, form),
        records: run[sport].flatMap(({ scores }) =>
          scores.filter(() => random.onceIn(20)).map((record) => encodeScores(record, form)),
        ),
      })),
    ),
    {
      schema: oddsSchema(),
      records: run.soccer.flatMap(({ odds }) => odds.filter(() => random.onceIn(20)).map((one) => encodeOdds(one))),
    },
  ];
  const counts = { in: 0, out: 0 };
  for (const { schema, records } of cases) {
    const validate = ajv.compile(schema);
    const matches = matcherOf(schema);
    for (const record of records)
      for (const value of [record, changed(record, random), changed(record, random)]) {
        // Ajv accepts integers that have lost digits.
        const isIn = validate(value) && !JSON.stringify(value).includes('9007199254740992');
        counts[isIn ? 'in' : 'out']++;
        expect([matches(value), value]).toEqual([isIn, value]);
        expect([outcome(() => checkSchema(schema, value)) === true, value]).toEqual([isIn, value]);
      }
  }
  expect(counts.in).toBeGreaterThan(500);
  expect(counts.out).toBeGreaterThan(500);
});
