import { ATTEMPTS, retryAfterOf, retryDelay } from '../client/retryDelay.js';
import { systemTimers } from '../client/timers.js';
import { CHAIN_NOT_REACHABLE } from '../error/codes/api.js';
import { fail } from '../error/linesmanError.js';
import { isPassingRpcError } from '../program/nodeAnswers.js';
import { answerInTime, type WholeAnswer } from './answerInTime.js';

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/** The HTTP status that a provider puts inside a successful response, with or without the prefix of JSON-RPC. */
const LIMITS: ReadonlySet<unknown> = new Set([TOO_MANY_REQUESTS, -32_429]);
/** An invalid request stays invalid, whatever the message says about limits. */
const WRONG_REQUEST: ReadonlySet<unknown> = new Set([-32_700, -32_600, -32_601, -32_602]);
/** Providers do not share an error number for their rate limits, but they all use these words. */
const LIMITED = /too many requests|rate.?limit|(request|call|compute unit|credit)s?\b.{0,20}\blimit/i;

/** Whether a node that answers with this error, or another one behind its address, may answer later. */
export const isBusy = (code: unknown, message: unknown): boolean =>
  LIMITS.has(code) ||
  isPassingRpcError(code) ||
  (!WRONG_REQUEST.has(code) && typeof message === 'string' && LIMITED.test(message));

/** Whether a node that answers with this HTTP status may answer later. */
export const isBusyStatus = (status: number, retryAfter: number | null): boolean =>
  status === TOO_MANY_REQUESTS || (status === UNAVAILABLE && retryAfter !== null);

/**
 * Asks a node, and repeats the request a few times, after a wait, while the node is busy. Returns the last answer.
 *
 * @param busy ms after which the node wants to be asked again; `null` if it does not say, `undefined` if it is not
 * busy.
 */
export async function whileBusy<T>(
  ask: () => Promise<T>,
  busy: (answer: T) => number | null | undefined,
  signal?: AbortSignal | null,
): Promise<T> {
  const { sleep, random } = systemTimers;
  for (let attempt = 1; ; attempt++) {
    const answer = await ask();
    const after = busy(answer);
    if (after === undefined || attempt >= ATTEMPTS) return answer;
    await sleep(retryDelay(attempt, after, random()), signal ?? undefined);
    signal?.throwIfAborted();
  }
}

/** The information in an error about a node that may answer later. */
export interface Busy {
  /** ms to wait; `null` if the node does not say, `undefined` if it has been asked several times. */
  readonly after: number | null | undefined;
  /** The refusal, as far as it is known. */
  readonly by: { readonly status?: number; readonly rpcError?: number };
}

/**
 * Asks a node through a client library, and asks again while it is busy. Errors: CHAIN_NOT_REACHABLE when it stays
 * busy; any other error of the library.
 */
export async function patiently<T>(ask: () => Promise<T>, busyOf: (error: unknown) => Busy | undefined): Promise<T> {
  const asked = (): Promise<{ readonly value: T } | { readonly error: unknown }> =>
    ask().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
  const last = await whileBusy(asked, (answer) => ('error' in answer ? busyOf(answer.error)?.after : undefined));
  if ('value' in last) return last.value;
  const busy = busyOf(last.error);
  if (!busy) throw last.error;
  return fail(CHAIN_NOT_REACHABLE, { ...busy.by, refusal: 'busy' });
}

/**
 * Fetches a response whole, each attempt within `timeLimit` ms, from a node that may be busy. Errors:
 * CHAIN_NOT_REACHABLE after the time limit; those of `ask`.
 */
export function patientAnswer(
  ...[ask, address, init, timeLimit]: Parameters<typeof answerInTime>
): Promise<WholeAnswer> {
  return whileBusy(
    () => answerInTime(ask, address, init, timeLimit),
    ({ response, text }) => {
      const after = retryAfterOf(response, systemTimers.now());
      const error = errorIn(text);
      const isLimited = isBusyStatus(response.status, after) || (error !== null && isBusy(error.code, error.message));
      return isLimited ? after : undefined;
    },
    init?.signal,
  );
}

/** Errors of nodes are shorter, so a longer text is an answer. */
const LONGEST_ERROR = 10_000;

/** The JSON-RPC error in the text of a response, if it is one. */
export function errorIn(text: string): { readonly code?: unknown; readonly message?: unknown } | null {
  if (text.length > LONGEST_ERROR || !text.includes('"error"')) return null;
  try {
    const { error } = JSON.parse(text);
    return typeof error?.code === 'number' ? error : null;
  } catch {
    return null;
  }
}
