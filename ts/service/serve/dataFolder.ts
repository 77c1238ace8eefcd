import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail } from '../../error/index.js';
import type { SavedAccount } from '../chain/index.js';
import { SOCKET_NAME } from '../intake/index.js';
import { lockFolder } from '../store/index.js';
import { KeyFolder } from './keyFolder.js';
import { readWorld, type WantedWorld, type World, writeWorld } from './world.js';
import { writeWhole } from './writeWhole.js';

/** All that a service of one machine keeps. Nobody but the owner may read it. */
export class DataFolder {
  readonly path: string;
  readonly keys: KeyFolder;
  private readonly unlock: () => void;

  /** Errors: 7133 when another process works in it. */
  constructor(path: string) {
    this.path = resolve(path);
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    chmodSync(this.path, 0o700);
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

  /** Errors: 7135. */
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
      return fail(7135, { message: `${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.` });
    }
  }

  write(file: string, text: string): void {
    writeWhole(file, `${text}\n`);
  }

  /** The accounts of the embedded chain as they were. Errors: 7135. */
  readChain(): Record<string, SavedAccount> {
    const file = join(this.path, 'chain.json');
    const text = this.read(file);
    if (text === null) return {};
    try {
      return JSON.parse(text) as Record<string, SavedAccount>;
    } catch {
      return fail(7135, { message: `${file} is not what this version wrote.` });
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
