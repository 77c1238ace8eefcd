import { INVALID_KEYPAIR_FILE } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import { privateFileText } from './privateFileText.js';

/**
 * Reads the 64 bytes of a key pair from a file in the format of `solana-keygen`: a JSON array of numbers, secret key
 * first. No message quotes the content. Errors: INVALID_KEYPAIR_FILE, also when anyone but the owner may read the file.
 *
 * @example
 * ```ts
 * import { Keypair } from '@solana/web3.js';
 * import { readKeyFile } from '@linesman/sdk/node';
 *
 * const payer = Keypair.fromSecretKey(readKeyFile('id.json'));
 * ```
 */
export function readKeyFile(path: string): Uint8Array {
  const bytes = listOf(privateFileText(path, INVALID_KEYPAIR_FILE));
  return bytes ?? fail(INVALID_KEYPAIR_FILE, { problem: 'no key pair', file: path });
}

/** Drops the parser's reason, because it may quote the content. */
function listOf(text: string): Uint8Array | undefined {
  try {
    const bytes: unknown = JSON.parse(text);
    return Array.isArray(bytes) && bytes.length === 64 && bytes.every(isByte) ? Uint8Array.from(bytes) : undefined;
  } catch {
    return undefined;
  }
}

const isByte = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;
