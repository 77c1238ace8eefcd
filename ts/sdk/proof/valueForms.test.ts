import { runInNewContext } from 'node:vm';
import { base58, base64 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { FIXTURES, ODDS, ANSWERS as REQUESTED } from '../../../tests/helpers/sampleSlot.js';
import { thrown } from '../../../tests/helpers/thrown.js';
import { UNKNOWN_RESPONSE } from '../error/codes/library.js';
import { bytesToHex } from '../format/hex.js';
import * as program from '../program/index.js';
import { strategyOf } from './condition.js';
import * as proof from './index.js';
import { parseProof } from './parse.js';
import { verify } from './verify.js';

/** JavaScript values in objects that are given to `parseProof`: lossless ones are read, others are reported. */

const ANSWERS = { v1: REQUESTED[1](), v2: REQUESTED[2](), v3: REQUESTED[3](), v4: REQUESTED[4]() };
const PROOFS = { ...ANSWERS, odds: ODDS.answer, fixture: FIXTURES.fixture, batch: FIXTURES.batch };
const isByteList = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length >= 32 && value.every((one) => Number.isInteger(one));

/** The same document with every list of bytes, or every integer, in another form. */
function rewritten(
  value: unknown,
  as: { bytes?: (of: Uint8Array) => unknown; integer?: (of: number) => unknown },
): unknown {
  if (isByteList(value)) return as.bytes ? as.bytes(Uint8Array.from(value)) : value;
  if (Array.isArray(value)) return value.map((one) => rewritten(one, as));
  if (typeof value === 'number') return as.integer ? as.integer(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rewritten(one, as)]));
}

const BYTES: Readonly<Record<string, (bytes: Uint8Array) => unknown>> = {
  hex: bytesToHex,
  'hex with 0x': (bytes) => `0x${bytesToHex(bytes)}`,
  'large hex with 0X': (bytes) => `0X${bytesToHex(bytes).toUpperCase()}`,
  Base64: (bytes) => base64.encode(bytes),
  Base58: (bytes) => base58.encode(bytes),
  Uint8Array: (bytes) => bytes,
  'Uint8Array in a larger one': (bytes) => Uint8Array.of(9, ...bytes, 9).subarray(1, bytes.length + 1),
  'Uint8Array of another realm': (bytes) => runInNewContext('Uint8Array.from(list)', { list: [...bytes] }),
  Int8Array: (bytes) => new Int8Array(bytes),
  Uint8ClampedArray: (bytes) => new Uint8ClampedArray(bytes),
  Buffer: (bytes) => Buffer.from(bytes),
  'Buffer as JSON': (bytes) => JSON.parse(JSON.stringify(Buffer.from(bytes))),
  'Uint8Array as JSON': (bytes) => JSON.parse(JSON.stringify(bytes)),
  'signed integers': (bytes) => [...new Int8Array(bytes)],
};

describe.each(Object.entries(PROOFS))('in an answer of kind %s', (_, answer) => {
  const right = parseProof(answer);

  test.each(Object.entries(BYTES))('bytes as %s are read', (_form, bytes) => {
    expect(parseProof(rewritten(answer, { bytes }))).toEqual(right);
  });

  test('bytes in JSON text have the same forms', () => {
    for (const form of ['hex with 0x', 'Buffer as JSON', 'Uint8Array as JSON'])
      expect(parseProof(JSON.stringify(rewritten(answer, BYTES[form] ? { bytes: BYTES[form] } : {})))).toEqual(right);
  });

  test.each<[string, (of: number) => unknown]>([
    ['bigint', BigInt],
    ['digits in text', String],
  ])('integers as %s are read', (_form, integer) => {
    expect(parseProof(rewritten(answer, { integer }))).toEqual(right);
  });
});

test('bytes are copied, so that nobody can change them afterwards', () => {
  const given = rewritten(ANSWERS.v1, { bytes: (bytes) => bytes }) as { eventStatRoot: Uint8Array };
  const parsed = parseProof(given);
  given.eventStatRoot.fill(0);
  expect(parsed).toEqual(parseProof(ANSWERS.v1));
});

const withRoot = (eventStatRoot: unknown) => ({ ...(ANSWERS.v1 as object), eventStatRoot });

