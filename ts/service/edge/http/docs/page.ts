import { ERRORS } from '@linesman/sdk/error';
import type { Wire } from '../../answer/wire.js';
import type { Endpoint } from '../endpoint.js';
import { allParameters } from '../endpointParameters.js';
import type { ParameterSchema } from '../parameter.js';
import { REFUSED_NUMBERS } from '../refusal.js';
import { bodyRows } from './bodyRows.js';
import { DEVIATIONS } from './deviations.js';
import { refusalsOf } from './refusals.js';

export interface DocsPageOptions {
  /** The server's default wire. Default `described`. */
  readonly wire?: Wire | undefined;
  readonly leagues?: readonly { readonly id: number; readonly name: string }[] | undefined;
}

/** The OpenAPI document for people: one HTML page without external resources. */
export function docsPage(
  endpoints: readonly Endpoint[],
  { wire = 'described', leagues = [] }: DocsPageOptions = {},
): string {
  const errors = [...ERRORS].filter(([number]) => REFUSED_NUMBERS.has(number));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sports Data Oracle Service 1.5.8</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}code{font-size:.95em}
table{border-collapse:collapse;width:100%}
td,th{border:1px solid #999;padding:.25rem .5rem;text-align:left;vertical-align:top}</style>
</head><body>
<h1>Sports Data Oracle Service</h1>
<p>Version 1.5.8. For programs: <a href="/docs/openapi.yaml">openapi.yaml</a>.
To try it out: <a href="/docs/ui/">/docs/ui</a>.</p>
<p>Data endpoints need <code>Authorization: Bearer &lt;session token&gt;</code> and <code>X-Api-Token</code>.
Refusals are one line of text, or problem details with <code>Accept: application/problem+json</code>.
Answers come in two wires, <code>described</code> and <code>observed</code>; without the parameter <code>wire</code>
this server answers in <code>${wire}</code>. openapi.yaml has the schemas of both, under the names shown here.</p>
${endpoints.map(endpointSection).join('\n')}
<h2>Errors</h2>
${table(
  ['Number', 'Name', 'What to do'],
  errors.map(([number, { name, hint }]) => [`${number}`, name, hint]),
)}
<h2>Differences from the description</h2>
${table(
  ['What', 'Why'],
  DEVIATIONS.map(({ what, why }) => [what, why]),
)}
${
  leagues.length > 0
    ? `<h2>Leagues</h2>\n${table(
        ['Id', 'Name'],
        leagues.map(({ id, name }) => [`${id}`, name]),
      )}`
    : ''
}
</body></html>
`;
}

function endpointSection(endpoint: Endpoint): string {
  const { method, path, aliases = [], summary, description, deprecated, needs, body } = endpoint;
  const rows = [
    ...Object.entries(allParameters(endpoint)).map(([name, one]) => [
      name,
      `${one.in}${one.required ? '' : ', optional'}`,
      typeText(one.schema),
      one.description,
    ]),
    ...Object.entries(endpoint.headers ?? {}).map(([name, one]) => [name, 'header, optional', 'text', one.description]),
  ];
  const both = 'session token and API token';
  const credentials = { nothing: 'none', session: 'session token', token: both, holder: both }[needs];
  return `<h2><code>${method} ${escaped(path)}</code>${deprecated ? ' (deprecated)' : ''}</h2>
<p>${escaped(summary)}. ${escaped(description ?? '')}</p>
<p>Credentials: ${credentials}. Counts as ${costText(endpoint)}.${aliases.map(aliasText).join('')}</p>
${rows.length > 0 ? table(['Parameter', 'In', 'Type', 'Description'], rows) : ''}
${body ? `<p>JSON body:</p>\n${table(['Field', 'Required', 'Type', 'Description'], bodyRows(body.schema))}` : ''}
<p>Answers: ${answerText(endpoint)}; refusals ${refusalsOf(endpoint).join(', ')}.</p>`;
}

const aliasText = (alias: string): string => ` Also <code>${escaped(alias)}</code>.`;

/** Cost of a request in the rate limit. */
function costText({ cost }: Endpoint): string {
  const { usual = 1, with: dearer = {} } = cost ?? {};
  const others = Object.entries(dearer).map(([name, each]) => `, with ${name} as ${each}`);
  return `${usual} ${usual === 1 ? 'request' : 'requests'}${others.join('')}`;
}

function answerText({ answer }: Endpoint): string {
  if (answer.contentType === null) return '204';
  const { described, observed } = answer.schema;
  const names = [...new Set([described.title, observed.title])].map((name) => `<code>${escaped(name)}</code>`);
  return `200 <code>${escaped(answer.contentType)}</code>, ${answer.list ? 'a list of ' : ''}${names.join(' or ')}`;
}

function typeText(schema: ParameterSchema): string {
  switch (schema.type) {
    case 'integer': {
      const { format, minimum, maximum = 'any' } = schema;
      return minimum === undefined ? format : `${format}, ${minimum} to ${maximum}`;
    }
    case 'string':
      return schema.enum ? schema.enum.join(' or ') : 'text';
    case 'array': {
      const { minItems, maxItems, items, uniqueItems } = schema;
      return `${minItems} to ${maxItems} of ${typeText(items)}${uniqueItems ? ', all different' : ''}`;
    }
  }
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><tr>${heads.map((head) => `<th>${escaped(head)}</th>`).join('')}</tr>
${rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('\n')}</table>`;

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);
