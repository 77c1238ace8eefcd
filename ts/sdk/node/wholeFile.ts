import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Atomic write of a file that only its owner may read: whenever the process dies, the path has either the old content
 * or the complete new content. Throws the errors of the file system.
 */
export class WholeFile {
  private handle: number | null;

  /** @param draft Temporary file in the same folder. Concurrent writers of one path need different drafts. */
  constructor(
    private readonly path: string,
    private readonly draft = `${path}.new`,
  ) {
    // Fail before anything is written, because a file cannot be renamed over a folder.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw Object.assign(new Error(`${path} is a folder.`), { code: 'EISDIR', syscall: 'open', path });
    // A killed process may have left its draft. Removing it also prevents following a symlink, and keeping the
    // permissions of another file.
    rmSync(draft, { force: true });
    this.handle = openSync(draft, 'wx', 0o600);
  }

  /** Replaces the file, once. On failure the old content stays. */
  write(...parts: readonly (string | Uint8Array)[]): void {
    if (this.handle === null) throw new Error(`${this.path} is already written or abandoned.`);
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

  /** Keeps the old content. Does nothing after `write`. */
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

/** Makes the rename survive a power loss. This is impossible on platforms that cannot open a folder. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // The file itself is complete.
  }
}
