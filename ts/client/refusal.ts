import { clipped, ERRORS, type ErrorNumber, LinesmanError } from '../error/index.js';

/** An answer that is none of 200. */
export interface RefusedAnswer {
  readonly endpoint: string;
  readonly status: number;
  readonly contentType: string;
  /** ms. */
  readonly retryAfter: number | null;
  readonly text: string;
}

const BY_STATUS: Readonly<Record<number, ErrorNumber>> = { 400: 7062, 401: 7060, 413: 7087, 429: 7066 };
/** More than is shown, so that a secret that `shown` takes out is whole. */
const LONGEST = 20_000;

/**
 * The error of a refusal. Problem details carry the service's own number; of a line of text the status decides: 400 → 7062, 401 → 7060,
 * 403 → 7061 or, with a reason of its own, 7027, 404 → 7064 or 7065 (not published yet), 413 → 7087, 429 → 7066, else 7027. Context: `status`,
 * `endpoint`, and `retryAfter` (ms) where the service names it. `shown` takes out of a text what no message may hold.
 */
export function refusalOf(answer: RefusedAnswer, shown: (text: string) => string): LinesmanError {
  const { endpoint, status, contentType, retryAfter, text } = answer;
  const context = { status, endpoint, ...(retryAfter !== null && { retryAfter }) };
  const problem = /^application\/problem\+json\b/i.test(contentType) ? problemOf(text) : undefined;
  const said = oneLine(problem?.detail ?? text);
  const message = `${endpoint} answers ${status}${said && `: ${clipped(shown(said))}`}`;
  const number = numberOf(problem?.code) ?? numberOfStatus(status, retryAfter, said);
  return new LinesmanError(number, {
    message,
    ...(problem?.hint && { hint: clipped(shown(oneLine(problem.hint))) }),
    ...context,
  });
}

function numberOfStatus(status: number, retryAfter: number | null, said: string): ErrorNumber {
  if (status === 404) return retryAfter !== null || /not published/i.test(said) ? 7065 : 7064;
  if (status === 403) return /invalid api token/i.test(said) ? 7061 : 7027;
  return BY_STATUS[status] ?? 7027;
}

function problemOf(text: string): { code: unknown; detail?: string; hint?: string } | undefined {
  try {
    const { code, detail, hint } = JSON.parse(text) as Record<string, unknown>;
    return { code, ...(typeof detail === 'string' && { detail }), ...(typeof hint === 'string' && { hint }) };
  } catch {
    return undefined;
  }
}

const numberOf = (code: unknown): ErrorNumber | undefined =>
  typeof code === 'number' && ERRORS.has(code) ? (code as ErrorNumber) : undefined;

/** Of the beginning only: a page of megabytes is no sentence. */
const oneLine = (text: string): string => text.slice(0, LONGEST).replace(/\s+/g, ' ').trim();
