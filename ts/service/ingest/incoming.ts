import {
  fail,
  fieldPath,
  isError,
  MALFORMED_RECORD,
  MALFORMED_RESPONSE,
  OTHER_FORM,
  PRICES_MISMATCH,
  UNKNOWN_SPORT,
} from 'linesman/error';
import {
  fixtureLeafHash,
  I32_MAX,
  I32_MIN,
  integer,
  oddsLeafHash,
  type Sport,
  slotTimeOf,
  sportOf,
  sportOfLayout,
  U32_MAX,
} from 'linesman/format';
import { readDocument } from 'linesman/proof';
import { type GameState, marketLine, otherFormOf } from '../record/index.js';
import type { RecordKind } from '../store/index.js';
import { contentHash } from './contentHash.js';
import type { Fields } from './fields.js';
import { fixtureOfWire } from './fixtureOfWire.js';
import { isListed, OF_LISTED, recordOfListed } from './listedFixture.js';
import { oddsOfWire } from './oddsOfWire.js';

/** Checks a parsed record; throws an error of ours that names the place (`context.path`). May be as strict as it likes. */
export type Validate = (kind: RecordKind, record: Fields) => void;

/** A record that came in, on its own beyond reproach. */
export interface Incoming {
  readonly kind: RecordKind;
  readonly fixtureId: number;
  /** Scores only: odds and fixtures are counted by the service. */
  readonly seq: number | null;
  /** The feed's own time, ms. */
  readonly feedTs: number;
  readonly label: string;
  readonly messageId: string | null;
  readonly contentHash: Uint8Array;
  /** As it was sent. */
  readonly text: string;
  readonly fields: Fields;
  /** What the record says about its fixture; scores may name the sport. */
  readonly sport: Sport | null;
  readonly competitionId: number;
  readonly startTime: number;
  /** Of a fixture as lists show it, which says nothing of the state of the match: the whole record with a state. */
  readonly withState?: (state: GameState) => Incoming;
}

/** State bits of a fixture leaf begin here. */
const FIXTURE_ID_LIMIT = 2 ** 48 - 1;
/** Characters of one record. */
export const LONGEST_RECORD = 2 ** 20;
/** Characters of a text that an index of the database holds: a row of an index has 2,704 bytes at most, and a line of odds is three such texts. */
export const LONGEST_INDEXED = 200;
/** Escapes of what a text of the database cannot hold; what JSON may not hold unescaped. */
const SUSPICIOUS = /\\u(0000|d[89a-f])/i;
/** What UTF-8 or PostgreSQL cannot hold: half of a surrogate pair, the character 0. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * Reads the text of a record. Whatever gets through can be put into a tree later: a batch that cannot be built would
 * keep all proofs of its slot back. Errors: MALFORMED_RECORD; REPEATED_KEY; INVALID_NUMBER a number or text that trees
 * cannot hold; AMBIGUOUS_LEAF a leaf of 64 bytes; PRICES_MISMATCH; OVERFLOW a time before 1970 or beyond what roots
 * accounts cover; UNKNOWN_SPORT; OTHER_FORM; those of `validate`.
 */
export function readIncoming(text: string, validate: Validate): Incoming {
  if (text.length > LONGEST_RECORD) return tooLong('$', text, LONGEST_RECORD);
  // Text that UTF-8 cannot hold would not be stored as it was accepted.
  if (/\p{Surrogate}/u.test(text)) return fail(MALFORMED_RECORD, { problem: 'not Unicode', path: '$' });
  const fields = fieldsOf(text);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return fail(MALFORMED_RECORD, { problem: 'not an object', path: '$' });
  if (SUSPICIOUS.test(text)) checkTexts(fields, '$');
  const kind = kindOf(fields);
  if (kind === 'fixtures' && isListed(fields)) return listedFixture(fields, validate);
  try {
    validate(kind, fields);
  } catch (error) {
    throw kind === 'scores' ? orOtherForm(error, fields) : error;
  }
  const feedTs = number(fields, 'Ts', 0, Number.MAX_SAFE_INTEGER);
  slotTimeOf(feedTs);
  const common = {
    kind,
    fixtureId: number(fields, 'FixtureId', 1, kind === 'fixtures' ? FIXTURE_ID_LIMIT : Number.MAX_SAFE_INTEGER),
    seq: null,
    feedTs,
    label: '',
    messageId: null,
    contentHash: contentHash(fields),
    text,
    fields,
    sport: null,
    competitionId: 0,
    startTime: 0,
  };
  if (kind === 'scores') return { ...common, ...scoresParts(fields) };
  if (kind === 'odds') return { ...common, ...oddsParts(fields) };
  return { ...common, ...fixtureParts(fields) };
}

/** A fixture as lists show it is read like the record that it was listed from. Errors: those of the validation, of the place in what came in. */
function listedFixture(fields: Fields, validate: Validate): Incoming {
  const withState = (state: GameState): Incoming =>
    readIncoming(JSON.stringify(recordOfListed(fields, state)), validate);
  return { ...withState(OF_LISTED[0]), withState };
}

