import { errorOf, INVALID_RECORD, type LinesmanError } from '@linesman/sdk/error';
import { fromWire, ODDS_FIELDS, type Odds, onWire } from '@linesman/sdk/format';
import { percentages } from './percentages.js';
import type { RecordForm } from './recordForm.js';
import { bounded } from './schema/bounded.js';
import { checkRecord } from './schema/checkRecord.js';
import { type Codec, list, object, oneOf, optional, required, text, textLike } from './schema/codec.js';
import type { JsonSchema, ObjectSchema } from './schema/jsonSchema.js';
import { wireFields, withOptional } from './wireFields.js';

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
  renamed: (value, form) => codec.renamed(value, form),
});

/** Head, market and serial number, bookmaker. A suspended line has an extra character before the bookmaker. */
const MESSAGE_ID = '^\\d{10}:\\d{5}:\\d{6}(-[0-9N])?-\\d+-stab$';

/** Odds are the same in every form. */
const FIELDS = wireFields(ODDS_FIELDS, {
  messageId: textLike(MESSAGE_ID),
  superOddsType: SUPER_ODDS_TYPE,
  gameState: orNull(text),
  marketParameters: orNull(textLike('^line=-?\\d+(\\.(25|5|75))?$')),
  marketPeriod: orNull(oneOf(...ODDS_PERIODS)),
});
const LEAF = object(FIELDS, { title: 'OddsLeaf' });
const RECORD = object({ ...FIELDS, Pct: required(list(textLike('^(NA|\\d+\\.\\d{3})$'))) }, { title: 'Odds' });
/** The incoming form: lists and nullable fields are optional, and percentages are checked if given. */
const INGESTED = object({ ...withOptional(ODDS_FIELDS, FIELDS), Pct: optional(list(text)) }, { title: 'IngestedOdds' });

/** JSON Schema of an odds record; `leaf`: as in proofs, without the percentages. */
export const oddsSchema = (part: 'record' | 'leaf' = 'record'): JsonSchema =>
  (part === 'leaf' ? LEAF : RECORD).schema('snapshot');

/** The form of live feeds. It is closed as well, because a misspelt name would change the leaf. */
const CLOSED = bounded(INGESTED.schema('snapshot') as ObjectSchema);
const OBSERVED: ObjectSchema = {
  ...CLOSED,
  title: 'IngestedObservedOdds',
  properties: { ...CLOSED.properties, Pct: {} },
};

/** JSON Schema of an incoming odds record. In the observed form its percentages may have any type. */
export const ingestedOddsSchema = (form: 'documented' | 'observed' = 'documented'): JsonSchema =>
  form === 'observed' ? OBSERVED : CLOSED;

/** The odds record as lists and streams show it. */
export function encodeOdds(odds: Odds): Record<string, unknown> {
  return { ...encodeOddsLeaf(odds), Pct: percentages(odds) };
}

/** The odds record without the percentages, which proofs do not cover. */
export const encodeOddsLeaf = (odds: Odds): Record<string, unknown> => onWire(ODDS_FIELDS, odds);

/** The name of a market line: type, period and parameters. */
export function marketLine(odds: Pick<Odds, 'superOddsType' | 'marketPeriod' | 'marketParameters'>): string {
  return `${odds.superOddsType}|${odds.marketPeriod ?? ''}|${odds.marketParameters ?? ''}`;
}

/** Whether the line is off the board: it then has no prices. */
export function isSuspended(odds: Pick<Odds, 'prices'>): boolean {
  return odds.prices.length === 0;
}

type OddsFields = Readonly<Record<string, unknown>>;

/**
 * Whether there are no percentages. They are not read, because proofs do not cover them, and lists compute their own.
 */
const hasUnfitPct = ({ Pct }: OddsFields): boolean => Pct !== undefined && listIn(Pct, 'string') === undefined;

/**
 * The form of an incoming odds record. It is observed if only live feeds send it in this way: with percentages of
 * another type, or with price names on a suspended line.
 */
