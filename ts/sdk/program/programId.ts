import { type Address, address } from './address/address.js';

/**
 * The addresses of the two programs. This package does not assume them. Every function takes them from its caller.
 */
export interface ProgramIds {
  oracle: Address;
  settlement: Address;
}

/** The oracle program on a local chain. */
export const DEFAULT_ORACLE_PROGRAM_ID: Address = address('5M8jF5w7kuP5smxFK2GthfpAfi7X8FDqthfwqFHZVZ4o');

/** The settlement program on a local chain. */
export const DEFAULT_SETTLEMENT_PROGRAM_ID: Address = address('7j9xUk1EeZtgvFejkzGFN3h3sw527k9Av9WGahgNVkgY');

/**
 * Both programs on a local chain.
 *
 * @example
 * ```ts
 * import { LOCALNET_PROGRAM_IDS, marketAddress, ZERO_ADDRESS } from '@linesman/sdk/program';
 *
 * marketAddress(ZERO_ADDRESS, 1n, LOCALNET_PROGRAM_IDS.settlement).address;
 * ```
 */
export const LOCALNET_PROGRAM_IDS: ProgramIds = {
  oracle: DEFAULT_ORACLE_PROGRAM_ID,
  settlement: DEFAULT_SETTLEMENT_PROGRAM_ID,
};
