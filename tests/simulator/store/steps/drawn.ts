import fc from 'fast-check';
import { SPORTS } from '../../../../ts/sdk/format/sports/sports.js';
import { RECORD_KINDS, type RecordKind, slotLength } from '../../../../ts/service/data/store/recordKind.js';

/** Few values each, so that calls meet. */

/** Start of an hour, ms. */
export const START = 1_800_000_000_000;
export const MINUTE = 60_000;
/** Everything is within these two hours. */
export const END = START + 120 * MINUTE;
/** Their order as numbers is not that as texts. */
export const FIXTURE_IDS = [9, 10, 11] as const;
/** It is never stored. */
export const UNKNOWN = 99;
export const SEQS = [...Array(8).keys()];
export const WALLETS = ['v', 'w', 'x'] as const;
export const TRANSACTIONS = ['tx1', 'tx2', 'tx3', 'tx4', 'tx5'] as const;
export const TOKENS = [...Array(6).keys()].map((i) => new Uint8Array(32).fill(i));

export const kinds = fc.constantFrom(...RECORD_KINDS);
export const fixtureIds = fc.constantFrom(...FIXTURE_IDS);
export const anyFixtureIds = fc.constantFrom(...FIXTURE_IDS, ...FIXTURE_IDS, UNKNOWN);
export const seqs = fc.constantFrom(...SEQS);
export const sports = fc.constantFrom(...SPORTS);
export const competitions = fc.constantFrom(1, 2, 3);
/** Mostly in the first minutes, where most records are; now and then a ms between two minutes. */
export const times = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 25 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 120 }) },
    ),
    fc.constantFrom(0, 0, 0, 1, 59_999),
  )
  .map(([minutes, ms]) => START + minutes * MINUTE + ms);
/** Often all of it. */
export const ranges = fc
  .oneof(fc.constant([START, END] as const), fc.tuple(times, times))
  .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));
export const batchKeys = fc.tuple(kinds, times).map(([kind, time]) => keyOf(kind, time));
export const hashes: fc.Arbitrary<Uint8Array> = fc.integer({ min: 0, max: 5 }).map((n) => new Uint8Array(32).fill(n));
export const wallets = fc.constantFrom(...WALLETS);
export const transactions = fc.constantFrom(...TRANSACTIONS);
export const tokens = fc.constantFrom(...TOKENS);
/** ms around `START`, for leases, sessions and subscriptions. */
export const moments = fc.integer({ min: 0, max: 30 }).map((n) => START + n * 100);

export const keyOf = (kind: RecordKind, time: number) => ({ kind, slotStart: time - (time % slotLength(kind)) });

/** A value now and then, else `null`. */
export const seldom = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
