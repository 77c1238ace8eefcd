import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketTerms } from '../../../tests/helpers/instructionArguments.js';
import { LinesmanError } from '../../error/index.js';
import { marketAccount } from './market.js';
import { pricingMatrixAccount } from './pricingMatrix.js';
import { userValidationStateAccount } from './userValidationState.js';

const numberOf = (action: () => unknown): number | undefined => {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof LinesmanError) return error.number;
    throw error;
  }
};

describe('accounts', () => {
  const owner = new PublicKey(new Uint8Array(32).fill(7));

  it('have the discriminators of deployed programs', () => {
    expect(Buffer.from(pricingMatrixAccount.discriminator).toString('hex')).toBe('ad0d4016f84d6e6a');
    expect(Buffer.from(userValidationStateAccount.discriminator).toString('hex')).toBe('a7d58f7dcf4ef557');
  });

  it('are read with padding of zeros, and with nothing else behind them', () => {
    const data = userValidationStateAccount.encode({ owner, credits: 300 });
    expect(data.length).toBe(44);
    expect(userValidationStateAccount.decode(data)).toEqual({ owner, credits: 300 });
    expect(userValidationStateAccount.decode(new Uint8Array([...data, 0, 0]))).toEqual({ owner, credits: 300 });
    expect(numberOf(() => userValidationStateAccount.decode(new Uint8Array([...data, 0, 1])))).toBe(7023);
    expect(numberOf(() => userValidationStateAccount.decode(data.subarray(0, 43)))).toBe(7023);
    expect(numberOf(() => userValidationStateAccount.decode(new Uint8Array()))).toBe(7023);
  });

  it('of another kind are refused', () => {
    const data = pricingMatrixAccount.encode({ admin: owner, rows: [] });
    expect(() => userValidationStateAccount.decode(data)).toThrow(
      'no UserValidationState: it starts with ad0d4016f84d6e6a',
    );
  });

  it('of markets read back what was written', () => {
    const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const market = fc.record({
      version: fc.constant(1),
      bump: fc.nat(255),
      vaultBump: fc.nat(255),
      creator: hash.map((bytes) => new PublicKey(bytes)),
      id: u64,
      termsHash: hash,
      state: fc.constantFrom('Open' as const, 'Proposed' as const, 'Final' as const, 'Void' as const),
      totals: fc.array(u64, { minLength: 8, maxLength: 8 }),
      owed: u64,
      openPositions: u64,
      fee: u64,
      paying: u64,
      refund: fc.boolean(),
      proposal: fc.record({ outcome: fc.nat(255), orderKey: u64, since: fc.maxSafeInteger(), void: fc.boolean() }),
      parlays: fc.nat(),
      terms: marketTerms,
    });
    fc.assert(
      fc.property(market, (value) => {
        expect(marketAccount.decode(marketAccount.encode(value as never))).toEqual(value);
      }),
      { seed: 3, numRuns: 60 },
    );
  });
});
