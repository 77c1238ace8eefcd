import { keysOfSport, type Milliseconds, type Odds, SPORTS } from '@linesman/sdk/format';
import { describe, expect, it } from 'vitest';
import { outcome, thrown } from '../../../tests/helpers/thrown.js';
import { matchRecords } from '../../season/matchRecords.js';
import { checkObservedFixture, encodeFixture, encodeListedFixture, readFixture } from './fixture.js';
import { encodeOdds, encodeOddsLeaf, isSuspended, marketLine, readOdds } from './odds.js';
import { percentages } from './percentages.js';
import { checkSchema } from './schema/checkSchema.js';
import type { JsonSchema } from './schema/jsonSchema.js';
import {
  checkScores,
  encodeScores,
  readScores,
  type ScoresRecord,
  scoresSchema,
  unfitFields,
} from './scores/scoresRecord.js';
import { nextStats, statsOfScore } from './scores/stats.js';

const START = 1_800_000_000_000;
const match = matchRecords({ seed: 'readers', sport: 'soccer', fixtureId: 12_000_001, startTime: START });
const final = match.scores.find(({ Action }) => Action === 'game_finalised');
if (!final) throw new Error('no final record');
const json = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value));
const refused = (read: (value: unknown) => unknown, value: unknown) => {
  const { number, context, message } = thrown(() => read(value));
  return { number, path: context.path, message };
};

describe('incoming score records', () => {
  const score = json(final);

  it.each([
    ['an unknown field', { Colour: 'red' }, 7004, '$.Colour'],
    ['a field in another case', { seq: 3 }, 7004, '$.seq'],
    ['a block of another sport', { Parti1State: {} }, 7004, '$.Parti1State'],
    ['an unknown field further in', { Clock: { running: true, seconds: 1, minutes: 2 } }, 7004, '$.Clock.minutes'],
    [
      'a name that every object has',
      { Clock: { running: true, seconds: 1, constructor: 2 } },
      7004,
      '$.Clock.constructor',
    ],
    ['a text in place of a number', { Seq: '3' }, 7031, '$.Seq'],
    ['a fraction', { Id: 1.5 }, 7031, '$.Id'],
    ['an id beyond int32', { FixtureId: 2 ** 31 }, 7031, '$.FixtureId'],
    ['fixture 0', { FixtureId: 0 }, 7031, '$.FixtureId'],
    ['a time beyond 2^53', { Ts: 2 ** 53 }, 7031, '$.Ts'],
    ['another game state', { GameState: 'halftime' }, 7031, '$.GameState'],
    ['a status the sport does not have', { StatusId: 20 }, 7031, '$.StatusId'],
    ['another sport in Type', { Type: 'Basketball' }, 7031, '$.Type'],
    ['an unknown sport', { SportId: 3 }, 7031, '$.SportId'],
    ['no object', { Clock: [] }, 7031, '$.Clock'],
    ['no list', { Lineups: {} }, 7031, '$.Lineups'],
    ['null', { Clock: null }, 7031, '$.Clock'],
    ['an empty text', { Action: '' }, 7031, '$.Action'],
    ['a stat of another sport', { Stats: { '1': 0, '9': 0 } }, 7031, '$.Stats.9'],
    ['a stat key with a leading zero', { Stats: { '01': 0 } }, 7004, '$.Stats.01'],
    ['a participant that plays itself', { Participant2Id: final.Participant1Id }, 7031, '$.Participant2Id'],
    [
      'corners in a shoot-out',
      { Score: { Participant1: { PE: { Corners: 1 } }, Participant2: {} } },
      7004,
      '$.Score.Participant1.PE.Corners',
    ],
  ])('are refused with %s', (_name, change, number, path) => {
    expect(refused(readScores, { ...score, ...change })).toMatchObject({ number, path });
  });

  it('are refused without a required field', () => {
    for (const name of ['FixtureId', 'ConnectionId', 'Seq', 'Stats', 'SportId']) {
      const { [name]: _dropped, ...rest } = score;
      expect(refused(readScores, rest)).toMatchObject({ number: 7031, path: `$.${name}` });
    }
    for (const nothing of [null, undefined, 7, 'x', []]) expect(outcome(() => readScores(nothing))).toBe(7031);
  });

  it('are refused with a status that US football does not have', () => {
    const us = matchRecords({ seed: 'readers', sport: 'us-football', fixtureId: 12_000_002, startTime: START });
    const record = json(us.scores[5]);
    for (const StatusId of [0, 19, 20, 1013, 10])
      expect(
        outcome(() => readScores({ ...record, StatusId })),
        `${StatusId}`,
      ).toBe(StatusId === 10 ? true : 7031);
    expect(outcome(() => readScores({ ...record, StatusId: 3012 }))).toBe(true);
  });
});

