import type { Schema } from './borsh.js';
import type { Milliseconds } from './slotTime.js';

/** The types of fields, in the programs' types and on the wires. */
interface FieldTypes {
  readonly i32: { readonly own: number; readonly wire: number };
  readonly i64: { readonly own: number; readonly wire: number };
  /** An i64, Unix ms. */
  readonly time: { readonly own: Milliseconds; readonly wire: Milliseconds };
  readonly string: { readonly own: string; readonly wire: string };
  readonly bool: { readonly own: boolean; readonly wire: boolean };
  /** Null where a wire leaves it out. */
  readonly 'string?': { readonly own: string | null; readonly wire: string | null };
  /** Empty where a wire leaves them out. */
  readonly strings: { readonly own: readonly string[]; readonly wire: readonly string[] };
  readonly i32s: { readonly own: readonly number[]; readonly wire: readonly number[] };
}

export type FieldType = keyof FieldTypes;

/** The fields of a record that a leaf commits to, in the order of the leaf, each with its type. */
export type RecordFields = Readonly<Record<string, FieldType>>;

/** A record with these fields. */
export type RecordOf<F extends RecordFields> = { readonly [K in keyof F]: FieldTypes[F[K]]['own'] };

/** The same on both wires, where names begin with an upper-case letter. */
export type OnWire<F extends RecordFields> = {
  readonly [K in keyof F & string as Capitalize<K>]: FieldTypes[F[K]]['wire'];
};

/** Types that Borsh names otherwise. */
const SCHEMAS: Readonly<Partial<Record<FieldType, Schema>>> = {
  time: 'i64',
  'string?': { option: 'string' },
  strings: { array: { type: 'string' } },
  i32s: { array: { type: 'i32' } },
};

/**
 * The Borsh schema of a leaf with these fields.
 *
 * @example
 * ```ts
 * import { FIXTURE_FIELDS, leafSchema } from '@linesman/sdk/format';
 *
 * const schema = leafSchema(FIXTURE_FIELDS);
 * ```
 */
export const leafSchema = (fields: RecordFields): Schema => ({
  struct: Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, SCHEMAS[type] ?? type])),
});

type Row = readonly [name: string, wire: string, type: FieldType];

/** Every record is read and written by these, so they are made once. */
const ROWS = new WeakMap<RecordFields, readonly Row[]>();

function rowsOf(fields: RecordFields): readonly Row[] {
  const known = ROWS.get(fields);
  if (known) return known;
  const rows = Object.entries(fields).map(([name, type]): Row => [name, wireName(name), type]);
  ROWS.set(fields, rows);
  return rows;
}

/**
 * The name of a field on both wires.
 *
 * @example
 * ```ts
 * import { wireName } from '@linesman/sdk/format';
 *
 * wireName('fixtureId'); // 'FixtureId'
 * ```
 */
export const wireName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * Whether a wire may leave a field out.
 *
 * @example
 * ```ts
 * import { mayBeMissing } from '@linesman/sdk/format';
 *
 * mayBeMissing('string?'); // true
 * ```
 */
export const mayBeMissing = (type: FieldType): boolean => type === 'string?' || type === 'strings' || type === 'i32s';

/**
 * A record in the form of both wires, in the order of its leaf. Fields that are not in the table are left out.
 *
 * @example
 * ```ts
 * import { ODDS_FIELDS, type Odds, onWire } from '@linesman/sdk/format';
 *
 * declare const odds: Odds;
 * onWire(ODDS_FIELDS, odds).FixtureId;
 * ```
 */
export function onWire<F extends RecordFields>(fields: F, record: RecordOf<F>): OnWire<F> {
  const out: Record<string, unknown> = {};
  for (const [name, wire] of rowsOf(fields)) out[wire] = record[name];
  return out as OnWire<F>;
}

/**
 * A record from a JSON object of a wire, whose fields are not checked. Missing lists become empty, and missing optional
 * texts null.
 *
 * @example
 * ```ts
 * import { fromWire, ODDS_FIELDS } from '@linesman/sdk/format';
 *
 * declare const line: string;
 * const { fixtureId } = fromWire(ODDS_FIELDS, JSON.parse(line));
 * ```
 */
export function fromWire<F extends RecordFields>(fields: F, wire: Readonly<Record<string, unknown>>): RecordOf<F> {
  const out: Record<string, unknown> = {};
  for (const [name, named, type] of rowsOf(fields)) {
    const value = wire[named];
    out[name] = mayBeMissing(type) ? (value ?? (type === 'string?' ? null : [])) : value;
  }
  return out as RecordOf<F>;
}
