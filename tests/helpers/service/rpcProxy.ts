import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { decodeTransaction, signatureOf } from '../../../ts/sdk/program/transaction/transaction.js';
import { type Loopback, listenOnLoopback } from '../loopback.js';

/** One method call, as it reached the proxy. */
export interface RpcCall {
  readonly method: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a caller sends
  readonly params: readonly any[];
  /** Forwards the call and returns the chain's answer. */
  forward(): Promise<RpcAnswer>;
}

export interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: unknown;
}

/** The answer to a call. `'nothing'`: none, and the connection stays open; `'hang up'`: the connection is closed. */
export type Reaction = RpcAnswer | 'nothing' | 'hang up';

/** A proxy for the RPC port of a chain that changes calls as a test asks. */
export class RpcProxy {
  /** Handles each call; default: forwards it. */
  react: (call: RpcCall) => Promise<Reaction> = (call) => call.forward();
  /** Signatures of the transactions forwarded to the chain, by the last instruction's data in hex. */
  readonly sent = new Map<string, Set<string>>();

  private constructor(
    private readonly loopback: Loopback,
    private readonly target: string,
  ) {}

  static async start(target: string): Promise<RpcProxy> {
    const server = createServer((request, response) => {
      // The caller may be gone before it is answered.
      proxy.handle(request, response).catch(() => response.destroy());
    });
    const proxy = new RpcProxy(await listenOnLoopback(server), target);
    return proxy;
  }

  get url(): string {
    return this.loopback.url;
  }

  stop(): Promise<void> {
    return this.loopback.stop();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const { method, params = [], id } = JSON.parse(body);
    const forward = async (): Promise<RpcAnswer> => {
      if (method === 'sendTransaction') this.note(params[0], params[1]?.encoding);
      const answer = await fetch(this.target, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const { result, error } = (await answer.json()) as RpcAnswer;
      return error === undefined ? { result } : { error };
    };
    const reaction = await this.react({ method, params, forward });
    if (reaction === 'nothing') return;
    if (reaction === 'hang up') return void response.destroy();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...reaction }));
  }

  private note(text: string, encoding = 'base58'): void {
    if (encoding !== 'base64') throw new Error(`a transaction as ${encoding}`);
    const transaction = decodeTransaction(Buffer.from(text, 'base64'));
    const data = Buffer.from(transaction.message.instructions.at(-1)?.data ?? []).toString('hex');
    const signature = signatureOf(transaction);
    const all = this.sent.get(data) ?? new Set();
    this.sent.set(data, all.add(signature));
  }
}
