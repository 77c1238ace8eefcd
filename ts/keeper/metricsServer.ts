import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { KeeperMetrics } from './metrics.js';

export interface MetricsServer {
  readonly port: number;
  close(): void;
}

/** Serves `GET /metrics` and `GET /healthz`. Port 0: any that is free. Rejects when the port is taken. */
export async function serveMetrics(metrics: KeeperMetrics, port: number, host = '127.0.0.1'): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (request.method !== 'GET' || (path !== '/metrics' && path !== '/healthz')) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
    } else if (path === '/healthz') response.writeHead(200, { 'content-type': 'text/plain' }).end('ok\n');
    else {
      metrics.text().then(
        (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
