import { closed, type Titled } from '../answerSchema.js';
import type { Endpoint } from '../endpoint.js';
import type { Components } from './components.js';

/** A refusal with `Accept: application/problem+json` (RFC 9457). */
const PROBLEM: Titled = closed('Problem', {
  type: { type: 'string', format: 'uri', pattern: '^urn:linesman:error:\\d+$' },
  title: { type: 'string', minLength: 1, description: 'Name of the error.' },
  status: { type: 'integer', minimum: 400, maximum: 599, description: 'Same as the response status.' },
  detail: { type: 'string', minLength: 1, description: 'The text that the refusal has without problem details.' },
  code: { type: 'integer', minimum: 1, description: 'Number of the error.' },
  hint: { type: 'string', minLength: 1, description: 'What to do.' },
});

/** The text of a refusal. */
const REFUSAL_TEXT = {
  title: 'RefusalText',
  type: 'string',
  pattern: '^[^\\r\\n]+$',
  description: 'One line with the reason.',
} satisfies Titled & Readonly<Record<string, string>>;

interface Refusal {
  /** Name of the component. */
  readonly name: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly example?: string;
  /** Sent before there is a parsed request, so it is always text. */
  readonly isTextOnly?: boolean;
}

const retryAfter = (required: boolean) => ({
  'Retry-After': {
    description: 'Seconds to wait before a retry.',
    required,
    schema: { type: 'integer', minimum: 1 },
  },
});

/** The service's refusals by status. */
export const REFUSALS: Readonly<Record<number, Refusal>> = {
  400: {
    name: 'BadRequest',
    description: 'Parameters, body or header are invalid; all faults are listed.',
    example: 'Invalid value for: query parameter statKeys. statKeys: 1 to 5 different integers; 6 given',
  },
  401: {
    name: 'Unauthorized',
    description: 'The session token is missing, invalid or expired.',
    example: 'Authorization failed: Invalid or expired guest JWT',
  },
  403: {
    name: 'Forbidden',
    description: 'The API token is invalid, or its subscription has expired or does not cover the request.',
    example: 'Access denied: Invalid API token or insufficient permissions',
  },
  404: {
    name: 'NotFound',
    description: 'The resource does not exist, or is not published yet (then with Retry-After).',
    headers: retryAfter(false),
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path does not support this method.',
    headers: {
      Allow: { description: 'The methods of the path.', required: true, schema: { type: 'string', minLength: 1 } },
    },
  },
  408: { name: 'RequestTimeout', description: 'The request took too long to arrive.' },
  413: { name: 'PayloadTooLarge', description: 'The body is larger than the limit.' },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests per second, open streams, or long lists at once.',
    headers: retryAfter(true),
  },
  431: { name: 'HeaderTooLarge', description: 'The header is larger than the limit.', isTextOnly: true },
  500: { name: 'InternalError', description: 'The service failed.', example: 'Internal server error' },
  503: {
    name: 'Unavailable',
    description: 'The service is stopping, or the answer took too long.',
    headers: retryAfter(true),
  },
  504: { name: 'ChainUnavailable', description: 'The chain does not answer.', example: 'The chain cannot be asked' },
};

/** Refusals of any request: invalid HTTP, limits, internal errors. */
const ALWAYS = [400, 408, 429, 431, 500, 503];
/** The status for methods that a path does not support. */
export const METHOD_REFUSED = 405;

/** The refusal statuses of an endpoint, ascending. */
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

/** All refusal responses, by name. */
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
