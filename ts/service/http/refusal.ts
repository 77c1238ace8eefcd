import { ERRORS, LinesmanError } from '../../error/index.js';
import { fault, faultsText } from './fault.js';

/** A refusal as it is sent. */
export interface Refusal {
  readonly status: number;
  /** One line. */
  readonly text: string;
  /** Our number of the error. */
  readonly code: number;
  readonly hint: string;
  /** Seconds, for `Retry-After`. */
  readonly retryAfter?: number;
}

const DENIED = 'Access denied: Invalid API token or insufficient permissions';
/** Seconds until a root that is not published yet is worth another question. */
const NOT_PUBLISHED_RETRY = 20;
const TOO_MANY_STREAMS_RETRY = 15;
/** Seconds after which a request of the same address may have ended. */
const TOO_MANY_CONNECTIONS_RETRY = 5;

/** Status of an error and the text that is said whatever the error says; without a text its own message is said. */
const REFUSALS: Readonly<Record<number, { status: number; text?: string; retryAfter?: number }>> = {
  7060: { status: 401, text: 'Authorization failed: Invalid or expired guest JWT' },
  7061: { status: 403, text: DENIED },
  7062: { status: 400 },
  7063: { status: 403, text: DENIED },
  7064: { status: 404 },
  7065: { status: 404, text: 'Not published yet', retryAfter: NOT_PUBLISHED_RETRY },
  7066: { status: 429 },
  7067: { status: 429, retryAfter: TOO_MANY_STREAMS_RETRY },
  7068: { status: 504, text: 'The chain cannot be asked' },
  7071: { status: 403 },
  7072: { status: 403 },
  7073: { status: 403 },
  7074: { status: 403 },
  7075: { status: 403 },
  7076: { status: 403 },
  7077: { status: 403 },
  7078: { status: 403 },
  7079: { status: 403 },
  7080: { status: 403 },
  7081: { status: 403 },
  7082: { status: 403 },
  7084: { status: 400 },
  7085: { status: 400 },
  7086: { status: 503, text: 'The answer took too long', retryAfter: 5 },
  7087: { status: 413 },
  7116: { status: 503, text: 'The service stops', retryAfter: 5 },
  7180: { status: 403 },
  7190: { status: 403 },
  7191: { status: 403 },
  7200: { status: 429, retryAfter: TOO_MANY_CONNECTIONS_RETRY },
  7201: { status: 408, text: 'Request Timeout' },
  7202: { status: 405 },
};

/** The numbers of the errors that callers are told of. */
export const REFUSED_NUMBERS: ReadonlySet<number> = new Set([...Object.keys(REFUSALS).map(Number), 7069]);

/** What Fastify itself finds wrong with a request, as errors of ours. */
const FRAMEWORK: Readonly<Record<string, { number: number; message?: string }>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: wrong('header Content-Type', 'application/json', 'another or none given'),
  FST_ERR_CTP_INVALID_JSON_BODY: wrong('body', 'a JSON object', 'something else given'),
  FST_ERR_CTP_EMPTY_JSON_BODY: wrong('body', 'a JSON object', 'missing'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: wrong('header Content-Length', 'the bytes of the body', 'another number given'),
  FST_ERR_BAD_URL: wrong('path', 'UTF-8 with percent signs', 'something else given'),
  FST_ERR_MAX_PARAM_LENGTH: wrong('path', 'at most 100 characters between slashes', 'more given'),
  FST_ERR_CTP_BODY_TOO_LARGE: { number: 7087 },
  FST_ERR_HANDLER_TIMEOUT: { number: 7086 },
};

const INTERNAL: Refusal = { status: 500, text: 'Internal server error', code: 7069, hint: hintOf(7069) };

/** What ends a request before all of it has come. While it comes, nothing else of the service fails so. */
const BROKEN_OFF: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'FST_ERR_HANDLER_TIMEOUT'];

/** Whether a request failed because its sender broke it off, or sent it too slowly. */
export function isBrokenOff(error: unknown, request: { readonly complete: boolean }): boolean {
  return request.complete === false && BROKEN_OFF.includes((error as { code?: unknown } | null)?.code);
}

/** What to answer to an error. Anything that is not meant for the caller is 500 without detail. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof LinesmanError) {
    const { retryAfter } = error.context;
    return refusal(error.number, error.message, error.hint, typeof retryAfter === 'number' ? retryAfter : undefined);
  }
  const known = FRAMEWORK[String((error as { code?: unknown } | null)?.code)];
  if (!known) return INTERNAL;
  return refusal(known.number, known.message ?? ERRORS.get(known.number)?.sentence ?? '', hintOf(known.number));
}

function refusal(code: number, message: string, hint: string, given?: number): Refusal {
  const known = REFUSALS[code];
  if (!known) return INTERNAL;
  const retryAfter = given ?? known.retryAfter;
  return {
    status: known.status,
    // The description has its texts without a full stop.
    text: (known.text ?? message).replace(/[\r\n]+/g, ' ').replace(/[\s.]+$/, ''),
    code,
    hint,
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** Whether the log should say why: a stop is none, and what callers do wrong neither. */
export const isFault = ({ status, code }: Refusal): boolean => status >= 500 && code !== 7116;

function wrong(at: string, rule: string, found: string): { number: number; message: string } {
  return { number: 7062, message: faultsText([fault(at, rule, found)]) };
}

function hintOf(code: number): string {
  return ERRORS.get(code)?.hint ?? '';
}

/** Whether the caller wants problem details (RFC 9457) instead of a line of text. */
export function wantsProblem(accept: string | undefined): boolean {
  return (accept ?? '').split(',').some((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return type === 'application/problem+json' && !parameters.some((one) => /^q=0(\.0*)?$/.test(one));
  });
}

/** Problem details of a refusal. `code` and `hint` are extensions of ours. */
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
