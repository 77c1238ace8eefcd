import { base64 } from '@scure/base';
import { CHAIN_NOT_REACHABLE, fail, LinesmanError, MALFORMED_URL, REQUEST_ABORTED } from '../error/index.js';
import { checkOptions, type OptionRules, optional } from '../format/checkOptions.js';
import { DURATION, FUNCTION, SIGNAL } from '../format/optionKinds.js';
import { readInBatches } from '../program/inBatches.js';
import { type AccountsChain, type Address, isAddress } from '../program/index.js';
import { DocumentNode } from '../proof/document.js';
import { readDocument } from '../proof/index.js';
import { answerInTime } from './answerInTime.js';

export interface AccountReaderOptions {
  /** Time limit in ms for a request and its complete response. Default 10,000. */
  readonly timeLimit?: number;
  /** Aborts every request, which rejects with REQUEST_ABORTED. */
  readonly signal?: AbortSignal;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

const OPTIONS: OptionRules<AccountReaderOptions> = {
  timeLimit: optional(DURATION),
  signal: optional(SIGNAL),
  fetch: optional(FUNCTION),
};

const SCHEMES = ['http', 'https'];

/** The state that an RPC node must have confirmed. */
const COMMITMENT = 'confirmed';

/**
 * Reads accounts from the RPC node at a URL, over `fetch` alone, at commitment `confirmed`. Enough to compare proofs
 * with the roots on chain, in browsers too; `linesman/web3` and `linesman/kit` also send transactions.
 *
 * Errors: UNKNOWN_OPTION, WRONG_OPTION, MALFORMED_URL. Its requests: CHAIN_NOT_REACHABLE when the node does not answer in time, refuses
 * or answers with an error; MALFORMED_RESPONSE; REQUEST_ABORTED. None of them contains the URL, which may carry an
 * access key.
 *
 * @example
 * ```ts
 * import { type Address, scoresRootsAddress } from 'linesman/program';
 * import { accountReader } from 'linesman/rpc';
 *
 * declare const oracleProgram: Address;
 * const chain = accountReader('https://api.devnet.solana.com');
 * const roots = await chain.account(scoresRootsAddress(20_643, oracleProgram).address);
 * ```
 */
export function accountReader(url: string, options: AccountReaderOptions = {}): AccountsChain {
  checkOptions('accountReader', options, OPTIONS);
  if (!URL.canParse(url) || !SCHEMES.includes(new URL(url).protocol.slice(0, -1)))
    fail(MALFORMED_URL, { option: 'url', schemes: SCHEMES });
  return {
    account: async (wanted) => {
      const value = await resultOf(url, options, 'getAccountInfo', wanted);
      return accountOf(value);
    },
    accounts: (wanted) =>
      readInBatches(wanted, async (some) => {
        const value = await resultOf(url, options, 'getMultipleAccounts', some);
        const values = value.list();
        return values.length === some.length ? values.map(accountOf) : value.wrong(`${some.length} accounts`);
      }),
  };
}

type Account = { readonly owner: Address; readonly data: Uint8Array };

function accountOf(node: DocumentNode): Account | null {
  if (node.value === null) return null;
  const data = node.field('data');
  const [text, encoding] = data.list();
  if (encoding?.value !== 'base64' || typeof text?.value !== 'string') return data.wrong('Base64');
  const owner = node.field('owner');
  if (!isAddress(owner.value)) return owner.wrong('an address');
  try {
    return { owner: owner.value, data: base64.decode(text.value) };
  } catch {
    return text.wrong('Base64');
  }
}

/** `result.value` of the response. */
async function resultOf(
  url: string,
  options: AccountReaderOptions,
  method: 'getAccountInfo' | 'getMultipleAccounts',
  wanted: Address | readonly Address[],
): Promise<DocumentNode> {
  const params = [wanted, { commitment: COMMITMENT, encoding: 'base64' }];
  const document = await responseTo(url, options, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  const node = new DocumentNode(document, '$');
  const refused = node.find('error');
  if (refused && refused.value !== null)
    return fail(CHAIN_NOT_REACHABLE, { rpcError: refused.field('code').integer(-(2 ** 31), 2 ** 31) });
  return node.field('result').field('value');
}

async function responseTo(url: string, options: AccountReaderOptions, body: string): Promise<unknown> {
  const { timeLimit = 10_000, signal, fetch: ask = fetch } = options;
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    ...(signal && { signal }),
  };
  let response: Response;
  try {
    response = await answerInTime(ask, url, request, timeLimit);
  } catch (error) {
    if (error instanceof LinesmanError) throw error;
    if (signal?.aborted) return fail(REQUEST_ABORTED);
    // Without the cause, which may quote the URL and its access key.
    return fail(CHAIN_NOT_REACHABLE, {});
  }
  if (!response.ok) return fail(CHAIN_NOT_REACHABLE, { status: response.status });
  return readDocument(await response.text(), 'The response of the RPC node');
}
