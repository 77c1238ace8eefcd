import { fail, RECORD_NOT_FOUND } from '@linesman/sdk/error';
import { unusedConnections } from '@linesman/sdk/node';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReadinessReport } from '../../health/check.js';
import { CONNECTION_LIMITS } from './connectionLimits.js';
import { RouteTable, refuse } from './refuse.js';
import { createServer } from './server.js';
import { refuseStrays } from './strays.js';

/** Source of the readiness report. */
export interface Health {
  /** Never throws. */
  report(): Promise<ReadinessReport>;
}

/** Source of `/metrics`. */
export interface MetricsSource {
  readonly contentType: string;
  text(): Promise<string>;
}

/** Paths for operators. */
export const OPERATION: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Seconds to wait before asking an unready service again. */
const READY_RETRY = 5;

/**
 * Adds `/healthz`, `/readyz` and optionally `/metrics`. They are for operators: no credentials, no rate limit, never
 * cached, and not in the described interface.
 */
export function addOperation(
  app: FastifyInstance,
  health: Health | undefined,
  metrics: MetricsSource | undefined,
): void {
  app.get('/healthz', (_request, reply) =>
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('ok\n'),
  );
  app.get('/readyz', async (request, reply) => {
    const report = (await health?.report()) ?? { ready: true, checks: [] };
    reply
      .status(report.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .header('vary', 'Accept');
    if (!report.ready) reply.header('retry-after', READY_RETRY);
    if (/\bapplication\/json\b/i.test(request.headers.accept ?? ''))
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(report));
    return reply.type('text/plain; charset=utf-8').send(textOf(report));
  });
  if (metrics) addMetricsFor(app, metrics, () => true);
}

/** Serves `/metrics` to allowed callers. For all others the path does not exist. */
export function addMetricsFor(
  app: FastifyInstance,
  metrics: MetricsSource,
  mayRead: (request: FastifyRequest) => boolean,
): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request)) fail(RECORD_NOT_FOUND, { problem: 'no route' });
    const text = await metrics.text();
    return reply.header('cache-control', 'no-store').type(metrics.contentType).send(text);
  });
}

/** An app with these paths only, for processes without another HTTP side. Not listening yet. */
export function operationApp(health: Health, metrics?: MetricsSource): FastifyInstance {
  const { app } = createServer({
    limits: CONNECTION_LIMITS,
    timeLimit: 10_000,
    // These paths do not read a body.
    bodyLimit: 1,
    log: false,
    trustProxy: undefined,
    onAnswered: undefined,
    methods: ['GET', 'HEAD'],
    countStray: () => {},
  });
  const closeUnused = unusedConnections(app.server);
  app.addHook('preClose', async () => closeUnused());
  const routes = new RouteTable(app);
  app.addHook(
    'onRequest',
    refuseStrays(routes, () => {}),
  );
  app.setErrorHandler(refuse);
  addOperation(app, health, metrics);
  return app;
}

/** One line per check, for people with curl. */
function textOf({ ready, checks }: ReadinessReport): string {
  const lines = checks.map(
    ({ name, ok, reason }) => `${name}: ${ok ? `ok${reason === undefined ? '' : `; ${reason}`}` : reason}\n`,
  );
  return `${ready ? 'ready' : 'not ready'}\n${lines.join('')}`;
}
