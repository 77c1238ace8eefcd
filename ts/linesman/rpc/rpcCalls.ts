import { CHAIN_NOT_REACHABLE, fail, LinesmanError, MALFORMED_URL, REQUEST_ABORTED } from '../error/index.js';
import { type OptionRules, optional } from '../format/checkOptions.js';
import { DURATION, FUNCTION, SIGNAL } from '../format/optionKinds.js';
import { DocumentNode } from '../proof/document.js';
import { readDocument } from '../proof/index.js';
import { answerInTime } from './answerInTime.js';

export interface RpcOptions {
  /** Time limit in ms for a request and its complete response. Default 10,000. */
  readonly timeLimit?: number;
  /** Aborts every request, which rejects with REQUEST_ABORTED. */
  readonly signal?: AbortSignal;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export const RPC_OPTIONS: OptionRules<RpcOptions> = {
  timeLimit: optional(DURATION),
  signal: optional(SIGNAL),
  fetch: optional(FUNCTION),
};

const SCHEMES = ['http', 'https'];

/** The state that an RPC node must have confirmed. */
export const COMMITMENT = 'confirmed';

/** Asks the node at a URL over `fetch`. */
export class RpcCalls {
  /** Errors: MALFORMED_URL. */
  constructor(
    private readonly url: string,
    private readonly options: RpcOptions,
  ) {
    if (!URL.canParse(url) || !SCHEMES.includes(new URL(url).protocol.slice(0, -1)))
      fail(MALFORMED_URL, { option: 'url', schemes: SCHEMES });
  }

  /** Errors: CHAIN_NOT_REACHABLE, also when the node answers with an error; MALFORMED_RESPONSE; REQUEST_ABORTED. */
  async result(method: string, params: readonly unknown[]): Promise<DocumentNode> {
    const node = new DocumentNode(await this.document(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })), '$');
    const refused = node.find('error');
    if (refused && refused.value !== null)
      return fail(CHAIN_NOT_REACHABLE, { rpcError: refused.field('code').integer(-(2 ** 31), 2 ** 31) });
    return node.field('result');
  }

  /** `result.value`. Errors: those of `result`. */
  async value(method: string, params: readonly unknown[]): Promise<DocumentNode> {
    return (await this.result(method, params)).field('value');
  }

  private async document(body: string): Promise<unknown> {
    const { timeLimit = 10_000, signal, fetch: ask = fetch } = this.options;
    const request = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      ...(signal && { signal }),
    };
    let response: Response;
    try {
      response = await answerInTime(ask, this.url, request, timeLimit);
    } catch (error) {
      if (error instanceof LinesmanError) throw error;
      if (signal?.aborted) return fail(REQUEST_ABORTED);
      // Without the cause, which may quote the URL and its access key.
      return fail(CHAIN_NOT_REACHABLE, {});
    }
    if (!response.ok) return fail(CHAIN_NOT_REACHABLE, { status: response.status });
    return readDocument(await response.text(), 'The response of the RPC node');
  }
}
