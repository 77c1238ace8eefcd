import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FOREIGN_FOLDER, fail, INVALID_DATA_FOLDER } from 'linesman/error';
import type { SavedAccount } from '../chain/index.js';
import { SOCKET_NAME } from '../intake/index.js';
import { inFolder, lockFolder } from '../store/index.js';
import { KeyFolder } from './keyFolder.js';
import { readWorld, type WantedWorld, type World, writeWorld } from './world.js';
import { writeWhole } from './writeWhole.js';

/** All that a service of one machine keeps. Nobody but the owner may read it. */
export class DataFolder {
  readonly path: string;
  readonly keys: KeyFolder;
  private readonly unlock: () => void;

  /**
   * Errors: FOLDER_IN_USE when another process works in it, FOLDER_NOT_WRITABLE it cannot be written, FOREIGN_FOLDER it
   * is somebody else's.
   */
  constructor(path: string) {
    this.path = resolve(path);
    inFolder(this.path, () => {
      mkdirSync(this.path, { recursive: true, mode: 0o700 });
      refuseForeign(this.path);
      chmodSync(this.path, 0o700);
    });
    this.unlock = lockFolder(this.path, join(this.path, 'lock'));
    this.keys = new KeyFolder(join(this.path, 'keys'));
  }

  get store(): string {
    return join(this.path, 'store');
  }

  /** Where records for the running service go. */
  get ingestSocket(): string {
    return join(this.path, SOCKET_NAME);
  }

  /** API token of the wallet that the embedded service subscribes. */
  get apiToken(): string {
    return join(this.path, 'api-token');
  }

  get sessionToken(): string {
    return join(this.path, 'session-token');
  }

  /** Errors: INVALID_DATA_FOLDER. */
  readWorld(wanted: WantedWorld): World | null {
    return readWorld(join(this.path, 'world.json'), wanted);
  }

  writeWorld(world: World): void {
    writeWorld(join(this.path, 'world.json'), world);
  }

  /** The text of a file that this folder's services have written, or `null`. */
  read(file: string): string | null {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      const { code: errno = '' } = error as NodeJS.ErrnoException;
      return fail(INVALID_DATA_FOLDER, { problem: 'not readable', file, errno });
    }
  }

  write(file: string, text: string): void {
    writeWhole(file, `${text}\n`);
  }

  /**
   * The accounts of the embedded chain as they were; none of a chain that has not begun. Errors: INVALID_DATA_FOLDER.
   */
  readChain(): Record<string, SavedAccount> {
    const file = join(this.path, 'chain.json');
    const text = this.read(file);
    if (text === null) return {};
    try {
      const accounts = JSON.parse(text) as Record<string, SavedAccount>;
      if (!Object.values(accounts).every(isAccount)) throw new Error();
      return accounts;
    } catch {
      return fail(INVALID_DATA_FOLDER, { problem: 'not ours', file });
    }
  }

  /** `accounts`: the JSON text of what `readChain` gives. */
  writeChain(accounts: string): void {
    writeWhole(join(this.path, 'chain.json'), accounts);
  }

  /** Lets another process work in it. */
  close(): void {
    this.unlock();
  }
}

const isAccount = (value: unknown): boolean => {
  const { lamports, data, owner, executable } = (value ?? {}) as Record<keyof SavedAccount, unknown>;
  return (
    typeof lamports === 'number' &&
    typeof data === 'string' &&
    typeof owner === 'string' &&
    typeof executable === 'boolean'
  );
};

/** What services put into their folder. */
const OURS: ReadonlySet<string> = new Set([
  ...['lock', 'keys', 'store', 'store.lock', 'world.json', 'chain.json', 'api-token', 'session-token', SOCKET_NAME],
  // Of a service that was killed in the middle of its first file.
  'world.json.new',
  'store.new',
]);
/** Every new file system has it. */
const NOTHING = 'lost+found';

/**
 * A folder becomes its owner's alone, and is filled: that must not happen to one that was named by mistake. Errors:
 * FOREIGN_FOLDER.
 */
function refuseForeign(folder: string): void {
  const { uid } = statSync(folder);
  const us = process.geteuid?.();
  if (us !== undefined && us !== 0 && uid !== us) fail(FOREIGN_FOLDER, { folder, uid, us });
  const names = readdirSync(folder).filter((name) => name !== NOTHING);
  if (names.length > 0 && !names.some((name) => OURS.has(name)))
    fail(FOREIGN_FOLDER, { folder, holds: names[0] ?? '' });
}
