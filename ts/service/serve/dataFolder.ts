import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FOREIGN_FOLDER, fail, INVALID_DATA_FOLDER } from '@linesman/sdk/error';
import { inFolder, lockFolder } from '@linesman/sdk/node';
import { SOCKET_NAME } from '../data/intake/socketPath.js';
import type { SavedAccount } from '../roots/chain/surfnetRpc.js';
import { KeyFolder } from './keyFolder.js';
import { writeWhole } from './writeWhole.js';

/** The data of a single-machine service. Only its owner may read it. */
export class DataFolder {
  readonly path: string;
  readonly keys: KeyFolder;
  private readonly unlock: () => void;

  /**
   * Errors: FOLDER_IN_USE when another process uses it; FOLDER_NOT_WRITABLE; FOREIGN_FOLDER when it is not the
   * service's own.
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

  /** Socket where the running service accepts records. */
  get ingestSocket(): string {
    return join(this.path, SOCKET_NAME);
  }

  /** File with the API token of the wallet that the embedded service subscribes. */
  get apiToken(): string {
    return join(this.path, 'api-token');
  }

  get sessionToken(): string {
    return join(this.path, 'session-token');
  }

  /** File of the simulated world (`world.ts`), if one has begun here. */
  get world(): string {
    return join(this.path, 'world.json');
  }

  /** The text of a file written by this folder's services, or `null`. */
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

  /** The saved accounts of the embedded chain; empty for a new chain. Errors: INVALID_DATA_FOLDER. */
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

  /** `accounts`: the JSON text that `readChain` reads. */
  writeChain(accounts: string): void {
    writeWhole(join(this.path, 'chain.json'), accounts);
  }

  /** Unlocks the folder for other processes. */
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

/** Files and folders that services create. */
const OURS: ReadonlySet<string> = new Set([
  ...['lock', 'keys', 'store', 'store.lock', 'world.json', 'chain.json', 'api-token', 'session-token', SOCKET_NAME],
  `${SOCKET_NAME}.lock`,
  // Left behind by a service killed while writing its first file.
  'world.json.new',
  'store.new',
]);
/** This folder is present on every new file system. */
const NOTHING = 'lost+found';

/**
 * The service makes the folder private and fills it, which must not happen to a folder that was named by mistake.
 * Errors: FOREIGN_FOLDER.
 */
function refuseForeign(folder: string): void {
  const { uid } = statSync(folder);
  const us = process.geteuid?.();
  if (us !== undefined && us !== 0 && uid !== us) fail(FOREIGN_FOLDER, { folder, uid, us });
  const names = readdirSync(folder).filter((name) => name !== NOTHING);
  if (names.length > 0 && !names.some((name) => OURS.has(name)))
    fail(FOREIGN_FOLDER, { folder, holds: names[0] ?? '' });
}
