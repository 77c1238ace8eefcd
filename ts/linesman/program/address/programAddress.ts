import { Point } from '@noble/ed25519';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { fail, INVALID_SEEDS } from '../../error/index.js';
import { type Address, addressBytes, addressOf } from './address.js';

/** An address that a program signs for, with its canonical bump. */
export interface ProgramAddress {
  readonly address: Address;
  /** The highest from 255 down that gives an address off the curve. */
  readonly bump: number;
}

const MARKER = new TextEncoder().encode('ProgramDerivedAddress');
const MOST_SEEDS = 15;
const LONGEST_SEED = 32;

/**
 * The address that a program derives from up to 15 seeds of up to 32 bytes: the first hash off the Ed25519 curve, from
 * bump 255 down, so that nobody has a key for it. Errors: INVALID_SEEDS more or longer seeds, or none of the 256 bumps.
 *
 * @example
 * ```ts
 * import { type Address, addressBytes, programAddress } from 'linesman/program';
 *
 * declare const settlement: Address;
 * declare const market: Address;
 * const { address, bump } = programAddress(settlement, new TextEncoder().encode('vault'), addressBytes(market));
 * ```
 */
export function programAddress(program: Address, ...seeds: readonly Uint8Array[]): ProgramAddress {
  if (seeds.length > MOST_SEEDS || seeds.some(({ length }) => length > LONGEST_SEED))
    return fail(INVALID_SEEDS, { lengths: seeds.map(({ length }) => length) });
  const before = concatBytes(...seeds);
  const after = concatBytes(addressBytes(program), MARKER);
  for (let bump = 255; bump >= 0; bump--) {
    const hash = sha256(concatBytes(before, Uint8Array.of(bump), after));
    if (!isOnCurve(hash)) return { address: addressOf(hash), bump };
  }
  return fail(INVALID_SEEDS, { lengths: seeds.map(({ length }) => length) });
}

/** Whether 32 bytes decompress to a point, as the runtime decides it: a y beyond the field counts as reduced. */
export function isOnCurve(bytes: Uint8Array): boolean {
  try {
    Point.fromBytes(bytes, true);
    return true;
  } catch {
    return false;
  }
}
