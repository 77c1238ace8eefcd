import cors from '@fastify/cors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { stringify } from 'yaml';
import {
  fail,
  INVALID_API_TOKEN,
  INVALID_SESSION,
  isError,
  LinesmanError,
  SERVICE_STOPPING,
  TOO_MANY_CONNECTIONS,
  TOO_MANY_REQUESTS,
} from '../../error/index.js';
import { sentBeforeClosing, unusedConnections } from '../../node/index.js';
import type { Access, Session } from '../auth/index.js';
import type { Wire } from '../edge/answer/wire.js';
import { addressOf } from './addressOf.js';
import { AddressPlaces } from './addressPlaces.js';
import { allParameters } from './allParameters.js';
import { AnswerLimit } from './answerLimit.js';
import { readBody } from './body.js';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  limitAddresses,
  limitConnections,
  lookTime,
  refuseConnection,
  statusOfClientError,
} from './connectionLimits.js';
import type { HttpPorts } from './context.js';
import { openApiOf } from './docs/openapi.js';
import { docsPage } from './docs/page.js';
import { ENDPOINTS } from './endpoint/index.js';
import { type Answer, costOf, type Endpoint } from './endpoint.js';
import { refuseFaults } from './fault.js';
import { createLog, type LogOptions } from './log.js';
import { addOperation, type Health, type MetricsSource } from './operation.js';
import { readParameters, type Sent } from './parameter.js';
import { closeQueuedAnswers } from './queuedAnswers.js';
import { RateLimit } from './rateLimit.js';
import { refuse, refuseUnknown } from './refuse.js';
import { RouteTable } from './routeTable.js';
import { answerStream } from './streamAnswer.js';
import { trustedProxies } from './trustedProxies.js';

export interface AppOptions {
  /** How answers are written unless the request says otherwise. Default `described`. */
  readonly wire?: Wire;
  /** Requests a second of one wallet, all its API tokens together. Default 50. */
  readonly requestsPerSecond?: number;
  /** Requests a second of one address without a valid API token. Default: as of a wallet. */
  readonly addressRequestsPerSecond?: number;
  /** What a connection may cost. */
  readonly limits?: Partial<ConnectionLimits>;
  /** What `/readyz` says; ready when left out. */
  readonly health?: Health;
  /** Serve `/metrics` here, too, for anybody who reaches this port. Not served when left out: `serveMetrics` has a port of its own. */
  readonly metrics?: MetricsSource;
  /** Told of each answer once it is sent. */
  readonly onAnswered?: (answered: Answered) => void;
  /** Bytes of a body. Default 16 KiB. */
  readonly bodyLimit?: number;
  /** ms for a request to come in, and for its answer to be ready. Default 30,000 each. */
  readonly timeLimit?: number;
  /** For the description. */
  readonly leagues?: readonly { readonly id: number; readonly name: string }[];
  /** `false`: no log. */
  readonly log?: false | LogOptions;
  /** Networks (`10.0.0.0/8`, or one address) of proxies: of a request that comes from there, the caller is who `X-Forwarded-For` says. Default: none. */
  readonly trustProxy?: readonly string[];
}

/** A request and how it ended. */
export interface Answered {
  /** Template of the route; `none` for what is not served, `*` for preflights. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /** It was open for as long as its reader liked. */
  readonly isStream: boolean;
}

interface Caller {
  session?: Session;
  access?: Access;
  /** Whose the API token is, also when it grants nothing any more. */
  wallet?: string;
}

/**
 * The HTTP side of the service; nothing listens yet. Closing it ends the streams of the hub first, then waits for running requests.
 *
 * Refusals come in one order: session token 401, API token 403, too many requests 429, parameters and body 400, not entitled 403, not
 * existing 404.
 */
