import { vi } from 'vitest';

/** What a node answers to one request: a JSON-RPC result or error, in a response of this status and these headers. */
export interface NodeAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message?: string; readonly data?: unknown };
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of JSON. */
  readonly text?: string;
}

/** An RPC node without a network. It stands behind the `fetch` of this process, so that every client asks it. */
export class FakeNode {
  readonly url = 'http://127.0.0.1:1/?api-key=secret';
  readonly asked: { readonly method: string; readonly params: readonly unknown[]; readonly at: number }[] = [];
  private readonly counts = new Map<string, number>();
  /** What it answers to the n-th request for a method, from 0. */
  react: (method: string, params: readonly unknown[], nth: number) => NodeAnswer = () => ({ result: null });

  constructor() {
    vi.stubGlobal('fetch', this.fetch);
  }

  readonly fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    const { method, params, id } = JSON.parse(String(init?.body));
    const nth = this.count(method);
    this.counts.set(method, nth + 1);
    this.asked.push({ method, params, at: Date.now() });
    const { status = 200, headers = {}, text, result, error } = this.react(method, params, nth);
    const body = text ?? JSON.stringify({ jsonrpc: '2.0', id, ...(error ? { error } : { result }) });
    return new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } });
  };

  /** Requests for a method. */
  count(method: string): number {
    return this.counts.get(method) ?? 0;
  }
}

/** Runs work whose pauses take no time. Needs `vi.useFakeTimers()`. */
export async function withoutPauses<T>(work: () => Promise<T>): Promise<T> {
  const done = work();
  done.catch(() => {});
  await vi.runAllTimersAsync();
  return done;
}
