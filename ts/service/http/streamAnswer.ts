import { pipeline } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenStream, StreamHub, StreamSink } from '../stream/index.js';
import { acceptsGzip } from './acceptsGzip.js';

/** Turns a reply into an open stream. Errors: 7067, before anything is answered. */
export function answerStream(hub: StreamHub, stream: OpenStream, request: FastifyRequest, reply: FastifyReply): void {
  const place = hub.admit(stream.access.tokenId);
  const response = reply.raw;
  if (response.destroyed) {
    place.leave();
    return;
  }
  const gzip = acceptsGzip(request.headers['accept-encoding']);
  reply.header('content-type', 'text/event-stream');
  reply.header('cache-control', 'no-cache, no-transform');
  // Proxies that collect an answer before they pass it on would hold a stream back for ever.
  reply.header('x-accel-buffering', 'no');
  reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '));
  if (gzip) reply.header('content-encoding', 'gzip');
  const headers = reply.getHeaders();
  reply.hijack();
  // Quiet for as long as nothing happens; the heartbeats find out who is gone.
  request.raw.socket.setTimeout(0);
  response.writeHead(200, headers as Record<string, string>);
  response.flushHeaders();
  hub.open(stream, gzip ? compressed(response) : { body: response, connection: response }, place);
}

function compressed(response: FastifyReply['raw']): StreamSink {
  // Small: there may be thousands, and events resemble those just before.
  const body = createGzip({ level: 4, windowBits: 13, memLevel: 6 });
  pipeline(body, response, () => response.destroyed || response.destroy());
  return { body, connection: response, flush: () => body.flush(constants.Z_SYNC_FLUSH) };
}
