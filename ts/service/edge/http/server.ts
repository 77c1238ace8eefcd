import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { sentBeforeClosing } from 'linesman/node';
import { AddressPlaces } from './address.js';
import type { AppOptions } from './appOptions.js';
import {
  type ConnectionLimits,
  limitAddresses,
  limitConnections,
  lookTime,
  refuseConnection,
  statusOfClientError,
} from './connectionLimits.js';
import { createLog } from './log.js';
import { closeQueuedAnswers } from './queuedAnswers.js';
import { refuse } from './refuse.js';

export interface ServerSettings {
  readonly limits: ConnectionLimits;
  /** ms for a request to arrive. */
  readonly timeLimit: number;
  readonly bodyLimit: number;
  readonly log: AppOptions['log'];
  /** Undefined if no proxy is trusted. */
  readonly trustProxy: ((address: string) => boolean) | undefined;
  readonly onAnswered: AppOptions['onAnswered'];
}

/** A server without routes, and the limits of its connections. */
export interface LimitedServer {
  readonly app: FastifyInstance;
  /** For direct connections; requests through a proxy take a place when they arrive. */
  readonly places: AddressPlaces;
}

export function createServer(settings: ServerSettings): LimitedServer {
  const { limits, timeLimit, bodyLimit, log, trustProxy, onAnswered } = settings;
  const noRequest = (status: number): void => onAnswered?.({ route: 'none', status, seconds: 0, isStream: false });
  const app = Fastify({
    ...(log === false ? { logger: false } : { loggerInstance: createLog(log) as FastifyBaseLogger }),
    // Fastify's own log lines would contain full URLs.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout: timeLimit,
    connectionTimeout: limits.silence,
    keepAliveTimeout: limits.keepAlive,
    http: { maxHeaderSize: limits.headerBytes, connectionsCheckingInterval: lookTime(limits, timeLimit) },
    // Fastify's own refusal has no Retry-After.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      const status = statusOfClientError(error.code);
      // The error contains the received bytes, including tokens.
      app.log.debug({ status, reason: error.code }, 'no request');
      refuseConnection(socket, status);
      noRequest(status);
    },
    trustProxy: trustProxy ?? false,
    routerOptions: { maxParamLength: 100 },
    frameworkErrors: (error, request, reply) => refuse(error, request, reply),
  });
  limitConnections(app.server, limits, timeLimit);
  closeQueuedAnswers(app.server);
  sentBeforeClosing(app.server);
  const places = new AddressPlaces(limits.connectionsPerAddress);
  limitAddresses(app.server, places, trustProxy ?? (() => false), () => noRequest(429));
  return { app, places };
}
