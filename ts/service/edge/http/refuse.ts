import { errorOf, METHOD_NOT_ALLOWED, NOT_IN_TIME, RECORD_NOT_FOUND, REQUEST_INCOMPLETE } from '@linesman/sdk/error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isBrokenOff, isFault, problemOf, refusalOf, wantsProblem } from './refusal.js';

/** Answers with the refusal for an error. */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(isBrokenOff(error, request.raw) ? errorOf(REQUEST_INCOMPLETE) : error);
  if (isFault(refusal)) request.log.error({ err: error, number: refusal.code }, 'failed');
  reply.status(refusal.status);
  // The request itself may be stuck.
  if (refusal.code === NOT_IN_TIME || refusal.code === REQUEST_INCOMPLETE) reply.header('connection', 'close');
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter);
  if (wantsProblem(request.headers.accept))
    return reply.type('application/problem+json').send(JSON.stringify(problemOf(refusal)));
  return reply.type('text/plain; charset=utf-8').send(refusal.text);
}

/** Answers requests without a route: an unknown path, or an unsupported method. */
export function refuseUnknown(routes: RouteTable, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = routes.allowed(request.url);
  // A route with the method may still lack an answer for a path below it, such as a missing file.
  if (allowed.length === 0 || allowed.includes(request.method))
    return refuse(errorOf(RECORD_NOT_FOUND, { problem: 'no route' }), request, reply);
  reply.header('allow', allowed.join(', '));
  return refuse(errorOf(METHOD_NOT_ALLOWED, { allowed, method: request.method }), request, reply);
}

/** The methods of every path of an app, for the answer to unsupported methods. */
export class RouteTable {
  private readonly urls = new Set<string>();

  /** Records the routes added from now on. */
  constructor(private readonly app: FastifyInstance) {
    app.addHook('onRoute', ({ url }) => {
      // OPTIONS belongs to preflights, which every path supports.
      if (url !== '*') this.urls.add(url);
    });
  }

  /** The methods that the request's path supports, sorted; empty for an unknown path. */
  allowed(requestUrl: string): readonly string[] {
    const { app } = this;
    const [path = ''] = requestUrl.split('?', 1);
    const found = [...this.urls].filter((url) => patternOf(url).test(path));
    // Queries the app, because `onRoute` reports only some routes with a trailing slash.
    return app.supportedMethods.filter((method) => found.some((url) => app.hasRoute({ url, method }))).sort();
  }
}

/** A regular expression for a route: parameters match a segment, a final star matches any rest. */
const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:[^/]+/g, '[^/]+')
      .replace(/\\\*$/, '.*')}$`,
  );
