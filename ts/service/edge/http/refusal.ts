import {
  ERRORS,
  type ErrorNumber,
  errorOf,
  INTERNAL_ERROR,
  INVALID_PARAMETERS,
  LinesmanError,
  RECORD_NOT_FOUND,
  REQUEST_TOO_LARGE,
  SERVICE_STOPPING,
} from '@linesman/sdk/error';
import { fault } from '../fault.js';
import { ERROR_STATUS } from './errorStatus.js';

/** A refusal as sent. */
export interface Refusal {
  readonly status: number;
  /** One line. */
  readonly text: string;
  /** The error number. */
  readonly code: number;
  readonly hint: string;
  /** Seconds for `Retry-After`. */
  readonly retryAfter?: number;
}

/** The numbers of all errors that callers see. */
export const REFUSED_NUMBERS: ReadonlySet<number> = new Set([
  ...([...ERRORS.keys()] as ErrorNumber[]).filter((number) => {
    const entry = ERROR_STATUS[number];
    return entry !== undefined && entry.as === undefined;
  }),
  INTERNAL_ERROR,
]);

/** Fastify's own refusals, as our errors. */
const FRAMEWORK: Readonly<Record<string, LinesmanError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: wrong('header Content-Type', 'application/json', 'another or none given'),
  FST_ERR_CTP_INVALID_JSON_BODY: wrong('body', 'a JSON object', 'something else given'),
  FST_ERR_CTP_EMPTY_JSON_BODY: wrong('body', 'a JSON object', 'missing'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: wrong('header Content-Length', 'the bytes of the body', 'another number given'),
  FST_ERR_BAD_URL: wrong('path', 'UTF-8 with percent signs', 'something else given'),
  FST_ERR_MAX_PARAM_LENGTH: wrong('path', 'at most 100 characters between slashes', 'more given'),
  FST_ERR_CTP_BODY_TOO_LARGE: errorOf(REQUEST_TOO_LARGE),
};

const INTERNAL: Refusal = {
  status: 500,
  text: 'Internal server error',
  code: INTERNAL_ERROR,
  hint: errorOf(INTERNAL_ERROR).hint,
};

/** Statuses of the libraries that serve files, for conditions that a file does not meet. */
const FILE_CONDITION = wrong(
  'conditions',
  'headers that the file meets (Range, If-Match, If-Unmodified-Since)',
  'others given',
);

/** A path that is not the one of the file, such as `/a//b` for `/a/b`; the library has the status 403 and no code. */
const FILE_PATH = errorOf(RECORD_NOT_FOUND, { problem: 'no route' });

/** Error codes of an aborted request. While a request is still arriving, nothing else fails with these. */
const BROKEN_OFF: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];

/** Whether a request failed because the client aborted it. */
export function isBrokenOff(error: unknown, request: { readonly complete: boolean }): boolean {
  return request.complete === false && BROKEN_OFF.includes((error as { code?: unknown } | null)?.code);
}

/** The refusal for an error. Internal errors become a 500 without details. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof LinesmanError) return refusal(error);
  const { code, expose, statusCode } = (error ?? {}) as { code?: unknown; expose?: unknown; statusCode?: unknown };
  const ofFile = statusCode === 403 ? FILE_PATH : expose === true ? FILE_CONDITION : undefined;
  const known = FRAMEWORK[String(code)] ?? ofFile;
  return known ? refusal(known) : INTERNAL;
}

function refusal(error: LinesmanError): Refusal {
  const known = ERROR_STATUS[error.number];
  if (!known) return INTERNAL;
  const { status, text, as: code = error.number, faultOf } = known;
  const { message, hint, context } = faultOf ? errorOf(INVALID_PARAMETERS, { faults: [faultOf] }) : error;
  const retryAfter = typeof context.retryAfter === 'number' ? context.retryAfter : known.retryAfter;
  return {
    status,
    // The description's texts have no full stop.
    text: (text ?? message).replace(/[\r\n]+/g, ' ').replace(/[\s.]+$/, ''),
    code,
    hint,
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** Whether to log the error: neither shutdown nor a caller's mistake is a fault. */
export const isFault = ({ status, code }: Refusal): boolean => status >= 500 && code !== SERVICE_STOPPING;

function wrong(at: string, rule: string, found: string): LinesmanError {
  return errorOf(INVALID_PARAMETERS, { faults: [fault(at, rule, found)] });
}

/** Whether the caller prefers problem details (RFC 9457) to text. */
export function wantsProblem(accept: string | undefined): boolean {
  return (accept ?? '').split(',').some((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return type === 'application/problem+json' && !parameters.some((one) => /^q=0(\.0*)?$/.test(one));
  });
}

/** The problem details of a refusal. `code` and `hint` are our extensions. */
export function problemOf({ status, text, code, hint }: Refusal): Record<string, unknown> {
  return {
    type: `urn:linesman:error:${code}`,
    title: ERRORS.get(code)?.name ?? 'InternalError',
    status,
    detail: text,
    code,
    hint,
  };
}
