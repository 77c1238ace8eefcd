import { base58, base64 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { ANSWERS, FIXTURES, ODDS, TS } from '../../../tests/helpers/sampleSlot.js';
import { outcome, thrown } from '../../../tests/helpers/thrown.js';
import { bytesToHex } from '../format/hex.js';
import { bytesFromIntegers, bytesFromText } from './byteText.js';
import { parseProof } from './parse.js';

type Json = unknown;
const DOCUMENTS: Record<string, Json> = {
  'stat v1': ANSWERS[1](),
  'stat v1 of one stat': ANSWERS[1]({ fixtureId: 9_000_001, record: 2, keys: [1] }),
  'stat v2': ANSWERS[2](),
  'stat v3': ANSWERS[3](),
  'stat v4': ANSWERS[4](),
  odds: ODDS.answer,
  'odds v4': {
    payload: {
      ts: TS + 3000,
      oddsSnapshot: ODDS.answer.odds,
      summary: ODDS.answer.summary,
      subTreeProof: ODDS.answer.subTreeProof,
      mainTreeProof: ODDS.answer.mainTreeProof,
    },
    signature: Array.from({ length: 64 }, (_, i) => i),
  },
  fixture: FIXTURES.fixture,
  'fixture batch': FIXTURES.batch,
};

/** The document with every object's keys and every list of integers changed. */
function changed(value: Json, key: (name: string) => string, bytes: (bytes: Uint8Array) => Json): Json {
  if (Array.isArray(value)) {
    const isBytes = value.length >= 32 && value.every((item) => typeof item === 'number');
    return isBytes ? bytes(Uint8Array.from(value as number[])) : value.map((item) => changed(item, key, bytes));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [key(name), changed(inner, key, bytes)]));
}

const same = (name: string): string => name;
const upper = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
const ENCODINGS: Record<string, (bytes: Uint8Array) => Json> = {
  'unsigned integers': (bytes) => [...bytes],
  'signed integers': (bytes) => [...new Int8Array(bytes)],
  hex: bytesToHex,
  'upper-case hex': (bytes) => bytesToHex(bytes).toUpperCase(),
  Base64: (bytes) => base64.encode(bytes),
  Base58: (bytes) => base58.encode(bytes),
};

describe.each(Object.keys(DOCUMENTS))('%s', (name) => {
  const document = DOCUMENTS[name];
  const expected = parseProof(document);

  test.each(Object.keys(ENCODINGS))('reads the same in either case, with hashes as %s', (encoding) => {
    const encode = ENCODINGS[encoding] as (bytes: Uint8Array) => Json;
    for (const key of [same, upper, lower]) expect(parseProof(changed(document, key, encode))).toEqual(expected);
  });

  test('reads the same from text, with empty objects for empty lists and with unknown fields', () => {
    const emptied = JSON.stringify(document).replaceAll('[]', '{}');
    expect(parseProof(emptied)).toEqual(expected);
    expect(parseProof({ ...(document as object), note: 'new in 2030', Extra: [1.5] })).toEqual(expected);
  });

  test('refuses a missing or mistyped field, naming its path', () => {
    const seen = new Set<string>();
    for (const { path, without, wrong } of edits(document, '$')) {
      if (OPTIONAL.test(path)) continue;
      for (const edited of [without, ...wrong]) {
        const error = thrown(() => parseProof(edited));
        // Without the field that identifies it, the whole document is unknown.
        if (error.number === 7001) expect(path).toMatch(/^\$\.\w+$/);
        else {
          expect([7000, 7002, 7003]).toContain(error.number);
          expect(error.message, path).toContain(alias(path));
        }
      }
      seen.add(path);
    }
    expect(seen.size).toBeGreaterThan(5);
  });
});

/** Optional and unused fields. */
const OPTIONAL =
  /\.(Pct|GameState|MarketParameters|MarketPeriod|PriceNames|Prices|leaves|leafIndices|oddsSnapshot)(\[\d+\])?$/;

/** The summary's root has two names; a missing one is reported under the first. */
const alias = (path: string): string =>
  path.replace('eventsSubTreeRoot', 'eventStatsSubTreeRoot').replace(/\[\d+\]$/, '');

interface Edit {
  path: string;
  without: Json;
  wrong: Json[];
}