export function formOfOdds(fields: OddsFields): RecordForm {
  const [prices, names] = [listIn(fields.Prices, 'number'), listIn(fields.PriceNames, 'string')];
  const keepsNames = prices?.length === 0 && (names?.length ?? 0) > 0;
  return keepsNames || hasUnfitPct(fields) ? 'observed' : 'either';
}

/** Like `unfitFields`, for odds. */
export const unfitOfOdds = (fields: OddsFields): readonly string[] =>
  hasUnfitPct(fields) && fields.Pct !== null ? ['Pct'] : [];

/**
 * Reads an incoming odds record. Both wires have the same form. Unknown fields are refused, because nearly every field
 * is in the leaf: a misspelt one would change it unnoticed. Errors name the place: UNKNOWN_FIELD; INVALID_RECORD for an
 * invalid value, an id below 1, price names other than the market's, a price of 1.000 or less, or percentages that
 * contradict the prices.
 */
export function readOdds(value: unknown): Odds {
  checkRecord(OBSERVED, value, faultsOfOdds);
  return fromWire(ODDS_FIELDS, value as OddsFields);
}

/** The rules of odds that a schema cannot express. */
function faultsOfOdds(fields: Readonly<Record<string, unknown>>): LinesmanError[] {
  const { FixtureId, MessageId, BookmakerId, MarketParameters, SuperOddsType, Pct } = fields;
  const [prices, priceNames] = [listIn(fields.Prices, 'number'), listIn(fields.PriceNames, 'string')];
  const faults: LinesmanError[] = [];
  const wrong = (path: string, value: unknown, expected: string): void => {
    faults.push(errorOf(INVALID_RECORD, { problem: 'wrong value', path, value, expected }));
  };
  if (typeof FixtureId === 'number' && FixtureId < 1) wrong('$.FixtureId', FixtureId, '1 or more');
  if (typeof MessageId === 'string' && typeof BookmakerId === 'number' && !MessageId.endsWith(`-${BookmakerId}-stab`))
    faults.push(
      errorOf(INVALID_RECORD, {
        problem: 'other bookmaker',
        path: '$.MessageId',
        messageId: MessageId,
        bookmakerId: BookmakerId,
      }),
    );
  if (!prices || !priceNames) return faults;
  const isOpen = prices.length > 0;
  const names = isMarket(SuperOddsType) ? ODDS_MARKETS[SuperOddsType] : undefined;
  if (names && isOpen && prices.length !== names.length)
    faults.push(
      errorOf(INVALID_RECORD, {
        problem: 'number of prices',
        path: '$.Prices',
        prices: prices.length,
        expected: names.length,
      }),
    );
  if (isOpen && priceNames.length === 0)
    faults.push(errorOf(INVALID_RECORD, { problem: 'names missing', path: '$.PriceNames' }));
  else if (names && priceNames.length > 0 && priceNames.join() !== names.join())
    wrong('$.PriceNames', priceNames, names.join(', '));
  const low = prices.findIndex((price) => price <= 1000);
  if (low >= 0) wrong(`$.Prices[${low}]`, prices[low], 'above 1000 (decimal odds 1.000)');
  else if (listIn(Pct, 'string') && Array.isArray(Pct)) {
    const marketParameters = typeof MarketParameters === 'string' ? MarketParameters : null;
    const own = percentages({ marketParameters, prices }).join();
    if (Pct.join() !== own) wrong('$.Pct', Pct, own.replaceAll(',', ', '));
  }
  return faults;
}

const isMarket = (name: unknown): name is OddsMarket => typeof name === 'string' && Object.hasOwn(ODDS_MARKETS, name);

interface OfType {
  readonly number: number;
  readonly string: string;
}

/** The list, an empty one if it is missing, or `undefined` if it is not a list of such values. */
function listIn<T extends keyof OfType>(value: unknown, type: T): readonly OfType[T][] | undefined {
  if (value === undefined) return [];
  const isList = Array.isArray(value) && value.every((item) => typeof item === type);
  return isList ? (value as OfType[T][]) : undefined;
}
