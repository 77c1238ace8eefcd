import { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../season/random.js';
import { address, addressBytes, addressOf, isAddress } from './address.js';
import { isOnCurve, programAddress } from './programAddress.js';

/** `LINESMAN_LONG=1` derives for about a minute. */
const ROUNDS = process.env.LINESMAN_LONG === '1' ? 100_000 : 1_000;
const SEED = 'program addresses';

const outcome = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return (error as { number?: number }).number ?? error;
  }
};

describe('addresses', () => {
  it('are 32 bytes in Base58 and nothing else', () => {
    const text = 'So11111111111111111111111111111111111111112';
    expect(addressOf(addressBytes(address(text)))).toBe(text);
    for (const value of [
      '',
      '0',
      text.slice(1),
      `${text}1`,
      `${text} `,
      '1'.repeat(33),
      'l'.repeat(44),
      'z'.repeat(44),
    ]) {
      expect(
        outcome(() => address(value)),
        value,
      ).toBe(7277);
      expect(isAddress(value)).toBe(false);
    }
    for (const value of [undefined, null, 5, {}, new PublicKey(text)])
      expect(
        outcome(() => address(value as never)),
        String(value),
      ).toBe(7277);
    for (const length of [0, 31, 33]) expect(outcome(() => addressOf(new Uint8Array(length)))).toBe(7277);
  });

  it('of 32 zero bytes are 32 ones', () => {
    expect(addressOf(new Uint8Array(32))).toBe('1'.repeat(32));
    expect(addressBytes(address('1'.repeat(32)))).toEqual(new Uint8Array(32));
  });
});

describe('PDAs', () => {
  it(`equal those of web3.js for ${ROUNDS} lists of seeds (seed "${SEED}")`, () => {
    const random = new Random(SEED);
    const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => random.below(256));
    for (let round = 0; round < ROUNDS; round++) {
      const program = addressOf(bytes(32));
      const seeds = Array.from({ length: random.below(5) }, () => bytes(random.below(33)));
      const [expected, bump] = PublicKey.findProgramAddressSync(seeds, new PublicKey(program));
      expect(programAddress(program, ...seeds), `round ${round}`).toEqual({ address: expected.toBase58(), bump });
    }
  });

  it('refuse too many seeds and a seed that is too long, as the runtime does', () => {
    const program = address('So11111111111111111111111111111111111111112');
    const seeds = (count: number, length: number): Uint8Array[] => Array(count).fill(new Uint8Array(length));
    expect(outcome(() => programAddress(program, ...seeds(15, 32)))).toMatchObject({ bump: expect.any(Number) });
    expect(outcome(() => programAddress(program, ...seeds(16, 1)))).toBe(7278);
    expect(outcome(() => programAddress(program, ...seeds(1, 33)))).toBe(7278);
  });

  it('depend on whether bytes are a curve point', () => {
    const pair = new PublicKey('6pW64gN1s2uqjHkn1unFeEjAwJkPGHoppGvS715wyP2J');
    expect(isOnCurve(new Uint8Array(32))).toBe(true);
    expect(isOnCurve(Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 2 : 0)))).toBe(false);
    expect(isOnCurve(pair.toBytes())).toBe(PublicKey.isOnCurve(pair.toBytes()));
  });
});
