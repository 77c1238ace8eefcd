import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fail } from '../../error/index.js';
import { authority } from '../http/authority.js';

/** What is served: text, and how it is to be read. */
export interface MetricsText {
  readonly contentType: string;
  text(): Promise<string>;
}

export interface MetricsServer {
  readonly port: number;
  /** Without a path. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics` on a port of its own, and `GET /healthz`: the process is there. Port 0: any that is free. Listens on the loopback address unless told otherwise: what a
 * service does, and how much, is not for its customers. 7015 when the port cannot be had.
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch((error: NodeJS.ErrnoException) =>
    fail(7015, {
      message: `Port ${port} of ${host} cannot be used for metrics: ${error.code ?? error.message}.`,
      port,
    }),
  );
  const { port: actual } = server.address() as AddressInfo;
  return {
    port: actual,
    url: `http://${authority(host, actual)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
