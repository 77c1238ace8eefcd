import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import type { Terminal } from '@linesman/cli';
import { EXIT, errnoOf, json } from '@linesman/cli';
import { fail, KEY_FILE_NOT_WRITTEN } from '@linesman/sdk/error';
import { KeyPair } from '@linesman/sdk/program';
import type { NewFlags } from './new.js';

/** Creates a key pair in a new private file and prints its address. Returns the exit code. */
export async function runNew({ file, json: asJson }: NewFlags, terminal: Terminal): Promise<number> {
  const pair = KeyPair.generate();
  write(file, `${JSON.stringify([...pair.secretKey])}\n`);
  const wallet = pair.address;
  if (asJson) terminal.out(json({ wallet, file }));
  else {
    terminal.err(`${file} is the only copy of the key: anyone who has it controls the wallet\n`);
    terminal.out(`${wallet}\n`);
  }
  return EXIT.valid;
}

/** Errors: KEY_FILE_NOT_WRITTEN, also for an existing file, because overwriting a key loses the money that it holds. */
function write(file: string, text: string): void {
  let handle: number | undefined;
  try {
    handle = openSync(file, 'wx', 0o600);
    writeSync(handle, text);
    fsyncSync(handle);
    closeSync(handle);
  } catch (cause) {
    const errno = errnoOf(cause);
    // A partly written key could be mistaken for a complete one.
    if (handle !== undefined && errno !== 'EEXIST') rmSync(file, { force: true });
    fail(KEY_FILE_NOT_WRITTEN, { file, errno }, { cause });
  }
}