describe('incoming odds records', () => {
  const odds: Odds = {
    fixtureId: 12_000_001,
    messageId: '0123456789:00003:000001-7001-stab',
    ts: START as Milliseconds,
    bookmaker: 'Linesman House',
    bookmakerId: 7001,
    superOddsType: 'OVERUNDER_PARTICIPANT_GOALS',
    gameState: null,
    inRunning: false,
    marketParameters: 'line=2.5',
    marketPeriod: 'half=1',
    priceNames: ['over', 'under'],
    prices: [1934, 2070],
  };
  const written = encodeOdds(odds);

  it('are read with and without optional fields', () => {
    expect(readOdds(written)).toEqual(odds);
    expect(readOdds(encodeOddsLeaf(odds))).toEqual(odds);
    const {
      GameState: _1,
      MarketParameters: _2,
      MarketPeriod: _3,
      PriceNames: _4,
      Prices: _5,
      Pct: _6,
      ...few
    } = written;
    expect(readOdds(few)).toEqual({ ...odds, marketParameters: null, marketPeriod: null, priceNames: [], prices: [] });
    expect(isSuspended(readOdds(few))).toBe(true);
    expect(isSuspended(odds)).toBe(false);
  });

  it.each([
    ['an unknown field', { Odds: 1 }, 7004, '$.Odds'],
    ['a fixture below 1', { FixtureId: 0 }, 7031, '$.FixtureId'],
    ['another form of message id', { MessageId: 'x' }, 7031, '$.MessageId'],
    ['a message of another bookmaker', { BookmakerId: 7002 }, 7031, '$.MessageId'],
    ['an unknown market', { SuperOddsType: 'CORNERS' }, 7031, '$.SuperOddsType'],
    ['an unknown period', { MarketPeriod: 'half=3' }, 7031, '$.MarketPeriod'],
    ['a line that is not a multiple of a quarter', { MarketParameters: 'line=2.3' }, 7031, '$.MarketParameters'],
    ['one price too few', { Prices: [1934] }, 7031, '$.Prices'],
    ['other names', { PriceNames: ['part1', 'part2'] }, 7031, '$.PriceNames'],
    ['prices without names', { PriceNames: [] }, 7031, '$.PriceNames'],
    ['a price of 1.000', { Prices: [1934, 1000], Pct: undefined }, 7031, '$.Prices[1]'],
    ['other percentages', { Pct: ['51.706', '48.310'] }, 7031, '$.Pct'],
  ])('are refused with %s', (_name, change, number, path) => {
    expect(refused(readOdds, json({ ...written, ...change }))).toMatchObject({ number, path });
  });

  it('round percentages half up, to exactly three decimals', () => {
    const of = (marketParameters: string | null, ...prices: number[]) => percentages({ marketParameters, prices });
    expect(of('line=2.5', 1934, 3000)).toEqual(['51.706', '33.333']);
    // 100000 / 64000 is 1.5625, exactly halfway.
    expect(of(null, 1024, 64_000, 3200)).toEqual(['97.656', '1.563', '31.250']);
    expect(of('line=-0.75', 1934, 2070)).toEqual(['NA', 'NA']);
    expect(of('line=1.25', 1934, 2070)).toEqual(['NA', 'NA']);
    expect(of('line=-2', 100_000)).toEqual(['1.000']);
    expect(of('line=2.5')).toEqual([]);
  });

  it('share a line if type, period and parameters are equal', () => {
    expect(marketLine(odds)).toBe(marketLine({ ...odds, prices: [] } as Odds));
    for (const other of [{ marketPeriod: null }, { marketParameters: 'line=2' }, { superOddsType: 'x' }])
      expect(marketLine({ ...odds, ...other })).not.toBe(marketLine(odds));
  });
});

