import { I32_MAX } from '../format/integer.js';
import type { Milliseconds } from '../format/slotTime.js';
import type { Address } from '../program/address/address.js';
import { DocumentNode } from '../proof/document.js';
import { nameIn, orNull as readOrNull } from '../proof/fieldReaders.js';
import { timeIn } from './timeIn.js';

type Schema = Readonly<Record<string, unknown>>;

/**
 * A part of an answer: the JSON Schema that the service documents, and the client's reader. `W` is its type on the
 * wire, `T` the type that the client returns. The service adds what a client's bundle has no use for: the descriptions,
 * and that an object has exactly these fields.
 */
export interface AnswerPart<W, T = W> {
  readonly schema: Schema;
  readonly read: (node: DocumentNode) => T;
  /** Value of a field that an earlier service lacks. */
  readonly absent?: T;
  /** Never set; carries the type. */
  readonly wire?: W;
}

/** An object. Its title names it in the OpenAPI document. */
export interface AnswerObject<W, T = W> extends AnswerPart<W, T> {
  readonly schema: Schema & { readonly title: string };
}

/** The type of a part on the wire. */
export type WireOf<P> = P extends AnswerPart<infer W, unknown> ? W : never;
type ReadOf<P> = P extends AnswerPart<unknown, infer T> ? T : never;

export const part = <W, T = W>(schema: Schema, read: (node: DocumentNode) => T): AnswerPart<W, T> => ({ schema, read });

export const STRING = part<string>({ type: 'string' }, (node) => node.string());
export const BOOLEAN = part<boolean>({ type: 'boolean' }, (node) => node.boolean());
export const INTEGER = part<number>({ type: 'integer' }, (node) => node.i32());
export const I32 = part<number>({ ...INTEGER.schema, format: 'int32' }, INTEGER.read);
export const COUNT = part<number>({ ...I32.schema, minimum: 0 }, (node) => node.integer(0, I32_MAX));
export const TIME = part<number, Milliseconds>(
  { type: 'integer', format: 'int64', minimum: 0, description: 'Unix time, ms.' },
  timeIn,
);
export const AMOUNT = part<number>({ type: 'number', minimum: 0 }, (node) =>
  typeof node.value === 'number' && node.value >= 0 ? node.value : node.wrong('an amount'),
);

/** 32 bytes in Base58. */
const BASE58 = '^[1-9A-HJ-NP-Za-km-z]{32,44}$';
// Only the form is checked, because decoding would add Base58 to every client. Code that uses the address checks the
// rest.
export const ADDRESS = part<string, Address>({ type: 'string', pattern: BASE58 }, (node) =>
  typeof node.value === 'string' && new RegExp(BASE58).test(node.value)
    ? (node.value as Address)
    : node.wrong('an address'),
);
/** An address that the client only passes on. */
export const WALLET = part<string>(ADDRESS.schema, STRING.read);

/** An integer from 0. */
export const natural = (maximum?: number): AnswerPart<number> =>
  part({ type: 'integer', minimum: 0, ...(maximum !== undefined && { maximum }) }, (node) =>
    node.integer(0, maximum ?? Number.MAX_SAFE_INTEGER),
  );

export const oneOf = <const N extends readonly string[]>(names: N): AnswerPart<N[number]> =>
  part({ type: 'string', enum: names }, (node) => nameIn(names, node));

export const orNull = <W, T>({ schema, read }: AnswerPart<W, T>): AnswerPart<W | null, T | null> =>
  part('title' in schema ? { oneOf: [schema, { type: 'null' }] } : { ...schema, type: [schema.type, 'null'] }, (node) =>
    readOrNull(node, read),
  );

export const list = <W, T>({ schema, read }: AnswerPart<W, T>): AnswerPart<readonly W[], readonly T[]> =>
  part({ type: 'array', items: schema }, (node) => node.list().map(read));

/** A field that an earlier service lacks, which means this. */
export const since = <W, T>(later: AnswerPart<W, T>, absent: T): AnswerPart<W, T> => ({ ...later, absent });

/** Reads an answer. Errors: MALFORMED_RESPONSE, INVALID_NUMBER, UNKNOWN_FIELD; those of its parts. */
export const readAnswer = <T>({ read }: AnswerPart<unknown, T>, answer: unknown): T =>
  read(new DocumentNode(answer, '$'));

/** An object with these fields. The service sends no others, and the client ignores others. */
export function object<const P extends Readonly<Record<string, AnswerPart<unknown>>>>(
  title: string,
  fields: P,
): AnswerObject<{ readonly [K in keyof P]: WireOf<P[K]> }, { readonly [K in keyof P]: ReadOf<P[K]> }> {
  const each = Object.entries(fields);
  return {
    schema: { title, properties: Object.fromEntries(each.map(([name, { schema }]) => [name, schema])) },
    read: (node) => Object.fromEntries(each.map(([name, field]) => [name, fieldIn(node, name, field)])) as never,
  };
}

function fieldIn(node: DocumentNode, name: string, field: AnswerPart<unknown>): unknown {
  const found = 'absent' in field ? node.find(name) : node.field(name);
  return found ? field.read(found) : field.absent;
}
