import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const PAGE = '/docs/ui';

/** Nothing comes from another host, and nothing goes to one. The policy that comes with the page would allow both. */
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

/** A page on which the endpoints can be tried out: Swagger UI, with everything that it loads. `onRequest` counts who asks. */
export async function addInteractiveDocs(
  app: FastifyInstance,
  onRequest: (request: FastifyRequest) => void,
): Promise<void> {
  // Made when somebody first asks: half a megabyte.
  let json: string | undefined;
  await app.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      onRequest(request);
      if (request.routeOptions.url !== `${PAGE}/json`) return done();
      json ??= JSON.stringify(app.swagger());
      reply.type('application/json; charset=utf-8').send(json);
    });
    scope.addHook('onSend', (_request, reply, payload, done) => {
      reply.header('content-security-policy', POLICY);
      done(null, payload);
    });
    // Its other layout has a field for the address of any other document.
    await scope.register(swaggerUi, { routePrefix: PAGE, uiConfig: { layout: 'BaseLayout', deepLinking: true } });
  });
}