describe('incoming fixture records', () => {
  const [fixture] = match.fixtures;
  if (!fixture) throw new Error('no fixture');
  const written = { ...encodeFixture(fixture), Sport: 'soccer', GameState: 'scheduled' };

  it.each([
    ['an unknown field', { Sports: 1 }, 7004, '$.Sports'],
    ['a state in the id', { FixtureId: 12_000_001 + 2 ** 48 }, 7031, '$.FixtureId'],
    ['an unknown sport', { Sport: 'chess' }, 7031, '$.Sport'],
    ['a participant that plays itself', { Participant2Id: fixture.participant1Id }, 7031, '$.Participant2Id'],
  ])('are refused with %s', (_name, change, number, path) => {
    expect(refused(readFixture, { ...written, ...change })).toMatchObject({ number, path });
  });

  it('are read', () => {
    expect(readFixture(json(written))).toEqual(fixture);
  });
});

describe('texts that come in', () => {
  const [fixture, odds] = [match.fixtures[0], match.odds[0]];
  const record = match.scores[0] as ScoresRecord;
  if (!fixture || !odds) throw new Error('no records');
  const named = { ...encodeFixture(fixture), Sport: 'soccer', GameState: 'scheduled' };
  const listed = { ...encodeListedFixture(fixture), Venue: {} };
  const readers = [
    ['Competition', named, readFixture],
    ['Participant1', named, readFixture],
    ['Participant2', listed, checkObservedFixture],
    ['Bookmaker', encodeOdds(odds), readOdds],
    ['Action', encodeScores(record, 'snapshot'), (value: unknown) => checkScores(value, 'documented')],
    ['Action', encodeScores(record, 'observed'), (value: unknown) => checkScores(value, 'observed')],
    ['action', encodeScores(record, 'historical'), (value: unknown) => checkScores(value, 'historical')],
  ] as const;

  it.each(readers)('are short, and change nothing beside them: %s of %j', (name, fields, read) => {
    const outcomes = (...texts: string[]) => texts.map((text) => outcome(() => read({ ...fields, [name]: text })));
    expect(outcomes('x'.repeat(200), '𝔘'.repeat(200), 'Ñandú – עברית\u200f 👩\u200d🚀')).toEqual([true, true, true]);
    const refusals = ['x'.repeat(201), 'a\nb', 'a\u007f', 'a\u0085', 'a\u2028b', 'a\u202eb', 'a\u2066b\u2069', ''];
    expect(outcomes(...refusals)).toEqual(Array(8).fill(7031));
  });

  it('are refused by name', () => {
    const refusal = (name: string) => refused(readFixture, { ...named, Participant1: name });
    expect(refusal('x'.repeat(20_000))).toMatchObject({ path: '$.Participant1' });
    expect(refusal('x'.repeat(20_000)).message).toMatch(
      /^\$\.Participant1 is "x{198}…, not at most 200 characters long/,
    );
    expect(refusal('a\u202eb').message).toBe(
      '$.Participant1 is "a\\u202eb", not a text without control characters and changes of direction.',
    );
  });

  it('stay readable once stored', () => {
    const stored = { ...record, Action: 'a\u202e'.repeat(300) };
    for (const form of ['snapshot', 'observed'] as const) expect(encodeScores(stored, form).Action).toBe(stored.Action);
    expect(unfitFields(stored as never)).toEqual([]);
    expect(encodeListedFixture({ ...fixture, participant1: stored.Action }).Participant1).toBe(stored.Action);
  });
});

