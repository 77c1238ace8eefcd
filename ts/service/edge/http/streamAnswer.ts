import { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenStream, StreamHub } from '../stream/hub.js';
import type { StreamSink } from '../stream/reader.js';

/** Turns a reply into a stream. Errors: TOO_MANY_STREAMS, before anything is sent. */
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
  // Proxies that buffer whole answers would never pass a stream on.
  reply.header('x-accel-buffering', 'no');
  // A kept-alive connection would be idle after the stream and delay the shutdown.
  reply.header('connection', 'close');
  reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '));
  if (gzip) reply.header('content-encoding', 'gzip');
  const headers = reply.getHeaders();
  reply.hijack();
  // Streams may be silent; heartbeats detect lost subscribers.
  request.raw.socket.setTimeout(0);
  // The end of the connection ends the stream, and blank lines end events, so chunked encoding is not needed.
  response.removeHeader('transfer-encoding');
  response.writeHead(200, headers as Record<string, string>);
  response.flushHeaders();
  hub.open(stream, gzip ? compressed(response) : plain(response), place);
}

/**
 * Writes to the socket directly, because after the head there are only event bytes, the same for all subscribers. The
 * response would wrap, buffer and release each write.
 */
function plain(response: FastifyReply['raw']): StreamSink {
  const { socket } = response;
  // There is no socket while the answer is queued behind an earlier one, nor with injected requests.
  if (!(socket instanceof Socket)) return { body: response, connection: response };
  return { body: socket, connection: response, end: () => response.end() };
}

function compressed(response: FastifyReply['raw']): StreamSink {
  // The window is small, because there may be thousands of streams, and events resemble their predecessors.
  const body = createGzip({ level: 4, windowBits: 13, memLevel: 6 });
  pipeline(body, response, () => response.destroyed || response.destroy());
  return { body, connection: response, flush: () => body.flush(constants.Z_SYNC_FLUSH) };
}

/** Whether an `Accept-Encoding` header allows gzip: by name or by `*`, with a weight above 0. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  const weights = new Map<string, number>();
  for (const part of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const q = parameters.find((one) => one.startsWith('q='))?.slice(2);
    weights.set(name === 'x-gzip' ? 'gzip' : name, q === undefined ? 1 : Number(q));
  }
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}
