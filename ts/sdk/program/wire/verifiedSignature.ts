import { bytes, hash32, publicKey, struct } from '../borsh/codec.js';

/**
 * The first 16 bytes of an Ed25519 instruction in the one layout that the programs accept: one signature, no padding,
 * then the offsets of signature (48), key (16) and message (112), each with the index 0xffff, which is this
 * instruction, and before the last one the length of the message (32).
 */
export const ED25519_HEADER = /* @__PURE__ */ Uint8Array.of(
  ...[1, 0, 48, 0, 0xff, 0xff, 16, 0, 0xff, 0xff, 112, 0, 32, 0, 0xff, 0xff],
);

/** An Ed25519 instruction whose first eight bytes are the discriminator of an instruction of ours. */
export const verifiedSignature = () =>
  struct({ rest: bytes(8), key: publicKey, signature: bytes(64), message: hash32 });
