import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import type { Wire } from '../../answer/wire.js';
import type { NamedEndpoint } from '../endpoint/endpoints.js';
import { allParameters } from '../endpointParameters.js';
import type { Parameter } from '../parameter.js';
import { Components } from './components.js';
import { METHOD_REFUSED, refusalReference, refusalResponses, refusalsOf } from './refusals.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes of the described interface. */
    readonly operation?: DescribedOperation;
  }
}

/** The appearance of a route in the document. */
export interface DescribedOperation {
  readonly endpoint: NamedEndpoint;
  /** Unique, even among aliases. */
  readonly operationId: string;
}
const DESCRIPTION = `Odds, scores and fixtures, each provable against roots on chain.

Answers come in two wires: \`described\` has the names and types of this description, \`observed\` those that deployed
clients of the reference expect. The query parameter \`wire\` selects one. Where they differ, the components of the
observed wire are called \`Observed…\`, and \`x-wires\` next to a schema maps each wire to its schema.

The schema of a \`text/event-stream\` answer describes one event, whose \`data\` is JSON on one line
(\`contentSchema\`).

Refusals are decided in this order: session token 401, API token 403, rate limit 429, parameters and body 400,
entitlement 403, existence 404. A refusal is one line of text, or problem details (RFC 9457) with
\`Accept: application/problem+json\`. Every GET except streams also supports HEAD; \`x-other-methods\` describes the
answer to unsupported methods.`;

const TAGS: Readonly<Record<NamedEndpoint['tag'], string>> = {
  Session: 'Session tokens.',
  Subscription: 'Service tokens, and API tokens for what was bought with them.',
  Scores: 'Records of matches, and proofs of their statistics.',
  Odds: 'Prices of market lines, and their proofs.',
  Fixtures: 'Matches, and their proofs.',
  Roots: 'Roots of the slots, as the service knows them.',
  Keys: 'Public keys of the oracle.',
  Chain: 'Where the roots are published, and the world of an embedded chain.',
};

/**
 * Describes all routes added from now on. `app.swagger()` returns the OpenAPI 3.1 document once the app is ready.
 * `wire`: the server's default. Routes have no Fastify schemas, because Fastify would compile them and validate and
 * serialise a second time.
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

/** The Fastify schema of a route, from which the library builds the operation. */
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

/** The parameters in one location, as fields of an object. */
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

/** Path parameters first. Lists are one comma-separated text. */
const inOrder = (parameters: readonly SentParameter[]): readonly object[] =>
  parameters
    .toSorted((a, b) => Number(b.in === 'path') - Number(a.in === 'path'))
    .map((one) => (one.schema.type === 'array' ? { ...one, style: 'form', explode: false } : one));

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly SentParameter[];
  readonly responses: object;
}

/** The document that the library builds. */
interface Assembled {
  readonly openapi: string;
  readonly info: object;
  readonly servers: readonly object[];
  readonly tags: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: object };
}

/**
 * Adds what the library does not support: shared refusals, path-level extensions, and schemas of JSON Schema 2020-12.
 */
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

/**
 * If the wires differ, either may be returned; the server's default comes first. Not `oneOf`, because many records are
 * valid in both.
 */
function answerOf({ answer }: NamedEndpoint, wire: Wire, components: Components): object {
  if (answer.contentType === null) return { 204: { description: 'Done.', type: 'null' } };
  const { contentType, schema: titled, list } = answer;
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
