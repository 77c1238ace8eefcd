import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { Edge } from './world.js';

export const READY_ANSWERS = 'Fastify, one ready answer';

/** A server that returns one stored answer of ours to every request: the cost of HTTP alone on this machine. */
export async function readyAnswers(edge: Edge, path: string): Promise<Edge> {
  const response = await fetch(`http://127.0.0.1:${edge.port}${path}`, { headers: edge.headers });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${answer.slice(0, 200)}`);
  const app = Fastify();
  app.get('/*', (_, reply) => reply.type('application/json; charset=utf-8').send(answer));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { port: (app.server.address() as AddressInfo).port, headers: edge.headers, close: () => app.close() };
}