/** Every field, left out once and replaced in several ways. */
function* edits(value: Json, path: string, rebuild: (inner: Json) => Json = (inner) => inner): Generator<Edit> {
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item === 'number')) return;
    for (const [i, item] of value.entries()) {
      yield* edits(item, `${path}[${i}]`, (inner) => rebuild(value.with(i, inner)));
      if (i > 1) return;
    }
  } else if (typeof value === 'object' && value !== null) {
    const object = value as Record<string, Json>;
    for (const [name, inner] of Object.entries(object)) {
      const here = `${path}.${name}`;
      const { [name]: _, ...rest } = object;
      // An index, a key or a time may be any number except these two.
      yield {
        path: here,
        without: rebuild(rest),
        wrong: [null, 'x', 1.5, [true], { a: 1 }, 2 ** 53, -(2 ** 53)]
          .filter((other) => !(other === 'x' && typeof inner === 'string'))
          .map((other) => rebuild({ ...object, [name]: other })),
      };
      yield* edits(inner, here, (next) => rebuild({ ...object, [name]: next }));
    }
  }
}

describe('the kind of a document', () => {
  test('anything else is 7001', () => {
    for (const document of [null, 7, [], true, {}, { foo: 1 }, { statProof: [] }, { leaves: [] }, { Signature: '' }]) {
      const error = thrown(() => parseProof(document));
      expect([error.number, error.context.path]).toEqual([7001, '$']);
    }
  });

  test('so is a document of two kinds', () => {
    expect(outcome(() => parseProof({ ...ANSWERS[1](), ...ANSWERS[2]() }))).toBe(7001);
    expect(outcome(() => parseProof({ ...ANSWERS[4](), ...FIXTURES.batch }))).toBe(7001);
  });

  test('a payload without a signature is refused by the path of the signature', () => {
    const { signature: _, ...rest } = ANSWERS[4]();
    expect(thrown(() => parseProof(rest))).toMatchObject({ number: 7000, message: '$.signature is missing.' });
    // A capital decides how it is spelled; a name that begins with another character does not.
    for (const name of ['@id', '[0]', '_', 'é'])
      expect(thrown(() => parseProof({ ...rest, [name]: 1 })).message).toBe('$.signature is missing.');
  });

  test('two spellings of one field are 7004', () => {
    const v2 = ANSWERS[2]();
    expect(outcome(() => parseProof({ ...v2, EventStatRoot: v2.eventStatRoot }))).toBe(7004);
    const both = { ...v2.summary, eventsSubTreeRoot: v2.summary.eventStatsSubTreeRoot };
    const error = thrown(() => parseProof({ ...v2, summary: both }));
    expect([error.number, error.context.path]).toEqual([7004, '$.summary']);
    expect(outcome(() => parseProof({ ...v2, StatsToProve: v2.statsToProve }))).toBe(7004);
  });

  test('the sub-tree root has two names', () => {
    const v2 = ANSWERS[2]();
    const { eventStatsSubTreeRoot, ...summary } = v2.summary;
    for (const name of ['eventsSubTreeRoot', 'EventsSubTreeRoot', 'EventStatsSubTreeRoot']) {
      expect(parseProof({ ...v2, summary: { ...summary, [name]: eventStatsSubTreeRoot } })).toEqual(parseProof(v2));
    }
  });

  test('refuses different numbers of stats and proofs', () => {
    const v2 = ANSWERS[2]();
    expect(thrown(() => parseProof({ ...v2, statProofs: v2.statProofs.slice(1) })).message).toContain('$.statProofs');
    const { statProof2: _, ...one } = ANSWERS[1]();
    expect(thrown(() => parseProof(one)).message).toContain('$.statProof2');
    const { statToProve2: __, ...other } = ANSWERS[1]();
    expect(thrown(() => parseProof(other)).message).toContain('$.statToProve2');
  });

  test('versions 1 to 3 take the time of the summary, version 4 keeps its own', () => {
    for (const version of [1, 2, 3] as const)
      expect(parseProof(ANSWERS[version]())).toMatchObject({ ts: TS, recordTs: TS + 60_000 });
    const v4 = ANSWERS[4]();
    expect(parseProof({ ...v4, payload: { ...v4.payload, ts: 5 } })).toMatchObject({ ts: 5 });
  });

  test('version 4 may omit leaves and indices; odds may omit prices and their names', () => {
    const v4 = ANSWERS[4]();
    const { leaves: _, leafIndices: __, ...payload } = v4.payload;
    expect(parseProof({ ...v4, payload })).toMatchObject({ leaves: [], leafIndices: [] });
    const { Prices: ___, PriceNames: ____, GameState: _____, ...odds } = ODDS.answer.odds as Record<string, Json>;
    expect(parseProof({ ...ODDS.answer, odds })).toMatchObject({
      odds: { prices: [], priceNames: [], gameState: null },
    });
    expect(parseProof({ ...ODDS.answer, odds: { ...odds, Prices: null, MarketPeriod: '' } })).toMatchObject({
      odds: { prices: [], marketPeriod: '' },
    });
  });

  test('text that is not JSON is 7000', () => {
    for (const text of ['', '{', 'nonsense', '{"a":1}}']) expect(outcome(() => parseProof(text))).toBe(7000);
  });

  test('integers beyond 2^53 are refused by their text', () => {
    const text = JSON.stringify(ODDS.answer).replace('"FixtureId":9000001', '"FixtureId":9007199254740993');
    expect(thrown(() => parseProof(text))).toMatchObject({ number: 7003, context: { what: '$.odds.FixtureId' } });
  });
});

