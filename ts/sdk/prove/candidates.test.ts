import { describe, expect, it } from 'vitest';
import type { Milliseconds } from '../format/slotTime.js';
import type { MarketTerms } from '../program/wire/terms.js';
import { candidatesOf, correctionUnderWay, mayHideCandidates } from './candidates.js';
import type { ListedRecord } from './proofSource.js';

const START = 1_790_000_100;

/** Outcome 0: the home side wins; outcome 1: anything else. */
const TERMS = {
  fixtureId: 5,
  sport: 'soccer',
  statKeys: [1, 2],
  finality: 'finalised',
  earliest: START,
  latest: START + 7_200,
  outcomes: [
    {
      geometricTargets: [],
      distancePredicate: null,
      discretePredicates: [
        {
          binary: {
            indexA: 0,
            indexB: 1,
            op: { subtract: {} },
            predicate: { threshold: 0, comparison: { greaterThan: {} } },
          },
        },
      ],
    },
  ],
} as unknown as MarketTerms;

const record = (
  seq: number,
  status: number | null,
  stats: Record<number, number> | null = { 1: 1, 2: 0 },
  after = 6_000,
): ListedRecord => ({
  seq,
  status,
  ts: ((START + after) * 1000) as Milliseconds,
  stats: new Map(Object.entries(stats ?? {}).map(([key, value]) => [Number(key), value])),
});

const reasonOf = (records: ListedRecord[]): unknown => {
  try {
    candidatesOf(TERMS, records);
    return null;
  } catch (error) {
    return (error as { context: { reason: string } }).context.reason;
  }
};

describe('candidates', () => {
  it('are final, complete and in time, newest first, with the outcome they give', () => {
    const found = candidatesOf(TERMS, [
      record(4, 100),
      record(9, 100, { 1: 1, 2: 1 }),
      record(9, 100, { 1: 1, 2: 1 }),
      record(11, null),
      record(12, 5),
      record(10, 100, { 1: 1 }),
      record(3, 100, { 1: 1, 2: 0 }, -10),
    ]);
    expect(found.map(({ record: { seq }, outcome }) => [seq, outcome])).toEqual([
      [9, 1],
      [4, 0],
    ]);
  });

  it('are missing for one of these reasons', () => {
    expect(reasonOf([])).toBe('NoRecords');
    expect(reasonOf([record(1, 5), record(2, null)])).toBe('NotFinal');
    expect(reasonOf([record(1, 100, null), record(2, 100, { 1: 1 })])).toBe('NotStated');
    expect(reasonOf([record(1, 100, undefined, -1)])).toBe('OutsideTimes');
    // The slot may have begun in time even if the record is later.
    expect(reasonOf([record(1, 100, undefined, 7_200 + 301)])).toBe('OutsideTimes');
    expect(reasonOf([record(1, 100, undefined, 7_200)])).toBe(null);
  });

  it('are outdated while a later record gives another outcome', () => {
    const underWay = (records: ListedRecord[], terms = TERMS) => {
      const [newest] = candidatesOf(terms, records);
      return newest && correctionUnderWay(terms, records, newest)?.seq;
    };
    const other = { 1: 1, 2: 1 };
    expect(underWay([record(4, 100), record(5, 5, other)])).toBe(5);
    expect(underWay([record(4, 100), record(5, null, other)])).toBe(5);
    expect(underWay([record(4, 100), record(5, 5, other), record(6, 100, other)])).toBeUndefined();
    // None of these is a correction: a value that was corrected back, other values with the same outcome, an earlier
    // record, a record without the keys, a record that is too late.
    expect(underWay([record(4, 100), record(5, 5, other), record(6, null)])).toBeUndefined();
    expect(underWay([record(4, 100), record(5, 5, { 1: 2, 2: 1 })])).toBeUndefined();
    expect(underWay([record(4, 100), record(3, 5, other)])).toBeUndefined();
    expect(underWay([record(4, 100), record(5, 5, { 2: 3 })])).toBeUndefined();
    expect(underWay([record(4, 100), record(5, 5, other, 7_200)])).toBe(5);
    expect(underWay([record(4, 100), record(5, 5, other, 7_200 + 301)])).toBeUndefined();
    // The totals of a regular-time market grow in extra time; its halves do not.
    const regular = { ...TERMS, finality: 'regular-time' } as MarketTerms;
    expect(underWay([record(4, 5), record(5, 9, other)], regular)).toBeUndefined();
    const halves = { ...regular, statKeys: [1001, 1002] } as MarketTerms;
    expect(underWay([record(4, 5, { 1001: 1, 1002: 0 }), record(5, 9, { 1001: 1, 1002: 1 })], halves)).toBe(5);
  });

  it('may be hidden when a later record has other values', () => {
    expect(mayHideCandidates(TERMS, [record(4, 100), record(5, null)])).toBe(false);
    expect(mayHideCandidates(TERMS, [record(4, 100), record(5, null, null)])).toBe(false);
    expect(mayHideCandidates(TERMS, [record(4, 100), record(5, null, { 1: 1, 2: 1 })])).toBe(true);
    expect(mayHideCandidates(TERMS, [record(4, 100), record(3, null, { 1: 0, 2: 0 })])).toBe(false);
    expect(mayHideCandidates(TERMS, [record(4, 5)])).toBe(false);
  });

  it('may be hidden when the match has gone on', () => {
    const half = { ...TERMS, finality: 'half-time', statKeys: [1001] } as MarketTerms;
    expect(mayHideCandidates(half, [record(4, 2)])).toBe(false);
    expect(mayHideCandidates(half, [record(4, 4)])).toBe(true);
    // Basketball numbers its halves 19 and 20.
    const after = (terms: MarketTerms): number[] =>
      [2, 19, 4, 6, 20, 8, 11].filter((status) => mayHideCandidates(terms, [record(4, status)]));
    expect(after({ ...half, sport: 'basketball' })).toEqual([6, 20, 8, 11]);
    expect(after({ ...half, sport: 'basketball', finality: 'regular-time' })).toEqual([11]);
    const regular = { ...TERMS, finality: 'regular-time' } as MarketTerms;
    expect(mayHideCandidates(regular, [record(4, 4)])).toBe(false);
    expect(mayHideCandidates(regular, [record(4, 7)])).toBe(true);
    expect(mayHideCandidates(regular, [record(4, 100)])).toBe(true);
  });
});