test.each<[string, unknown, string]>([
  ['a Uint16Array', new Uint16Array(32), 'is a Uint16Array'],
  ['a Float64Array', new Float64Array(32), 'is a Float64Array'],
  ['a DataView', new DataView(new ArrayBuffer(32)), 'is a DataView'],
  ['an ArrayBuffer', new ArrayBuffer(32), 'is an ArrayBuffer'],
  ['a bigint', 5n, 'is a bigint'],
  ['a number', 5, 'is a number'],
  ['null', null, 'is null'],
  ['an object', { a: 1 }, 'is an object'],
  ['a Buffer as JSON that is too short', { type: 'Buffer', data: [1] }, 'has 1 bytes, not 32'],
  ['a Buffer as JSON of other numbers', { type: 'Buffer', data: new Array(32).fill(1.5) }, 'Byte 0'],
  ['a list with a hole', new Array(32), 'Byte 0'],
  ['a list of digits in text', new Array(32).fill('1'), 'Byte 0'],
  ['bytes that are too many', new Uint8Array(33), 'has 33 bytes, not 32'],
  ['hex that is too short', `0x${'00'.repeat(31)}`, 'neither hex, padded Base64 nor Base58'],
])('%s in place of a hash is named', (_, value, sentence) => {
  const error = thrown(() => parseProof(withRoot(value)));
  expect([error.number, error.context]).toMatchObject([7002, { path: '$.eventStatRoot' }]);
  expect(error.message).toContain(sentence);
});

const withTs = (ts: unknown) => ({ ...(ANSWERS.v1 as object), ts });

test.each<[string, unknown, string]>([
  ['a bigint beyond 2^53', 2n ** 53n, '9007199254740992n'],
  ['digits beyond 2^53', '9007199254740993', '9007199254740993'],
  ['a number beyond 2^53', 2 ** 53, '9007199254740992'],
  ['a fraction', 1.5, '1.5'],
  ['a fraction in text', '1.0', '"1.0"'],
  ['an exponent in text', '1e3', '"1e3"'],
  ['hexadecimal text', '0x10', '"0x10"'],
  ['a leading zero', '017', '"017"'],
  ['a leading plus', '+17', '"+17"'],
  ['white space', ' 17', '" 17"'],
  ['minus zero in text', '-0', '"-0"'],
  ['nothing', '', '""'],
  ['NaN', Number.NaN, 'NaN'],
])('%s in place of an integer is named', (_, value, quoted) => {
  const error = thrown(() => parseProof(withTs(value)));
  expect([error.number, error.context]).toMatchObject([7003, { path: '$.ts' }]);
  expect(error.message).toContain(quoted);
});

/** Every exported function that takes a proof. */
const TAKE_PROOFS: Readonly<Record<string, (given: never) => unknown>> = {
  verify: (given) => verify(given, { sport: 'soccer' }),
  verifyStat: (given) => proof.verifyStat(given, { sport: 'soccer' }),
  verifyOdds: (given) => proof.verifyOdds(given),
  verifyFixture: (given) => proof.verifyFixture(given),
  verifyFixtureBatch: (given) => proof.verifyFixtureBatch(given),
  validateStat: (given) => proof.validateStat(given, strategyOf([], []), new Uint8Array(9232), 'soccer'),
  validateStatV1: (given) => proof.validateStatV1(given, {} as never, new Uint8Array(9232), 'soccer'),
  inspectProof: (given) => proof.inspectProof(given, { sport: 'soccer', rootsFrom: 'chain' }),
  isOfOlderTree: (given) => proof.isOfOlderTree(given, 'soccer'),
  proveEvent: (given) => proof.proveEvent(given, { trust: 'soccer' }),
  rootsKindOf: (given) => proof.rootsKindOf(given),
  rootsPlaceOf: (given) => proof.rootsPlaceOf(given),
  conditionOnAll: (given) => proof.conditionOnAll(given),
  compactForm: (given) => proof.compactForm(given),
  statPayload: (given) => proof.statPayload(given),
  multiproofPayload: (given) => proof.multiproofPayload(given),
  oddsPayload: (given) => proof.oddsPayload(given),
  inVersion: (given) => program.inVersion(given, 2),
  scoreProofOf: (given) => program.scoreProofOf(given),
  resultProofOf: (given) => program.resultProofOf(given),
  compactResultProof: (given) => program.compactResultProof(given),
  signatureInstruction: (given) => program.signatureInstruction(given, new Uint8Array(32)),
  validateStatArgs: (given) => program.validateStatArgs(given, strategyOf([], [])),
  validateFixtureArgs: (given) => program.validateFixtureArgs(given),
  validateFixtureBatchArgs: (given) => program.validateFixtureBatchArgs(given),
};

