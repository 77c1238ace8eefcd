import { I32_MAX, I32_MIN } from '@linesman/sdk/format';
import { bytesFromText } from '@linesman/sdk/proof';
import { type Fault, fault, shown } from '../fault.js';
import type { FieldSchema } from './docs/bodyRows.js';
import type { BodyReader } from './endpoint.js';

/** A field of a body: its part of the document, and its reader. */
interface Field<T> {
  /** JSON Schema; with a default the field may be left out. */
  readonly schema: FieldSchema;
  /** A description of the valid values, for refusals. */
  readonly rule: string;
  /** Another name under which it may be sent; if both are, they must be equal. */
  readonly formerly?: { readonly name: string; readonly description: string };
  /** `undefined` if it does not fit. */
  read(sent: unknown): T | undefined;
}

type Fields = Readonly<Record<string, Field<unknown>>>;
type ValuesOf<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** The body with these fields: its schema, its type and its reader. */
export function bodyOf<const F extends Fields>(
  title: string,
  fields: F,
  examples: readonly object[],
): BodyReader<ValuesOf<F>> {
  const all = Object.entries<Field<unknown>>(fields);
  const properties = all.flatMap(([name, { schema, formerly }]) => [
    [name, schema] as const,
    ...(formerly ? [[formerly.name, { ...schema, deprecated: true, description: formerly.description }] as const] : []),
  ]);
  const isNeeded = ([, { schema, formerly }]: (typeof all)[number]) => !formerly && !('default' in schema);
  const eitherName = all.flatMap(([name, { formerly }]) => (formerly ? [name, formerly.name] : []));
  return {
    schema: {
      title,
      type: 'object',
      required: all.filter(isNeeded).map(([name]) => name),
      ...(eitherName.length > 0 && { anyOf: eitherName.map((name) => ({ required: [name] })) }),
      properties: Object.fromEntries(properties),
      examples,
    },
    read: (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return { wrong: [fault('body', 'a JSON object', shown(value))] };
      const body: Record<string, unknown> = {};
      const wrong: Fault[] = [];
      for (const [name, field] of all) {
        const sent = sentOf(value as Record<string, unknown>, name, field);
        const [first] = sent;
        const isSame = sent.every((other) => other === first);
        const read = first === undefined && 'default' in field.schema ? field.schema.default : field.read(first);
        if (read === undefined || !isSame)
          wrong.push(fault(`body field ${name}`, field.rule, isSame ? shown(first) : sent.map(shown).join(', ')));
        body[name] = read;
      }
      return wrong.length > 0 ? { wrong } : { body: body as ValuesOf<F> };
    },
  };
}

/** The values sent for a field, under each of its names. */
const sentOf = (body: Readonly<Record<string, unknown>>, name: string, { formerly }: Field<unknown>): unknown[] =>
  [name, ...(formerly ? [formerly.name] : [])]
    .flatMap((one) => (Object.hasOwn(body, one) ? [body[one]] : []))
    .filter((sent) => sent !== undefined);

interface Range {
  readonly minimum: number;
  readonly maximum: number;
  readonly default?: number;
}

export const integer = (range: Range, description: string): Field<number> => ({
  schema: { type: 'integer', ...range, description },
  rule: `an integer from ${range.minimum} to ${range.maximum}`,
  read: (sent) =>
    typeof sent === 'number' && Number.isSafeInteger(sent) && sent >= range.minimum && sent <= range.maximum
      ? sent
      : undefined,
});

export const positiveNumber = (description: string): Field<number> => ({
  schema: { type: 'number', exclusiveMinimum: 0, description },
  rule: 'a number above 0',
  read: (sent) => (typeof sent === 'number' && Number.isFinite(sent) && sent > 0 ? sent : undefined),
});

export const int32List = (maxItems: number, description: string): Field<readonly number[]> => ({
  schema: { type: 'array', maxItems, items: { type: 'integer', format: 'int32' }, default: [], description },
  rule: `up to ${maxItems} integers of 32 bits`,
  read: (sent) => (Array.isArray(sent) && sent.length <= maxItems && sent.every(isInt32) ? sent : undefined),
});

const isInt32 = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= I32_MIN && Number(value) <= I32_MAX;

/** Characters of 32 and of 64 bytes in Base58. */
const BASE58_LENGTHS = { 32: '32,44', 64: '64,88' } as const;

/** The text of 32 or 64 bytes in Base58. */
export function base58(length: 32 | 64, description: string): Field<string> {
  const pattern = `^[1-9A-HJ-NP-Za-km-z]{${BASE58_LENGTHS[length]}}$`;
  return {
    schema: { type: 'string', pattern, description },
    rule: `${length} bytes in Base58`,
    read: (sent) => (bytesIn(pattern, sent, length) ? String(sent) : undefined),
  };
}

/** The bytes of a signature in Base64. */
export function base64Signature(description: string): Field<Uint8Array> {
  const pattern = '^[A-Za-z0-9+/]{86}==$';
  return {
    schema: { type: 'string', format: 'byte', pattern, description },
    rule: '64 bytes in Base64',
    read: (sent) => bytesIn(pattern, sent, 64),
  };
}

/**
 * Decodes bytes from their only valid encoding, because wallets sign the text, and another text would count as another
 * transaction.
 */
function bytesIn(pattern: string, sent: unknown, length: number): Uint8Array | undefined {
  if (typeof sent !== 'string' || !new RegExp(pattern).test(sent)) return undefined;
  try {
    return bytesFromText(sent, length, 'The text');
  } catch {
    return undefined;
  }
}
