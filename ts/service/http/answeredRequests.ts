import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppOptions } from './appOptions.js';
import type { Callers } from './callers.js';

/** Reports every answered request and logs it. */
export class AnsweredRequests {
  private readonly streams = new WeakSet<FastifyRequest>();

  constructor(
    app: FastifyInstance,
    callers: Callers,
    private readonly onAnswered: AppOptions['onAnswered'],
  ) {
    app.addHook('onResponse', (request, reply, done) => {
      if (!this.streams.has(request)) {
        const route = request.routeOptions.url ?? 'none';
        onAnswered?.({ route, status: reply.statusCode, seconds: reply.elapsedTime / 1000, isStream: false });
      }
      request.log.info(
        {
          method: request.method,
          route: request.routeOptions.url,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          caller: callers.of(request).access?.tokenId,
        },
        'answered',
      );
      done();
    });
  }

  /** Streams are reported when they end: `onResponse` does not fire when subscribers disconnect. */
  streamOpened(request: FastifyRequest, reply: FastifyReply): void {
    this.streams.add(request);
    const route = request.routeOptions.url ?? 'none';
    reply.raw.once('close', () =>
      this.onAnswered?.({ route, status: 200, seconds: reply.elapsedTime / 1000, isStream: true }),
    );
  }
}
