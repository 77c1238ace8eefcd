import type { JsonSchema, ListSchema, ObjectSchema, ScalarSchema } from '@linesman/records';
import { I32_MAX, I32_MIN, U32_MAX } from '@linesman/sdk/format';
import type { Wire } from './wire.js';

/** A part of an answer in either wire: its schema, and how a value is written. */
export interface Form<V> {
  readonly schema: (wire: Wire) => JsonSchema;
  readonly write: (value: V, wire: Wire) => unknown;
}

export interface ObjectForm<V> extends Form<V> {
  readonly schema: (wire: Wire) => ObjectSchema;
  readonly write: (value: V, wire: Wire) => object;
}

const same = <V>(schema: ScalarSchema): Form<V> => ({ schema: () => schema, write: (value) => value });

export const FLAG = same<boolean>({ type: 'boolean' });
export const TEXT = same<string>({ type: 'string', minLength: 1 });
export const I32 = same<number>({ type: 'integer', format: 'int32', minimum: I32_MIN, maximum: I32_MAX });
export const COUNT = same<number>({ type: 'integer', format: 'int32', minimum: 0, maximum: I32_MAX });
export const U32 = same<number>({ type: 'integer', minimum: 0, maximum: U32_MAX });
export const I64 = same<number>({
  type: 'integer',
  format: 'int64',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
});

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** A 64-byte Ed25519 signature, in Base64 in both wires. */
export const SIGNATURE: Form<Uint8Array> = {
  schema: () => ({ title: 'Signature', type: 'string', format: 'byte', pattern: '^[A-Za-z0-9+/]{86}==$' }),
  write: base64,
};

const BYTES = { type: 'array', items: { type: 'integer', minimum: 0, maximum: 255 } } as const;

/** 32 bytes. */
export const HASH: Form<Uint8Array> = {
  schema: (wire) =>
    wire === 'described'
      ? { title: 'Hash', type: 'string', format: 'byte', pattern: '^[A-Za-z0-9+/]{43}=$' }
      : { title: 'ObservedHash', ...BYTES, minItems: 32, maxItems: 32 },
  write: (hash, wire) => (wire === 'described' ? base64(hash) : [...hash]),
};

export const list = <V>(item: Form<V>, length: Pick<ListSchema, 'minItems' | 'maxItems'> = {}): Form<readonly V[]> => ({
  schema: (wire) => ({ type: 'array', items: item.schema(wire), ...length }),
  write: (values, wire) => values.map((value) => item.write(value, wire)),
});

/** Makes closed objects, whose titles and names depend on the wire. Fields that are not in the form are left out. */
const objects =
  (titleOn: (wire: Wire, title: string) => string, nameOn: (wire: Wire, name: string) => string) =>
  <V extends object>(title: string, fields: { readonly [K in keyof V]: Form<V[K]> }): ObjectForm<V> => {
    const rowsOn = (wire: Wire) =>
      (Object.keys(fields) as (keyof V & string)[]).map((name) => [nameOn(wire, name), name, fields[name]] as const);
    const rows = { described: rowsOn('described'), observed: rowsOn('observed') };
    return {
      schema: (wire) => ({
        type: 'object',
        title: titleOn(wire, title),
        properties: Object.fromEntries(rows[wire].map(([named, , form]) => [named, form.schema(wire)])),
        required: rows[wire].map(([named]) => named),
        additionalProperties: false,
      }),
      write: (value, wire) => {
        const written: Record<string, unknown> = {};
        for (const [named, name, form] of rows[wire]) written[named] = form.write(value[name], wire);
        return written;
      },
    };
  };

/** A title names a shape, so shapes that differ between the wires have two. */
const titleOn = (wire: Wire, title: string): string => (wire === 'observed' ? `Observed${title}` : title);
const upperFirst = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const asIs = (_: Wire, name: string): string => name;

/** An object of score answers, with names in Pascal case in the described wire. */
export const inScores = objects(titleOn, (wire, name) => (wire === 'described' ? upperFirst(name) : name));
/** An object that has the same names in both wires, and parts that differ. */
export const inBoth = objects(titleOn, asIs);
/** An object that is the same in both wires, or is only in one. */
export const inOne = objects(asIs, asIs);
