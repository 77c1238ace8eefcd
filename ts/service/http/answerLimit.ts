import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { errorOf, NOT_IN_TIME, REQUEST_INCOMPLETE } from 'linesman/error';

/**
 * Refuses requests whose answer is not ready in time. One timer and one map for all of them: a timer or an AbortController for each
 * request is garbage that shows in the slowest answers. Needs an `onResponse` hook in the app, without which replies do not know their age.
 */
export class AnswerLimit {
  /** In the order in which they came, so those that are due stand first. */
  private readonly pending = new Map<ServerResponse, FastifyReply>();
  private timer: NodeJS.Timeout | undefined;
  /** One for all responses, each of which is `this`. */
  private readonly ended: (this: ServerResponse) => void;

  constructor(private readonly ms: number) {
    const { pending } = this;
    this.ended = function () {
      pending.delete(this);
    };
  }

  /** From now on the answer is waited for. */
  begin(reply: FastifyReply): void {
    this.pending.set(reply.raw, reply);
    reply.raw.on('close', this.ended);
    // Left alone when the last one has been answered: the next one would only start it again.
    this.timer ??= this.lookIn(this.ms);
  }

  /** Requests that are waited for. */
  get size(): number {
    return this.pending.size;
  }

  /** Looks no more. */
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
  // The answer closes the connection, and who reads the body would answer to that once more.
  raw.removeAllListeners('error').on('error', () => {});
  reply.send(errorOf(REQUEST_INCOMPLETE));
}
