import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Size of a header, and unit of the contents. */
const BLOCK = 512;
/** The fields of a header: start and end in bytes. */
const NAME = [0, 100] as const;
const SIZE = [124, 136] as const;
const TYPE = [156, 157] as const;
const MAGIC = [257, 262] as const;
const PREFIX = [345, 500] as const;

/**
 * Unpacks an archive that PGlite has written of a database into an existing folder. Only this user can access the files
 * and folders. PGlite would unpack it more slowly, into an instance that must then be closed and leaves its memory
 * behind.
 *
 * Throws for anything else: another kind of entry, a name that leaves the folder, or an end that is missing.
 */
export function unpackArchive(archive: Uint8Array, folder: string): void {
  let at = 0;
  for (;;) {
    const header = Buffer.from(archive.buffer, archive.byteOffset + at, Math.min(BLOCK, archive.length - at));
    if (header.length < BLOCK) throw new Error('the archive has no end');
    at += BLOCK;
    const text = ([from, to]: readonly [number, number]): string =>
      header.toString('latin1', from, to).replace(/\0.*$/s, '');
    const name = text(NAME);
    // Two blocks of zeros mark the end.
    if (name === '' && text(MAGIC) === '') return;
    const parts = name.split('/').filter((part) => part !== '');
    if (text(MAGIC) !== 'ustar' || text(PREFIX) !== '' || parts.includes('..')) throw new Error('no such archive');
    const path = join(folder, ...parts);
    if (text(TYPE) === '5') mkdirSync(path, { recursive: true, mode: 0o700 });
    else {
      const size = Number.parseInt(text(SIZE), 8);
      if (!/^0?$/.test(text(TYPE)) || !(at + size <= archive.length)) throw new Error('no such entry');
      writeFileSync(path, archive.subarray(at, at + size), { mode: 0o600, flag: 'wx' });
      at += Math.ceil(size / BLOCK) * BLOCK;
    }
  }
}
