import { base64 } from '@scure/base';
import { fail, INVALID_INSTRUCTION_DATA } from '../../error/index.js';
import { hexToBytes } from '../../format/index.js';

/**
 * Bytes from hexadecimal (with or without 0x) or padded Base64; ambiguous text counts as hexadecimal. Errors:
 * INVALID_INSTRUCTION_DATA.
 */
export function bytesOfText(text: string): Uint8Array {
  const digits = /^0x/i.test(text) ? text.slice(2) : text;
  if (/^([0-9a-f]{2})+$/i.test(digits)) return hexToBytes(digits.toLowerCase());
  try {
    const bytes = base64.decode(text);
    if (bytes.length > 0) return bytes;
  } catch {
    // Reported below.
  }
  return fail(INVALID_INSTRUCTION_DATA, { problem: 'neither hex nor Base64', text });
}
