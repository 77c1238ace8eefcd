import { type DestinationStream, type Logger, pino } from 'pino';

const HIDDEN = '[hidden]';
/** Session tokens and API tokens, wherever they stand: messages of errors may quote what somebody sent. */
const SECRETS = /eyJ[\w-]{4,}\.[\w-]+\.[\w-]*|lsm_[\w-]{20,}/g;
/** The password of an address: errors of drivers may quote one. */
const PASSWORDS = /(:\/\/[^\s:/@"]{0,64}):[^\s@/"]{1,256}@/g;
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

export function hideSecrets(text: string): string {
  return text.replace(SECRETS, HIDDEN).replace(PASSWORDS, `$1:${HIDDEN}@`);
}
