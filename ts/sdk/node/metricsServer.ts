import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PORT_TAKEN } from '../error/codes/operation.js';
import { fail } from '../error/linesmanError.js';
import { authority } from './authority.js';
import { isLoopbackHost } from './loopback.js';
import { sentBeforeClosing } from './sentBeforeClosing.js';
import { answerStrayRequests, hasOneHost, refuseBytes } from './strayRequests.js';
import { unusedConnections } from './unusedConnections.js';

/** ms after which an idle connection is closed. */
const SILENCE = 10_000;

const METHODS = ['GET', 'HEAD'];

/** Source of the metrics, called for each scrape; a prom-client `Registry` in an adapter. */
export interface MetricsText {
  readonly contentType: string;
  text(): Promise<string>;
}

export interface MetricsServer {
  readonly port: number;
  /** Origin only, without a path. */
  readonly url: string;
  /** Resolves once the scrapes in progress are answered. */
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics`, and `GET /healthz` for liveness, on a separate port; port 0 picks a free one. Listens on the
 * loopback address by default, because customers should not see the activity of a service. There it answers only
 * requests whose `Host` is this machine: otherwise a page of another site, open in a browser on this machine, could
 * read the metrics under a host name that it points to this machine. Errors: PORT_TAKEN.
 *
 * @example
 * ```ts
 * import { serveMetrics } from '@linesman/sdk/node';
 *
 * const metrics = { contentType: 'text/plain; version=0.0.4', text: async () => 'up 1\n' };
 * const server = await serveMetrics(metrics, 0);
 * await server.close();
 * ```
 */
export async function serveMetrics(metrics: MetricsText, port: number, host = '127.0.0.1'): Promise<MetricsServer> {
  const isOnLoopback = isLoopbackHost(host);
  const settings = { requestTimeout: 10_000, headersTimeout: 5_000, requireHostHeader: false };
  const server = createServer(settings, (request, response) => {
    response.setHeader('cache-control', 'no-store');
    const path = request.url?.split('?', 1)[0];
    const isKnown = path === '/healthz' || path === '/metrics';
    if (!hasOneHost(request))
      response
        .writeHead(400, { 'content-type': 'text/plain', connection: 'close' })
        .end('The request must have one Host header\n');
    else if (isOnLoopback && !namesLoopback(request.headers.host))
      response.writeHead(403, { 'content-type': 'text/plain' }).end('The Host header does not name this machine\n');
    else if (isKnown && !METHODS.includes(request.method ?? ''))
      response.writeHead(405, { 'content-type': 'text/plain', allow: METHODS.join(', ') }).end('Method not allowed\n');
    else if (path === '/healthz') response.writeHead(200, { 'content-type': 'text/plain' }).end('ok\n');
    else if (path !== '/metrics') response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
    else
      metrics.text().then(
        (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
  });
  server.on('clientError', refuseBytes);
  answerStrayRequests(server, { methods: METHODS });
  server.maxConnections = 16;
  // A scraper that stops reading must not hold a connection open.
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

/** Before HTTP/1.1 there may be no `Host`; no browser sends such a request. */
const namesLoopback = (host: string | undefined): boolean =>
  host === undefined || (URL.canParse(`http://${host}`) && isLoopbackHost(new URL(`http://${host}`).hostname));
