import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fail, PORT_TAKEN } from '../error/index.js';
import { authority } from './authority.js';
import { sentBeforeClosing } from './sentBeforeClosing.js';
import { unusedConnections } from './unusedConnections.js';

/** ms without a byte either way, after which a connection is closed. */
const SILENCE = 10_000;

/** What is served: text, and how it is to be read. */
export interface MetricsText {
  readonly contentType: string;
  text(): Promise<string>;
}

export interface MetricsServer {
  readonly port: number;
  /** Without a path. */
  readonly url: string;
  /** Fulfilled when the scrapes that are under way are answered. */
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics` on a port of its own, and `GET /healthz`: the process is there. Port 0: any that is free.
 * Listens on the loopback address unless told otherwise: what a service does, and how much, is not for its customers.
 * Errors: PORT_TAKEN.
 */
export async function serveMetrics(metrics: MetricsText, port: number, host = '127.0.0.1'): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    response.setHeader('cache-control', 'no-store');
    const path = request.url?.split('?', 1)[0];
    const isKnown = path === '/healthz' || path === '/metrics';
    if (isKnown && request.method !== 'GET' && request.method !== 'HEAD')
      response.writeHead(405, { 'content-type': 'text/plain', allow: 'GET, HEAD' }).end('Method not allowed\n');
    else if (path === '/healthz') response.writeHead(200, { 'content-type': 'text/plain' }).end('ok\n');
    else if (path !== '/metrics') response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
    else
      metrics.text().then(
        (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
  });
  server.maxConnections = 16;
  // Who does not read what was asked for does not keep it open.
  server.setTimeout(SILENCE);
  sentBeforeClosing(server);
  const closeUnused = unusedConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch((error: NodeJS.ErrnoException) =>
    fail(PORT_TAKEN, { host, port, reason: error.code ?? error.message }, { cause: error }),
  );
  const { port: actual } = server.address() as AddressInfo;
  return {
    port: actual,
    url: `http://${authority(host, actual)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        closeUnused();
      }),
  };
}
