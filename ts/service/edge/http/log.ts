import { HIDDEN, hideSecrets } from '@linesman/sdk/node';
import { type DestinationStream, type Logger, pino } from 'pino';

const FIELDS = ['authorization', 'x-api-token', 'walletSignature', 'jwt', 'token', 'seed', 'secret'];

export interface LogOptions {
  readonly level?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Destination of the lines. Default: standard output. */
  readonly to?: DestinationStream;
}

/** A log of JSON lines without secrets: redacts known secret fields, and texts that look like a secret. */
export function createLog({ level = 'info', to = process.stdout }: LogOptions = {}): Logger {
  const paths = FIELDS.flatMap((field) => ['', '*', '*.*'].map((above) => `${above && `${above}`}["${field}"]`));
  return pino(
    { level, redact: { paths, censor: HIDDEN }, base: null },
    { write: (line: string) => to.write(hideSecrets(line)) },
  );
}
