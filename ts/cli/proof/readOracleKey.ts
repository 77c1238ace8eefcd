import { fail, INVALID_ORACLE_KEY } from '@linesman/sdk/error';
import { bytesFromText } from '@linesman/sdk/internal/proof/byteText';
import { checkOracleKey } from '@linesman/sdk/internal/proof/signature';
import type { Parser } from '../option/row.js';

/** The oracle's Ed25519 key from hex, Base64 or Base58. Errors: INVALID_ORACLE_KEY, also for a weak key. */
export const readOracleKey: Parser<Uint8Array> = (text) => {
  let key: Uint8Array;
  try {
    key = bytesFromText(text, 32, 'The oracle key');
  } catch {
    // Leaves out the text, which may be a secret key, and the cause, which quotes it.
    return fail(INVALID_ORACLE_KEY, { problem: 'not 32 bytes', characters: text.length });
  }
  checkOracleKey(key);
  return key;
};
