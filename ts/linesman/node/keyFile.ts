import { fail, INVALID_KEYPAIR_FILE } from '../error/index.js';
import { privateFileText } from './privateFileText.js';

/**
 * The 64 bytes of a key pair from a file as Solana's tools write it: a JSON list of numbers, secret key first. Nothing
 * of the content gets into a message. Errors: INVALID_KEYPAIR_FILE, also when others than its owner may read the file.
 *
 * @example
 * const pair = Keypair.fromSecretKey(readKeyFile('id.json'));
 */
export function readKeyFile(path: string): Uint8Array {
  const bytes = listOf(privateFileText(path, INVALID_KEYPAIR_FILE));
  return bytes ?? fail(INVALID_KEYPAIR_FILE, { problem: 'no key pair', file: path });
}

/** The reason of a parser may quote the content, so there is none. */
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
