import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { fail } from '../../error/index.js';

/**
 * A file for a secret that only its owner may read. It is begun before there is anything to write, so that what is paid for is not lost to
 * a folder that cannot be written; what was there before stays until then.
 */
export class TokenFile {
  private readonly draft: string;
  private readonly handle: number;

  /** Errors: 7156. */
  constructor(readonly path: string) {
    this.draft = `${path}.${process.pid}.new`;
    try {
      this.handle = openSync(this.draft, 'wx', 0o600);
    } catch (error) {
      this.handle = refuse(path, error);
    }
  }

  /** Errors: 7156. */
  write(token: string): void {
    try {
      writeSync(this.handle, `${token}\n`);
      fsyncSync(this.handle);
      closeSync(this.handle);
      renameSync(this.draft, this.path);
    } catch (error) {
      refuse(this.path, error);
    }
  }

  /** Leaves things as they were. */
  abandon(): void {
    closeSync(this.handle);
    rmSync(this.draft, { force: true });
  }
}

const refuse = (path: string, error: unknown): never =>
  fail(7156, { message: `${path} cannot be written: ${(error as NodeJS.ErrnoException).code}.`, file: path });
