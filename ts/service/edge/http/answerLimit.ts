import type { ServerResponse } from 'node:http';
import { errorOf, NOT_IN_TIME, REQUEST_INCOMPLETE } from '@linesman/sdk/error';
import type { FastifyReply } from 'fastify';

/**
 * Refuses requests whose answer takes too long. One timer and one map serve all of them: a timer or an AbortController
 * for each request would create garbage, and slow down the slowest answers. The app needs an `onResponse` hook, without
 * which replies do not know their age.
 */
export class AnswerLimit {
  /** In order of arrival, so overdue answers come first. */
  private readonly pending = new Map<ServerResponse, FastifyReply>();
  private timer: NodeJS.Timeout | undefined;
  /** Shared by all responses; `this` is the response. */
  private readonly ended: (this: ServerResponse) => void;

  constructor(private readonly ms: number) {
    const { pending } = this;
    this.ended = function () {
      pending.delete(this);
    };
  }

  /** Starts the clock for an answer. */
  begin(reply: FastifyReply): void {
    this.pending.set(reply.raw, reply);
    reply.raw.on('close', this.ended);
    // The timer keeps running after the last answer, because the next request would only start it again.
    this.timer ??= this.lookIn(this.ms);
  }

  /** Stops the clock for an answer that has its own limit from now on. */
  end(reply: FastifyReply): void {
    this.pending.delete(reply.raw);
  }

  /** Number of pending requests. */
  get size(): number {
    return this.pending.size;
  }

  /** Stops the timer. */
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private readonly look = (): void => {
    this.timer = undefined;
    for (const [response, reply] of this.pending) {
      const rest = this.ms - reply.elapsedTime;
      if (rest > 0) {
        this.timer = this.lookIn(rest);
        return;
      }
      this.pending.delete(response);
      refuseLate(reply);
    }
  };

  private lookIn(ms: number): NodeJS.Timeout {
    return setTimeout(this.look, Math.ceil(ms)).unref();
  }
}

function refuseLate(reply: FastifyReply): void {
  if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return;
  const { raw } = reply.request;
  if (raw.complete !== false) {
    reply.send(errorOf(NOT_IN_TIME));
    return;
  }
  // The answer closes the connection, and the body reader would answer a second time.
  raw.removeAllListeners('error').on('error', () => {});
  reply.send(errorOf(REQUEST_INCOMPLETE));
}