test.each(Object.entries(TAKE_PROOFS))('%s says that an answer is to be parsed first', (_, call) => {
  const text = JSON.stringify(ANSWERS.v1);
  for (const [given, found] of [
    [text, 'a text'],
    [Buffer.from(text), 'a Uint8Array'],
    [ANSWERS.v1, 'an object'],
    [undefined, 'undefined'],
    [null, 'null'],
    [[parseProof(text)], 'a list'],
    [Promise.resolve(), 'a Promise'],
  ] as const) {
    const error = thrown(() => call(given as never));
    expect([error.number, error.message]).toEqual([UNKNOWN_RESPONSE, expect.stringContaining(`received ${found}`)]);
    expect(error.hint).toContain('Call parseProof');
  }
});

const PREDICATE = { threshold: 1, comparison: { greaterThan: {} } };
const SINGLE = { single: { index: 0, predicate: PREDICATE } };
const binary = (part: object) => ({ binary: { indexA: 0, indexB: 1, op: { add: {} }, predicate: PREDICATE, ...part } });
const strategy = (part: object) => ({
  ...{ geometricTargets: [], distancePredicate: null, discretePredicates: [SINGLE] },
  ...part,
});

test.each<[string, unknown, string]>([
  [
    'a misspelt comparison',
    strategy({
      discretePredicates: [
        SINGLE,
        { single: { index: 1, predicate: { threshold: 1, comparison: { greatThan: {} } } } },
      ],
    }),
    'The strategy.discretePredicates[1].single.predicate.comparison of verify is {"greatThan":{}}, ' +
      'not an object with one of greaterThan, lessThan, equalTo.',
  ],
  [
    'a threshold in text',
    strategy({ distancePredicate: { ...PREDICATE, threshold: '1' } }),
    'The strategy.distancePredicate.threshold of verify is "1", not an integer from -2147483648 to 2147483647.',
  ],
  [
    'an index that is too large',
    strategy({ discretePredicates: [binary({ indexB: 256 })] }),
    'The strategy.discretePredicates[0].binary.indexB of verify is 256, not an integer from 0 to 255.',
  ],
  [
    'a misspelt operation',
    strategy({ discretePredicates: [binary({ op: { plus: {} } })] }),
    'The strategy.discretePredicates[0].binary.op of verify is {"plus":{}}, not an object with one of add, subtract.',
  ],
  ['a missing part', strategy({ geometricTargets: undefined }), 'verify needs strategy.geometricTargets.'],
  ['a part of another name', strategy({ targets: [] }), 'The strategy.targets of verify is [], not absent.'],
  [
    'a missing part of a target',
    strategy({ geometricTargets: [{ statIndex: 0 }] }),
    'verify needs strategy.geometricTargets[0].prediction.',
  ],
  [
    'a list that is none',
    strategy({ discretePredicates: SINGLE }),
    'strategy.discretePredicates of verify is {"single"',
  ],
  ['a text', 'k1 > 2', 'The strategy of verify is "k1 > 2", not a strategy, as strategyOf makes it.'],
])('a strategy with %s: the place and the part are named', (_, wrong, sentence) => {
  const error = thrown(() => verify(parseProof(ANSWERS.v2), { sport: 'soccer', strategy: wrong as never }));
  expect(error.number).toBe(7168);
  expect(error.message).toContain(sentence);
});

test('other options with parts name the part, too', () => {
  const { message } = thrown(() =>
    proof.validateStatV1(
      parseProof(ANSWERS.v1) as never,
      { predicate: PREDICATE, op: { minus: {} } } as never,
      new Uint8Array(1),
      'soccer',
    ),
  );
  expect(message).toContain('The claim.op of validateStatV1 is {"minus":{}}');
  const condition = [
    { kind: 'stat', key: 1, predicate: PREDICATE },
    { kind: 'sum', key: 1 },
  ];
  expect(thrown(() => strategyOf(condition as never, [1])).message).toContain('[1].kind of strategyOf is "sum"');
  const keys = [new Uint8Array(32), 'abc'];
  const signed = thrown(() => verify(parseProof(ANSWERS.v4), { sport: 'soccer', oracleKeys: keys as never }));
  expect(signed.message).toContain('The oracleKeys[1] of verify is "abc", not a Uint8Array.');
});
