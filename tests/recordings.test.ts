import { describe, expect, test } from 'vitest';
import { bytesToHex } from '../ts/sdk/format/hex.js';
import { oddsLeafHash } from '../ts/sdk/format/odds.js';
import { slotTimeOf } from '../ts/sdk/format/slotTime.js';
import { keysOfSport } from '../ts/sdk/format/zeroMap.js';
import { parseProof } from '../ts/sdk/proof/parse.js';
import type { OddsProof } from '../ts/sdk/proof/proof.js';
import { dailyRoot } from '../ts/sdk/proof/rootsAccount.js';
import { type VerifyResult, verify } from '../ts/sdk/proof/verify.js';
import { judgeSlot } from '../ts/service/roots/attest/judgeSlot.js';
import { rebuild } from '../ts/service/roots/attest/rebuilt.js';
import { type NaiveRecord, naiveMainRoot } from './helpers/naiveOracle.js';
import { hasRecordings, recorded, recordedNames } from './helpers/recordings.js';
import { buildScoresBatch } from './helpers/referenceBatch.js';
import { outcome } from './helpers/thrown.js';

const accountOf = (file: string): Uint8Array => new Uint8Array(Buffer.from(recorded(file).data, 'base64'));

interface Recording {
  name: string;
  query: { statKey?: number; statKey2?: number; statKeys?: string; fixtureId?: number };
  /** The account that holds the published root, or null. */
  roots: string | null;
  response: unknown;
}

describe.skipIf(!hasRecordings)('recordings', () => {
  const recordings: Recording[] = recordedNames('proofs').map((file) => recorded('proofs', file));

  const verdictOn = ({ name, roots, response }: Recording): VerifyResult =>
    verify(parseProof(response), {
      sport: 'soccer',
      format: name.includes('older-tree') ? 'all-stats' : 'current',
      ...(roots && { rootsAccount: accountOf(roots) }),
    });

  test('exist for every kind', () => {
    expect(new Set(recordings.map((one) => verdictOn(one).kind))).toEqual(
      new Set(['stat', 'odds', 'fixture', 'fixture-batch']),
    );
    expect(recordings.filter(({ roots }) => roots).length).toBeGreaterThanOrEqual(5);
  });

  test.each(recordings)('$name verifies', (recording) => {
    const result = verdictOn(recording);
    expect('published' in result && result.published).toBe(recording.roots ? true : null);
    if (result.kind !== 'stat') return;
    const { query } = recording;
    const keys =
      query.statKeys?.split(',').map(Number) ?? [query.statKey, query.statKey2].filter((key) => key !== undefined);
    expect(result.facts.map(({ key }) => key)).toEqual(keys);
    expect(result.fixtureId).toBe(query.fixtureId);
    expect(result.final).toBe(/finalised/.test(recording.name));
  });

  test.each(recordings.filter(({ name }) => name.includes('older-tree')))(
    '$name is not read as a current one',
    ({ response }) => {
      expect(outcome(() => verify(parseProof(response), { sport: 'soccer' }))).toBe(6022);
    },
  );

  const zeros = recordings.filter((one) => {
    const result = hasRecordings ? verdictOn(one) : undefined;
    return result?.kind === 'stat' && result.facts.some(({ kind }) => kind === 'absent');
  });

  test.each(zeros)('$name has a zero map of soccer', ({ response }) => {
    expect(outcome(() => verify(parseProof(response), { sport: 'basketball' }))).toBe(6073);
  });

  test('a proof of one day does not verify against the account of another', () => {
    const days = [...new Set(recordings.flatMap(({ roots }) => (roots ? [roots] : [])))];
    const one = recordings.find(({ roots, name }) => roots === days[0] && name.includes('older'));
    if (!one || !days[1]) throw new Error('two recorded days are needed');
    const rootsAccount = accountOf(days[1]);
    expect(
      outcome(() => verify(parseProof(one.response), { sport: 'soccer', format: 'all-stats', rootsAccount })),
    ).toBe(2006);
  });

  test('a record and the metadata of its batch lead to the same root', () => {
    const roots = recordings.flatMap((one) => {
      const result = verdictOn(one);
      return result.kind === 'fixture' || result.kind === 'fixture-batch' ? [bytesToHex(result.mainRoot)] : [];
    });
    expect(roots).toHaveLength(2);
    expect(new Set(roots).size).toBe(1);
  });

  test('the percentages of an odds record are not part of its leaf', () => {
    for (const { response } of recordings) {
      const proof = parseProof(response);
      if (proof.kind !== 'odds') continue;
      const { odds, ...rest } = response as { odds: object };
      const without = parseProof({ ...rest, odds: { ...odds, Pct: undefined } }) as OddsProof;
      expect(oddsLeafHash(without.odds)).toEqual(oddsLeafHash(proof.odds));
    }
  });
});

