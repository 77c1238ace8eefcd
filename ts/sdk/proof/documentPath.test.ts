import { describe, expect, test } from 'vitest';
import {
  ANSWERS,
  accountWith,
  FINAL,
  FIXTURES,
  ODDS,
  ORACLE_KEY,
  SCORES_ACCOUNT,
} from '../../../tests/helpers/sampleSlot.js';
import { thrown } from '../../../tests/helpers/thrown.js';
import { hashOf } from '../format/hash.js';
import { parseProof } from './parse.js';
import type { StatProof } from './proof.js';
import { verify } from './verify.js';

const ZEROS = { ...FINAL, keys: [1, 2, 3, 4] };
const other = hashOf(new Uint8Array(32).fill(7));

/** The document with the value at a path replaced by the result of `edit`. */
function edited(document: unknown, path: string, edit: (value: never) => unknown): unknown {
  const copy = structuredClone(document);
  const names = path.split('.').slice(1);
  const last = names.pop() ?? '';
  const holder = names.reduce((inner, name) => (inner as Record<string, unknown>)[name], copy) as Record<
    string,
    unknown
  >;
  holder[last] = edit(holder[last] as never);
  return copy;
}

const flipped = (hash: number[]) => hash.with(0, (hash[0] ?? 0) ^ 1);
const plus = (value: number) => value + 1;
const first = (edit: (node: Record<string, never>) => object) => (path: Record<string, never>[]) =>
  path.with(0, edit(path[0] ?? {}) as never);
const sibling = first((node) => ({ ...node, hash: flipped(node.hash as never) }));
const tooLong = (path: unknown[]) => Array.from({ length: 33 }, () => path[0]);

type Case = [number, string, unknown, string, (value: never) => unknown];

/** For each answer: the error number, the path at fault, and the change. */
const CASES: Case[] = [
  [6023, '$.statToProve', ANSWERS[1](), '$.statToProve.value', plus],
  [6022, '$.subTreeProof', ANSWERS[1](), '$.subTreeProof', (path: unknown[]) => path.slice(0, -1)],
  [6004, '$.mainTreeProof', ANSWERS[1](), '$.mainTreeProof', () => []],
  [6062, '$.statProof2', ANSWERS[1](), '$.statProof2', tooLong],
  [6023, '$.statsToProve[1]', ANSWERS[2](), '$.statsToProve.1.value', plus],
  [6005, '$.summary.updateStats', ANSWERS[2](), '$.summary.updateStats.maxTimestamp', () => 1],
  [6027, '$.summary.updateStats', ANSWERS[2](), '$.summary.updateStats.minTimestamp', () => -1],
  [6100, '$.summary.updateStats.updateCount', ANSWERS[2](), '$.summary.updateStats.updateCount', () => 0],
  [6069, '$.statsToProve', ANSWERS[3](), '$.statsToProve', () => []],
  [6023, '$.multiproof.hashes', ANSWERS[3](), '$.statsToProve.0.stat.value', plus],
  [6075, '$.multiproof.indices', ANSWERS[3](), '$.multiproof.indices', (indices: number[]) => indices.slice(1)],
  [6076, '$.multiproof.indices', ANSWERS[3](), '$.multiproof.indices', (indices: number[]) => indices.with(0, 1)],
  [6077, '$.multiproof.hashes', ANSWERS[3](), '$.multiproof.hashes', (hashes: unknown[]) => hashes.slice(1)],
  [
    6078,
    '$.multiproof.hashes[0]',
    ANSWERS[3](),
    '$.multiproof.hashes',
    first((node) => ({ ...node, isRightSibling: !node.isRightSibling })),
  ],
  [6010, '$.payload.ts', ANSWERS[4](), '$.payload.ts', plus],
  [6069, '$.payload.leaves', ANSWERS[4](), '$.payload.leaves', () => []],
  [6076, '$.payload.leaves', ANSWERS[4](), '$.payload.leaves.1.stat.key', () => 1],
  [6022, '$.payload.fixtureProof', ANSWERS[4](), '$.payload.fixtureProof', (path: unknown[]) => path.slice(1)],
  [6010, '$.payload.ts', v4Odds(), '$.payload.ts', plus],
  [6048, '$.odds.FixtureId', ODDS.answer, '$.odds.FixtureId', plus],
  [6001, '$.odds.Prices', ODDS.answer, '$.odds.Prices', (prices: number[]) => prices.slice(1)],
  [6005, '$.odds.Ts', ODDS.answer, '$.odds.Ts', () => 0],
  [6003, '$.subTreeProof', ODDS.answer, '$.subTreeProof', () => []],
  [6048, '$.snapshot.Competition', pascal(FIXTURES.fixture), '$.snapshot.Competition', () => 'x'],
  [6003, '$.subTreeProof', FIXTURES.fixture, '$.subTreeProof', sibling],
  [6005, '$.metadata', FIXTURES.batch, '$.metadata.overallBatchEndTs', () => 0],
  [6004, '$.proof', FIXTURES.batch, '$.proof', () => []],
];

/** The record's names in Pascal case. */
function pascal(answer: { snapshot: object }): unknown {
  const upper = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
  const snapshot = Object.fromEntries(Object.entries(answer.snapshot).map(([name, value]) => [upper(name), value]));
  return { ...answer, snapshot };
}

