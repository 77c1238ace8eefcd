import { Keypair } from '@solana/web3.js';
import { fail } from '../../error/index.js';
import { privateFileText } from './privateFileText.js';

/**
 * A key pair from a file as Solana's tools write it: a JSON list of 64 numbers. Errors: 7030, also when others than its owner may read
 * the file. Nothing of the content gets into a message.
 */
export function readKeypair(path: string): Keypair {
  const text = privateFileText(path, 7030);
  try {
    const bytes: unknown = JSON.parse(text);
    if (!Array.isArray(bytes) || bytes.length !== 64 || !bytes.every(isByte)) throw new Error();
    return Keypair.fromSecretKey(Uint8Array.from(bytes));
  } catch {
    // The reason of a parser may quote the content.
    return fail(7030, {
      message: `${path} holds no key pair: a JSON list of 64 numbers from 0 to 255 that fit together.`,
    });
  }
}

const isByte = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;
