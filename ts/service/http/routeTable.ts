import type { FastifyInstance } from 'fastify';

/** The methods of every path of an app, for the answer to unsupported methods. */
export class RouteTable {
  private readonly urls = new Set<string>();

  /** Records the routes added from now on. */
  constructor(private readonly app: FastifyInstance) {
    app.addHook('onRoute', ({ url }) => {
      // Belongs to preflights, which every path has.
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
