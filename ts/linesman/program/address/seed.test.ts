import { describe, expect, it } from 'vitest';
import { thrown } from '../../../../tests/helpers/thrown.js';
import { INVALID_NUMBER } from '../../error/index.js';
import { LOCALNET_PROGRAM_IDS } from '../programId.js';
import { budgetInstructions } from '../transaction/budget.js';
import { fixturesRootsAddress, oddsRootsAddress, scoresRootsAddress } from './oracle.js';
import { bufferAddress, marketAddress, parlayAddress, positionAddress } from './settlement.js';

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;
const OF = settlement;

/** Each function that writes a number into so many bytes. */
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
