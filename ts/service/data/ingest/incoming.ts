import {
  formOfFixture,
  formOfOdds,
  formOfScores,
  type GameState,
  isWithin,
  LONGEST_TEXT,
  marketLine,
  namedScores,
  otherFormOf,
  type RecordForm,
  stateOfObserved,
  unfitFields,
  unfitOfOdds,
} from '@linesman/records';
import {
  FIXTURE_WITHOUT_SPORT,
  fail,
  fieldPath,
  isError,
  LinesmanError,
  MALFORMED_RECORD,
  MALFORMED_RESPONSE,
  OTHER_FORM,
  PRICES_MISMATCH,
  UNKNOWN_SPORT,
} from '@linesman/sdk/error';
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
  zeroMapBit,
} from '@linesman/sdk/format';
import { FIXTURE_ID_LIMIT } from '@linesman/sdk/internal/format/fixtureIdLimit';
import { readDocument } from '@linesman/sdk/proof';
import type { RecordKind } from '../store/recordKind.js';
import { declaredKeys } from '../store/statedStats.js';
import { areIndices, contentHash, hashOfText, orderedText } from './contentHash.js';
import type { Fields } from './fields.js';
import { fixtureOfWire } from './fixtureOfWire.js';
import { isListed, OF_LISTED, recordOfListed } from './listedFixture.js';
import { oddsOfWire } from './oddsOfWire.js';

/**
 * Checks a parsed record in its form and throws a `LinesmanError` that names the place (`context.path`). May be
 * stricter than `readIncoming`.
 */
export type Validate = (kind: RecordKind, record: Fields, form: RecordForm) => void;

/** An incoming record that is valid by itself. */
export interface Incoming {
  readonly kind: RecordKind;
  readonly form: RecordForm;
  readonly fixtureId: number;
  /** Scores only; the service numbers odds and fixtures. */
  readonly seq: number | null;
  /** The feed's time, ms. */
  readonly feedTs: number;
  readonly label: string;
  readonly messageId: string | null;
  /** Hash of the content with documented names, so that repeats are found whatever their forms. */
  readonly contentHash: Uint8Array;
  /** The text to store. It is the text as sent, if records are stored in that form. */
  readonly text: string;
  readonly fields: Fields;
  /** Paths of the known fields that do not fit their schema. The described wire leaves them out. */
  readonly unfit: readonly string[];
  /** The record's facts about its fixture. A score record may name the sport. */
  readonly sport: Sport | null;
  readonly competitionId: number;
  readonly startTime: number;
  /** Of a fixture: the stat keys that it declares, as `StatedStats` has them; `null` if it does not. */
  readonly declared: string | null;
  /** For a fixture in its listed form, which lacks the match state: the complete record with a given state. */
  readonly withState?: (state: GameState) => Incoming;
}

/** Maximum characters of a record. */
export const LONGEST_RECORD = 2 ** 20;
/** Escapes of characters that a database text cannot hold; JSON does not allow these unescaped. */
const SUSPICIOUS = /\\u(0000|d[89a-f])/i;
/** Characters that UTF-8 or PostgreSQL cannot hold: unpaired surrogates and U+0000. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * Reads the text of a record. Every record that passes can become a leaf, because a batch that fails to build would
 * block all proofs of its slot. Errors: MALFORMED_RECORD; REPEATED_KEY; INVALID_NUMBER when trees cannot hold a number
 * or text; AMBIGUOUS_LEAF when a leaf has 64 bytes; PRICES_MISMATCH; OVERFLOW when a time is before 1970 or beyond the
 * roots accounts; UNKNOWN_SPORT; FIXTURE_WITHOUT_SPORT; OTHER_FORM; MIXED_FORMS; those of `validate`.
 */
export function readIncoming(text: string, validate: Validate): Incoming {
  if (text.length > LONGEST_RECORD) return tooLong('$', text, LONGEST_RECORD);
  // Unpaired surrogates would be stored as other characters.
  if (/\p{Surrogate}/u.test(text)) return fail(MALFORMED_RECORD, { problem: 'not Unicode', path: '$' });
  const { fields, ordered } = documentOf(text);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return fail(MALFORMED_RECORD, { problem: 'not an object', path: '$' });
  if (SUSPICIOUS.test(text)) checkTexts(fields, '$');
  const kind = kindOf(fields);
  if (kind === 'fixtures') return fixtureIncoming(text, fields, validate);
  const form = kind === 'scores' ? formOfScores(fields) : formOfOdds(fields);
  validate(kind, fields, form);
  if (kind === 'odds') return incomingOf({ kind, form, text, fields, content: fields, ordered });
  const content = namedScores(fields, form);
  // Renaming the fields of the historical form loses nothing; records in the observed form may hold more.
  if (form === 'historical') return incomingOf({ kind, form, text: JSON.stringify(content), fields: content, content });
  return incomingOf({ kind, form, text, fields, content, ...(content === fields && { ordered }) });
}

