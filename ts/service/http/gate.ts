import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, SERVICE_STOPPING, TOO_MANY_CONNECTIONS, TOO_MANY_REQUESTS } from 'linesman/error';
import { unusedConnections } from 'linesman/node';
import type { AddressPlaces } from './addressPlaces.js';
import { OPERATION } from './operation.js';

export interface GateSettings {
  readonly requestsPerConnection: number;
  readonly places: AddressPlaces;
  readonly isProxy: (address: string) => boolean;
  /** Ends what would hold up the end of the service. */
  readonly onStopping: () => void;
}

/**
 * Which requests are let in, whoever sends them: so many of a connection, so many at a time of an address behind a proxy, and none once the
 * service stops.
 */
export function addGate(app: FastifyInstance, settings: GateSettings): void {
  const { requestsPerConnection, places, isProxy, onStopping } = settings;
  let stopping = false;
  const closeUnused = unusedConnections(app.server);
  // Node's own limit answers what comes after it, for as long as anything comes.
  const perConnection = new WeakMap<object, number>();
  const lastOnes = new WeakSet<FastifyRequest>();
  // These hooks wait for nothing: a promise for each of them would be garbage that every request leaves behind.
  app.addHook('onRequest', (request, _reply, done) => {
    const { routeOptions, raw } = request;
    const count = (perConnection.get(raw.socket) ?? 0) + 1;
    perConnection.set(raw.socket, count);
    if (count >= requestsPerConnection) lastOnes.add(request);
    // Sent before the answer to the last one: the connection closes after that.
    if (count > requestsPerConnection) fail(TOO_MANY_REQUESTS, { retryAfter: 1 });
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
  app.addHook('preClose', async () => {
    stopping = true;
    closeUnused();
    onStopping();
  });
}