function v4Odds(): unknown {
  const { odds, ...rest } = ODDS.answer;
  return {
    payload: { ts: (odds as unknown as { Ts: number }).Ts, oddsSnapshot: odds, ...rest },
    signature: Array.from({ length: 64 }, () => 0),
  };
}

describe('a refusal of a parsed document names the path at fault', () => {
  test.each(CASES)('%i at %s', (number, place, document, path, edit) => {
    const answer = edited(document, path, edit);
    const error = thrown(() => verify(parseProof(answer), { sport: 'soccer' }));
    expect([error.number, error.context.path]).toEqual([number, place]);
    // In a wrapper the path starts at the wrapper's root. Parsing from text makes no difference.
    const inside = thrown(() => verify(parseProof(JSON.stringify(answer), '$.response'), { sport: 'soccer' }));
    expect([inside.number, inside.context.path]).toEqual([number, place.replace('$', '$.response')]);
  });

  test('for a foreign signature', () => {
    const answer = edited(ANSWERS[4](), '$.payload.eventStatRoot', flipped);
    const error = thrown(() => verify(parseProof(answer), { sport: 'soccer', oracleKeys: [ORACLE_KEY] }));
    expect([error.number, error.context.path]).toEqual([6083, '$.signature']);
  });

  test('for zero proofs', () => {
    const zeros = ANSWERS[2](ZEROS);
    const place = zeros.statProofs.findIndex((path: unknown[]) => path.length === 2 && isMarker(path[0]));
    const at = (path: string, edit: (value: never) => unknown) => {
      const error = thrown(() => verify(parseProof(edited(zeros, path, edit)), { sport: 'soccer' }));
      return [error.number, error.context.path];
    };
    expect(place).toBeGreaterThanOrEqual(0);
    expect(at(`$.statsToProve.${place}.value`, plus)).toEqual([6023, `$.statsToProve[${place}].value`]);
    expect(at(`$.statsToProve.${place}.key`, () => 999)).toEqual([6073, `$.statsToProve[${place}]`]);
    expect(at(`$.statsToProve.${place}.key`, () => 1)).toEqual([6074, `$.statsToProve[${place}]`]);
    expect(at(`$.statProofs.${place}`, (path: Record<string, unknown>[]) => path.with(1, { ...path[0] }))).toEqual([
      6023,
      `$.statProofs[${place}][1]`,
    ]);
    const basketball = thrown(() => verify(parseProof(zeros), { sport: 'basketball' }));
    expect([basketball.number, basketball.context.path]).toEqual([6073, `$.statProofs[${place}]`]);
  });

  test('but not for errors about the account, keys and the condition', () => {
    const proof = parseProof(ANSWERS[2]());
    for (const rootsAccount of [
      new Uint8Array(9),
      accountWith('scores', 20_833, 97, other),
      accountWith('odds', 1, 1, other),
    ])
      expect(thrown(() => verify(proof, { sport: 'soccer', rootsAccount })).context.path).toBeUndefined();
    expect(thrown(() => verify(parseProof(ANSWERS[4]()), { sport: 'soccer', oracleKeys: [] })).context.path).toBe(
      undefined,
    );
    // A path to another root is a fault of the document.
    const elsewhere = accountWith('scores', 20_833, 96, other);
    expect(thrown(() => verify(proof, { sport: 'soccer', rootsAccount: elsewhere })).context.path).toBe(
      '$.mainTreeProof',
    );
    expect(verify(proof, { sport: 'soccer', rootsAccount: SCORES_ACCOUNT }).published).toBe(true);
  });

  test('each parse gives its own, also where two proofs have the same bytes', () => {
    const signature = new Uint8Array(64);
    const answer = { ...ANSWERS[4](), signature };
    for (const root of ['$', '$.response']) {
      const proof = parseProof(answer, root);
      expect(proof).toHaveProperty('signature', signature);
      const error = thrown(() => verify(proof, { sport: 'soccer', oracleKeys: [ORACLE_KEY] }));
      expect([error.number, error.context.path]).toEqual([6083, `${root}.signature`]);
    }
    const parsed = parseProof(ANSWERS[1]());
    expect(Object.getOwnPropertySymbols({ ...parsed })).toEqual([]);
    expect(parsed).toStrictEqual({ ...parsed });
    // Nothing of the document, which may be large.
    const places = Object.values(parsed).flatMap(
      (part) => Reflect.get(Object(part), Symbol.for('linesman.place')) ?? [],
    );
    expect(places.map((place) => Object.keys(place))).toContainEqual(['location', 'isPascal']);
    expect(places.filter((place) => Object.keys(place).length > 2)).toEqual([]);
  });

  test('but not for a proof made by hand', () => {
    const proof = structuredClone(parseProof(ANSWERS[2]())) as StatProof;
    const broken = { ...proof, eventStatRoot: other };
    expect('path' in thrown(() => verify(broken, { sport: 'soccer' })).context).toBe(false);
  });
});

const isMarker = (node: unknown): boolean => {
  const { hash } = node as { hash: number[] };
  return hash.slice(1).every((byte) => byte === 255);
};
