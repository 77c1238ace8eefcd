import { describe, expect, test } from 'vitest';
import { encodeFixture, fixtureSchema } from '../../ts/records/record/fixture.js';
import { encodeOdds, oddsSchema, readOdds } from '../../ts/records/record/odds.js';
import { checkSchema } from '../../ts/records/record/schema/checkSchema.js';
import { FINALISED, periodName } from '../../ts/sdk/format/period.js';
import { SPORT_PERIODS } from '../../ts/sdk/format/sports/sports.js';
import { keysOfSport } from '../../ts/sdk/format/zeroMap.js';
import { parseProof } from '../../ts/sdk/proof/parse.js';
import { hasRecordings, recorded, recordedNames } from '../helpers/recordings.js';
import { FieldChecker } from './checkRecords.js';
import { fieldsOf } from './fieldList.js';

const responses: Record<string, unknown>[] = recordedNames('proofs').map((file) => recorded('proofs', file).response);
const valuesOf = (name: string): unknown[] => responses.map((response) => response[name]).filter(Boolean);

describe.skipIf(!hasRecordings)('recorded records', () => {
  test('of odds have the fields of the model, and are rewritten unchanged', () => {
    const recorded = valuesOf('odds');
    expect(recorded.length).toBeGreaterThan(0);
    const listed = new FieldChecker(fieldsOf('odds'));
    for (const record of recorded) {
      expect(listed.problems(record)).toEqual([]);
      checkSchema(oddsSchema(), record);
      // The percentages are included: readOdds compares them with the prices.
      expect(JSON.stringify(encodeOdds(readOdds(record)))).toBe(JSON.stringify(record));
    }
  });

  test('of fixtures have the fields of the model, and are rewritten unchanged', () => {
    const answers = responses.filter(({ snapshot }) => snapshot);
    expect(answers.length).toBeGreaterThan(0);
    const listed = new FieldChecker(fieldsOf('fixture'));
    for (const answer of answers) {
      expect(listed.problems(answer.snapshot)).toEqual([]);
      // Lists name the sport and the state. A snapshot does not.
      checkSchema(fixtureSchema(), { ...(answer.snapshot as object), SportId: 1, GameState: 1 });
      const proof = parseProof(answer);
      if (proof.kind !== 'fixture') throw new Error('another kind of proof');
      expect(JSON.stringify(encodeFixture(proof.snapshot))).toBe(JSON.stringify(answer.snapshot));
    }
  });

  test('of scores have the statuses and stats of the model', () => {
    const statuses = new Set([...SPORT_PERIODS.soccer.map((_, i) => i + 1), FINALISED]);
    const keys = new Set(keysOfSport('soccer').map(String));
    const matches = recordedNames('batches').map((file) => recorded('batches', file));
    expect(matches.length).toBeGreaterThan(0);
    for (const { records } of matches) {
      let began = false;
      for (const [, , statusId, statCount, nonZero] of records) {
        if (statusId !== null)
          expect(statuses.has(statusId) && periodName('soccer', statusId) !== undefined).toBe(true);
        // None until the first, then always the whole set.
        expect(statCount).toBe(began || statCount > 0 ? keys.size : 0);
        began ||= statCount > 0;
        for (const key of Object.keys(nonZero)) expect(keys.has(key)).toBe(true);
      }
      expect(began).toBe(true);
    }
  });
});
