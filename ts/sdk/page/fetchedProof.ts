import { refusalOf } from '../client/refusal.js';
import { retryAfterOf } from '../client/retryDelay.js';
import { CHAIN_NOT_REACHABLE } from '../error/codes/api.js';
import { SERVICE_UNAVAILABLE } from '../error/codes/library.js';
import { errorOf, isError, type LinesmanError } from '../error/linesmanError.js';
import { answerInTime } from '../rpc/answerInTime.js';

/** ms for the whole answer. */
const TIME_LIMIT = 10_000;

/** The text at an address, or why there is none. A refusal, an error page and silence say nothing about a proof. */
export async function fetchedProof(
  src: string,
  base: string,
  ask: typeof fetch = fetch,
): Promise<string | LinesmanError> {
  let endpoint = src;
  try {
    const address = new URL(src, base);
    endpoint = address.pathname;
    const { response, text } = await answerInTime(ask, address, { credentials: 'omit' }, TIME_LIMIT);
    if (response.ok) return text;
    const contentType = response.headers.get('content-type') ?? '';
    // Markup is no reason that anybody can read.
    const said = /html/i.test(contentType) ? '' : text;
    const retryAfter = retryAfterOf(response, Date.now());
    return refusalOf({ endpoint, status: response.status, contentType, retryAfter, text: said }, (shown) => shown);
  } catch (error) {
    const reason = isError(error, CHAIN_NOT_REACHABLE) ? `nothing within ${TIME_LIMIT / 1000} s` : String(error);
    return errorOf(SERVICE_UNAVAILABLE, { problem: 'no answer', endpoint, reason });
  }
}
