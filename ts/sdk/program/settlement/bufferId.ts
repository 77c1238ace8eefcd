import { type Address, addressBytes } from '../address/address.js';

/**
 * The id of a payer's buffer for a market or a result. It is derived from its address, so that an upload can be resumed
 * after an interruption.
 *
 * @example
 * ```ts
 * import { type Address, bufferAddress, bufferIdOf, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const payer: Address;
 * declare const market: Address;
 * const { address } = bufferAddress(payer, bufferIdOf(market), LOCALNET_PROGRAM_IDS.settlement);
 * ```
 */
export const bufferIdOf = (account: Address): bigint => {
  const bytes = addressBytes(account);
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
};
