import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryRequest, SEED } from '../../../tests/helpers/arbitraryBatch.js';
import { naiveAnswerV1, naiveAnswerV2, naiveAnswerV3, naiveMainRoot } from '../../../tests/helpers/naiveOracle.js';
import {
  accountWith,
  FINAL,
  FIXTURES,
  FIXTURES_ACCOUNT,
  MAIN_ROOT,
  naiveAnswerV4,
  ODDS,
  ODDS_ACCOUNT,
  ORACLE_KEY,
  proofOf,
  SCORES_ACCOUNT,
  TS,
} from '../../../tests/helpers/sampleSlot.js';
import { outcome } from '../../../tests/helpers/thrown.js';
import { bytesToHex } from '../format/hex.js';
import { sportOfLayout } from '../format/sport.js';
import { parseProof } from './parse.js';
import type { StatProof } from './proof.js';
import { witnessFact } from './statFacts.js';
import { verify } from './verify.js';
import { verifyStat } from './verifyStat.js';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('random slots', () => {
  test.each([
    ['version 1', naiveAnswerV1, 2],
    ['version 2', naiveAnswerV2, 5],
    ['version 3', naiveAnswerV3, 5],
    ['version 4', naiveAnswerV4, 5],
  ] as const)('%s: every proof of the reference is accepted and says what the record says', (_, answer, most) => {
    fc.assert(
      fc.property(arbitraryRequest, ({ batch, request: { keys, ...rest } }) => {
        const request = { ...rest, keys: keys.slice(0, most) };
        const fixture = batch.find(({ fixtureId }) => fixtureId === request.fixtureId);
        const record = fixture?.records[request.record];
        const sport = sportOfLayout(fixture?.layout ?? 0);
        if (!fixture || !record || !sport) throw new Error('no record');
        const root = naiveMainRoot(batch);
        const result = verifyStat(parseProof(answer(batch, request)) as StatProof, {
          sport,
          rootsAccount: accountWith('scores', 20_833, 96, root),
          oracleKeys: [ORACLE_KEY],
        });
        const period = record.statusId ?? 0;
        const facts = request.keys.map((key) => {
          const value = record.stats[key] ?? 0;
          return value === 0 ? { kind: 'absent', key, value: 0 } : { kind: 'present', key, value, period };
        });
        const isSigned = result.version === 4;
        expect(result.facts).toEqual(facts);
        expect(result).toMatchObject({
          fixtureId: request.fixtureId,
          updateIndex: request.record,
          updateCount: fixture.records.length,
          epochDay: 20_833,
          slot: 96,
          published: true,
          signed: isSigned ? true : null,
          final: period === 100 && (isSigned || facts.some(({ kind }) => kind === 'present')),
        });
        expect(hex(result.mainRoot)).toBe(hex(root));
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  test('no proof of one slot is accepted against the root of another', () => {
    fc.assert(
      fc.property(arbitraryRequest, ({ batch, request }) => {
        const sport = sportOfLayout(batch.find(({ fixtureId }) => fixtureId === request.fixtureId)?.layout ?? 0);
        if (!sport) throw new Error('no sport');
        const proof = parseProof(naiveAnswerV3(batch, request)) as StatProof;
        expect(outcome(() => verifyStat(proof, { sport, rootsAccount: SCORES_ACCOUNT }))).toBe(6004);
      }),
      { seed: SEED, numRuns: 30 },
    );
  });
});

describe('results', () => {
  test('of stats', () => {
    const result = verify(proofOf(3), { sport: 'soccer' });
    expect(result).toMatchObject({
      kind: 'stat',
      version: 3,
      format: 'current',
      fixtureId: 9_000_001,
      minTimestamp: TS,
      maxTimestamp: TS + 60_000,
      updateIndex: 2,
      verdict: null,
      covered: null,
      published: null,
      signed: null,
      final: true,
    });
    expect(bytesToHex(result.mainRoot)).toBe(hex(MAIN_ROOT));
  });

  test('of odds, fixtures and batches', () => {
    expect(verify(parseProof(ODDS.answer), { sport: 'soccer', rootsAccount: ODDS_ACCOUNT })).toMatchObject({
      kind: 'odds',
      version: 1,
      fixtureId: 9_000_001,
      epochDay: 20_833,
      slot: 96,
      published: true,
      signed: null,
      odds: { prices: [1903, 2000] },
    });
    const place = { epochDay: 20_833, window: 20_830, index: 80 };
    expect(verify(parseProof(FIXTURES.fixture), { sport: 'soccer', rootsAccount: FIXTURES_ACCOUNT })).toMatchObject({
      kind: 'fixture',
      fixtureId: 9_000_001,
      state: 2,
      published: true,
      ...place,
    });
    expect(verify(parseProof(FIXTURES.batch), { sport: 'soccer' })).toMatchObject({
      kind: 'fixture-batch',
      published: null,
      metadata: { numUniqueFixtures: 3 },
      ...place,
    });
  });
});

describe('a witness of the period', () => {
  const zeros = proofOf(2, { ...FINAL, keys: [2] });
  const [leaf] = proofOf(2, { ...FINAL, keys: [7] }).leaves;
  if (!leaf) throw new Error('no leaf');

  test('is a present leaf of the same event, by its own path', () => {
    expect(witnessFact(leaf, zeros.eventStatRoot)).toEqual({ kind: 'present', key: 7, value: 5, period: 100 });
    expect(outcome(() => witnessFact({ ...leaf, stat: { ...leaf.stat, period: 4 } }, zeros.eventStatRoot))).toBe(6023);
    const earlier = proofOf(2, { ...FINAL, record: 1, keys: [7] });
    expect(outcome(() => witnessFact(leaf, earlier.eventStatRoot))).toBe(6023);
  });

  test('is never a zero proof or longer than 32 nodes', () => {
    const [zero] = zeros.leaves;
    if (zero) expect(outcome(() => witnessFact(zero, zeros.eventStatRoot))).toBe(6023);
    const long = Array.from({ length: 33 }, () => leaf.statProof[0] as never);
    expect(outcome(() => witnessFact({ ...leaf, statProof: long }, zeros.eventStatRoot))).toBe(6062);
  });
});
