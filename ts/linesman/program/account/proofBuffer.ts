import { byteList, hash32, struct, u8, u64, type ValueOf } from '../borsh/codec.js';
import { publicKey } from '../borsh/publicKey.js';
import { defineAccount } from './define.js';

const codec = struct({ bump: u8, owner: publicKey, id: u64, sha256: hash32, bytes: byteList });
export type ProofBuffer = ValueOf<typeof codec>;

/** A proof that is too large for one transaction: `bytes` as far as they are written, zero where not, and the SHA-256 they will have. */
export const proofBufferAccount = defineAccount('ProofBuffer', codec);
