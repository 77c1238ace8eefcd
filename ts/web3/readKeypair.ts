import { Keypair } from '@solana/web3.js';
import { fail, INVALID_KEYPAIR_FILE } from '../error/index.js';
import { readKeyFile } from '../node/index.js';

/**
 * A key pair from a file as Solana's tools write it. Errors: INVALID_KEYPAIR_FILE, also when others than its owner may
 * read the file, and when the public key in it is not that of the secret one.
 */
export function readKeypair(path: string): Keypair {
  const bytes = readKeyFile(path);
  try {
    return Keypair.fromSecretKey(bytes);
  } catch {
    return fail(INVALID_KEYPAIR_FILE, { problem: 'no key pair', file: path });
  }
}