/**
 * What is stored as it was sent must mean one thing to whoever reads it. Errors: MALFORMED_RECORD no JSON; REPEATED_KEY.
 */
function fieldsOf(text: string): Fields {
  try {
    return readDocument(text, 'The record') as Fields;
  } catch (error) {
    if (!isError(error, MALFORMED_RESPONSE)) throw error;
    const { cause } = error;
    // JSON.parse has words for everything but the mark that stands before it.
    if (!(cause instanceof Error)) return fail(MALFORMED_RECORD, { problem: 'byte order mark', path: '$' });
    return fail(MALFORMED_RECORD, { problem: 'not JSON', path: '$', reason: cause.message }, { cause });
  }
}

/** Looks at every text and every name: what cannot be stored as it is must not come to be written somewhere otherwise. */
function checkTexts(value: unknown, path: string): void {
  if (typeof value === 'string' && UNSTORABLE.test(value)) fail(MALFORMED_RECORD, { problem: 'unstorable text', path });
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (UNSTORABLE.test(name)) fail(MALFORMED_RECORD, { problem: 'unstorable name', path });
    checkTexts(inner, Array.isArray(value) ? `${path}[${name}]` : fieldPath(path, name));
  }
}

/** Refuses what is of another form with the name of that form. Errors: OTHER_FORM. */
function checkForm(fields: Fields): void {
  const form = otherFormOf(fields);
  if (form !== null) fail(OTHER_FORM, { path: '$', form });
}

/** The error of a record that may be as good as any, in another form. */
function orOtherForm(error: unknown, fields: Fields): unknown {
  try {
    checkForm(fields);
    return error;
  } catch (other) {
    return other;
  }
}

/** Each kind has a field that no other has. */
function kindOf(fields: Fields): RecordKind {
  if ('MessageId' in fields) return 'odds';
  if ('Seq' in fields) return 'scores';
  if ('Competition' in fields) return 'fixtures';
  checkForm(fields);
  return fail(MALFORMED_RECORD, { problem: 'no kind', path: '$' });
}

function scoresParts(fields: Fields): Partial<Incoming> {
  const { Stats } = fields;
  if (typeof Stats !== 'object' || Stats === null || Array.isArray(Stats))
    return fail(MALFORMED_RECORD, { problem: 'wrong value', path: '$.Stats', value: Stats, expected: 'an object' });
  for (const key of Object.keys(Stats)) checkStat(key, (Stats as Fields)[key]);
  if (fields.StatusId !== undefined) number(fields, 'StatusId', I32_MIN, I32_MAX);
  const sport = fields.SportId === undefined ? null : sportOfLayout(number(fields, 'SportId', 0, 255));
  if (sport === undefined) return fail(UNKNOWN_SPORT, { path: '$.SportId', value: fields.SportId });
  return { seq: number(fields, 'Seq', 0, I32_MAX), label: text(fields, 'Action'), sport };
}

function checkStat(key: string, value: unknown): void {
  // A second spelling of a key would be a second leaf.
  const isKey = /^(0|[1-9]\d*)$/.test(key);
  // A record has hundreds of them: where one is, is written only of one that is wrong.
  if (isKey && Number(key) <= U32_MAX && isI32(value)) return;
  const path = fieldPath('$.Stats', key);
  if (!isKey) fail(MALFORMED_RECORD, { problem: 'not a stat key', path });
  integer(Number(key), 0, U32_MAX, path);
  integer(value, I32_MIN, I32_MAX, path);
}

const isI32 = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= I32_MIN && (value as number) <= I32_MAX;

function oddsParts(fields: Fields): Partial<Incoming> {
  const odds = oddsOfWire(fields);
  oddsLeafHash(odds);
  if (odds.prices.length !== odds.priceNames.length)
    fail(PRICES_MISMATCH, { path: '$.Prices', prices: odds.prices.length, names: odds.priceNames.length });
  for (const name of ['SuperOddsType', 'MarketParameters', 'MarketPeriod'])
    if (typeof fields[name] === 'string') text(fields, name);
  return { label: marketLine(odds), messageId: text(fields, 'MessageId') };
}

function fixtureParts(fields: Fields): Partial<Incoming> {
  const { startTime, competitionId } = fixtureLeaf(fields);
  return { sport: sportOf(text(fields, 'Sport')), competitionId, startTime };
}

function fixtureLeaf(fields: Fields) {
  const fixture = fixtureOfWire(fields);
  fixtureLeafHash(fixture);
  return fixture;
}

function number(fields: Fields, name: string, minimum: number, maximum: number): number {
  return integer(fields[name], minimum, maximum, `$.${name}`);
}

/** Text that the database looks for. */
function text(fields: Fields, name: string): string {
  const value = fields[name];
  const path = `$.${name}`;
  if (typeof value !== 'string')
    return fail(MALFORMED_RECORD, { problem: 'wrong value', path, value, expected: 'a string' });
  return value.length > LONGEST_INDEXED ? tooLong(path, value, LONGEST_INDEXED) : value;
}

const tooLong = (path: string, { length }: string, limit: number): never =>
  fail(MALFORMED_RECORD, { problem: 'too long', path, length, unit: 'characters', limit });
