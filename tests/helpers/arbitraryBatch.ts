import fc from 'fast-check';
import { layoutByteOf } from '../../ts/sdk/format/sport.js';
import { type LayoutByte, SPORTS } from '../../ts/sdk/format/sports/sports.js';
import { type NaiveFixture, type NaiveRecord, type NaiveRequest, naiveBits } from './naiveOracle.js';

/** The seed of every property. fast-check prints it with the path of a failure. */
export const SEED = 20833;

const SLOT_START = 1_800_000_000_000;

const arbitraryStats = (layout: LayoutByte): fc.Arbitrary<Record<number, number>> =>
  fc
    .tuple(
      fc.subarray([...naiveBits(layout).keys()], { minLength: 1, maxLength: 20 }),
      fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 130 }), fc.integer()), {
        minLength: 20,
        maxLength: 20,
      }),
    )
    .map(([keys, values]) => Object.fromEntries(keys.map((key, i) => [key, values[i] ?? 0])));

const arbitraryRecord = (layout: LayoutByte): fc.Arbitrary<NaiveRecord> =>
  fc.record({
    ts: fc.integer({ min: SLOT_START, max: SLOT_START + 299_999 }),
    statusId: fc.option(fc.constantFrom(2, 3, 4, 5, 100)),
    stats: arbitraryStats(layout),
  });

const arbitraryFixture: fc.Arbitrary<Omit<NaiveFixture, 'fixtureId'>> = fc
  .constantFrom(...SPORTS.map(layoutByteOf))
  .chain((layout) =>
    fc.record({
      layout: fc.constant(layout),
      records: fc.array(arbitraryRecord(layout), { minLength: 1, maxLength: 6 }),
    }),
  );

/** A slot with 1 to 5 fixtures, and 1 to 5 keys of one of its records. */
export const arbitraryRequest: fc.Arbitrary<{ batch: NaiveFixture[]; request: NaiveRequest }> = fc
  .tuple(
    fc.array(arbitraryFixture, { minLength: 1, maxLength: 5 }),
    fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 31 - 1 }), { minLength: 5, maxLength: 5 }),
  )
  .map(([fixtures, ids]) => fixtures.map((fixture, i) => ({ ...fixture, fixtureId: ids[i] ?? 0 })))
  .chain((batch) =>
    fc
      .constantFrom(...batch)
      .chain((fixture) =>
        fc
          .integer({ min: 0, max: fixture.records.length - 1 })
          .chain((record) =>
            fc
              .shuffledSubarray(Object.keys(fixture.records[record]?.stats ?? {}).map(Number), { minLength: 1 })
              .map((keys) => ({ batch, request: { fixtureId: fixture.fixtureId, record, keys: keys.slice(0, 5) } })),
          ),
      ),
  );