describe.skipIf(!hasRecordings)('a recorded match', () => {
  type Row = [seq: number, ts: number, statusId: number | null, statCount: number, nonZero: Record<string, number>];
  const files = recordedNames('batches');

  test.each(files)('%s rebuilds to its published roots', (file) => {
    const match = recorded('batches', file);
    const account = accountOf(match.roots);
    const slots = new Map<number, NaiveRecord[]>();
    for (const [, ts, statusId, statCount, nonZero] of match.records as Row[]) {
      const carried = statCount === 0 ? [] : keysOfSport('soccer').map((key) => [key, nonZero[key] ?? 0] as const);
      const record = { ts, statusId, stats: Object.fromEntries(carried) };
      const slot = Math.floor(ts / 300_000);
      slots.set(slot, [...(slots.get(slot) ?? []), record]);
    }
    expect(slots.size).toBe(30);
    for (const [slot, records] of slots) {
      const published = bytesToHex(dailyRoot('scores', account, slotTimeOf(slot * 300_000)));
      const { fixtureId } = match;
      const updates = records.map(({ stats, ...rest }) => ({
        ...rest,
        stats: Object.entries(stats).map(([key, value]) => [Number(key), value] as const),
      }));
      expect(bytesToHex(buildScoresBatch([{ fixtureId, sport: 'soccer', updates }]).tree.root)).toBe(published);
      expect(naiveMainRoot([{ fixtureId, layout: 1, records }]).toString('hex')).toBe(published);
    }
  });

  test.each(files)('%s is attested from its records alone', (file) => {
    const match = recorded('batches', file);
    const { fixtureId } = match;
    const account = accountOf(match.roots);
    const carried = (nonZero: Record<string, number>) =>
      Object.fromEntries(keysOfSport('soccer').map((key) => [key, nonZero[key] ?? 0]));
    const records = (match.records as Row[]).map(([seq, ts, StatusId, statCount, nonZero]) => ({
      ...{ fixtureId, seq, ts },
      json: JSON.stringify({ StatusId, Stats: statCount === 0 ? {} : carried(nonZero), Ts: ts }),
    }));
    const slots = [...new Set(records.map(({ ts }) => ts - (ts % 300_000)))];
    const verdict = (slotStart: number, changed = (one: (typeof records)[number]) => [one]) => {
      const key = { kind: 'scores', slotStart } as const;
      const own = records.filter(({ ts }) => ts - (ts % 300_000) === slotStart).flatMap(changed);
      const slot = rebuild(key, 'the records', { records: own, sportOf: () => 'soccer' });
      return judgeSlot(key, dailyRoot('scores', account, slotTimeOf(slotStart)), [slot]).verdict;
    };
    expect(slots.map((slot) => verdict(slot))).toEqual(slots.map(() => 'agrees'));
    // Without one record, its slot is the only one that does not match.
    const [left] = records.slice(-1);
    const without = slots.map((slot) => verdict(slot, (one) => (one === left ? [] : [one])));
    expect(without.filter((one) => one === 'mismatch')).toHaveLength(1);
  });
});
