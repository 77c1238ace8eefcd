import { fail, SERVICE_STOPPING, TOO_MANY_CONNECTIONS, TOO_MANY_REQUESTS } from '@linesman/sdk/error';
import { unusedConnections } from '@linesman/sdk/node';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AddressPlaces } from './address.js';
import { OPERATION } from './operation.js';
import type { RouteTable } from './refuse.js';
import { refuseStrays } from './strays.js';

export interface GateSettings {
  readonly requestsPerConnection: number;
  readonly places: AddressPlaces;
  readonly isProxy: (address: string) => boolean;
  /** Counts a request without an endpoint. Errors: TOO_MANY_REQUESTS. */
  readonly countStray: (request: FastifyRequest) => void;
  readonly routes: RouteTable;
  /** Closes streams, because they would delay the shutdown. */
  readonly onStopping: () => void;
}

/**
 * Admits or refuses requests, whoever sends them. Limits the requests of a connection and, behind a proxy, the open
 * requests of an address. Once the service is stopping, refuses all but those of operators.
 */
export function addGate(app: FastifyInstance, settings: GateSettings): void {
  const { requestsPerConnection, places, isProxy, countStray, routes, onStopping } = settings;
  let stopping = false;
  const closeUnused = unusedConnections(app.server);
  // Node's own limit would keep answering requests after it.
  const perConnection = new WeakMap<object, number>();
  const lastOnes = new WeakSet<FastifyRequest>();
  // These hooks are synchronous, because a promise for each hook would be garbage left by every request.
  app.addHook('onRequest', (request, _reply, done) => {
    const { routeOptions, raw } = request;
    const count = (perConnection.get(raw.socket) ?? 0) + 1;
    perConnection.set(raw.socket, count);
    if (count >= requestsPerConnection) lastOnes.add(request);
    // The request is pipelined behind the last one, whose answer closes the connection.
    if (count > requestsPerConnection) fail(TOO_MANY_REQUESTS, { retryAfter: 1 });
    // Open connections may send more requests during shutdown. Operators still get answers.
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
  app.addHook('onRequest', refuseStrays(routes, countStray));
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-content-type-options', 'nosniff');
    if (stopping || lastOnes.has(request)) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    stopping = true;
    closeUnused();
    onStopping();
  });
}
