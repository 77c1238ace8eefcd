import type { FastifyInstance } from 'fastify';

/** The methods of every path that an app has, for those that come with another. */
export class RouteTable {
  private readonly methods = new Map<string, Set<string>>();

  /** Sees what is added to the app from now on. */
  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method }) => {
      // Of preflights, which every path has.
      if (url === '*') return;
      const all = this.methods.get(url) ?? new Set();
      for (const one of [method].flat()) all.add(one);
      this.methods.set(url, all);
    });
  }

  /** The methods that the path of a request has, sorted; none if there is no such path. */
  allowed(requestUrl: string): readonly string[] {
    const [path = ''] = requestUrl.split('?', 1);
    const found = [...this.methods].filter(([url]) => patternOf(url).test(path));
    return [...new Set(found.flatMap(([, methods]) => [...methods]))].sort();
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
