import { retryAfterOf } from '../client/retryDelay.js';
import { CHAIN_NOT_REACHABLE, REQUEST_ABORTED, UNKNOWN_TRANSACTION_VERSION } from '../error/codes/api.js';
import { MALFORMED_URL } from '../error/codes/usage.js';
import { fail, LinesmanError } from '../error/linesmanError.js';
import { type OptionRules, optional } from '../format/checkOptions.js';
import { DURATION, FUNCTION, SIGNAL } from '../format/optionKinds.js';
import { HISTORY_NOT_AVAILABLE, VERSION_NOT_SUPPORTED } from '../program/transactionStatuses.js';
import { DocumentNode } from '../proof/document.js';
import { readDocument } from '../proof/readDocument.js';
import type { WholeAnswer } from './answerInTime.js';
import { errorIn, isBusy, isBusyStatus, patientAnswer } from './busyNode.js';

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

/** HTTP statuses that say more about the refusal than the body of the response. */
const ABOUT_CALLER: ReadonlySet<number> = new Set([401, 403, 429]);

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

  /**
   * A node that is busy is asked several times. Errors: CHAIN_NOT_REACHABLE, also when the node answers with an error;
   * UNKNOWN_TRANSACTION_VERSION; MALFORMED_RESPONSE; REQUEST_ABORTED.
   */
  async result(method: string, params: readonly unknown[]): Promise<DocumentNode> {
    return resultIn(await this.text(method, params));
  }

  /** `result.value`. Errors: those of `result`. */
  async value(method: string, params: readonly unknown[]): Promise<DocumentNode> {
    return (await this.result(method, params)).field('value');
  }

  /** `result.value`, an amount of 64 bits. JSON numbers keep 53 of them, so the digits are read from the text. */
  async amount(method: string, params: readonly unknown[]): Promise<bigint> {
    const text = await this.text(method, params);
    const node = resultIn(text.replace(LONG_VALUE, '$1"$2"')).field('value');
    if (typeof node.value !== 'string' || !LONG.test(node.value))
      return BigInt(node.integer(0, Number.MAX_SAFE_INTEGER));
    const amount = BigInt(node.value);
    return amount <= U64_MAX ? amount : node.wrong('an amount of 64 bits');
  }

  private async text(method: string, params: readonly unknown[]): Promise<string> {
    const { timeLimit = 10_000, signal, fetch: ask = fetch } = this.options;
    const request = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      ...(signal && { signal }),
    };
    let answer: WholeAnswer;
    try {
      answer = await patientAnswer(ask, this.url, request, timeLimit);
    } catch (error) {
      if (error instanceof LinesmanError) throw error;
      if (signal?.aborted) return fail(REQUEST_ABORTED);
      // The error leaves out the cause, because it may quote the URL and its access key.
      return fail(CHAIN_NOT_REACHABLE, {});
    }
    const { response, text } = answer;
    const { status } = response;
    // Some providers send an error of the node in a response with an error status.
    if (response.ok || (!ABOUT_CALLER.has(status) && errorIn(text) !== null)) return text;
    const isLimited = isBusyStatus(status, retryAfterOf(response, Date.now()));
    return fail(CHAIN_NOT_REACHABLE, { status, ...(isLimited && { refusal: 'busy' }) });
  }
}

/** A number of more digits than JSON numbers keep, as the value of an answer. */
const LONG_VALUE = /("value"\s*:\s*)([1-9]\d{15,19})(?=\s*[,}])/;
const LONG = /^[1-9]\d{15,19}$/;
const U64_MAX = 2n ** 64n - 1n;

function resultIn(text: string): DocumentNode {
  const node = new DocumentNode(readDocument(text, 'The response of the RPC node'), '$');
  const refused = node.find('error');
  if (!refused || refused.value === null) return node.field('result');
  const rpcError = refused.field('code').integer(-(2 ** 31), 2 ** 31);
  if (rpcError === VERSION_NOT_SUPPORTED) return fail(UNKNOWN_TRANSACTION_VERSION);
  if (rpcError === HISTORY_NOT_AVAILABLE) return fail(CHAIN_NOT_REACHABLE, { rpcError, refusal: 'history' });
  if (isBusy(rpcError, refused.find('message')?.value)) return fail(CHAIN_NOT_REACHABLE, { rpcError, refusal: 'busy' });
  return fail(CHAIN_NOT_REACHABLE, { rpcError });
}
