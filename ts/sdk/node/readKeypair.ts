import { INVALID_KEY_PAIR } from '../error/codes/arguments.js';
import { INVALID_KEYPAIR_FILE } from '../error/codes/library.js';
import { fail, isError } from '../error/linesmanError.js';
import { KeyPair } from '../program/keyPair.js';
import { readKeyFile } from './keyFile.js';

/**
 * Reads a key pair from a file in the format of `solana-keygen`. Errors: INVALID_KEYPAIR_FILE, also when anyone but the
 * owner may read the file, or when its public key does not match its secret key.
 *
 * @example
 * ```ts
 * import { readKeypair } from '@linesman/sdk/node';
 *
 * const { address } = readKeypair('id.json');
 * ```
 */
export function readKeypair(path: string): KeyPair {
  const bytes = readKeyFile(path);
  try {
    return KeyPair.fromSecretKey(bytes);
  } catch (error) {
    if (!isError(error, INVALID_KEY_PAIR)) throw error;
    return fail(INVALID_KEYPAIR_FILE, { problem: 'no key pair', file: path });
  }
}
