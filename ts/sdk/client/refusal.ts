import {
  INVALID_API_TOKEN,
  INVALID_PARAMETERS,
  INVALID_SESSION,
  NOT_PUBLISHED_YET,
  RECORD_NOT_FOUND,
  REQUEST_TOO_LARGE,
  TOO_MANY_REQUESTS,
} from '../error/codes/api.js';
import { SERVICE_REFUSED } from '../error/codes/library.js';
import { isErrorNumber } from '../error/describe/describe.js';
import type { ErrorNumber } from '../error/errors.js';
import { type LinesmanError, relayed } from '../error/linesmanError.js';
import { clipped } from '../error/quoted.js';

/** A response with an error status. */
export interface RefusedAnswer {
  readonly endpoint: string;
  readonly status: number;
  readonly contentType: string;
  /** ms. */
  readonly retryAfter: number | null;
  readonly text: string;
}

const BY_STATUS: Readonly<Record<number, ErrorNumber>> = {
  400: INVALID_PARAMETERS,
  401: INVALID_SESSION,
  413: REQUEST_TOO_LARGE,
  429: TOO_MANY_REQUESTS,
};
/** Longer than any message, so that `shown` sees secrets whole before they are cut. */
const LONGEST = 20_000;

/**
 * Builds the error for a refused request. Problem details carry the service's error number; otherwise the status
 * decides: 400 INVALID_PARAMETERS, 401 INVALID_SESSION, 403 INVALID_API_TOKEN or SERVICE_REFUSED, 404 RECORD_NOT_FOUND
 * or NOT_PUBLISHED_YET, 413 REQUEST_TOO_LARGE, 429 TOO_MANY_REQUESTS, any other SERVICE_REFUSED. Context: `status`,
 * `endpoint`, and `retryAfter` (ms) if the service sent it.
 *
 * @param shown Removes secrets from text.
 */
export function refusalOf(answer: RefusedAnswer, shown: (text: string) => string): LinesmanError {
  const { endpoint, status, contentType, retryAfter, text } = answer;
  const context = { status, endpoint, ...(retryAfter !== null && { retryAfter }) };
  const problem = /^application\/problem\+json\b/i.test(contentType) ? problemOf(text) : undefined;
  const said = oneLine(problem?.detail ?? text);
  const sentence = `${endpoint} answers ${status}${said && `: ${clipped(shown(said))}`}`;
  const hint = problem?.hint === undefined ? undefined : clipped(shown(oneLine(problem.hint)));
  const number = numberOf(problem?.code) ?? numberOfStatus(status, retryAfter, said);
  return relayed(number, { sentence, hint, name: number === problem?.code ? problem.title : undefined }, context);
}

function numberOfStatus(status: number, retryAfter: number | null, said: string): ErrorNumber {
  if (status === 404) return retryAfter !== null || /not published/i.test(said) ? NOT_PUBLISHED_YET : RECORD_NOT_FOUND;
  if (status === 403) return /invalid api token/i.test(said) ? INVALID_API_TOKEN : SERVICE_REFUSED;
  return BY_STATUS[status] ?? SERVICE_REFUSED;
}

function problemOf(text: string): { code: unknown; title?: string; detail?: string; hint?: string } | undefined {
  try {
    const { code, title, detail, hint } = JSON.parse(text) as Record<string, unknown>;
    return {
      code,
      ...(typeof title === 'string' && /^[A-Z][A-Za-z]{1,63}$/.test(title) && { title }),
      ...(typeof detail === 'string' && { detail }),
      ...(typeof hint === 'string' && { hint }),
    };
  } catch {
    return undefined;
  }
}

const numberOf = (code: unknown): ErrorNumber | undefined =>
  typeof code === 'number' && isErrorNumber(code) ? (code as ErrorNumber) : undefined;

/** Joins only the beginning of a text into one line, because a body may have megabytes. */
const oneLine = (text: string): string => text.slice(0, LONGEST).replace(/\s+/g, ' ').trim();
