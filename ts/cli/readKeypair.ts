import { readFileSync, statSync } from 'node:fs';
import { Keypair } from '@solana/web3.js';
import { fail } from '../error/index.js';

/**
 * A key pair from a file as Solana's tools write it: a JSON list of 64 numbers. Errors: 7030, also when others than its owner may read
 * the file. Nothing of the content gets into a message.
 */
export function readKeypair(path: string): Keypair {
  let text: string;
  try {
    const { mode } = statSync(path);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      return fail(7030, {
        message: `${path} can be read by others (mode ${(mode & 0o777).toString(8)}).`,
        hint: `Run: chmod 600 ${path}`,
      });
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === undefined) throw cause;
    return fail(7030, { message: `${path} cannot be read: ${code}.` });
  }
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
