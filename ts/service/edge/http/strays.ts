import { errorOf, INVALID_PARAMETERS } from '@linesman/sdk/error';
import { hasOneHost } from '@linesman/sdk/internal/node/strayRequests';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { fault } from '../fault.js';
import { type RouteTable, refuse, refuseUnknown } from './refuse.js';

const WRONG_HOST = errorOf(INVALID_PARAMETERS, {
  faults: [fault('header Host', 'exactly one', 'none or several given')],
});

/**
 * A hook that answers requests without an endpoint before the body is read, because the framework itself would answer
 * bodies of unsupported methods. `count` counts such a request; its errors refuse it.
 */
export const refuseStrays =
  (routes: RouteTable, count: (request: FastifyRequest) => void): onRequestHookHandler =>
  (request, reply, done) => {
    const hasHost = hasOneHost(request.raw);
    if (hasHost && isPreflight(request)) {
      reply.status(204).header('content-length', '0').send();
      return;
    }
    if (hasHost && !request.is404 && request.method !== 'OPTIONS') return done();
    count(request);
    if (hasHost) refuseUnknown(routes, request, reply);
    // Parsers may disagree about where this request ends and the next one begins.
    else refuse(WRONG_HOST, request, reply.header('connection', 'close'));
  };

/** A browser's preflight before a request from another site. It is free, because a limit would block that request. */
const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
