import { fail, fieldPath, LinesmanError, quoted } from '../../error/index.js';
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
} from '../../format/index.js';
import { readDocument } from '../../proof/index.js';
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
 * keep all proofs of its slot back. Errors: 7040 no record; 7170 a key twice in one object; 7003 a number or text that
 * trees cannot hold; 6102 a leaf of 64 bytes; 6001 odds with another number of prices than of names; 6027 a time before
 * 1970 or beyond what roots accounts cover; 7007 an unknown sport; those of `validate`.
 */
export function readIncoming(text: string, validate: Validate): Incoming {
  if (text.length > LONGEST_RECORD)
    return fail(7040, { message: `The record has ${text.length} characters, more than ${LONGEST_RECORD}.`, path: '$' });
  // Text that UTF-8 cannot hold would not be stored as it was accepted.
  if (/\p{Surrogate}/u.test(text)) return fail(7040, { message: 'The record is not well-formed Unicode.', path: '$' });
  const fields = fieldsOf(text);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return fail(7040, { message: 'The record is not a JSON object.', path: '$' });
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

/** 7040 no JSON, 7170 a key twice: what is stored as it was sent must mean one thing to whoever reads it. */
function fieldsOf(text: string): Fields {
  try {
    return readDocument(text, 'The record') as Fields;
  } catch (error) {
    if (!(error instanceof LinesmanError) || error.number !== 7000) throw error;
    const { message, cause } = error;
    return fail(7040, { message, path: '$', cause });
  }
}

/** Looks at every text and every name: what cannot be stored as it is must not come to be written somewhere otherwise. */
function checkTexts(value: unknown, path: string): void {
  if (typeof value === 'string' && UNSTORABLE.test(value))
    fail(7040, { message: `${path} has the character 0 or half of a surrogate pair.`, path });
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (UNSTORABLE.test(name))
      fail(7040, { message: `A name in ${path} has the character 0 or half of a surrogate pair.`, path });
    checkTexts(inner, Array.isArray(value) ? `${path}[${name}]` : fieldPath(path, name));
  }
}

/** Refuses what is of another form with the name of that form. Errors: 7246. */
function checkForm(fields: Fields): void {
  const form = otherFormOf(fields);
  if (form !== null)
    fail(7246, { message: `The record looks like ${form}; records do not come in like that.`, path: '$' });
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
  return fail(7040, {
    message: 'The record has none of MessageId (odds), Seq (scores) and Competition (fixtures).',
    path: '$',
  });
}

function scoresParts(fields: Fields): Partial<Incoming> {
  const { Stats } = fields;
  if (typeof Stats !== 'object' || Stats === null || Array.isArray(Stats))
    return fail(7040, { message: '$.Stats is not an object.', path: '$.Stats' });
  for (const key of Object.keys(Stats)) checkStat(key, (Stats as Fields)[key]);
  if (fields.StatusId !== undefined) number(fields, 'StatusId', I32_MIN, I32_MAX);
  const sport = fields.SportId === undefined ? null : sportOfLayout(number(fields, 'SportId', 0, 255));
  if (sport === undefined)
    return fail(7007, { message: `$.SportId is ${quoted(fields.SportId)}, not 1, 2 or 6.`, path: '$.SportId' });
  return { seq: number(fields, 'Seq', 0, I32_MAX), label: text(fields, 'Action'), sport };
}

function checkStat(key: string, value: unknown): void {
  // A second spelling of a key would be a second leaf.
  const isKey = /^(0|[1-9]\d*)$/.test(key);
  // A record has hundreds of them: where one is, is written only of one that is wrong.
  if (isKey && Number(key) <= U32_MAX && isI32(value)) return;
  const path = fieldPath('$.Stats', key);
  if (!isKey) fail(7040, { message: `${path} is not a decimal stat key.`, path });
  integer(Number(key), 0, U32_MAX, path);
  integer(value, I32_MIN, I32_MAX, path);
}

const isI32 = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= I32_MIN && (value as number) <= I32_MAX;

function oddsParts(fields: Fields): Partial<Incoming> {
  const odds = oddsOfWire(fields);
  oddsLeafHash(odds);
  if (odds.prices.length !== odds.priceNames.length) {
    const path = '$.Prices';
    fail(6001, { message: `${path} has ${odds.prices.length} prices for ${odds.priceNames.length} names.`, path });
  }
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
  if (typeof value !== 'string') return fail(7040, { message: `${path} is ${quoted(value)}, not a text.`, path });
  if (value.length > LONGEST_INDEXED)
    return fail(7040, { message: `${path} has ${value.length} characters, more than ${LONGEST_INDEXED}.`, path });
  return value;
}
