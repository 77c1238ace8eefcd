import { encode } from 'uqr';

/** The most bytes of a symbol with error correction L. */
const MAX_BYTES = 2_953;

/**
 * A QR code of bytes (ISO/IEC 18004, model 2, error correction L), which holds whole proofs: up to 2,953 bytes. Rows of
 * dark (true) and light modules, without the quiet zone of 4. Null for more than that.
 */
export const qrCode = (bytes: Uint8Array): readonly (readonly boolean[])[] | null =>
  bytes.length > MAX_BYTES ? null : encode(Array.from(bytes), { ecc: 'L', border: 0 }).data;
