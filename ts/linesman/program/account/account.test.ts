import { readFileSync } from 'node:fs';
import { Program } from '@coral-xyz/anchor';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attesterSet,
  market,
  matchResult,
  oracleConfig,
  parlay,
  position,
  proofBuffer,
} from '../../../../tests/helpers/accountContents.js';
import { asAnchor, fromAnchor } from '../../../../tests/helpers/anchorValue.js';
import { outcome } from '../../../../tests/helpers/thrown.js';
import { ATTESTATION_LAYOUT, ATTESTED_SLOTS, ROOTS_KINDS } from '../../proof/index.js';
import { addressOf } from '../address/address.js';
import { attestationAccount } from './attestation.js';
import { attesterSetAccount } from './attesterSet.js';
import type { AccountKind } from './define.js';
import { marketAccount } from './market.js';
import { matchResultAccount } from './matchResult.js';
import { oracleConfigAccount } from './oracleConfig.js';
import { parlayAccount } from './parlay.js';
import { poolFields } from './pool.js';
import { positionAccount } from './position.js';
import { pricingMatrixAccount } from './pricingMatrix.js';
import { proofBufferAccount } from './proofBuffer.js';
import { userValidationStateAccount } from './userValidationState.js';

describe('accounts', () => {
  const owner = addressOf(new Uint8Array(32).fill(7));

  it('have the discriminators of deployed programs', () => {
    expect(Buffer.from(pricingMatrixAccount.discriminator).toString('hex')).toBe('ad0d4016f84d6e6a');
    expect(Buffer.from(userValidationStateAccount.discriminator).toString('hex')).toBe('a7d58f7dcf4ef557');
  });

  it('may end in zero padding, and in nothing else', () => {
    const data = userValidationStateAccount.encode({ owner, credits: 300 });
    expect(data.length).toBe(44);
    expect(userValidationStateAccount.decode(data)).toEqual({ owner, credits: 300 });
    expect(userValidationStateAccount.decode(new Uint8Array([...data, 0, 0]))).toEqual({ owner, credits: 300 });
    expect(outcome(() => userValidationStateAccount.decode(new Uint8Array([...data, 0, 1])))).toBe(7023);
    expect(outcome(() => userValidationStateAccount.decode(data.subarray(0, 43)))).toBe(7023);
    expect(outcome(() => userValidationStateAccount.decode(new Uint8Array()))).toBe(7023);
  });

  it.each(ROOTS_KINDS)('of attestations of %s have a u16 of bits for each slot', (kind) => {
    const bits = Array.from({ length: ATTESTED_SLOTS[kind] }, (_, slot) => (slot * 229) % 65_536);
    const about = { version: 1, bump: 254, kind, period: 20_640, set: owner, payer: addressOf(new Uint8Array(32)) };
    const content = { ...about, made: 1_790_000_000, bits };
    const data = attestationAccount.encode(content);
    expect(data.length).toBe(ATTESTATION_LAYOUT.bitsAt + 2 * bits.length);
    expect(data.subarray(0, 8)).toEqual(ATTESTATION_LAYOUT.discriminator);
    expect(attestationAccount.decode(data)).toEqual(content);
    expect(outcome(() => attestationAccount.decode(data.subarray(0, -1)))).toBe(7023);
    const unknown = data.slice();
    unknown[ATTESTATION_LAYOUT.kindAt] = 3;
    expect(outcome(() => attestationAccount.decode(unknown))).toBe(7023);
  });

  it('of another kind are refused', () => {
    const data = pricingMatrixAccount.encode({ admin: owner, rows: [] });
    expect(() => userValidationStateAccount.decode(data)).toThrow(
      'not a UserValidationState: it starts with ad0d4016f84d6e6a',
    );
  });

  it.each([
    ['Market', marketAccount, market],
    ['Parlay', parlayAccount, parlay],
    ['Position', positionAccount, position],
    ['ProofBuffer', proofBufferAccount, proofBuffer],
    ['Result', matchResultAccount, matchResult],
    ['Config', oracleConfigAccount, oracleConfig],
    ['AttesterSet', attesterSetAccount, attesterSet],
  ])('of the kind %s survive a round trip, and Anchor reads the same', (name, account, contents) => {
    const { decode, encode } = account as AccountKind<unknown>;
    const program = ['Config', 'AttesterSet'].includes(name) ? 'oracle' : 'settlement';
    const file = new URL(`../../../../programs/artifacts/${program}.json`, import.meta.url);
    const { coder } = new Program(JSON.parse(readFileSync(file, 'utf8')), { connection: {} as never });
    const kind = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    fc.assert(
      fc.property(contents as fc.Arbitrary<unknown>, (value) => {
        const data = encode(value);
        expect(decode(data)).toEqual(value);
        expect(fromAnchor(coder.accounts.decode(kind, Buffer.from(data)))).toEqual(asAnchor(inStructs(value)));
      }),
      { seed: 3, numRuns: 60 },
    );
  });
});

/** The programs nest the pool's fields in their own struct, which leaves no trace in Borsh. */
function inStructs(value: unknown): unknown {
  const entries = Object.entries(value as object);
  const isPool = ([name]: [string, unknown]) => name in poolFields;
  if (!entries.some(isPool)) return value;
  const pool = Object.fromEntries(entries.filter(isPool));
  return { ...Object.fromEntries(entries.filter((entry) => !isPool(entry))), pool };
}
