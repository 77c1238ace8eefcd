import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AnsweredRequests } from './answeredRequests.js';
import { AnswerLimit } from './answerLimit.js';
import type { AppOptions } from './appOptions.js';
import { Callers } from './callers.js';
import { Compression } from './compression.js';
import { CONNECTION_LIMITS } from './connectionLimits.js';
import type { HttpPorts } from './context.js';
import { addInteractiveDocs } from './docs/interactive.js';
import { describeRoutes } from './docs/openapi.js';
import { addDocs } from './docs/routes.js';
import { endpointsOf } from './endpoint/endpoints.js';
import { addEndpoint } from './endpointRoute.js';
import { addExplorer, hasExplorer } from './explorer.js';
import { addGate } from './gate.js';
import { LONG_ANSWER_LIMITS, LongAnswers } from './longAnswers.js';
import { inNetworks } from './networks.js';
import { addMetricsFor, addOperation } from './operation.js';
import { RouteTable, refuse, refuseUnknown } from './refuse.js';
import { createServer } from './server.js';
import { addSharedMatches } from './sharedMatch.js';
import { thisMachine } from './thisMachine.js';
import { isOwnPage } from './worldCaller.js';

/** Methods that the paths support. */
const METHODS = ['GET', 'HEAD', 'POST', 'DELETE'];

/**
 * The HTTP side of the service, not listening yet. Closing it first ends the hub's streams, then waits for running
 * requests.
 *
 * Checks run in this order: session token 401, API token 403, rate limit 429, parameters and body 400, entitlement 403,
 * existence 404.
 */
export async function buildApp(ports: HttpPorts, options: AppOptions = {}): Promise<FastifyInstance> {
  const { wire = 'described', requestsPerSecond = 50, bodyLimit = 16_384, timeLimit = 30_000 } = options;
  const { addressRequestsPerSecond = requestsPerSecond, publicRequestsPerSecond = 20, onAnswered, log } = options;
  const limits = { ...CONNECTION_LIMITS, ...options.limits };
  const isProxy = inNetworks(options.trustProxy ?? []);
  const isThisMachine = thisMachine(options);
  const trustProxy = options.trustProxy?.length ? isProxy : undefined;
  const callerLimits = {
    ofWallet: requestsPerSecond,
    ofAddress: addressRequestsPerSecond,
    ofVisitor: publicRequestsPerSecond,
  };
  const callers = new Callers(ports.auth, callerLimits, () => ports.now());
  const countStray = (request: FastifyRequest, cost?: number): void => callers.takeStranger(request, cost);
  const settings = { limits, timeLimit, bodyLimit, log, trustProxy, onAnswered, methods: METHODS, countStray };
  const { app, places } = createServer(settings);

  const routes = new RouteTable(app);
  // Applies to the routes that are added from now on.
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply));
  await app.register(cors, {
    origin: '*',
    methods: METHODS,
    allowedHeaders: ['Authorization', 'X-Api-Token', 'Last-Event-ID', 'Content-Type'],
    exposedHeaders: ['Retry-After'],
    maxAge: 86_400,
    // The gate answers them, like all other requests without an endpoint.
    preflightContinue: true,
    strictPreflight: false,
  });
  const { requestsPerConnection } = limits;
  addGate(app, { requestsPerConnection, places, isProxy, countStray, routes, onStopping: () => ports.hub.close() });
  const answered = new AnsweredRequests(app, callers, onAnswered);
  const answerLimit = new AnswerLimit(timeLimit);
  const compression = new Compression();
  const longAnswers = new LongAnswers({ ...LONG_ANSWER_LIMITS, ...options.longAnswers });
  app.addHook('onClose', async () => answerLimit.stop());
  // Unknown paths do not pass the gate, so this is only for missing files.
  app.setNotFoundHandler((request, reply) => refuseUnknown(routes, request, reply));
  // Bodies stay texts; each endpoint parses its own.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  await describeRoutes(app, wire);
  const endpoints = endpointsOf(ports);
  for (const endpoint of endpoints)
    addEndpoint(app, endpoint, {
      ports,
      wire,
      callers,
      isThisMachine,
      devOrigins: options.devOrigins,
      answerLimit,
      longAnswers,
      compression,
      answered,
    });
  addDocs(app, endpoints, options, countStray);
  await addInteractiveDocs(app, countStray);
  await addExplorer(app, options.explorer, { onRequest: countStray, isThisMachine });
  if (options.explorer && hasExplorer()) addSharedMatches(app, ports, countStray);
  addOperation(app, options.health, options.metrics);
  if (options.metricsHere)
    addMetricsFor(app, options.metricsHere, ({ headers, socket }) => {
      const caller = { headers, address: socket.remoteAddress };
      return isThisMachine(caller) && isOwnPage(caller);
    });
  return app;
}
