import { fail, INVALID_RECORD } from 'linesman/error';
import type { Milliseconds, Odds } from 'linesman/format';
import { percentages } from './percentages.js';
import { checkRecord } from './schema/checkRecord.js';
import {
  bool,
  type Codec,
  int32,
  int64,
  list,
  object,
  oneOf,
  optional,
  required,
  type TypeOf,
  text,
  textLike,
  time,
} from './schema/codec.js';
import type { JsonSchema } from './schema/jsonSchema.js';

/** The markets and their price names. */
export const ODDS_MARKETS = {
  '1X2_PARTICIPANT_RESULT': ['part1', 'draw', 'part2'],
  ASIANHANDICAP_PARTICIPANT_GOALS: ['part1', 'part2'],
  OVERUNDER_PARTICIPANT_GOALS: ['over', 'under'],
} as const;
export type OddsMarket = keyof typeof ODDS_MARKETS;

export const ODDS_PERIODS = ['half=1', 'et', 'et,half=1', 'penalties'] as const;

const SUPER_ODDS_TYPE: Codec<OddsMarket> = oneOf(
  '1X2_PARTICIPANT_RESULT',
  'ASIANHANDICAP_PARTICIPANT_GOALS',
  'OVERUNDER_PARTICIPANT_GOALS',
);

/** Makes a text nullable. */
const orNull = <T>(codec: Codec<T>): Codec<T | null> => ({
  schema: (form) => {
    const schema = codec.schema(form) as { readonly enum?: readonly string[] };
    return {
      ...schema,
      type: ['string', 'null'],
      ...(schema.enum && { enum: [...schema.enum, null] }),
    } as JsonSchema;
  },
  encode: (value, form) => (value === null ? null : codec.encode(value, form)),
});

/** Head, market and serial number, bookmaker. A suspended line has an extra character before the bookmaker. */
const MESSAGE_ID = '^\\d{10}:\\d{5}:\\d{6}(-[0-9N])?-\\d+-stab$';

/** Odds are the same in every form. */
const FIELDS = {
  FixtureId: required(int64),
  MessageId: required(textLike(MESSAGE_ID)),
  Ts: required(time),
  Bookmaker: required(text),
  BookmakerId: required(int32),
  SuperOddsType: required(SUPER_ODDS_TYPE),
  GameState: required(orNull(text)),
  InRunning: required(bool),
  MarketParameters: required(orNull(textLike('^line=-?\\d+(\\.(25|5|75))?$'))),
  MarketPeriod: required(orNull(oneOf(...ODDS_PERIODS))),
  PriceNames: required(list(text)),
  Prices: required(list(int32)),
};
const LEAF = object(FIELDS, { title: 'OddsLeaf' });
const RECORD = object({ ...FIELDS, Pct: required(list(textLike('^(NA|\\d+\\.\\d{3})$'))) }, { title: 'Odds' });
/** The incoming form: lists and nullable fields are optional, and percentages are checked if given. */
const INGESTED = object(
  {
    ...FIELDS,
    GameState: optional(FIELDS.GameState.codec),
    MarketParameters: optional(FIELDS.MarketParameters.codec),
    MarketPeriod: optional(FIELDS.MarketPeriod.codec),
    PriceNames: optional(FIELDS.PriceNames.codec),
    Prices: optional(FIELDS.Prices.codec),
    Pct: optional(list(text)),
  },
  { title: 'IngestedOdds' },
);

/** JSON Schema of an odds record; `leaf`: as in proofs, without the percentages. */
export const oddsSchema = (part: 'record' | 'leaf' = 'record'): JsonSchema =>
  (part === 'leaf' ? LEAF : RECORD).schema('snapshot');

/** JSON Schema of an incoming odds record. */
export const ingestedOddsSchema = (): JsonSchema => INGESTED.schema('snapshot');

/** The odds record as lists and streams show it. */
export function encodeOdds(odds: Odds): Record<string, unknown> {
  return { ...encodeOddsLeaf(odds), Pct: percentages(odds) };
}

/** The odds record without the percentages, which proofs do not cover. */
export function encodeOddsLeaf(odds: Odds): Record<string, unknown> {
  return {
    FixtureId: odds.fixtureId,
    MessageId: odds.messageId,
    Ts: odds.ts,
    Bookmaker: odds.bookmaker,
    BookmakerId: odds.bookmakerId,
    SuperOddsType: odds.superOddsType,
    GameState: odds.gameState,
    InRunning: odds.inRunning,
    MarketParameters: odds.marketParameters,
    MarketPeriod: odds.marketPeriod,
    PriceNames: odds.priceNames,
    Prices: odds.prices,
  };
}

/** The name of a market line: type, period and parameters. */
export function marketLine(odds: Pick<Odds, 'superOddsType' | 'marketPeriod' | 'marketParameters'>): string {
  return `${odds.superOddsType}|${odds.marketPeriod ?? ''}|${odds.marketParameters ?? ''}`;
}

/** Whether the line is off the board: it then has no prices. */
export function isSuspended(odds: Pick<Odds, 'prices'>): boolean {
  return odds.prices.length === 0;
}

/**
 * Reads an incoming odds record. Errors name the place: UNKNOWN_FIELD; INVALID_RECORD for an invalid value, an id
 * below 1, price names other than the market's, a price of 1.000 or less, or percentages that contradict the prices.
 */
export function readOdds(value: unknown): Odds {
  checkRecord(INGESTED.schema('snapshot'), value);
  const given = value as TypeOf<typeof INGESTED>;
  const wrong = (path: string, value: unknown, expected: string): never =>
    fail(INVALID_RECORD, { problem: 'wrong value', path, value, expected });
  const odds: Odds = {
    fixtureId: given.FixtureId,
    messageId: given.MessageId,
    ts: given.Ts as Milliseconds,
    bookmaker: given.Bookmaker,
    bookmakerId: given.BookmakerId,
    superOddsType: given.SuperOddsType,
    gameState: given.GameState ?? null,
    inRunning: given.InRunning,
    marketParameters: given.MarketParameters ?? null,
    marketPeriod: given.MarketPeriod ?? null,
    priceNames: given.PriceNames ?? [],
    prices: given.Prices ?? [],
  };
  const { fixtureId, messageId, bookmakerId, priceNames, prices } = odds;
  if (fixtureId < 1) wrong('$.FixtureId', fixtureId, '1 or more');
  if (!messageId.endsWith(`-${bookmakerId}-stab`))
    fail(INVALID_RECORD, { problem: 'other bookmaker', path: '$.MessageId', messageId, bookmakerId });
  const names: readonly string[] = ODDS_MARKETS[given.SuperOddsType];
  if (!isSuspended(odds) && prices.length !== names.length)
    fail(INVALID_RECORD, {
      problem: 'number of prices',
      path: '$.Prices',
      prices: prices.length,
      expected: names.length,
    });
  if (priceNames.length > 0 && priceNames.join() !== names.join()) wrong('$.PriceNames', priceNames, names.join(', '));
  if (!isSuspended(odds) && priceNames.length === 0)
    fail(INVALID_RECORD, { problem: 'names missing', path: '$.PriceNames' });
  prices.forEach((price, i) => {
    if (price <= 1000) wrong(`$.Prices[${i}]`, price, 'above 1000 (decimal odds 1.000)');
  });
  const own = percentages(odds);
  if (given.Pct !== undefined && given.Pct.join() !== own.join()) wrong('$.Pct', given.Pct, own.join(', '));
  return odds;
}
