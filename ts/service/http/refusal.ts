import {
  ERRORS,
  type ErrorNumber,
  errorOf,
  INTERNAL_ERROR,
  INVALID_PARAMETERS,
  LinesmanError,
  REQUEST_TOO_LARGE,
  SERVICE_STOPPING,
} from 'linesman/error';
import { type Answered, ERROR_STATUS } from './errorStatus.js';
import { fault } from './fault.js';

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

/** What an error is answered with; `undefined`: it is a fault of the service. */
function answered(number: ErrorNumber): Answered | undefined {
  const found = ERROR_STATUS[number];
  return found === 'fault' ? undefined : found;
}

/** The numbers of the errors that callers are told of. */
export const REFUSED_NUMBERS: ReadonlySet<number> = new Set([
  ...([...ERRORS.keys()] as ErrorNumber[]).filter((number) => {
    const told = answered(number);
    return told !== undefined && told.as === undefined;
  }),
  INTERNAL_ERROR,
]);

/** What Fastify itself finds wrong with a request, as errors of ours. */
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

/** What ends a request before all of it has come. While it comes, nothing else of the service fails so. */
const BROKEN_OFF: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];

/** Whether a request failed because its sender broke it off. */
export function isBrokenOff(error: unknown, request: { readonly complete: boolean }): boolean {
  return request.complete === false && BROKEN_OFF.includes((error as { code?: unknown } | null)?.code);
}

/** What to answer to an error. Anything that is not meant for the caller is 500 without detail. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof LinesmanError) return refusal(error);
  const known = FRAMEWORK[String((error as { code?: unknown } | null)?.code)];
  return known ? refusal(known) : INTERNAL;
}

function refusal(error: LinesmanError): Refusal {
  const known = answered(error.number);
  if (!known) return INTERNAL;
  const { status, text, as: code = error.number, faultOf } = known;
  const { message, hint, context } = faultOf ? errorOf(INVALID_PARAMETERS, { faults: [faultOf] }) : error;
  const retryAfter = typeof context.retryAfter === 'number' ? context.retryAfter : known.retryAfter;
  return {
    status,
    // The description has its texts without a full stop.
    text: (text ?? message).replace(/[\r\n]+/g, ' ').replace(/[\s.]+$/, ''),
    code,
    hint,
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** Whether the log should say why: a stop is none, and what callers do wrong neither. */
export const isFault = ({ status, code }: Refusal): boolean => status >= 500 && code !== SERVICE_STOPPING;

function wrong(at: string, rule: string, found: string): LinesmanError {
  return errorOf(INVALID_PARAMETERS, { faults: [fault(at, rule, found)] });
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
