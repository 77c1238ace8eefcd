import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
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
 * Reads all pieces, whatever follows the end of the archive. Throws for anything else: another kind of entry, a name
 * that leaves the folder, or an end that is missing.
 */
export function unpackArchive(pieces: Iterable<Uint8Array>, folder: string): void {
  const bytes = new Bytes(pieces);
  for (;;) {
    const header = Buffer.concat([...bytes.take(BLOCK)]);
    if (header.length < BLOCK) throw new Error('the archive has no end');
    const text = ([from, to]: readonly [number, number]): string =>
      header.toString('latin1', from, to).replace(/\0.*$/s, '');
    const name = text(NAME);
    // Two blocks of zeros mark the end.
    if (name === '' && text(MAGIC) === '') break;
    const parts = name.split('/').filter((part) => part !== '');
    if (text(MAGIC) !== 'ustar' || text(PREFIX) !== '' || parts.includes('..')) throw new Error('no such archive');
    const path = join(folder, ...parts);
    if (text(TYPE) === '5') mkdirSync(path, { recursive: true, mode: 0o700 });
    else {
      const size = Number.parseInt(text(SIZE), 8);
      if (!/^0?$/.test(text(TYPE)) || !(size >= 0)) throw new Error('no such entry');
      writeEntry(path, bytes.take(size), size);
      for (const _ of bytes.take(-size & (BLOCK - 1)));
    }
  }
  for (const _ of bytes.take(Number.POSITIVE_INFINITY));
}

function writeEntry(path: string, parts: Iterable<Uint8Array>, size: number): void {
  const file = openSync(path, 'wx', 0o600);
  let written = 0;
  try {
    for (const part of parts) {
      writeFileSync(file, part);
      written += part.length;
    }
  } finally {
    closeSync(file);
  }
  if (written < size) throw new Error('the archive ends in an entry');
}

/** Reads pieces as one text of bytes. */
class Bytes {
  private readonly pieces: Iterator<Uint8Array>;
  private rest: Uint8Array = new Uint8Array();

  constructor(pieces: Iterable<Uint8Array>) {
    this.pieces = pieces[Symbol.iterator]();
  }

  /** The next bytes, in parts; fewer at the end. */
  *take(length: number): Generator<Uint8Array> {
    for (let left = length; left > 0; ) {
      if (this.rest.length === 0) {
        const { value, done } = this.pieces.next();
        if (done) return;
        this.rest = value;
      }
      const part = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
}
