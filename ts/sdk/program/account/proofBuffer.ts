import { byteList, hash32, publicKey, struct, u8, u64, type ValueOf } from '../borsh/codec.js';
import { defineAccount } from './define.js';

const codec = struct({ bump: u8, owner: publicKey, id: u64, sha256: hash32, bytes: byteList });
export type ProofBuffer = ValueOf<typeof codec>;

/**
 * A proof (or terms) too large for one transaction, uploaded in chunks. Bytes not written yet are zero; `sha256` is the
 * announced hash of the complete content.
 */
export const proofBufferAccount = defineAccount('ProofBuffer', codec);
