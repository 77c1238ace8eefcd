import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { Keypair } from '@solana/web3.js';
import { fail } from '../../error/index.js';
import { EXIT } from '../exitCode.js';
import { json } from '../print.js';
import type { Terminal } from '../terminal.js';

export interface NewFlags {
  readonly json?: true;
}

/** Makes a key pair in a new file that only its owner may read. Prints the address. Returns the exit code. */
export async function runNew(file: string, flags: NewFlags, terminal: Terminal): Promise<number> {
  const pair = Keypair.generate();
  write(file, `${JSON.stringify([...pair.secretKey])}\n`);
  const wallet = pair.publicKey.toBase58();
  if (flags.json) terminal.out(json({ wallet, file }));
  else {
    terminal.err(`${file} is the only copy of the key: whoever has it has what the wallet holds\n`);
    terminal.out(`${wallet}\n`);
  }
  return EXIT.valid;
}

/** Errors: 7243, also when something is there already: a key that is overwritten is money that is lost. */
function write(file: string, text: string): void {
  let handle: number | undefined;
  try {
    handle = openSync(file, 'wx', 0o600);
    writeSync(handle, text);
    fsyncSync(handle);
    closeSync(handle);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      fail(7243, { message: `${file} is there already, and is never overwritten.`, hint: 'Name another file.', file });
    // Half a key would be taken for one.
    if (handle !== undefined) rmSync(file, { force: true });
    fail(7243, { message: `${file} cannot be written: ${code}.`, file });
  }
}
