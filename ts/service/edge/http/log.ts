import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { HIDDEN, hideSecrets } from '@linesman/sdk/node';
import { type DestinationStream, type Logger, pino } from 'pino';
import { errorFieldsOnce } from './errorFields.js';

const FIELDS = ['authorization', 'x-api-token', 'walletSignature', 'jwt', 'token', 'seed', 'secret'];

export interface LogOptions {
  readonly level?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Destination of the lines. Default: standard output. */
  readonly to?: DestinationStream;
}

/**
 * Creates a log of JSON lines without secrets: redacts known secret fields, and texts that look like a secret. A line
 * has `time`, `level`, `event`, and as far as there are any `trace`, the `number` of an error, its `message` and its
 * `stack`, which it has once.
 */
export function createLog({ level = 'info', to = process.stdout }: LogOptions = {}): Logger {
  const paths = FIELDS.flatMap((field) => ['', '*', '*.*'].map((above) => `${above && `${above}`}["${field}"]`));
  const ofError = errorFieldsOnce();
  return pino(
    {
      level,
      redact: { paths, censor: HIDDEN },
      base: null,
      messageKey: 'event',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: {
        level: (label) => ({ level: label }),
        log: ({ err, ...fields }) => ({ ...fields, ...(err instanceof Error && ofError(err)) }),
      },
    },
    { write: (line: string) => to.write(hideSecrets(line)) },
  );
}

/**
 * The id of the trace that a request belongs to, or of a new one. Versions after 00 may append fields.
 * @see https://www.w3.org/TR/trace-context/#traceparent-header and #versioning-of-traceparent
 */
export const traceOf = ({ traceparent }: IncomingHttpHeaders): string =>
  /^(?!ff|00.{54})[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?=-|$)/.exec(
    String(traceparent ?? ''),
  )?.[1] ?? randomUUID().replaceAll('-', '');
