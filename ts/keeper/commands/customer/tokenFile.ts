import { errnoOf } from 'linesman/cli';
import { fail, TOKEN_FILE_NOT_WRITTEN } from 'linesman/error';
import { WholeFile } from 'linesman/node';

/**
 * A file for a secret that only its owner may read. It is begun before there is anything to write, so that what is paid for is not lost to
 * a folder that cannot be written; what was there before stays until then.
 */
export class TokenFile {
  private readonly file: WholeFile;

  /** Errors: TOKEN_FILE_NOT_WRITTEN. */
  constructor(readonly path: string) {
    this.file = refused(path, () => new WholeFile(path, `${path}.${process.pid}.new`));
  }

  /** Errors: TOKEN_FILE_NOT_WRITTEN. */
  write(token: string): void {
    refused(this.path, () => this.file.write(`${token}\n`));
  }

  /** Leaves things as they were; nothing more once it is written. */
  abandon(): void {
    this.file.abandon();
  }
}

function refused<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    return fail(TOKEN_FILE_NOT_WRITTEN, { file: path, errno: errnoOf(cause) }, { cause });
  }
}
