import type { FastifyInstance } from 'fastify';

/** The methods of every path that an app has, for those that come with another. */
export class RouteTable {
  private readonly urls = new Set<string>();

  /** Sees what is added to the app from now on. */
  constructor(private readonly app: FastifyInstance) {
    app.addHook('onRoute', ({ url }) => {
      // Of preflights, which every path has.
      if (url !== '*') this.urls.add(url);
    });
  }

  /** The methods that the path of a request has, sorted; none if there is no such path. */
  allowed(requestUrl: string): readonly string[] {
    const { app } = this;
    const [path = ''] = requestUrl.split('?', 1);
    const found = [...this.urls].filter((url) => patternOf(url).test(path));
    // Asked of the app: of a path with a slash at its end it tells only some.
    return app.supportedMethods.filter((method) => found.some((url) => app.hasRoute({ url, method }))).sort();
  }
}

/** The path of a route, whose parameters are any segment; a star at its end is any rest. */
const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:[^/]+/g, '[^/]+')
      .replace(/\\\*$/, '.*')}$`,
  );
