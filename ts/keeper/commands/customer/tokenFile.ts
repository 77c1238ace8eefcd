import { errnoOf } from '@linesman/cli';
import { fail, TOKEN_FILE_NOT_WRITTEN } from '@linesman/sdk/error';
import { WholeFile } from '@linesman/sdk/node';

/**
 * A secret in a file that only its owner may read. It is opened before the payment, so that an unwritable folder cannot
 * lose a token that was paid for. An existing file stays until the new one is written.
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

  /** Discards the file; does nothing once it is written. */
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
