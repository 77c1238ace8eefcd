import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import serveStatic from '@fastify/static';
import Fastify from 'fastify';

const BUILT = fileURLToPath(new URL('../../../ts/service/dist/explorer/', import.meta.url));

export interface StaticPages {
  readonly url: string;
  close(): Promise<void>;
}

/** Built pages, by default the explorer's, on a plain web server that knows nothing of them, below a path. */
export async function staticPages(root = BUILT, prefix = '/some/where/', policy?: string): Promise<StaticPages> {
  if (!existsSync(root)) throw new Error(`${root} is missing: npm run build makes the explorer's`);
  const app = Fastify();
  if (policy !== undefined)
    app.addHook('onRequest', async (_, reply) => {
      reply.header('content-security-policy', policy);
    });
  await app.register(serveStatic, { root, prefix });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${prefix}`, close: () => app.close() };
}
