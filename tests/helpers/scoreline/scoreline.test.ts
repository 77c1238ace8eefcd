import {
  bytesToHex,
  hexToBytes,
  keysOfSport,
  type Sport,
  statLeafHash,
  statValidationInputV4Bytes,
} from '@linesman/sdk/format';
import { fold, foldMultiproof } from '@linesman/sdk/merkle';
import { OracleKey } from '@linesman/sdk/node';
import { multiproofPayload } from '@linesman/sdk/proof';
import { describe, expect, it } from 'vitest';
import { fixtureBatches } from '../../../ts/records/batch/fixtureBatch.js';
import { oddsBatches } from '../../../ts/records/batch/oddsBatch.js';
import { proveStats, proveStatsTogether } from '../../../ts/records/batch/prove.js';
import { scoreBatches } from '../../../ts/records/batch/scoreBatch.js';
import { percentages } from '../../../ts/records/record/percentages.js';
import { Random } from '../../../ts/season/random.js';
import { answerV4 } from '../../../ts/service/edge/answer/answers.js';
import { readKnownAnswers } from '../../vectors/knownAnswersFile.js';
import { fixtureLeaf } from './fixtureLeaf.js';
import { randomOdds } from './randomOdds.js';
import type { ScorelineRecord } from './scoreline.js';
import { scorelineOf } from './scoreline.js';
import { shapedBatch } from './shape.js';

const START = 1_800_000_000_000;
const sports: Sport[] = ['soccer', 'basketball', 'us-football'];
const match = (sport: Sport, more: Partial<Parameters<typeof scorelineOf>[0]> = {}) =>
  scorelineOf({ seed: 'test', sport, fixtureId: 12_000_001, startTime: START, ...more });

describe('random numbers', () => {
  it('depend on the seed alone and stay in range', () => {
    const draw = (seed: string) =>
      Array.from(
        { length: 50 },
        (
          (random) => () =>
            random.between(-3, 3)
        )(new Random(seed)),
      );
    expect(draw('a')).toEqual(draw('a'));
    expect(draw('a')).not.toEqual(draw('b'));
    expect(new Set(draw('a'))).toEqual(new Set([-3, -2, -1, 0, 1, 2, 3]));
  });
});

