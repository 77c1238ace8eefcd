import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcome } from '../../../../tests/helpers/thrown.js';
import { type Address, addressOf } from '../address/address.js';
import { ZERO_ADDRESS } from '../address/runtime.js';
import { LOCALNET_PROGRAM_IDS as programs } from '../programId.js';
import { budgetInstructions, MAX_UNITS } from '../transaction/budget.js';
import { compile } from '../transaction/compile.js';
import type { LookupTable } from '../transaction/message.js';
import { TRANSACTION_LIMIT } from '../transaction/size.js';
import {
  closeResultInstruction,
  finaliseManyInstruction,
  marketsPerTransaction,
  settleManyInstruction,
} from './batchInstructions.js';

const key = (n: number): Address => addressOf(new Uint8Array(32).fill(n));
const PAYER = key(1);
const RESULT = key(2);
const MARKETS = Array.from({ length: 120 }, (_, i) => key(10 + i));
const TABLE: LookupTable = { address: key(3), addresses: [RESULT, ...MARKETS] };
const [WRITABLE, READONLY] = [1, 0];

const markets = (count: number) => MARKETS.slice(0, count);
const at = { programs, payer: PAYER, markets: MARKETS };

describe('a batch', () => {
  it('names the result, then the markets, writable and in their order', () => {
    const { programAddress, accounts, data } = settleManyInstruction(programs, RESULT, markets(3));
    expect([programAddress, data.length]).toEqual([programs.settlement, 8]);
    expect(accounts).toEqual([
      { address: RESULT, role: READONLY },
      ...markets(3).map((address) => ({ address, role: WRITABLE })),
    ]);
  });

  it('that finalises names nothing but markets', () => {
    const { accounts, data } = finaliseManyInstruction(programs, markets(2));
    expect([accounts, data.length]).toEqual([markets(2).map((address) => ({ address, role: WRITABLE })), 8]);
  });

  it('refuses what is no address', () => {
    expect(outcome(() => settleManyInstruction(programs, RESULT, ['market' as Address]))).toBe(7277);
    expect(outcome(() => finaliseManyInstruction(programs, [undefined as never]))).toBe(7277);
  });
});

it('a result is closed by who paid for it', () => {
  const { accounts } = closeResultInstruction(programs, RESULT, PAYER);
  expect(accounts).toEqual([
    { address: PAYER, role: 3 },
    { address: RESULT, role: WRITABLE },
  ]);
});

describe('marketsPerTransaction', () => {
  const size = (count: number, tables: readonly LookupTable[], fee: bigint, result?: Address): number => {
    const batch = result
      ? settleManyInstruction(programs, result, markets(count))
      : finaliseManyInstruction(programs, markets(count));
    return compile(PAYER, [...budgetInstructions(MAX_UNITS, fee), batch], ZERO_ADDRESS, tables).size;
  };

  it('is the most that fits, and no more', () => {
    for (const fee of [0n, 7n])
      for (const result of [RESULT, undefined]) {
        const given = { ...at, microLamportsPerUnit: fee, ...(result && { result }) };
        const count = marketsPerTransaction(given);
        expect(size(count, [], fee, result)).toBeLessThanOrEqual(TRANSACTION_LIMIT);
        expect(size(count + 1, [], fee, result)).toBeGreaterThan(TRANSACTION_LIMIT);
      }
  });

  it('is 29 without a lookup table, and 60 with the markets in one', () => {
    // 250 bytes without markets, plus 33 bytes for the address and the index of each market: 250 + 29 · 33 = 1,207.
    expect(marketsPerTransaction({ ...at, result: RESULT })).toBe(29);
    // The payer, the result and two programs are the other accounts of the 64 that the runtime loads.
    expect(marketsPerTransaction({ ...at, result: RESULT, lookupTables: [TABLE] })).toBe(60);
    expect(marketsPerTransaction({ ...at, lookupTables: [TABLE] })).toBe(61);
  });

  it('is 61 in version 1, without a lookup table', () => {
    // The payer, the result and the program are the other accounts of the 64 that it names.
    expect(marketsPerTransaction({ ...at, result: RESULT, version: 1 })).toBe(61);
    expect(marketsPerTransaction({ ...at, version: 1, lookupTables: [TABLE] })).toBe(62);
  });

  it('counts markets that no table has', () => {
    const half = { ...TABLE, addresses: MARKETS.filter((_, i) => i % 2 === 0) };
    const count = marketsPerTransaction({ ...at, result: RESULT, lookupTables: [half] });
    expect(count).toBeGreaterThan(29);
    expect(size(count, [half], 0n, RESULT)).toBeLessThanOrEqual(TRANSACTION_LIMIT);
    expect(size(count + 1, [half], 0n, RESULT)).toBeGreaterThan(TRANSACTION_LIMIT);
  });

  it('never exceeds the markets there are', () => {
    fc.assert(
      fc.property(fc.nat(70), (count) => {
        const given = { ...at, markets: markets(count), result: RESULT };
        expect(marketsPerTransaction(given)).toBe(Math.min(count, 29));
      }),
      { seed: 1, numRuns: 20 },
    );
  });
});
