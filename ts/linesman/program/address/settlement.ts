import { type Address, addressBytes } from './address.js';
import { type ProgramAddress, programAddress } from './programAddress.js';
import { littleEndian, word } from './seed.js';

/** The market that `creator` made under its number `id` (u64). */
export const marketAddress = (creator: Address, id: bigint, settlement: Address): ProgramAddress =>
  programAddress(settlement, word('market'), addressBytes(creator), littleEndian(id, 8));

/** The parlay that `creator` made under its number `id` (u64). */
export const parlayAddress = (creator: Address, id: bigint, settlement: Address): ProgramAddress =>
  programAddress(settlement, word('parlay'), addressBytes(creator), littleEndian(id, 8));

/** The token account that holds the stakes of `market`, which may be a parlay. */
export const vaultAddress = (market: Address, settlement: Address): ProgramAddress =>
  programAddress(settlement, word('vault'), addressBytes(market));

/** What `owner` has staked on one outcome (u8) of `market`, which may be a parlay. */
export const positionAddress = (
  market: Address,
  owner: Address,
  outcome: number,
  settlement: Address,
): ProgramAddress =>
  programAddress(settlement, word('position'), addressBytes(market), addressBytes(owner), littleEndian(outcome, 1));

/** The proof buffer that `owner` has under the number `id` (u64). */
export const bufferAddress = (owner: Address, id: bigint, settlement: Address): ProgramAddress =>
  programAddress(settlement, word('buffer'), addressBytes(owner), littleEndian(id, 8));
