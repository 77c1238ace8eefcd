import { publicKey, struct, u8, u64, type ValueOf } from '../borsh/codec.js';
import { defineAccount } from './define.js';

const codec = struct({ bump: u8, pool: publicKey, owner: publicKey, outcome: u8, amount: u64 });
export type Position = ValueOf<typeof codec>;

/** The stake of one owner on one outcome of a market or parlay, in base units of the mint. */
export const positionAccount = defineAccount('Position', codec);