export async function buildApp(ports: HttpPorts, options: AppOptions = {}): Promise<FastifyInstance> {
  const { wire = 'described', requestsPerSecond = 50, bodyLimit = 16_384, timeLimit = 30_000, log } = options;
  const { addressRequestsPerSecond = requestsPerSecond, onAnswered } = options;
  const limits = { ...CONNECTION_LIMITS, ...options.limits };
  const isProxy = trustedProxies(options.trustProxy ?? []);
  let stopping = false;
  const app = Fastify({
    ...(log === false ? { logger: false } : { loggerInstance: createLog(log) as FastifyBaseLogger }),
    // Its own lines would carry whole URLs.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout: timeLimit,
    connectionTimeout: limits.silence,
    keepAliveTimeout: limits.keepAlive,
    http: { maxHeaderSize: limits.headerBytes, connectionsCheckingInterval: lookTime(limits, timeLimit) },
    // Its own refusal has no Retry-After.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      const status = statusOfClientError(error.code);
      // The error holds the bytes that were sent, tokens among them.
      app.log.debug({ status, reason: error.code }, 'no request');
      refuseConnection(socket, status);
      onAnswered?.({ route: 'none', status, seconds: 0, isStream: false });
    },
    trustProxy: options.trustProxy?.length ? isProxy : false,
    routerOptions: { maxParamLength: 100 },
    frameworkErrors: (error, request, reply) => refuse(error, request, reply),
  });
  const callers = new WeakMap<FastifyRequest, Caller>();
  const wallets = new RateLimit(requestsPerSecond, () => ports.now());
  const strangers = new RateLimit(addressRequestsPerSecond, () => ports.now());
  // Wrong API tokens, by session.
  const guesses = new RateLimit(addressRequestsPerSecond, () => ports.now());
  const streams = new WeakSet<FastifyRequest>();
  // Node's own limit answers what comes after it, for as long as anything comes.
  const perConnection = new WeakMap<object, number>();
  const lastOnes = new WeakSet<FastifyRequest>();
  limitConnections(app.server, limits, timeLimit);
  closeQueuedAnswers(app.server);
  sentBeforeClosing(app.server);
  const places = new AddressPlaces(limits.connectionsPerAddress);
  limitAddresses(app.server, places, isProxy, () =>
    onAnswered?.({ route: 'none', status: 429, seconds: 0, isStream: false }),
  );
  const closeUnused = unusedConnections(app.server);
  const answerLimit = new AnswerLimit(timeLimit);

  const routes = new RouteTable(app);
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'DELETE'],
    allowedHeaders: ['Authorization', 'X-Api-Token', 'Last-Event-ID', 'Content-Type'],
    exposedHeaders: ['Retry-After'],
    maxAge: 86_400,
  });
  // These hooks wait for nothing: a promise for each of them would be garbage that every request leaves behind.
  app.addHook('onRequest', (request, _reply, done) => {
    const { routeOptions, raw } = request;
    const count = (perConnection.get(raw.socket) ?? 0) + 1;
    perConnection.set(raw.socket, count);
    if (count >= limits.requestsPerConnection) lastOnes.add(request);
    // Sent before the answer to the last one: the connection closes after that.
    if (count > limits.requestsPerConnection) fail(TOO_MANY_REQUESTS, { retryAfter: 1 });
    // Connections that are still open may bring more while the service stops; who looks after it is answered all the same.
    if (stopping && !OPERATION.has(routeOptions.url ?? '')) fail(SERVICE_STOPPING);
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!isProxy(request.socket.remoteAddress ?? '') || OPERATION.has(request.routeOptions.url ?? '')) return done();
    const leave = places.take(request.ip);
    if (!leave) return fail(TOO_MANY_CONNECTIONS);
    reply.raw.once('close', leave);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-content-type-options', 'nosniff');
    if (stopping || lastOnes.has(request)) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (!streams.has(request)) {
      const route = request.routeOptions.url ?? 'none';
      onAnswered?.({ route, status: reply.statusCode, seconds: reply.elapsedTime / 1000, isStream: false });
    }
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        caller: callers.get(request)?.access?.tokenId,
      },
      'answered',
    );
    done();
  });
  app.addHook('preClose', async () => {
    stopping = true;
    closeUnused();
    ports.hub.close();
  });
  app.addHook('onClose', async () => answerLimit.stop());
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    takeOf(request);
    return refuseUnknown(routes, request, reply);
  });
  // Texts; what they must be is the business of the endpoint.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  for (const endpoint of ENDPOINTS)
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) addRoute(endpoint, path);
  addDocs(app, options, takeOf);
  addOperation(app, options.health, options.metrics);
  return app;

  function takeOf(request: FastifyRequest): void {
    strangers.take(addressOf(request.ip));
  }

  function addRoute(endpoint: Endpoint, path: string): void {
    const parameters = allParameters(endpoint);
    const isStream = endpoint.answer.schema.endsWith('Stream');
    app.route({
      method: endpoint.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      // A HEAD on a stream would open one.
      exposeHeadRoute: endpoint.method === 'GET' && !isStream,
      // Before the body is read: who may not ask is not listened to.
      onRequest: async (request, reply) => {
        if (!isStream) answerLimit.begin(reply);
        // Anybody can have a session, so without an API token it is the address that counts.
        if (endpoint.needs === 'session' || (endpoint.needs !== 'nothing' && apiTokenOf(request) === undefined))
          strangers.check(addressOf(request.ip));
        const caller = await callerOf(endpoint, request).catch((error: unknown) => {
          if (
            error instanceof LinesmanError &&
            (error.number === INVALID_SESSION || error.number === INVALID_API_TOKEN)
          )
            takeOf(request);
          throw error;
        });
        callers.set(request, caller);
        if (caller.wallet !== undefined) wallets.take(caller.wallet, costOf(endpoint, request.query as Sent));
        else takeOf(request);
      },
      handler: async (request, reply) => {
        const { session, access } = callers.get(request) ?? {};
        const { values, wrong } = readParameters(parameters, request.params as Sent, request.query as Sent);
        const body = readBody(endpoint, request.headers['content-type'], request.body);
        refuseFaults([...wrong, ...body.wrong]);
        const context = {
          values,
          body: body.value,
          wire: ((values as { wire?: Wire }).wire ?? wire) as Wire,
          ports,
          // Set by `onRequest` for the endpoints that need them.
          session: session as Session,
          access: access as Access,
          headers: request.headers,
        };
        let answer: Answer;
        try {
          answer = await endpoint.handle(context);
        } catch (error) {
          if (!reply.sent) throw error;
          // It was refused as late, and logged so.
          request.log.debug({ err: error }, 'failed late');
          return reply;
        }
        return reply.sent ? reply : send(answer, endpoint, request, reply);
      },
    });
  }

  /**
   * Whoever brings an API token is looked at also when the address is at its limit, for behind a proxy or in one house others may be to blame. The
   * signature of a session costs no more than the rest of the request. A look for the token is a query: the session that an address at its limit
   * brings may make as many wrong ones as an address.
   */
  async function callerOf({ needs }: Endpoint, request: FastifyRequest): Promise<Caller> {
    if (needs === 'nothing') return {};
    const session = await ports.auth.session(request.headers.authorization);
    if (needs === 'session') return { session };
    if (strangers.isAtLimit(addressOf(request.ip))) guesses.check(session.subject);
    try {
      if (needs === 'holder') return { session, wallet: await ports.auth.holder(apiTokenOf(request)) };
      const access = await ports.auth.access(apiTokenOf(request));
      return { session, access, wallet: access.wallet };
    } catch (error) {
      if (isError(error, INVALID_API_TOKEN)) guesses.count(session.subject);
      throw error;
    }
  }

  function send(answer: Answer, { method }: Endpoint, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (answer.kind === 'stream') {
      answerStream(ports.hub, answer.stream, request, reply);
      // `onResponse` does not hear of readers that go away.
      streams.add(request);
      const route = request.routeOptions.url ?? 'none';
      reply.raw.once('close', () =>
        onAnswered?.({ route, status: 200, seconds: reply.elapsedTime / 1000, isStream: true }),
      );
      return reply;
    }
    // What a POST answers is a secret or made for one buyer.
    reply.header('cache-control', method === 'POST' ? 'no-store' : 'no-cache');
    if (answer.kind === 'nothing') return reply.status(204).send();
    if (answer.kind === 'text') return reply.type(answer.contentType).send(answer.text);
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.value));
  }
}

function apiTokenOf({ headers }: FastifyRequest): string | undefined {
  const token = headers['x-api-token'];
  return typeof token === 'string' ? token : undefined;
}

const OPERATION: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

function addDocs(
  app: FastifyInstance,
  { wire, leagues }: AppOptions,
  onRequest: (request: FastifyRequest) => void,
): void {
  // Made when somebody first asks.
  let yaml: string | undefined;
  let page: string | undefined;
  app.get('/docs/openapi.yaml', (request, reply) => {
    onRequest(request);
    yaml ??= stringify(openApiOf(ENDPOINTS, wire), { aliasDuplicateObjects: false });
    return reply.type('application/yaml; charset=utf-8').send(yaml);
  });
  app.get('/docs', (request, reply) => {
    onRequest(request);
    page ??= docsPage(ENDPOINTS, { wire, leagues });
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(page);
  });
}
