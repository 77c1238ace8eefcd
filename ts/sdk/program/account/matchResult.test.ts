import { type Schema, serialize } from 'borsh';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchResult } from '../../../../tests/helpers/accountContents.js';
import { outcome } from '../../../../tests/helpers/thrown.js';
import { layoutByteOf } from '../../format/sport.js';
import { addressBytes } from '../address/address.js';
import { type MatchResult, matchResultAccount } from './matchResult.js';

const KEY: Schema = { array: { type: 'u8', len: 32 } };
/** The fields in the order of the interface, written by another library. */
const SCHEMA: Schema = {
  struct: {
    version: 'u8',
    bump: 'u8',
    payer: KEY,
    oracleProgram: KEY,
    fixtureId: 'i64',
    sport: 'u8',
    finality: 'u8',
    attesters: { struct: { set: KEY, least: 'u8' } },
    orderKey: 'u64',
    minTimestamp: 'i64',
    maxTimestamp: 'i64',
    eventNode: KEY,
    period: 'i32',
    contradicted: 'bool',
    facts: {
      array: {
        type: {
          struct: {
            key: 'u32',
            present: 'bool',
            value: 'i32',
            since: { struct: { seconds: 'u32', slot: 'u32' } },
            current: 'bool',
          },
        },
      },
    },
  },
};
const DISCRIMINATOR = [62, 156, 164, 146, 253, 216, 207, 198];

const plain = (result: MatchResult) => ({
  ...result,
  payer: [...addressBytes(result.payer)],
  oracleProgram: [...addressBytes(result.oracleProgram)],
  eventNode: [...result.eventNode],
  attesters: {
    set: [...(result.attesters ? addressBytes(result.attesters.set) : new Uint8Array(32))],
    least: result.attesters?.least ?? 0,
  },
  sport: layoutByteOf(result.sport),
  finality: ['finalised', 'regular-time', 'half-time', 'signed-final'].indexOf(result.finality),
  fixtureId: BigInt(result.fixtureId),
  minTimestamp: BigInt(result.minTimestamp),
  maxTimestamp: BigInt(result.maxTimestamp),
});

describe('the account of a result', () => {
  it('has the bytes that another Borsh library writes', () => {
    fc.assert(
      fc.property(matchResult, (result) => {
        const data = matchResultAccount.encode(result);
        expect([...data]).toEqual([...DISCRIMINATOR, ...serialize(SCHEMA, plain(result))]);
        expect(matchResultAccount.decode(data)).toEqual(result);
        expect(data.length).toBe(182 + 18 * result.facts.length);
      }),
      { seed: 11, numRuns: 100 },
    );
  });

  it('has its fields where programs read them in place', () => {
    fc.assert(
      fc.property(matchResult, (result) => {
        const data = matchResultAccount.encode(result);
        const view = new DataView(data.buffer);
        expect([data[8], data[9]]).toEqual([result.version, result.bump]);
        expect(data.subarray(10, 42)).toEqual(addressBytes(result.payer));
        expect(data.subarray(42, 74)).toEqual(addressBytes(result.oracleProgram));
        expect(view.getBigInt64(74, true)).toBe(BigInt(result.fixtureId));
        expect([data[82], data[83]]).toEqual([plain(result).sport, plain(result).finality]);
        expect([...data.subarray(84, 116), data[116]]).toEqual(Object.values(plain(result).attesters).flat());
        expect(view.getBigUint64(117, true)).toBe(result.orderKey);
        expect(view.getBigInt64(125, true)).toBe(BigInt(result.minTimestamp));
        expect(view.getBigInt64(133, true)).toBe(BigInt(result.maxTimestamp));
        expect(data.subarray(141, 173)).toEqual(result.eventNode);
        expect(view.getInt32(173, true)).toBe(result.period);
        expect(data[177]).toBe(result.contradicted ? 1 : 0);
        expect(view.getUint32(178, true)).toBe(result.facts.length);
        result.facts.forEach(({ key, present, value, since, current }, i) => {
          const at = 182 + 18 * i;
          expect([view.getUint32(at, true), view.getInt32(at + 5, true)]).toEqual([key, value]);
          expect([view.getUint32(at + 9, true), view.getUint32(at + 13, true)]).toEqual([since.seconds, since.slot]);
          expect([data[at + 4], data[at + 17]]).toEqual([present ? 1 : 0, current ? 1 : 0]);
        });
      }),
      { seed: 12, numRuns: 60 },
    );
  });

  it('is refused where it is cut off', () => {
    const [result] = fc.sample(matchResult, { seed: 13, numRuns: 1 });
    if (!result) throw new Error('no sample');
    const data = matchResultAccount.encode(result);
    for (let length = 0; length < data.length; length++)
      expect(outcome(() => matchResultAccount.decode(data.subarray(0, length)))).toBe(7023);
  });
});
