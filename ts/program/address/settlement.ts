import type { PublicKey } from '@solana/web3.js';
import { type Derived, derive } from './derived.js';
import { littleEndian, word } from './seed.js';

/** The market that `creator` made under its number `id` (u64). */
export const marketAddress = (creator: PublicKey, id: bigint, settlement: PublicKey): Derived =>
  derive(settlement, word('market'), creator.toBytes(), littleEndian(id, 8));

/** The parlay that `creator` made under its number `id` (u64). */
export const parlayAddress = (creator: PublicKey, id: bigint, settlement: PublicKey): Derived =>
  derive(settlement, word('parlay'), creator.toBytes(), littleEndian(id, 8));

/** The token account that holds the stakes of `market`, which may be a parlay. */
export const vaultAddress = (market: PublicKey, settlement: PublicKey): Derived =>
  derive(settlement, word('vault'), market.toBytes());

/** What `owner` has staked on one outcome (u8) of `market`, which may be a parlay. */
export const positionAddress = (market: PublicKey, owner: PublicKey, outcome: number, settlement: PublicKey): Derived =>
  derive(settlement, word('position'), market.toBytes(), owner.toBytes(), littleEndian(outcome, 1));

/** The proof buffer that `owner` has under the number `id` (u64). */
export const bufferAddress = (owner: PublicKey, id: bigint, settlement: PublicKey): Derived =>
  derive(settlement, word('buffer'), owner.toBytes(), littleEndian(id, 8));
