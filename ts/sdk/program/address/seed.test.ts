import { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { TERMS } from '../../../../tests/helpers/sampleMarket.js';
import { thrown } from '../../../../tests/helpers/thrown.js';
import { INVALID_NUMBER } from '../../error/codes/library.js';
import { MISSING_OPTION, SPORT_NOT_TRUSTED, WRONG_OPTION } from '../../error/codes/options.js';
import { INVALID_POLICY, INVALID_TERMS } from '../../error/codes/settlement.js';
import { LOCALNET_PROGRAM_IDS } from '../programId.js';
import { budgetInstructions } from '../transaction/budget.js';
import { fixturesRootsAddress, oddsRootsAddress, scoresRootsAddress } from './oracle.js';
import { ZERO_ADDRESS } from './runtime.js';
import { bufferAddress, marketAddress, parlayAddress, positionAddress, resultAddress } from './settlement.js';

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;
const OF = settlement;
const SUBJECT = {
  oracleProgram: oracle,
  fixtureId: 12_000_010,
  sport: 'soccer',
  finality: 'finalised',
  attesters: null,
} as const;

/** Each function that writes a number into this many bytes. */
const WRITING: readonly (readonly [name: string, bits: number, of: (value: never) => unknown])[] = [
  ['scoresRootsAddress', 16, (day: number) => scoresRootsAddress(day, oracle)],
  ['oddsRootsAddress', 16, (day: number) => oddsRootsAddress(day, oracle)],
  ['fixturesRootsAddress', 16, (day: number) => fixturesRootsAddress(day, oracle)],
  ['positionAddress', 8, (outcome: number) => positionAddress(OF, OF, outcome, settlement)],
  ['marketAddress', 64, (id: bigint) => marketAddress(OF, id, settlement)],
  ['parlayAddress', 64, (id: bigint) => parlayAddress(OF, id, settlement)],
  ['bufferAddress', 64, (id: bigint) => bufferAddress(OF, id, settlement)],
  ['budgetInstructions, units', 32, (units: number) => budgetInstructions(units, 0n)],
  ['budgetInstructions, price', 64, (price: bigint) => budgetInstructions(1, price)],
];

describe.each(WRITING)('%s, %i bits', (_, bits, of) => {
  const past = 2n ** BigInt(bits);
  const outcome = (value: unknown): number => thrown(() => of(value as never)).number;

  // A wrapped number would be the seed of another account.
  it.each([-1n, -1, past, Number(past), past + 1n, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '1', null, undefined])(
    'refuses %s',
    (value) => {
      expect(outcome(value)).toBe(INVALID_NUMBER);
    },
  );

  it('takes its smallest and largest', () => {
    const isBig = bits === 64;
    for (const value of [0n, past - 1n]) expect(of((isBig ? value : Number(value)) as never)).toBeDefined();
  });
});

describe('resultAddress', () => {
  const at = (change: object) => resultAddress({ ...SUBJECT, ...change }, settlement);

  it('is derived from oracle, fixture, sport, policy and attesters, as the runtime derives it', () => {
    const seeds = (fixture: bigint, sport: number, policy: number, set: Uint8Array, least: number) => {
      const id = Buffer.alloc(8);
      id.writeBigInt64LE(fixture);
      const match = [Buffer.from('result'), new PublicKey(oracle).toBytes(), id, Buffer.of(sport), Buffer.of(policy)];
      return [...match, set, Buffer.of(least)];
    };
    const sets = [null, { set: OF, least: 1 }, { set: oracle, least: 16 }, { set: oracle, least: 255 }];
    const policies = ['finalised', 'regular-time', 'half-time'] as const;
    for (const fixtureId of [12_000_010, 0, -5, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])
      for (const [sport, byte] of Object.entries({ soccer: 1, basketball: 2, 'us-football': 6 }))
        policies.forEach((finality, tag) => {
          const attesters = sets[(tag + byte) % sets.length] ?? null;
          const set = attesters ? new PublicKey(attesters.set).toBytes() : new Uint8Array(32);
          const parts = seeds(BigInt(fixtureId), byte, tag, set, attesters?.least ?? 0);
          const [address, bump] = PublicKey.findProgramAddressSync(parts, new PublicKey(settlement));
          expect(at({ fixtureId, sport, finality, attesters })).toEqual({ address: address.toBase58(), bump });
        });
  });

  it.each([
    [undefined, MISSING_OPTION],
    [false, WRONG_OPTION],
    [{}, WRONG_OPTION],
    [{ set: OF }, WRONG_OPTION],
    [{ least: 1 }, WRONG_OPTION],
    [{ set: OF, least: 256 }, WRONG_OPTION],
    [{ set: OF, least: -1 }, WRONG_OPTION],
    [{ set: OF, least: 0 }, INVALID_TERMS],
    [{ set: ZERO_ADDRESS, least: 1 }, INVALID_TERMS],
    [{ set: ZERO_ADDRESS, least: 0 }, INVALID_TERMS],
  ])('refuses the attesters %j', (attesters, number) => {
    expect(thrown(() => at({ attesters })).number).toBe(number);
  });

  it('takes the terms of a market', () => {
    expect(resultAddress(TERMS, settlement)).toEqual(at({ fixtureId: TERMS.fixtureId }));
  });

  it.each([0.5, Number.NaN, 2 ** 53, -(2 ** 53), 1n, '1', null, undefined])(
    'refuses the fixture id %s',
    (fixtureId) => {
      expect(thrown(() => at({ fixtureId })).number).toBe(INVALID_NUMBER);
    },
  );

  it.each(['Soccer', 1, undefined])('refuses the sport %s', (sport) => {
    expect(thrown(() => at({ sport })).number).toBe(SPORT_NOT_TRUSTED);
  });

  it.each(['signed-final', 'Finalised', 0, undefined])('refuses the policy %s, which has no results', (finality) => {
    expect(thrown(() => at({ finality })).number).toBe(INVALID_POLICY);
  });
});
