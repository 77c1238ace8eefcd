import { publicKey, struct, u8, u64, type ValueOf, vec } from '../borsh/codec.js';
import { defineAccount } from './define.js';

const codec = struct({ version: u8, bump: u8, creator: publicKey, id: u64, keys: vec(publicKey) });
export type StoredAttesterSet = ValueOf<typeof codec>;

/**
 * Keys that vouch for roots. The set never changes and is never closed, so the index of a key is always that key's bit
 * in attestations.
 */
export const attesterSetAccount = defineAccount('AttesterSet', codec);
