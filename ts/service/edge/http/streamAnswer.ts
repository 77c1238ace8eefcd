import { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenStream, StreamHub, StreamSink } from '../stream/index.js';
import { acceptsGzip } from './acceptsGzip.js';

/** Turns a reply into an open stream. Errors: TOO_MANY_STREAMS, before anything is answered. */
export function answerStream(hub: StreamHub, stream: OpenStream, request: FastifyRequest, reply: FastifyReply): void {
  const place = hub.admit(stream.access.wallet);
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
  // Kept alive, it would be idle when the stream ends, and hold up the end of the service.
  reply.header('connection', 'close');
  reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '));
  if (gzip) reply.header('content-encoding', 'gzip');
  const headers = reply.getHeaders();
  reply.hijack();
  // Quiet for as long as nothing happens; the heartbeats find out who is gone.
  request.raw.socket.setTimeout(0);
  // The end of the connection ends the stream, and events end with a blank line: there is nothing for chunks to delimit.
  response.removeHeader('transfer-encoding');
  response.writeHead(200, headers as Record<string, string>);
  response.flushHeaders();
  hub.open(stream, gzip ? compressed(response) : plain(response), place);
}

/**
 * Writes to the socket itself: the head is sent, and what follows are the bytes of the events, the same for all readers. By way of the response each
 * write would be wrapped, held back and let go again.
 */
function plain(response: FastifyReply['raw']): StreamSink {
  const { socket } = response;
  // None yet behind an answer to an earlier request of the connection, and none at all in memory.
  if (!(socket instanceof Socket)) return { body: response, connection: response };
  return { body: socket, connection: response, end: () => response.end() };
}

function compressed(response: FastifyReply['raw']): StreamSink {
  // Small: there may be thousands, and events resemble those just before.
  const body = createGzip({ level: 4, windowBits: 13, memLevel: 6 });
  pipeline(body, response, () => response.destroyed || response.destroy());
  return { body, connection: response, flush: () => body.flush(constants.Z_SYNC_FLUSH) };
}
