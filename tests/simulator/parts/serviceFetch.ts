import { Readable } from 'node:stream';
import type { Random } from '../../../ts/season/random.js';
import type { Part } from '../part.js';
import { ask } from './connection.js';
import type { RunningEdge } from './edge.js';

/** `fetch` that asks any edge that runs. Every session is `session`: signing another takes a thread. */
export function serviceFetch(edges: readonly Part<RunningEdge>[], random: Random, session: string): typeof fetch {
  return async (input, init = {}) => {
    const edge = random.pick(edges).running;
    if (!edge) throw new TypeError('fetch failed');
    const { pathname, search } = new URL(String(input));
    if (pathname === '/auth/guest/start') return Response.json({ token: session });
    const answer = await ask(edge, {
      method: init.method ?? 'GET',
      path: `${pathname}${search}`,
      headers: headersOf(init.headers),
      signal: init.signal,
      ...(init.body != null && { body: String(init.body) }),
    });
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const status = answer.statusCode ?? 0;
    return new Response(status === 204 ? null : (Readable.toWeb(answer) as ReadableStream), { status, headers });
  };
}

function headersOf(given: HeadersInit | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  new Headers(given).forEach((value, name) => {
    headers[name] = value;
  });
  return headers;
}
