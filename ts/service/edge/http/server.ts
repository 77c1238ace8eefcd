import { answerStrayRequests, refuseBytes } from '@linesman/sdk/internal/node/strayRequests';
import { sentBeforeClosing } from '@linesman/sdk/node';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { AddressPlaces } from './address.js';
import { type ConnectionLimits, limitAddresses, limitConnections, lookTime } from './connectionLimits.js';
import { createLog, type LogOptions, traceOf } from './log.js';
import { closeQueuedAnswers } from './queuedAnswers.js';
import { refuse } from './refuse.js';

/** A finished request. */
export interface Answered {
  /** Route template; `none` if nothing is served there, `*` for preflights. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /** Whether it was a stream, whose duration the subscriber decides. */
  readonly isStream: boolean;
}

export interface ServerSettings {
  readonly limits: ConnectionLimits;
  /** ms for a request to arrive. */
  readonly timeLimit: number;
  readonly bodyLimit: number;
  readonly log: false | LogOptions | undefined;
  /** Undefined if no proxy is trusted. */
  readonly trustProxy: ((address: string) => boolean) | undefined;
  readonly onAnswered: ((answered: Answered) => void) | undefined;
  /** Methods that the paths support. */
  readonly methods: readonly string[];
  /** Counts a request with an unreadable path. Errors: TOO_MANY_REQUESTS. */
  readonly countStray: (request: FastifyRequest) => void;
}

/** A server without routes, with the limits of its connections. */
export interface LimitedServer {
  readonly app: FastifyInstance;
  /** This limit is for direct connections; requests through a proxy take a place when they arrive. */
  readonly places: AddressPlaces;
}

export function createServer(settings: ServerSettings): LimitedServer {
  const { limits, timeLimit, bodyLimit, log, trustProxy, onAnswered, methods, countStray } = settings;
  const noRequest = (status: number, reason?: string): void => {
    // The error contains the received bytes, including tokens.
    app.log.debug({ status, reason }, 'no request');
    onAnswered?.({ route: 'none', status, seconds: 0, isStream: false });
  };
  const app = Fastify({
    ...(log === false ? { logger: false } : { loggerInstance: createLog(log) as FastifyBaseLogger }),
    // Fastify's own log lines would contain full URLs.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'trace' }),
    genReqId: ({ headers }) => traceOf(headers),
    bodyLimit,
    requestTimeout: timeLimit,
    connectionTimeout: limits.silence,
    keepAliveTimeout: limits.keepAlive,
    http: {
      maxHeaderSize: limits.headerBytes,
      connectionsCheckingInterval: lookTime(limits, timeLimit),
      // The gate does it, and counts.
      requireHostHeader: false,
    },
    // Fastify's own refusal has no Retry-After.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => refuseBytes(error, socket, noRequest),
    trustProxy: trustProxy ?? false,
    routerOptions: { maxParamLength: 100 },
    // Hooks do not run for these requests.
    frameworkErrors: (error, request, reply) => {
      let cause: unknown = error;
      try {
        countStray(request);
      } catch (limit) {
        cause = limit;
      }
      reply.headers({ 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff', connection: 'close' });
      refuse(cause, request, reply);
      noRequest(reply.statusCode);
    },
  });
  answerStrayRequests(app.server, { methods, onRefused: noRequest });
  limitConnections(app.server, limits, timeLimit);
  closeQueuedAnswers(app.server);
  sentBeforeClosing(app.server);
  const places = new AddressPlaces(limits.connectionsPerAddress);
  limitAddresses(app.server, places, trustProxy ?? (() => false), () => noRequest(429));
  return { app, places };
}
