import { terminalText } from '@linesman/sdk/error';

/** A JSON value as an indented outline: a line for each field, short lists on one line. */
export function outline(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return value.map((item) => branch('-', item, indent)).join('');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, inner]) => branch(`${name}:`, inner, indent))
      .join('');
  return `${indent}${leaf(value)}\n`;
}

function branch(label: string, value: unknown, indent: string): string {
  const line = inline(value);
  return line === undefined
    ? `${indent}${label}\n${outline(value, `${indent}  `)}`
    : `${indent}${label} ${line}`.trimEnd().concat('\n');
}

/** The value in one line, if it is short and has no objects below it. */
function inline(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return leaf(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return Array.isArray(value) ? '[]' : '';
  if (entries.some(([, inner]) => typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0))
    return undefined;
  const text = Array.isArray(value)
    ? `[${value.map(leaf).join(', ')}]`
    : entries.map(([name, inner]) => `${name} ${leaf(inner)}`.trimEnd()).join(', ');
  return text.length > 100 ? undefined : text;
}

// Quotes show where foreign text begins and ends.
const leaf = (value: unknown): string =>
  typeof value === 'string'
    ? /^[\x21-\x7e]+$/.test(value)
      ? value
      : terminalText(JSON.stringify(value))
    : typeof value === 'object' && value !== null
      ? ''
      : String(value);
