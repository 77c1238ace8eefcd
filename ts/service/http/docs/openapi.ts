import { allParameters } from '../allParameters.js';
import type { Endpoint } from '../endpoint.js';
import type { Parameter } from '../parameter.js';
import { ANSWER_SCHEMAS } from './schemas.js';

const REASONS: Readonly<Record<number, string>> = {
  400: 'Parameters, body or header are not valid; all of them are named.',
  401: 'The session token is missing, invalid or expired.',
  403: 'The API token is not valid, its subscription is over, or does not cover what is asked for.',
  404: 'What is asked for does not exist, or is not published yet (then with Retry-After).',
  429: 'More requests a second or open streams than the limit; Retry-After says when to try again.',
  500: 'The service failed.',
  504: 'The chain cannot be asked.',
};

/** The description of the endpoints as an OpenAPI 3.1 document. `schemas` are those of the records, by the names that endpoints use. */
export function openApiOf(endpoints: readonly Endpoint[], schemas: Readonly<Record<string, object>> = {}): object {
  const paths: Record<string, Record<string, object>> = {};
  const names = new Set<string>(['Problem']);
  for (const endpoint of endpoints) {
    if (endpoint.answer.contentType !== null) names.add(endpoint.answer.schema);
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      paths[path] ??= {};
      (paths[path] as Record<string, object>)[endpoint.method.toLowerCase()] = operationOf(endpoint);
    }
  }
  const known: Readonly<Record<string, object>> = { ...ANSWER_SCHEMAS, ...schemas };
  return {
    openapi: '3.1.0',
    info: { title: 'Sports Data Oracle Service', version: '1.5.8' },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiToken: { type: 'apiKey', in: 'header', name: 'X-Api-Token' },
      },
      schemas: Object.fromEntries([...names].sort().map((name) => [name, known[name] ?? { title: name }])),
    },
  };
}

function operationOf(endpoint: Endpoint): object {
  const { summary, description, deprecated, tag, needs, body, answer, refusals = [] } = endpoint;
  const parameters = allParameters(endpoint);
  const reference = { $ref: `#/components/schemas/${answer.schema}` };
  const statuses = [
    ...(Object.keys(parameters).length > 0 || body ? [400] : []),
    ...(needs === 'nothing' ? [] : [401]),
    ...(needs === 'token' ? [403] : []),
    ...refusals,
    429,
    500,
  ].sort();
  return {
    summary,
    ...(description && { description }),
    ...(deprecated && { deprecated }),
    tags: [tag],
    security: needs === 'nothing' ? [] : [needs === 'token' ? { session: [], apiToken: [] } : { session: [] }],
    parameters: Object.entries(parameters).map(([name, one]) => parameterOf(name, one)),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body.schema } } } }),
    responses: {
      ...(answer.contentType === null
        ? { 204: { description: 'Done' } }
        : {
            200: {
              description: 'OK',
              content: {
                [answer.contentType]: { schema: answer.list ? { type: 'array', items: reference } : reference },
              },
            },
          }),
      ...Object.fromEntries([...new Set(statuses)].map((status) => [status, refusalOf(status)])),
    },
  };
}

const parameterOf = (name: string, { in: place, required, description, schema }: Parameter<unknown>): object => ({
  name,
  in: place,
  required,
  description,
  // Lists are one text with commas.
  ...(schema.type === 'array' && { style: 'form', explode: false }),
  schema,
});

const refusalOf = (status: number): object => ({
  description: REASONS[status] ?? '',
  ...(status === 429 && { headers: { 'Retry-After': { schema: { type: 'integer' } } } }),
  content: {
    'text/plain': { schema: { type: 'string' } },
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  },
});
