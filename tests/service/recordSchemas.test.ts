import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { encodeFixture, encodeListedFixture, type FixtureRecord } from '../../ts/records/record/fixture.js';
import { encodeOdds } from '../../ts/records/record/odds.js';
import { encodeScores, type ScoresRecord } from '../../ts/records/record/scores/scoresRecord.js';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { SPORTS } from '../../ts/sdk/format/sports/sports.js';
import { Random } from '../../ts/season/random.js';
import {
  ingestSchema,
  SCHEMA_FORMS,
  SCHEMA_KINDS,
  type SchemaForm,
  type SchemaKind,
} from '../../ts/service/commands/records/ingestSchema.js';
import { readRecord } from '../../ts/service/records/readRecord.js';
import { changed } from '../helpers/service/changedValue.js';
import { asLiveFeed, type Fields, listedByFeed, observed } from '../helpers/service/liveFeed.js';
import { seededRun } from './seededRun.js';

/** The published schemas and the reader accept and refuse the same records, whatever is changed in them. */

const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
  formats: { int32: true, int64: true },
});
const published = (kind: SchemaKind, form: SchemaForm): object =>
  JSON.parse(readFileSync(new URL(`../../ts/service/schema/${kind}.${form}.schema.json`, import.meta.url), 'utf8'));

const run = seededRun();
const SEED = 'schemas';
const random = new Random(SEED);
const some = <T>(all: readonly T[]): T[] => all.filter(() => random.onceIn(25));

const scores = SPORTS.flatMap((sport) => run[sport].flatMap((match) => some(match.scores as readonly ScoresRecord[])));
const odds = run.soccer.flatMap((match) => some(match.odds));
const fixtures: FixtureRecord[] = SPORTS.flatMap((sport) =>
  run[sport].flatMap((match) => match.fixtures as readonly FixtureRecord[]),
);

const SENT: Readonly<Record<SchemaKind, Readonly<Record<SchemaForm, readonly Fields[]>>>> = {
  scores: {
    documented: scores.map((record, i) => encodeScores(record, i % 3 === 0 ? 'historical' : 'snapshot')),
    observed: scores.map((record, i) => (i % 2 === 0 ? observed(record) : asLiveFeed(record))),
  },
  odds: { documented: odds.map(encodeOdds), observed: odds.map(encodeOdds) },
  fixtures: {
    documented: fixtures.map((record, i) =>
      i % 2 === 0
        ? encodeListedFixture(record)
        : { ...encodeFixture(record), Sport: record.sport, GameState: record.gameState },
    ),
    observed: fixtures.map(listedByFeed),
  },
};

/** Where a reader refuses what no schema can tell; the descriptions of the schemas name these rules. */
const BEYOND = {
  scores: /^\$\.(StatusId|Stats|Participant2Id|statusSoccerId|statusBasketballId|statusId|stats|participant2Id)$/,
  odds: /^\$\.(FixtureId|MessageId|Prices(\[\d+\])?|PriceNames|Pct)$/,
  fixtures: /^\$\.Participant2Id$/,
} as const;

/** What the reader says of a record: its form, or the path of the error. */
function readerOn(value: unknown): { readonly form: string } | { readonly error: LinesmanError } {
  try {
    return { form: readRecord(JSON.stringify(value)).form };
  } catch (error) {
    if (error instanceof LinesmanError) return { error };
    throw error;
  }
}

describe.each(SCHEMA_KINDS)('the schemas of %s', (kind) => {
  const fits = {
    documented: ajv.compile(published(kind, 'documented')),
    observed: ajv.compile(published(kind, 'observed')),
  };

  test.each(SCHEMA_FORMS)('are published, %s', (form) => {
    expect(published(kind, form)).toEqual(ingestSchema({ kind, form }));
  });

  test.each(SCHEMA_FORMS)(`hold for exactly the records that are read, %s (seed ${SEED})`, (form) => {
    const counts = { in: 0, out: 0, beyond: 0 };
    for (const sent of SENT[kind][form]) {
      expect([fits[form](sent), fits[form].errors]).toEqual([true, null]);
      for (const value of [
        sent,
        changed(sent, random),
        changed(sent, random),
        changed(changed(sent, random), random),
      ]) {
        const text = JSON.stringify(value);
        // Ajv accepts integers that have lost digits.
        if (text.includes('9007199254740992') || text.includes('"__proto__"')) continue;
        const plain: unknown = JSON.parse(text);
        const read = readerOn(plain);
        const isIn = fits.documented(plain) || fits.observed(plain);
        if ('form' in read) {
          counts.in++;
          expect([read.form, isIn, text]).toEqual([read.form, true, text]);
          const own = read.form === 'observed' ? fits.observed(plain) : fits.documented(plain);
          expect([read.form, own, text]).toEqual([read.form, true, text]);
          if (read.form === 'either') expect([fits.observed(plain), text]).toEqual([true, text]);
        } else if (isIn) {
          // Refused by a rule that the description of the schema tells.
          counts.beyond++;
          const { number, context } = read.error;
          const isRule = number === 7056 || BEYOND[kind].test(String(context.path));
          expect([isRule, read.error.message, text]).toEqual([true, read.error.message, text]);
        } else counts.out++;
      }
    }
    expect(counts.in).toBeGreaterThan(20);
    expect(counts.out).toBeGreaterThan(10);
  });
});
