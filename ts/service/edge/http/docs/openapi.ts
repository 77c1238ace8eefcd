import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import type { Wire } from '../../answer/wire.js';
import { allParameters } from '../allParameters.js';
import type { NamedEndpoint } from '../endpoint/index.js';
import type { Parameter } from '../parameter.js';
import { Components } from './components.js';
import { METHOD_REFUSED, refusalReference, refusalResponses, refusalsOf } from './refusals.js';
import { ANSWER_SCHEMAS, type AnswerSchemas } from './schemas.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of the routes that are part of the described interface. */
    readonly operation?: DescribedOperation;
  }
}

/** What a route is in the document. */
export interface DescribedOperation {
  readonly endpoint: NamedEndpoint;
  /** Names of operations are unique, also those of aliases. */
  readonly operationId: string;
}
const DESCRIPTION = `Odds, scores and fixtures, each provable against roots on chain.

Answers come in two wires: \`described\` has names and types as this description; \`observed\` is what deployed clients of the reference meet. The query parameter
\`wire\` chooses; where the two differ, the components of the second have names that begin with \`Observed\`, and \`x-wires\` beside a schema says which is which.

Of \`text/event-stream\` answers the schema is that of one event, whose \`data\` is JSON in one line (\`contentSchema\`).

Refusals come in one order: session token 401, API token 403, too many requests 429, parameters and body 400, not entitled 403, not existing 404. They are one line of text, or problem
details (RFC 9457) with \`Accept: application/problem+json\`. Every GET but that of a stream takes HEAD as well; methods that a path does not have are refused as \`x-other-methods\` says.`;

const TAGS: Readonly<Record<NamedEndpoint['tag'], string>> = {
  Session: 'Session tokens.',
  Subscription: 'Service tokens, and API tokens for what was bought with them.',
  Scores: 'Records of matches, and proofs of their statistics.',
  Odds: 'Prices of market lines, and their proofs.',
  Fixtures: 'Matches, and their proofs.',
  Keys: 'Public keys of the oracle.',
};

/**
 * Describes the routes that are added from now on. The OpenAPI 3.1 document is `app.swagger()`, once the app is ready. `wire`: how the server answers
 * unless it is told otherwise. Routes have no schemas of Fastify's own: it would compile them, and check and write by them a second time.
 */
export async function describeRoutes(app: FastifyInstance, wire: Wire): Promise<void> {
  const components = new Components();
  const operations = new Map<string, DescribedOperation>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Sports Data Oracle Service', version: '1.5.8', description: DESCRIPTION },
      servers: [{ url: '/' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The session token.' },
          apiToken: { type: 'apiKey', in: 'header', name: 'X-Api-Token', description: 'The API token.' },
        },
      },
    },
    transform: ({ route, url }) => {
      const operation = route.config?.operation;
      if (!operation) return { url, schema: { hide: true } };
      operations.set(operation.operationId, operation);
      return { url, schema: schemaOf(operation, wire, components) };
    },
    transformObject: (document) =>
      'openapiObject' in document
        ? completed(document.openapiObject as unknown as Assembled, operations, components)
        : document.swaggerObject,
  });
}

/** What Fastify would be told of a route, in whose words the library reads it. */
function schemaOf({ endpoint, operationId }: DescribedOperation, wire: Wire, components: Components): FastifySchema {
  const { summary, description, deprecated, tag, needs, body, headers = {} } = endpoint;
  const parameters = Object.entries(allParameters(endpoint));
  const within = (place: Parameter<unknown>['in']) =>
    parametersOf(
      parameters.filter(([, one]) => one.in === place),
      wire,
    );
  return {
    operationId,
    summary,
    ...(description && { description }),
    ...(deprecated && { deprecated }),
    tags: [tag],
    security: needs === 'nothing' ? [] : [needs === 'session' ? { session: [] } : { session: [], apiToken: [] }],
    params: within('path'),
    querystring: within('query'),
    headers: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(headers).map(([name, { description, schema }]) => [name, { ...schema, description }]),
      ),
    },
    ...(body && { body: { content: { 'application/json': { schema: components.refer(body.schema) } } } }),
    response: answerOf(endpoint, wire, components),
  };
}

/** Parameters of one place, as the fields of an object. */
function parametersOf(parameters: readonly (readonly [string, Parameter<unknown>])[], wire: Wire): object {
  return {
    type: 'object',
    required: parameters.filter(([, { required }]) => required).map(([name]) => name),
    properties: Object.fromEntries(
      parameters.map(([name, { description, schema }]) => [
        name,
        { ...schema, ...(name === 'wire' && { default: wire }), description },
      ]),
    ),
  };
}

interface SentParameter {
  readonly in: string;
  readonly schema: { readonly type?: string };
}

/** Those of the path first, as they are written. Lists are one text with commas. */
const inOrder = (parameters: readonly SentParameter[]): readonly object[] =>
  parameters
    .toSorted((a, b) => Number(b.in === 'path') - Number(a.in === 'path'))
    .map((one) => (one.schema.type === 'array' ? { ...one, style: 'form', explode: false } : one));

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly SentParameter[];
  readonly responses: object;
}

/** What the library has made of the routes. */
interface Assembled {
  readonly openapi: string;
  readonly info: object;
  readonly servers: readonly object[];
  readonly tags: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: object };
}

/** With what the library has no words for: refusals that operations share, what stands beside the operations of a path, schemas of JSON Schema 2020-12. */
function completed(
  { openapi, info, servers, tags, paths, components: { securitySchemes } }: Assembled,
  operations: ReadonlyMap<string, DescribedOperation>,
  components: Components,
): object {
  const whole = (operation: Operation): object => {
    const endpoint = operations.get(operation.operationId)?.endpoint as NamedEndpoint;
    const refusals = refusalsOf(endpoint).map((status) => [status, refusalReference(status)]);
    return {
      ...operation,
      parameters: inOrder(operation.parameters ?? []),
      responses: { ...operation.responses, ...Object.fromEntries(refusals) },
    };
  };
  const described = Object.entries(paths).map(([path, methods]) => [
    path,
    {
      'x-other-methods': refusalReference(METHOD_REFUSED),
      ...Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, whole(one)])),
    },
  ]);
  const responses = refusalResponses(components);
  return {
    openapi,
    info,
    servers,
    tags,
    paths: Object.fromEntries(described),
    components: { securitySchemes, responses, schemas: components.schemas },
  };
}

/** Where the wires differ, either may come: the server's own first. Many a record is the same in both, so it is not `oneOf`. */
function answerOf({ answer }: NamedEndpoint, wire: Wire, components: Components): object {
  const { contentType, schema: name, list } = answer;
  if (contentType === null) return { 204: { description: 'Done.', type: 'null' } };
  const titled: AnswerSchemas = ANSWER_SCHEMAS[name];
  const asked = (one: Wire): object => {
    const reference = components.refer(titled[one]);
    return list ? { type: 'array', items: reference } : reference;
  };
  if (titled.described.title === titled.observed.title)
    return {
      200: { description: titled.described.title, content: { [contentType]: { schema: asked('described') } } },
    };
  const wires = { described: asked('described'), observed: asked('observed') };
  const other = wire === 'described' ? 'observed' : 'described';
  return {
    200: {
      description: `${titled.described.title} in the described wire, ${titled.observed.title} in the observed wire`,
      content: { [contentType]: { schema: { anyOf: [wires[wire], wires[other]] }, 'x-wires': wires } },
    },
  };
}
