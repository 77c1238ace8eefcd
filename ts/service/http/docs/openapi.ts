import type { Wire } from '../../edge/answer/wire.js';
import { allParameters } from '../allParameters.js';
import type { NamedEndpoint } from '../endpoint/index.js';
import type { Parameter } from '../parameter.js';
import { Components } from './components.js';
import { METHOD_REFUSED, refusalReference, refusalResponses, refusalsOf } from './refusals.js';
import { ANSWER_SCHEMAS, type AnswerSchemas } from './schemas.js';

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

/** The description of the endpoints as an OpenAPI 3.1 document. `wire`: how the server answers unless it is told otherwise. */
export function openApiOf(endpoints: readonly NamedEndpoint[], wire: Wire = 'described'): object {
  const components = new Components();
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints)
    for (const [i, path] of [endpoint.path, ...(endpoint.aliases ?? [])].entries()) {
      paths[path] ??= { 'x-other-methods': refusalReference(METHOD_REFUSED) };
      // Names of operations are unique.
      const operationId = i === 0 ? endpoint.name : `${endpoint.name}Alias${i}`;
      (paths[path] as Record<string, object>)[endpoint.method.toLowerCase()] = {
        operationId,
        ...operationOf(endpoint, wire, components),
      };
    }
  const responses = refusalResponses(components);
  const { schemas } = components;
  return {
    openapi: '3.1.0',
    info: { title: 'Sports Data Oracle Service', version: '1.5.8', description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The session token.' },
        apiToken: { type: 'apiKey', in: 'header', name: 'X-Api-Token', description: 'The API token.' },
      },
      responses,
      schemas,
    },
  };
}

function operationOf(endpoint: NamedEndpoint, wire: Wire, components: Components): object {
  const { summary, description, deprecated, tag, needs, body, headers = {} } = endpoint;
  return {
    summary,
    ...(description && { description }),
    ...(deprecated && { deprecated }),
    tags: [tag],
    security: needs === 'nothing' ? [] : [needs === 'session' ? { session: [] } : { session: [], apiToken: [] }],
    parameters: [
      ...Object.entries(allParameters(endpoint)).map(([name, one]) => parameterOf(name, one, wire)),
      ...Object.entries(headers).map(([name, one]) => ({ name, in: 'header', required: false, ...one })),
    ],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: components.apart(body.schema) } } },
    }),
    responses: {
      ...answerOf(endpoint, wire, components),
      ...Object.fromEntries(refusalsOf(endpoint).map((status) => [status, refusalReference(status)])),
    },
  };
}

function parameterOf(
  name: string,
  { in: place, required, description, schema }: Parameter<unknown>,
  wire: Wire,
): object {
  return {
    name,
    in: place,
    required,
    description,
    // Lists are one text with commas.
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema: name === 'wire' ? { ...schema, default: wire } : schema,
  };
}

/** Where the wires differ, either may come: the server's own first. Many a record is the same in both, so it is not `oneOf`. */
function answerOf({ answer }: NamedEndpoint, wire: Wire, components: Components): object {
  const { contentType, schema: name, list } = answer;
  if (contentType === null) return { 204: { description: 'Done.' } };
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
