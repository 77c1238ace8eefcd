import { fail, INVALID_KEY_PAIR, INVALID_KEYPAIR_FILE, isError } from '../error/index.js';
import { KeyPair } from '../program/index.js';
import { readKeyFile } from './keyFile.js';

/**
 * A key pair from a file as Solana's tools write it. Errors: INVALID_KEYPAIR_FILE, also when others than its owner may
 * read the file, and when the public key in it is not that of the secret one.
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
