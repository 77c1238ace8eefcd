import { CHAIN_NOT_REACHABLE } from '../error/codes/api.js';
import { fail } from '../error/linesmanError.js';

type Fetch = typeof fetch;

/** Maximum bytes of an answer: the accounts of some 60,000 markets. */
export const LONGEST_ANSWER = 64 * 2 ** 20;

/** A response that was read whole, and can be read again. */
export interface WholeAnswer {
  readonly response: Response;
  readonly text: string;
}

/**
 * Fetches a response whole within `timeLimit` ms, body included: a node may fall silent after the headers. Errors:
 * CHAIN_NOT_REACHABLE after the time limit, or beyond LONGEST_ANSWER; those of `ask`.
 */
export async function answerInTime(
  ask: Fetch,
  address: Parameters<Fetch>[0],
  init: Parameters<Fetch>[1],
  timeLimit: number,
): Promise<WholeAnswer> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeLimit);
  const signals = [limit.signal, ...(init?.signal ? [init.signal] : [])];
  const answer = async (): Promise<WholeAnswer> => {
    const response = await ask(address, { ...init, signal: AbortSignal.any(signals) });
    const { status, statusText, headers } = response;
    const text = await textOf(response);
    return { response: new Response(text, { status, statusText, headers }), text };
  };
  // Some engines drop the request's signal once the response has begun, so the race has its own listener.
  const late = new Promise<never>((_, reject) =>
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason), { once: true }),
  );
  try {
    return await Promise.race([answer(), late]);
  } catch (error) {
    if (!limit.signal.aborted) throw error;
    // The URL may carry an access key, so the error leaves it out.
    return fail(CHAIN_NOT_REACHABLE, { timeLimit });
  } finally {
    clearTimeout(timer);
  }
}

/** The body, of which no more is kept than the longest answer. */
async function textOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ; ) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > LONGEST_ANSWER) {
      void reader?.cancel().catch(() => {});
      return fail(CHAIN_NOT_REACHABLE, { longest: LONGEST_ANSWER });
    }
    text += decoder.decode(value, { stream: true });
  }
}
