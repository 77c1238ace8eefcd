import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { EXPLORER } from '../../shippedFiles.js';
import type { ThisMachine } from './thisMachine.js';

/** Origins that the explorer's visitors reach besides the service that serves it. */
export interface ExplorerOptions {
  /** Node of the chain, for their browsers. Null: visitors name their own. */
  readonly rpc: string | null;
  /** The same for browsers on this machine. Default `rpc`. */
  readonly rpcHere?: string | undefined;
  readonly oracle: string;
  readonly settlement: string;
}

/**
 * The policy in the page, as the build wrote it, with the hash of its style; and the parts that only a header can set.
 * The page narrows `connect-src` to its service and its node before it does anything else (`frame/policy.ts` there).
 * Visitors may choose their own node, which they trust more than ours, so a header cannot name it.
 */
function policyOf(page: string): string {
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(page)?.[1];
  if (policy === undefined) throw new Error('the page of the explorer has no policy');
  return `${policy}; frame-ancestors 'none'`;
}

/** File names of the build have a hash of the content. */
const HASHED = /[\\/]assets[\\/][^\\/]+-[\w-]{8}\.\w+(\.gz)?$/;

export interface ExplorerVisitors {
  /** Counts a request. */
  onRequest(request: FastifyRequest): void;
  readonly isThisMachine: ThisMachine;
}

/** Whether the page is built; in the sources it need not be. */
export const hasExplorer = (): boolean => existsSync(new URL('index.html', EXPLORER));

/** Serves the explorer at `/`; without it, `/` redirects to the description. */
export async function addExplorer(
  app: FastifyInstance,
  explorer: ExplorerOptions | undefined,
  { onRequest, isThisMachine }: ExplorerVisitors,
): Promise<void> {
  if (!explorer || !hasExplorer()) {
    app.get('/', (request, reply) => {
      onRequest(request);
      return reply.redirect('/docs', 302);
    });
    return;
  }
  const { oracle, settlement } = explorer;
  const policy = policyOf(readFileSync(new URL('index.html', EXPLORER), 'utf8'));
  const settingsFor = ({ headers, socket }: FastifyRequest): string => {
    const isHere = isThisMachine({ headers, address: socket.remoteAddress });
    const rpc = (isHere ? explorer.rpcHere : undefined) ?? explorer.rpc;
    return JSON.stringify({ service: '.', ...(rpc !== null && { rpc }), oracle, settlement });
  };
  await app.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      onRequest(request);
      reply
        .header('content-security-policy', policy)
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer');
      done();
    });
    scope.get('/explorer.json', (request, reply) =>
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(settingsFor(request)),
    );
    await scope.register(serveStatic, {
      root: fileURLToPath(EXPLORER),
      // A route for each file, so that every other path is refused as before.
      wildcard: false,
      globIgnore: ['**/explorer.json', '**/*.gz'],
      // The build has written them beside the files.
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  });
}
