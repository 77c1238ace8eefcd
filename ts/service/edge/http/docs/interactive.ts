import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const PAGE = '/docs/ui';

/** Forbids contact with other hosts, which Swagger UI's own policy would allow. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page to try out the endpoints: Swagger UI with all its assets. `onRequest` counts requests. */
export async function addInteractiveDocs(
  app: FastifyInstance,
  onRequest: (request: FastifyRequest) => void,
): Promise<void> {
  // The page has half a megabyte, so it is created on first use.
  let json: string | undefined;
  await app.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      onRequest(request);
      if (request.routeOptions.url !== `${PAGE}/json`) return done();
      json ??= JSON.stringify(app.swagger());
      reply.type('application/json; charset=utf-8').send(json);
    });
    // The other layout has a field to load any other document.
    const uiConfig = { layout: 'BaseLayout', deepLinking: true };
    await scope.register(swaggerUi, { routePrefix: PAGE, uiConfig, staticCSP: POLICY });
  });
}
