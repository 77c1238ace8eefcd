import { type IncomingMessage, request } from 'node:http';
import { duplexPair } from 'node:stream';
import type { RunningEdge } from './edge.js';

export interface EdgeRequest {
  readonly method?: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | null | undefined;
}

/** Asks an edge over a connection in memory, with HTTP as it is. Rejects when the connection breaks. */
export function ask({ app, connections }: RunningEdge, asked: EdgeRequest): Promise<IncomingMessage> {
  const { method = 'GET', path, headers, body, signal } = asked;
  const [here, there] = duplexPair();
  // What a socket has that a server asks for.
  Object.assign(there, { remoteAddress: '127.0.0.1', setTimeout: () => there });
  app.server.emit('connection', there);
  connections.add(there);
  there.once('close', () => {
    connections.delete(there);
    here.destroy();
  });
  here.once('close', () => there.destroy());
  return new Promise((resolve, reject) => {
    const sent = request({ method, path, headers, host: 'service.test', createConnection: () => here }, resolve);
    sent.once('error', reject);
    const give = (): void => void sent.destroy(new Error('given up'));
    if (signal?.aborted) give();
    else signal?.addEventListener('abort', give, { once: true });
    sent.end(body);
  });
}