interface Given {
  readonly kind: RecordKind;
  readonly form: RecordForm;
  readonly text: string;
  readonly fields: Fields;
  /** With documented names. */
  readonly content: Fields;
  /** The ordered text of the content, if it is known. */
  readonly ordered?: string | undefined;
}

function incomingOf({ kind, form, text, fields, content, ordered }: Given): Incoming {
  const feedTs = number(fields, 'Ts', 0, Number.MAX_SAFE_INTEGER);
  slotTimeOf(feedTs);
  const common = {
    kind,
    form,
    fixtureId: number(fields, 'FixtureId', 1, kind === 'fixtures' ? FIXTURE_ID_LIMIT - 1 : Number.MAX_SAFE_INTEGER),
    seq: null,
    feedTs,
    label: '',
    messageId: null,
    contentHash: ordered === undefined ? contentHash(content) : hashOfText(ordered),
    text,
    fields,
    unfit: form === 'observed' ? unfitOf(kind, fields) : [],
    sport: null,
    competitionId: 0,
    startTime: 0,
    declared: null,
  };
  if (kind === 'scores') return { ...common, ...scoresParts(fields) };
  if (kind === 'odds') return { ...common, ...oddsParts(fields) };
  return { ...common, ...fixtureParts(fields) };
}

/** The paths of known fields that do not fit. A fixture has none, because all of its known fields are read. */
function unfitOf(kind: RecordKind, fields: Fields): readonly string[] {
  if (kind === 'fixtures') return [];
  return kind === 'odds' ? unfitOfOdds(fields) : unfitFields(fields);
}

/**
 * Reads a fixture. In the listed and in the observed form it is read like the record that it came from; validation
 * errors name the place in the given form.
 */
function fixtureIncoming(text: string, fields: Fields, validate: Validate): Incoming {
  const form = formOfFixture(fields);
  if (isListed(fields) && !('SportId' in fields)) refuseWithoutSport(fields, form, validate);
  if (form === 'documented' || !isListed(fields)) {
    validate('fixtures', fields, form);
    if (form !== 'observed') return incomingOf({ kind: 'fixtures', form, text, fields, content: fields });
  } else if (form === 'observed') validate('fixtures', fields, form);
  const withState = (state: GameState): Incoming => {
    const record = recordOfListed(fields, state);
    if (form === 'observed') return observedFixture(fields, record);
    validate('fixtures', record, 'documented');
    return incomingOf({ kind: 'fixtures', form, text: JSON.stringify(record), fields: record, content: record });
  };
  const given = stateOfObserved(fields);
  return given === undefined ? { ...withState(OF_LISTED[0]), withState } : withState(given);
}

/** Names every fault, but no state, which lists may leave out. Lists of live feeds may lack only the sport. */
function refuseWithoutSport(fields: Fields, form: RecordForm, validate: Validate): never {
  try {
    validate('fixtures', form === 'observed' ? fields : { ...fields, GameState: OF_LISTED[0] }, form);
  } catch (error) {
    if (!(error instanceof LinesmanError)) throw error;
    const { faults, path } = error.context;
    if (faults !== undefined || (path !== '$.Sport' && path !== '$.SportId')) throw error;
  }
  fail(FIXTURE_WITHOUT_SPORT, { path: '$.SportId' });
}

/** The documented record, and the record as sent, which the observed wire shows. */
function observedFixture(sent: Fields, record: Fields): Incoming {
  const fields = { ...record, Observed: sent };
  return incomingOf({ kind: 'fixtures', form: 'observed', text: JSON.stringify(fields), fields, content: record });
}

/**
 * Parses a record and orders its text. A stored text must mean the same to every reader. Errors: MALFORMED_RECORD when
 * it is not JSON; REPEATED_KEY.
 *
 * A compact text, as most are, is as long as its ordered text, unless it repeats a key. Only exponents, and digits that
 * are lost, are written shorter than there, and could make up for that.
 */
function documentOf(text: string): { readonly fields: Fields; readonly ordered?: string } {
  if (COMPACT.test(text) && !EXPONENT.test(text)) {
    try {
      const fields = JSON.parse(text) as Fields;
      const ordered = orderedText(fields);
      if (ordered.areIntegers && ordered.text.length === text.length) return { fields, ordered: ordered.text };
    } catch {
      // The second look finds out why.
    }
  }
  return { fields: fieldsOf(text) };
}

