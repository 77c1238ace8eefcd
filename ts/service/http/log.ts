import { HIDDEN, hideSecrets } from 'linesman/node';
import { type DestinationStream, type Logger, pino } from 'pino';

const FIELDS = ['authorization', 'x-api-token', 'walletSignature', 'jwt', 'token', 'seed', 'secret'];

export interface LogOptions {
  readonly level?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Where lines go; standard output by default. */
  readonly to?: DestinationStream;
}

/** A log of JSON lines without secrets: fields that are known to hold one, and texts that look like one, are hidden. */
export function createLog({ level = 'info', to = process.stdout }: LogOptions = {}): Logger {
  const paths = FIELDS.flatMap((field) => ['', '*', '*.*'].map((above) => `${above && `${above}`}["${field}"]`));
  return pino(
    { level, redact: { paths, censor: HIDDEN }, base: null },
    { write: (line: string) => to.write(hideSecrets(line)) },
  );
}