describe('matches', () => {
  it.each(sports)('of %s are reproducible, in order and complete', (sport) => {
    const made = match(sport);
    expect(made).toEqual(match(sport));
    expect(made.records).not.toEqual(match(sport, { seed: 'other' }).records);
    made.records.forEach((record, i) => {
      expect(record.Seq).toBe(i);
      expect(record.Ts).toBeGreaterThanOrEqual(made.records[i - 1]?.Ts ?? 0);
    });
    expect(made.records[0]?.Stats).toEqual({});
    const finalised = made.records.find(({ StatusId }) => StatusId === 100);
    expect(
      Object.keys(finalised?.Stats ?? {})
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual([...keysOfSport(sport)].sort((a, b) => a - b));
    expect(made.records.at(-1)).not.toHaveProperty('StatusId');
  });

  it('count each event in its total and in its period', () => {
    const stats = match('soccer', { totals: { 1: 3, 2: 1, 7: 5 } }).records.at(-1)?.Stats ?? {};
    expect([stats[1], stats[2], stats[7], stats[8]]).toEqual([3, 1, 5, 0]);
    for (const offset of [1, 2, 7]) {
      expect((stats[1000 + offset] ?? 0) + (stats[3000 + offset] ?? 0)).toBe(stats[offset]);
    }
    const us = match('us-football', { totals: { 1: 4 } }).records.at(-1)?.Stats ?? {};
    expect((us[1001] ?? 0) + (us[2001] ?? 0)).toBe(4);
    expect((us[10001] ?? 0) + (us[20001] ?? 0)).toBe(us[1001]);
  });

  it('change Stats only with confirmed records', () => {
    const { records } = match('basketball');
    records.forEach((record, i) => {
      if (record.Confirmed === false) expect(record.Stats).toEqual(records[i - 1]?.Stats);
    });
    expect(records.some(({ Confirmed }) => Confirmed === false)).toBe(true);
  });

  it('end as requested', () => {
    const allZero = match('soccer', { script: 'allZero' }).records.at(-1)?.Stats ?? {};
    expect(new Set(Object.values(allZero))).toEqual(new Set([0]));
    const silent = match('soccer', { script: 'withoutStatus' }).records;
    expect(silent.filter(({ StatusId }) => StatusId !== undefined).map(({ StatusId }) => StatusId)).toEqual([100]);
    const half = match('soccer', { script: 'halfTime' }).records;
    expect(half.at(-1)?.StatusId).toBe(3);
    expect(match('us-football', { script: 'halfTime' }).records.at(-1)?.StatusId).toBe(5);
  });
});

describe('the worked example', () => {
  const known = readKnownAnswers();
  const records = Object.entries(known.updates).flatMap(([fixtureId, updates]) =>
    (updates as { ts: number; statusId: number; nonZeroStats: Record<string, number> }[]).map(
      ({ ts, statusId, nonZeroStats }, Seq): ScorelineRecord => {
        const zeros = Object.fromEntries(keysOfSport('soccer').map((key) => [key, 0]));
        const Stats = { ...zeros, ...nonZeroStats };
        return { FixtureId: Number(fixtureId), Seq, Ts: ts, Action: 'status', Id: Seq, StatusId: statusId, Stats };
      },
    ),
  );
  const [batch] = scoreBatches([{ sport: 'soccer', records }]);
  if (!batch) throw new Error('no batch');
  const asked = { fixtureId: 9000001, seq: 1 };

  it('has the same trees', () => {
    expect(bytesToHex(batch.tree.root)).toBe(known.mainRoot);
    expect(batch.time).toEqual({ epochDay: known.epochDay, slot: known.slot });
    const { leaves, eventStatRoot } = proveStats(batch, { ...asked, keys: [1, 7, 8] });
    expect(bytesToHex(eventStatRoot)).toBe(known.eventStatRoots[1]);
    const paths = leaves.map(({ stat, statProof }) => ({
      key: stat.key,
      statProof: statProof.map(({ hash, isRightSibling }) => ({ hash: bytesToHex(hash), isRightSibling })),
    }));
    expect(paths).toEqual(known.singlePaths);
  });

  it('has the same signed payload, byte for byte', () => {
    const key = new OracleKey(hexToBytes(known.v4.secretKeySeed));
    const proof = proveStatsTogether(batch, { ...asked, keys: [1, 7, 2, 8] });
    expect(bytesToHex(statValidationInputV4Bytes(multiproofPayload(proof)))).toBe(known.v4.borshPayload);
    expect(bytesToHex(key.publicKey)).toBe(known.v4.publicKey);
    const answer = answerV4(proof, key, 'described') as { Signature: string };
    expect(Buffer.from(answer.Signature, 'base64').toString('hex')).toBe(known.v4.signature);
  });
});

describe('shapes', () => {
  it.each([
    [0, 1, 1],
    [6, 13, 9],
    [3, 2, 4],
    [5, 8, 2],
  ])('have depths %i, %i and %i', (statDepth, subDepth, mainDepth) => {
    const { batch, fixtureId, seq, present } = shapedBatch({
      seed: 's',
      sport: 'soccer',
      slotStart: START,
      statDepth,
      subDepth,
      mainDepth,
    });
    const keys = present.slice(0, 5);
    const single = proveStats(batch, { fixtureId, seq, keys });
    expect([single.leaves[0]?.statProof.length, single.fixtureProof.length, single.mainTreeProof.length]).toEqual([
      statDepth,
      subDepth,
      mainDepth,
    ]);
    const { leaves, multiproofHashes, leafIndices, eventStatRoot } = proveStatsTogether(batch, {
      fixtureId,
      seq,
      keys,
    });
    const hashes = leaves.map(({ stat }) => statLeafHash(stat));
    expect(foldMultiproof(hashes, multiproofHashes, leafIndices)).toEqual(eventStatRoot);
    for (const { stat, statProof } of single.leaves) expect(fold(statLeafHash(stat), statProof)).toEqual(eventStatRoot);
  });

  it('hold the requested values', () => {
    const shape = {
      seed: 's',
      sport: 'basketball',
      slotStart: START,
      statDepth: 4,
      subDepth: 1,
      mainDepth: 1,
    } as const;
    const { batch, fixtureId, seq } = shapedBatch({ ...shape, values: { 1: 80, 2: 0, 40036: 7 }, status: 100 });
    expect(proveStats(batch, { fixtureId, seq, keys: [1, 2, 40036] }).leaves.map(({ stat }) => stat)).toEqual([
      { key: 1, value: 80, period: 100 },
      { key: 2, value: 0, period: 100 },
      { key: 40036, value: 7, period: 100 },
    ]);
  });
});

describe('odds and fixtures', () => {
  it('fall into slots and hours', () => {
    const soccer = match('soccer');
    const odds = oddsBatches(randomOdds(soccer, START + 1_000, 20));
    expect(odds.map(({ metadata }) => metadata.totalUpdateCount)).toEqual([15, 5]);
    const fixtures = fixtureBatches([fixtureLeaf(soccer, START), fixtureLeaf(soccer, START + 1, 'live')]);
    expect(fixtures.map(({ fixtures: of }) => of.map(({ records }) => records.length))).toEqual([[2]]);
  });

  it('show percentages with three decimals, none on quarter lines', () => {
    const [odds] = randomOdds(match('soccer'), START, 1);
    if (!odds) throw new Error('no odds');
    expect(percentages({ ...odds, marketParameters: 'line=2.5', prices: [1934, 3000] })).toEqual(['51.706', '33.333']);
    expect(percentages({ ...odds, marketParameters: 'line=-0.75', prices: [1934] })).toEqual(['NA']);
    expect(percentages({ ...odds, marketParameters: 'line=2', prices: [3200] })).toEqual(['31.250']);
  });
});