/** The beginning of an object without white space. */
const COMPACT = /^\{"\w+":\S/;
const EXPONENT = /\d[eE]/;

/** The same for any text. */
function fieldsOf(text: string): Fields {
  try {
    return readDocument(text, 'The record') as Fields;
  } catch (error) {
    if (!isError(error, MALFORMED_RESPONSE)) throw error;
    if (text.startsWith('\ufeff')) return fail(MALFORMED_RECORD, { problem: 'byte order mark', path: '$' });
    const { cause } = error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    return fail(MALFORMED_RECORD, { problem: 'not JSON', path: '$', reason }, { cause });
  }
}

/** Checks every text and every key: none may be stored differently from how it was sent. */
function checkTexts(value: unknown, path: string): void {
  if (typeof value === 'string' && UNSTORABLE.test(value)) fail(MALFORMED_RECORD, { problem: 'unstorable text', path });
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (UNSTORABLE.test(name)) fail(MALFORMED_RECORD, { problem: 'unstorable name', path });
    checkTexts(inner, Array.isArray(value) ? `${path}[${name}]` : fieldPath(path, name));
  }
}

/** Errors: OTHER_FORM when the object is not a record, but another kind of answer of a service. */
function checkForm(fields: Fields): void {
  const form = otherFormOf(fields);
  if (form !== null) fail(OTHER_FORM, { path: '$', form });
}

/** Each kind has a field that the others lack. */
function kindOf(fields: Fields): RecordKind {
  if ('MessageId' in fields) return 'odds';
  if ('Seq' in fields || 'seq' in fields) return 'scores';
  if ('Competition' in fields) return 'fixtures';
  checkForm(fields);
  return fail(MALFORMED_RECORD, { problem: 'no kind', path: '$' });
}

function scoresParts(fields: Fields): Partial<Incoming> {
  const { Stats } = fields;
  if (typeof Stats !== 'object' || Stats === null || Array.isArray(Stats))
    return fail(MALFORMED_RECORD, { problem: 'wrong value', path: '$.Stats', value: Stats, expected: 'an object' });
  const keys = Object.keys(Stats);
  const areKeys = areIndices(keys);
  for (const key of keys) {
    const value = (Stats as Fields)[key];
    // A record has hundreds of stats.
    if (!areKeys || !isI32(value)) checkStat(key, value);
  }
  if (fields.StatusId !== undefined && fields.StatusId !== null) number(fields, 'StatusId', I32_MIN, I32_MAX);
  const sport = fields.SportId === undefined ? null : sportOfLayout(number(fields, 'SportId', 0, 255));
  if (sport === undefined) return fail(UNKNOWN_SPORT, { path: '$.SportId', value: fields.SportId });
  const startTime = fields.StartTime === undefined ? 0 : number(fields, 'StartTime', 0, Number.MAX_SAFE_INTEGER);
  return { seq: number(fields, 'Seq', 0, I32_MAX), label: text(fields, 'Action'), sport, startTime };
}

function checkStat(key: string, value: unknown): void {
  // A key in two spellings would become two leaves.
  const isKey = /^(0|[1-9]\d*)$/.test(key);
  // A record has hundreds of stats, so the path is built only for an invalid one.
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
  const sport = sportOf(text(fields, 'Sport'));
  const { StatKeys: keys } = fields;
  const isSet =
    keys === undefined ||
    (Array.isArray(keys) && keys.length > 0 && new Set(keys).size === keys.length && keys.every(isKeyOf(sport)));
  if (!isSet) {
    const expected = `a list of different stat keys of ${sport}`;
    fail(MALFORMED_RECORD, { problem: 'wrong value', path: '$.StatKeys', value: keys, expected });
  }
  return { sport, competitionId, startTime, declared: declaredKeys(fields) };
}

const isKeyOf =
  (sport: Sport) =>
  (key: unknown): boolean =>
    typeof key === 'number' && zeroMapBit(sport, key) !== undefined;

function fixtureLeaf(fields: Fields) {
  const fixture = fixtureOfWire(fields);
  fixtureLeafHash(fixture);
  return fixture;
}

function number(fields: Fields, name: string, minimum: number, maximum: number): number {
  return integer(fields[name], minimum, maximum, `$.${name}`);
}

/** A text that is indexed: an index row holds 2,704 bytes at most, and an odds line has three such texts. */
function text(fields: Fields, name: string): string {
  const value = fields[name];
  const path = `$.${name}`;
  if (typeof value !== 'string')
    return fail(MALFORMED_RECORD, { problem: 'wrong value', path, value, expected: 'a string' });
  return isWithin(value, LONGEST_TEXT) ? value : tooLong(path, value, LONGEST_TEXT);
}

const tooLong = (path: string, { length }: string, limit: number): never =>
  fail(MALFORMED_RECORD, { problem: 'too long', path, length, unit: 'characters', limit });