describe('stats of a score', () => {
  const of = (SportId: number, Score: object) => statsOfScore({ SportId, Score } as ScoresRecord & { Score: object });
  const nonZero = (stats: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(stats).filter(([, value]) => value !== 0));

  it('count by block and counter', () => {
    const soccer = of(1, {
      Participant1: {
        H1: { Goals: 1 },
        HT: { Goals: 1 },
        ET2: { RedCards: 2 },
        PE: { Goals: 5 },
        Total: { Goals: 1, Corners: 3 },
      },
      Participant2: { H2: { YellowCards: 4 }, ETTotal: { Goals: 6 }, ET1: { Corners: 7 } },
    });
    expect(nonZero(soccer)).toEqual({ 1: 1, 7: 3, 1001: 1, 2001: 1, 5005: 2, 6001: 5, 3004: 4, 7002: 6, 4008: 7 });
    expect(Object.keys(soccer).length).toBe(64);
    const basketball = of(2, {
      Participant1: {
        Period: { Q1: { Score: 20 }, Q2: { Score: 1, UsedTimeouts: 2 }, Q4: { Steals: 3 } },
        OT: { 1: { Score: 9 } },
        Total: { Score: 30 },
      },
      Participant2: { Period: { H1: { Fouls: 4 }, H2: { '3pts_missed': 5 } } },
    });
    expect(nonZero(basketball)).toEqual({
      1: 30,
      10001: 20,
      20001: 1,
      20035: 2,
      40033: 3,
      1001: 21,
      1035: 2,
      2033: 3,
      1004: 4,
      2022: 5,
    });
    const us = of(6, {
      Participant1: {
        Q1: { Score: 7, Touchdown: 1, '1ptConversion': 1 },
        HT: { Score: 99 },
        Q3: { Safety: 1 },
        Total: { FieldGoal: 2 },
      },
      Participant2: { Q4: { '1ptSafety': 1, Defensive2ptConversion: 2, '2ptConversion': 3 }, OT: { Score: 6 } },
    });
    expect(nonZero(us)).toEqual({
      10001: 7,
      10003: 1,
      10007: 1,
      1001: 7,
      1003: 1,
      1007: 1,
      30011: 1,
      2011: 1,
      5: 2,
      40014: 1,
      40016: 2,
      40010: 3,
      2014: 1,
      2016: 2,
      2010: 3,
    });
  });

  it('change with confirmed and amended scores only', () => {
    const before = { '1': 9 };
    const Score = { Participant1: { Total: { Goals: 2 } }, Participant2: {} };
    const next = (about: object) => nextStats(before, { SportId: 1, Action: 'goal', Score, ...about });
    expect(next({ Confirmed: true })['1']).toBe(2);
    expect(next({ Action: 'action_amend' })['1']).toBe(2);
    expect(next({ Action: 'action_amend', Confirmed: false })['1']).toBe(2);
    for (const about of [
      {},
      { Confirmed: false },
      { Action: 'action_discarded' },
      { Confirmed: true, Score: undefined },
    ])
      expect(next(about)).toBe(before);
    expect(Object.keys(next({ Confirmed: true })).length).toBe(keysOfSport('soccer').length);
  });
});

describe('schemas', () => {
  it('accept and refuse what they describe', () => {
    const schema: JsonSchema = {
      type: 'array',
      items: { type: ['integer', 'null'], minimum: 0, maximum: 5 },
      minItems: 1,
      maxItems: 2,
    };
    for (const good of [[1], [null, 5]]) expect(outcome(() => checkSchema(schema, good))).toBe(true);
    for (const bad of [[], [1, 2, 3], [-1], [6], ['1'], [1.5], {}, null, [undefined]])
      expect(
        outcome(() => checkSchema(schema, bad)),
        JSON.stringify(bad),
      ).toBe(7031);
    const number: JsonSchema = { type: 'number', minimum: 0 };
    expect(outcome(() => checkSchema(number, 0.5))).toBe(true);
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, -0.5])
      expect(outcome(() => checkSchema(number, bad))).toBe(7031);
  });

  it('are plain JSON', () => {
    for (const sport of SPORTS)
      for (const form of ['snapshot', 'historical', 'observed'] as const) {
        const schema = scoresSchema(sport, form);
        expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
      }
  });
});
