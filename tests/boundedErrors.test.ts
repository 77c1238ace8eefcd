import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFixture } from '../ts/records/record/fixture.js';
import { readOdds } from '../ts/records/record/odds.js';
import { readScores } from '../ts/records/record/scores/scoresRecord.js';
import { dataOf, EventStreamParser } from '../ts/sdk/client/eventStream.js';
import { readFixtureRecord } from '../ts/sdk/client/fixtureRecord.js';
import { readOddsRecord } from '../ts/sdk/client/oddsRecord.js';
import { recordsOfText } from '../ts/sdk/client/recordList.js';
import { refusalOf } from '../ts/sdk/client/refusal.js';
import { readScoresRecord } from '../ts/sdk/client/scoresRecord.js';
import { LinesmanError } from '../ts/sdk/error/linesmanError.js';
import { terminalText } from '../ts/sdk/error/terminalText.js';
import { borshBytes } from '../ts/sdk/format/borsh.js';
import { hashOf } from '../ts/sdk/format/hash.js';
import { integer } from '../ts/sdk/format/integer.js';
import { epochDay, slotTimeOf } from '../ts/sdk/format/slotTime.js';
import { sportOf } from '../ts/sdk/format/sport.js';
import { statKey } from '../ts/sdk/format/statKey.js';
import { marketAccount } from '../ts/sdk/program/account/market.js';
import { decodeInstruction } from '../ts/sdk/program/decodeInstruction.js';
import { bytesFromIntegers, bytesFromText } from '../ts/sdk/proof/byteText.js';
import { parseCondition } from '../ts/sdk/proof/condition.js';
import { parseProof } from '../ts/sdk/proof/parse.js';
import { readDocument } from '../ts/sdk/proof/readDocument.js';
import { dailyRoot } from '../ts/sdk/proof/rootsAccount.js';
import { checkOracleKey } from '../ts/sdk/proof/signature.js';
import { verify } from '../ts/sdk/proof/verify.js';
import { readIncoming } from '../ts/service/data/ingest/incoming.js';
import { readAnswer } from '../ts/service/data/intake/answerLine.js';
import { ANSWERS, FIXTURES, ODDS } from './helpers/sampleSlot.js';

/** The longest an error may be: four values of 200 characters, a sentence, a hint and a location. */
const LIMIT = 4_096;

const DOCUMENTS: unknown[] = [
  ...([1, 2, 3, 4] as const).map((version) => ANSWERS[version]()),
  ODDS.answer,
  FIXTURES.fixture,
  FIXTURES.batch,
];

/** Every public function that reads foreign input. Each returns, or throws a `LinesmanError`. */
const READERS: Record<string, (value: unknown) => unknown> = {
  parseProof,
  'parseProof of text': (value) => parseProof(textOf(value)),
  'parseProof of bytes': (value) => parseProof(new TextEncoder().encode(textOf(value))),
  'parseProof in a wrapper': (value) => parseProof(value, '$.response'),
  verify: (value) => verify(parseProof(value), { sport: 'soccer' }),
  readDocument: (value) => readDocument(textOf(value)),
  'readDocument of a repeated key': (value) => {
    const key = JSON.stringify(String(Object.keys((value ?? {}) as object)[0] ?? value));
    return readDocument(`{"a":[{${key}:1,${key}:2}]}`);
  },
  readFixtureRecord,
  readOddsRecord,
  readScoresRecord: (value) => readScoresRecord(value),
  'readScoresRecord of blocks': (value) =>
    readScoresRecord({ ...SCORES, Stats: value, StatusId: value, ...(value as object) }),
  recordsOfText: (value) => recordsOfText('GET /x', textOf(value), readOddsRecord),
  'recordsOfText of events': (value) => recordsOfText('GET /x', `data: ${textOf(value)}\nid: 1\n\n`, readOddsRecord),
  dataOf: (value) => dataOf({ id: textOf(value), event: null, data: textOf(value) }),
  EventStreamParser: (value) => new EventStreamParser().push(new TextEncoder().encode(textOf(value))),
  refusalOf: (value) => {
    const text = textOf({ code: 7062, detail: textOf(value), hint: textOf(value) });
    for (const contentType of ['application/problem+json', 'text/plain'])
      bounded(refusalOf({ endpoint: '/x', status: 400, contentType, retryAfter: null, text }, (said) => said));
  },
  readIncoming: (value) => readIncoming(textOf(value).slice(0, 2 ** 20), () => {}),
  'readIncoming of names': (value) => readIncoming(textOf({ Seq: 1, Ts: 1, Action: value, Stats: value }), () => {}),
  readFixture,
  readOdds,
  readScores,
  readAnswer: (value) => readAnswer(textOf(value)),
  'readAnswer of an error': (value) => {
    const said = textOf(value);
    throw readAnswer(textOf({ status: 'refused', error: { number: 1, message: said, hint: said, path: said } }));
  },
  parseCondition: (value) => parseCondition(textOf(value)),
  sportOf: (value) => sportOf(textOf(value)),
  statKey: (value) => statKey(value as number),
  epochDay: (value) => epochDay(value as number),
  slotTimeOf: (value) => slotTimeOf(Number(value)),
  integer: (value) => integer(value, 0, 1, textOf(value)),
  hashOf: (value) => hashOf(new TextEncoder().encode(textOf(value)), textOf(value)),
  bytesFromText: (value) => bytesFromText(textOf(value), 32, textOf(value)),
  bytesFromIntegers: (value) => bytesFromIntegers([value, value], 2, textOf(value)),
  borshBytes: (value) => borshBytes({ struct: { a: 'u8' } }, value, textOf(value)),
  dailyRoot: (value) => dailyRoot('scores', new TextEncoder().encode(textOf(value)), slotTimeOf(0)),
  checkOracleKey: (value) => checkOracleKey(new TextEncoder().encode(textOf(value))),
  decodeInstruction: (value) => decodeInstruction(new TextEncoder().encode(textOf(value))),
  marketAccount: (value) => marketAccount.decode(new TextEncoder().encode(textOf(value))),
};

