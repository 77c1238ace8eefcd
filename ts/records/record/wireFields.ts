import { type FieldType, mayBeMissing, type OnWire, type RecordFields, wireName } from '@linesman/sdk/format';
import { bool, type Codec, type Field, int32, int64, list, optional, required, text, time } from './schema/codec.js';

/**
 * The default bounds of a field by its type, unless its record gives its own. Texts that may be null always give one.
 */
const CODECS: Readonly<Record<Exclude<FieldType, 'string?'>, Codec<unknown>>> = {
  i32: int32,
  i64: int64,
  time,
  string: text,
  bool,
  strings: list(text),
  i32s: list(int32),
};

/** The names of the fields that need bounds beyond their type. */
type Nullable<F extends RecordFields> = { [K in keyof F]: F[K] extends 'string?' ? K : never }[keyof F];
type Bounds<F extends RecordFields> = Readonly<Partial<Record<keyof F, Codec<unknown>>>> &
  Readonly<Record<Nullable<F>, Codec<unknown>>>;

type WireFields<F extends RecordFields> = { readonly [K in keyof OnWire<F>]: Field<OnWire<F>[K], true> };

/** The fields of a record on both wires. `bounds`: bounds beyond the type. */
export const wireFields = <F extends RecordFields>(fields: F, bounds: Bounds<F>): WireFields<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, type]) => [
      wireName(name),
      required((bounds as Readonly<Record<string, Codec<unknown>>>)[name] ?? CODECS[type as keyof typeof CODECS]),
    ]),
  ) as WireFields<F>;

/** The same for senders, who may omit fields that may be null or empty. */
export const withOptional = <F extends RecordFields>(
  fields: F,
  wire: WireFields<F>,
): Readonly<Record<string, Field<unknown>>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, type]) => {
      const field = (wire as Readonly<Record<string, Field<unknown>>>)[wireName(name)] as Field<unknown>;
      return [wireName(name), mayBeMissing(type) ? optional(field.codec) : field];
    }),
  );
