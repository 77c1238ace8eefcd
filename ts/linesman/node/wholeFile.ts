import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A file that only its owner may read, written as a whole or not at all, whenever the process ends. What was there before
 * stays until then. All of it throws what the system throws.
 */
export class WholeFile {
  private handle: number | null;

  /** Two that write the same file at the same time need drafts of their own. */
  constructor(
    private readonly path: string,
    private readonly draft = `${path}.new`,
  ) {
    // Its draft could be written, and never take the place of a folder.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw Object.assign(new Error(`${path} is a folder.`), { code: 'EISDIR', syscall: 'open', path });
    // Of a process that was killed; what else stands there is neither followed nor filled with somebody else's mode.
    rmSync(draft, { force: true });
    this.handle = openSync(draft, 'wx', 0o600);
  }

  /** Once; when it fails, things are as they were. */
  write(...parts: readonly (string | Uint8Array)[]): void {
    if (this.handle === null) throw new Error(`${this.path} is written, or was given up.`);
    try {
      for (const part of parts) writeFileSync(this.handle, part);
      fsyncSync(this.handle);
      this.close();
      renameSync(this.draft, this.path);
    } catch (error) {
      this.abandon();
      throw error;
    }
    syncFolder(dirname(this.path));
  }

  /** Leaves things as they were; nothing more once it is written. */
  abandon(): void {
    this.close();
    rmSync(this.draft, { force: true });
  }

  private close(): void {
    const { handle } = this;
    this.handle = null;
    if (handle !== null) closeSync(handle);
  }
}

/** The new name, too, outlives a loss of power; where a folder cannot be opened, the system sees to that or nobody can. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // The file is there.
  }
}