const SCORES = {
  SportId: 1,
  ...Object.fromEntries(
    'FixtureId StartTime FixtureGroupId CompetitionId CountryId Participant1Id Participant2Id Id Ts ConnectionId Seq'
      .split(' ')
      .map((name) => [name, 1]),
  ),
  IsTeam: true,
  Participant1IsHome: true,
  GameState: 'live',
  Action: 'goal',
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'));

/** Everything an error writes anywhere: its texts, its context, and its stack without the frames. */
function bounded(error: unknown): void {
  if (!(error instanceof LinesmanError)) throw error;
  const { message, hint, context } = error;
  const whole = JSON.stringify({ ...error, message, hint, context });
  expect(whole.length, whole.slice(0, 300)).toBeLessThan(LIMIT);
  for (const text of [message, hint]) expect(terminalText(text)).toBe(text);
}

function run(name: string, value: unknown): void {
  try {
    READERS[name]?.(value);
  } catch (error) {
    bounded(error);
  }
}

/**
 * Long in every way (names, texts, lists, field counts, depth), with control characters that a terminal would act on.
 */
const SIZES = [1, 60, 199, 200, 201, 1_000, 5_000, 100_000];
const long = fc
  .tuple(
    fc.constantFrom(...SIZES),
    fc.constantFrom('x', '\u001b[2J', '\u202e', '\ud800', '"', '\\', '\n', '\u{1f600}', '9'),
  )
  .map(([size, piece]) => piece.repeat(size));
const value: fc.Arbitrary<unknown> = fc.oneof(
  long,
  long.map((name) => ({ [name]: 1 })),
  long.map((text) => [text, text]),
  fc.constantFrom(...SIZES).map((size) => Array.from({ length: size }, (_, i) => i)),
  fc.constantFrom(...SIZES).map((size) => Object.fromEntries(Array.from({ length: size }, (_, i) => [`name ${i}`, i]))),
  fc.constantFrom(1, 100, 1_000).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))),
  fc.constantFrom(1, 100, 1_000).map((depth) => JSON.parse(`${'{"abc":'.repeat(depth)}1${'}'.repeat(depth)}`)),
  fc.constantFrom(null, true, -0, 1.5, 2 ** 53, -1e300, ''),
);

/** A document in which one field is replaced by another or joined by it. */
const edited = fc
  .tuple(fc.constantFrom(...DOCUMENTS), fc.nat(), value, fc.option(long))
  .map(([document, place, other, name]) => {
    const copy = structuredClone(document) as Record<string, unknown>;
    const objects: Record<string, unknown>[] = [];
    (function collect(inner: unknown): void {
      if (typeof inner !== 'object' || inner === null) return;
      objects.push(inner as Record<string, unknown>);
      for (const item of Object.values(inner)) collect(item);
    })(copy);
    const object = objects[place % objects.length] ?? copy;
    const names = Object.keys(object);
    object[name ?? names[place % names.length] ?? 'ts'] = other;
    return copy;
  });

describe('no error exceeds the limit, whatever is read', () => {
  test.each(Object.keys(READERS))('%s', (name) => {
    fc.assert(
      fc.property(fc.oneof(value, edited), (read) => run(name, read)),
      { seed: 20_260_711, numRuns: 150 },
    );
  });

  test.each(Object.keys(READERS))('%s: 10 MB', (name) => {
    const huge = 'x'.repeat(10_000_000);
    for (const read of [{ [huge]: 1 }, { payload: huge, ts: huge }, huge]) run(name, read);
  });
});
