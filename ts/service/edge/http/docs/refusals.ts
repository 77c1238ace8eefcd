import type { Endpoint } from '../endpoint.js';
import type { Components } from './components.js';
import { PROBLEM, REFUSAL_TEXT } from './schemas.js';

interface Refusal {
  /** Of the component. */
  readonly name: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly example?: string;
  /** What is refused before it is a request is always answered as text. */
  readonly isTextOnly?: boolean;
}

const retryAfter = (required: boolean) => ({
  'Retry-After': {
    description: 'Seconds after which it is worth another try.',
    required,
    schema: { type: 'integer', minimum: 1 },
  },
});

/** The refusals of the service by status. */
export const REFUSALS: Readonly<Record<number, Refusal>> = {
  400: {
    name: 'BadRequest',
    description: 'Parameters, body or header are not valid; all of them are named.',
    example: 'Invalid value for: query parameter statKeys. statKeys: 1 to 5 different integers; 6 given',
  },
  401: {
    name: 'Unauthorized',
    description: 'The session token is missing, invalid or expired.',
    example: 'Authorization failed: Invalid or expired guest JWT',
  },
  403: {
    name: 'Forbidden',
    description: 'The API token is not valid, its subscription is over, or does not cover what is asked for.',
    example: 'Access denied: Invalid API token or insufficient permissions',
  },
  404: {
    name: 'NotFound',
    description: 'What is asked for does not exist, or is not published yet (then with Retry-After).',
    headers: retryAfter(false),
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path does not have this method.',
    headers: {
      Allow: { description: 'The methods of the path.', required: true, schema: { type: 'string', minLength: 1 } },
    },
  },
  408: { name: 'RequestTimeout', description: 'The request took too long to come in.' },
  413: { name: 'PayloadTooLarge', description: 'The body is larger than the limit.' },
  429: {
    name: 'TooManyRequests',
    description: 'More requests a second or open streams than the limit.',
    headers: retryAfter(true),
  },
  431: { name: 'HeaderTooLarge', description: 'The header is larger than the limit.', isTextOnly: true },
  500: { name: 'InternalError', description: 'The service failed.', example: 'Internal server error' },
  503: {
    name: 'Unavailable',
    description: 'The service stops, or the answer took too long.',
    headers: retryAfter(true),
  },
  504: { name: 'ChainUnavailable', description: 'The chain cannot be asked.', example: 'The chain cannot be asked' },
};

/** Refusals that any request may meet: what is no request by HTTP, limits, faults. */
const ALWAYS = [400, 408, 429, 431, 500, 503];
/** What the methods that a path does not have are answered with. */
export const METHOD_REFUSED = 405;

/** The statuses of an endpoint's refusals, ascending. */
export function refusalsOf(endpoint: Endpoint): readonly number[] {
  const { needs, method, refusals = [] } = endpoint;
  const statuses = [
    ...ALWAYS,
    ...(needs === 'nothing' ? [] : [401]),
    ...(needs === 'token' || needs === 'holder' ? [403] : []),
    ...(method === 'GET' ? [] : [413]),
    ...refusals,
  ];
  return [...new Set(statuses)].sort((a, b) => a - b);
}

export const refusalReference = (status: number): object => ({
  $ref: `#/components/responses/${REFUSALS[status]?.name}`,
});

/** The responses of all refusals, by name. */
export function refusalResponses(components: Components): Readonly<Record<string, object>> {
  const text = components.refer(REFUSAL_TEXT);
  const problem = components.refer(PROBLEM);
  return Object.fromEntries(
    Object.values(REFUSALS).map(({ name, description, headers, example, isTextOnly }) => [
      name,
      {
        description,
        ...(headers && { headers }),
        content: {
          'text/plain': { schema: text, ...(example && { example }) },
          ...(!isTextOnly && { 'application/problem+json': { schema: problem } }),
        },
      },
    ]),
  );
}
