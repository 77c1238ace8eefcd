import { fail, quoted } from '../error/index.js';
import { bytesFromText, checkOracleKey } from '../proof/index.js';

/** The oracle's Ed25519 key from hex, Base64 or Base58. Errors: 7009, also for a key under which a signature proves nothing. */
export function readOracleKey(text: string): Uint8Array {
  let key: Uint8Array;
  try {
    key = bytesFromText(text, 32, 'The oracle key');
  } catch (cause) {
    return fail(7009, {
      message: `The oracle key ${quoted(text)} is not 32 bytes in hex, Base64 or Base58.`,
      cause,
    });
  }
  checkOracleKey(key);
  return key;
}
