import { createReadStream, existsSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { stringify } from 'yaml';
import { TEXTS } from '../../../shippedFiles.js';
import type { AppOptions } from '../appOptions.js';
import type { NamedEndpoint } from '../endpoint/endpoints.js';
import { docsPage } from './page.js';

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the description, for programs, for people and for language models. `onRequest` counts requests. */
export function addDocs(
  app: FastifyInstance,
  endpoints: readonly NamedEndpoint[],
  { wire, leagues }: Pick<AppOptions, 'wire' | 'leagues'>,
  onRequest: (request: FastifyRequest) => void,
): void {
  // Created on first use.
  let yaml: string | undefined;
  let page: string | undefined;
  app.get('/docs/openapi.yaml', (request, reply) => {
    onRequest(request);
    yaml ??= stringify(app.swagger(), { aliasDuplicateObjects: false });
    return reply.type('application/yaml; charset=utf-8').send(yaml);
  });
  app.get('/docs', (request, reply) => {
    onRequest(request);
    page ??= docsPage(endpoints, { wire, leagues });
    return reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(page);
  });
  for (const name of ['llms.txt', 'llms-full.txt'])
    app.get(`/${name}`, (request, reply) => {
      onRequest(request);
      const file = new URL(name, TEXTS);
      // The build writes the longer one, so a clone may not have it.
      if (!existsSync(file)) return reply.callNotFound();
      return reply.type('text/plain; charset=utf-8').send(createReadStream(file));
    });
}
