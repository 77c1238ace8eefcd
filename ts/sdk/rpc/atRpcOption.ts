import { CHAIN_NOT_REACHABLE } from '../error/codes/api.js';
import { MALFORMED_RESPONSE } from '../error/codes/library.js';
import { fail, isError } from '../error/linesmanError.js';

/**
 * Sends a request to the node of `--rpc`. Errors never repeat its address, because it may contain an access key.
 * Errors: CHAIN_NOT_REACHABLE with that option when the node gives no usable answer; any other error of the request.
 *
 * @param asked What the node should return, a noun.
 */
export async function atRpcOption<T>(question: () => Promise<T>, asked?: string): Promise<T> {
  try {
    return await question();
  } catch (cause) {
    const about = { option: '--rpc', ...(asked !== undefined && { asked }) } as const;
    if (isError(cause, CHAIN_NOT_REACHABLE))
      return fail(CHAIN_NOT_REACHABLE, { ...cause.context, ...about }, { cause });
    if (isError(cause, MALFORMED_RESPONSE)) return fail(CHAIN_NOT_REACHABLE, about, { cause });
    throw cause;
  }
}
