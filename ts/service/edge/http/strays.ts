import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { errorOf, INVALID_PARAMETERS } from 'linesman/error';
import { hasOneHost } from 'linesman/internal';
import { fault } from '../fault.js';
import { type RouteTable, refuse, refuseUnknown } from './refuse.js';

const WRONG_HOST = errorOf(INVALID_PARAMETERS, {
  faults: [fault('header Host', 'exactly one', 'none or several given')],
});

/**
 * A hook that answers what no endpoint takes, before the body is read: the framework answers on its own to bodies
 * of methods that nobody serves. `count` counts such a request; its errors refuse it.
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
    // Where this request ends, and another one begins, may be a matter of opinion.
    else refuse(WRONG_HOST, request, reply.header('connection', 'close'));
  };

/** A browser's question before a request from another site. It costs nothing; a limit would stop that request. */
const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
