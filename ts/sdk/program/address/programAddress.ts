import { Point } from '@noble/ed25519';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { INVALID_SEEDS } from '../../error/codes/arguments.js';
import { fail } from '../../error/linesmanError.js';
import { type Address, addressBytes, addressOf } from './address.js';

/** A program-derived address (PDA) with its canonical bump. */
export interface ProgramAddress {
  readonly address: Address;
  /** The highest bump, from 255 down, whose address is off the curve. */
  readonly bump: number;
}

const MARKER = new TextEncoder().encode('ProgramDerivedAddress');
const MAX_SEEDS = 15;
const LONGEST_SEED = 32;

/**
 * Derives a PDA from up to 15 seeds of up to 32 bytes each: the first hash off the Ed25519 curve, from bump 255 down,
 * so that no key for it exists.
 *
 * Errors: INVALID_SEEDS for more or longer seeds, or when no bump gives an address.
 *
 * @example
 * ```ts
 * import { type Address, addressBytes, LOCALNET_PROGRAM_IDS, programAddress } from '@linesman/sdk/program';
 *
 * declare const market: Address;
 * const seed = new TextEncoder().encode('vault');
 * const { address, bump } = programAddress(LOCALNET_PROGRAM_IDS.settlement, seed, addressBytes(market));
 * ```
 */
export function programAddress(program: Address, ...seeds: readonly Uint8Array[]): ProgramAddress {
  if (seeds.length > MAX_SEEDS || seeds.some(({ length }) => length > LONGEST_SEED))
    return fail(INVALID_SEEDS, { lengths: seeds.map(({ length }) => length) });
  const before = concatBytes(...seeds);
  const after = concatBytes(addressBytes(program), MARKER);
  for (let bump = 255; bump >= 0; bump--) {
    const hash = sha256(concatBytes(before, Uint8Array.of(bump), after));
    if (!isOnCurve(hash)) return { address: addressOf(hash), bump };
  }
  return fail(INVALID_SEEDS, { lengths: seeds.map(({ length }) => length) });
}

/**
 * Whether 32 bytes decompress to a curve point, by the runtime's rule: a y coordinate beyond the field is reduced
 * first.
 *
 * @example
 * ```ts
 * import { addressBytes, isOnCurve, KeyPair, LOCALNET_PROGRAM_IDS, pricingMatrixAddress } from '@linesman/sdk/program';
 *
 * isOnCurve(addressBytes(KeyPair.generate().address)); // true: a key exists
 * isOnCurve(addressBytes(pricingMatrixAddress(LOCALNET_PROGRAM_IDS.oracle).address)); // false: a PDA
 * ```
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  try {
    Point.fromBytes(bytes, true);
    return true;
  } catch {
    return false;
  }
}