describe('bytes', () => {
  const bytes = Uint8Array.from({ length: 32 }, (_, i) => 200 - i);
  const zeros = new Uint8Array(32);

  test('the form of the text decides the encoding', () => {
    for (const value of [bytes, zeros, new Uint8Array(32).fill(255)]) {
      for (const encode of [bytesToHex, base64.encode, base58.encode])
        expect(bytesFromText(encode(value), 32, 'it')).toEqual(value);
    }
    expect(base58.encode(zeros)).toBe('1'.repeat(32));
    // 44 letters that are all in the Base58 alphabet are Base58: Base64 of 32 bytes ends in "=".
    expect(outcome(() => bytesFromText('z'.repeat(44), 32, 'it'))).toBe(7002);
    const small = Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 1 : 170));
    expect(base58.encode(small)).toHaveLength(43);
    expect(bytesFromText(base58.encode(small), 32, 'it')).toEqual(small);
  });

  test.each([
    ['', 'nothing'],
    ['ab'.repeat(31), 'hex, too short'],
    ['ab'.repeat(33), 'hex, too long'],
    [`0x${'ab'.repeat(31)}`, 'a prefix'],
    [base64.encode(bytes.slice(1)), 'Base64 of 31 bytes'],
    [base64.encode(bytes).replace('=', ''), 'Base64 without padding'],
    [`${base64.encode(bytes).slice(0, -2)}B=`, 'Base64 with bits behind the end'],
    [`${base64.encode(new Uint8Array(32).fill(255)).replaceAll('/', '_')}`, 'the URL alphabet'],
    [` ${bytesToHex(bytes)}`, 'a blank'],
    [base58.encode(bytes.slice(1)), 'Base58 of 31 bytes'],
    [`1${base58.encode(bytes)}`, 'Base58 of 33 bytes'],
    ['0'.repeat(43), 'a digit that Base58 does not have'],
    ['1'.repeat(100_000), 'far too long'],
  ])('%s is refused (%s)', (text) => {
    expect(outcome(() => bytesFromText(text, 32, 'it'))).toBe(7002);
  });

  test('text that is far too long is refused without decoding, because Base58 takes quadratic time', () => {
    expect(thrown(() => bytesFromText('z'.repeat(65), 32, 'it')).message).toContain('too long');
  });

  test('integers are all signed or all unsigned bytes', () => {
    expect(bytesFromIntegers([...new Int8Array(bytes)], 32, 'it')).toEqual(bytes);
    expect(bytesFromIntegers([-128, 127], 2, 'it')).toEqual(Uint8Array.of(128, 127));
    const with_ = (...first: unknown[]) =>
      outcome(() => bytesFromIntegers([...first, ...bytes.slice(first.length)], 32, 'it'));
    expect(with_(0)).toBe(true);
    for (const wrong of [-1, -129, 256, 1.5, '1', null, Number.NaN]) expect(with_(wrong), String(wrong)).toBe(7002);
    expect(outcome(() => bytesFromIntegers([...bytes, 0], 32, 'it'))).toBe(7002);
    expect(outcome(() => bytesFromIntegers([], 32, 'it'))).toBe(7002);
  });
});
