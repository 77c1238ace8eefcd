import { INVALID_NUMBER } from '../error/codes/library.js';
import { about } from '../error/fieldPath.js';
import { fail } from '../error/linesmanError.js';
import { I32_MAX, I32_MIN, integer, U32_MAX } from './integer.js';

/**
 * Layout of a value. The type is that of the `borsh` library, so that its schemas fit. Sets and maps are refused,
 * because their order is not unique.
 */
export type Schema =
  | string
  | { option: Schema }
  | { array: { type: Schema; len?: number } }
  | { enum: { struct: Record<string, Schema> }[] }
  | { struct: Record<string, Schema> }
  | { set: Schema }
  | { map: { key: Schema; value: Schema } };

/** Schema of 32 raw bytes. */
export const HASH_SCHEMA: Schema = { array: { type: 'u8', len: 32 } };

type Name = string | number;

/**
 * Encodes a value with Borsh, of the types that leaves and payloads have: u8, u32, i32, i64, bool, string, option,
 * array and struct. No two values share an encoding: integers out of range, text without a UTF-8 encoding and values
 * that do not fit the schema are refused with INVALID_NUMBER. Tests compare it with the `borsh` library, which is
 * several times slower.
 *
 * @param what Name of the value in errors, such as `$` or `payload`.
 *
 * @example
 * ```ts
 * import { borshBytes } from '@linesman/sdk/format';
 *
 * borshBytes({ struct: { key: 'u32', value: 'i32' } }, { key: 1, value: -1 }, 'stat'); // 8 bytes
 * ```
 */
export function borshBytes(schema: Schema, value: unknown, what: string): Uint8Array {
  const encoder = new BorshEncoder(what);
  encoder.write(schema, value);
  return encoder.bytes();
}

const UTF_8 = new TextEncoder();

/** Writes values of schemas. `@linesman/sdk/program` adds the types of accounts and arguments: enums, 16 bits, u64. */
export class BorshEncoder {
  private buffer = new Uint8Array(512);
  private view = new DataView(this.buffer.buffer);
  private length = 0;
  /** Names and indices that lead to the value being written. */
  private readonly names: Name[] = [];

  constructor(private readonly what: string) {}

  bytes(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }

  write(schema: Schema, value: unknown): void {
    if (typeof schema === 'string') this.primitive(schema, value);
    else if ('struct' in schema) this.fields(schema.struct, value);
    else if ('array' in schema) this.list(schema.array.type, schema.array.len, value);
    else if ('option' in schema) this.option(schema.option, value);
    else this.other(schema, value);
  }

  private primitive(schema: string, value: unknown): void {
    if (schema === 'u8') this.byte(this.integer(value, 0, 0xff));
    else if (schema === 'u32') this.word(this.integer(value, 0, U32_MAX));
    else if (schema === 'i32') this.word(this.integer(value, I32_MIN, I32_MAX));
    else if (schema === 'i64') this.long(this.integer(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER));
    else if (schema === 'bool') this.boolean(value);
    else if (schema === 'string') this.text(value);
    else this.other(schema, value);
  }

  protected other(_schema: Schema, value: unknown): void {
    this.wrong('of a known type', value);
  }

  protected integer(value: unknown, minimum: number, maximum: number): number {
    const isRight = Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum;
    return isRight ? (value as number) : integer(value, minimum, maximum, this.path);
  }

  private boolean(value: unknown): void {
    if (typeof value !== 'boolean') this.wrong('a boolean', value);
    this.byte(value ? 1 : 0);
  }

  private text(value: unknown): void {
    if (typeof value !== 'string') this.wrong('a string', value);
    // A lone surrogate has no UTF-8 encoding.
    if (/\p{Surrogate}/u.test(value)) this.wrong('well-formed text', value);
    const bytes = UTF_8.encode(value);
    this.word(bytes.length);
    this.put(bytes);
  }

  protected option(inner: Schema, value: unknown): void {
    const isThere = value !== null && value !== undefined;
    this.byte(isThere ? 1 : 0);
    if (isThere) this.write(inner, value);
  }

  protected list(type: Schema, length: number | undefined, value: unknown): void {
    if (!Array.isArray(value) && !(value instanceof Uint8Array)) this.wrong('a list', value);
    if (length === undefined) this.word(value.length);
    else if (value.length !== length) this.wrong(`${length} long`, value.length);
    // Bytes of a Uint8Array are always in range.
    if (type === 'u8' && value instanceof Uint8Array) this.put(value);
    else for (let i = 0; i < value.length; i++) this.within(i, type, value[i]);
  }

  protected fields(struct: Readonly<Record<string, Schema>>, value: unknown): void {
    if (typeof value !== 'object' || value === null) this.wrong('an object', value);
    for (const name in struct) this.within(name, struct[name] as Schema, (value as Record<string, unknown>)[name]);
  }

  protected within(name: Name, schema: Schema, value: unknown): void {
    this.names.push(name);
    this.write(schema, value);
    this.names.pop();
  }

  /** Path of the value being written. Built for errors only, because it is slow. */
  protected get path(): string {
    return this.names.reduce<string>(
      (path, name) => (typeof name === 'number' ? `${path}[${name}]` : `${path}.${name}`),
      this.what,
    );
  }

  protected wrong(expected: string, value: unknown): never {
    return fail(INVALID_NUMBER, { ...about(this.path), value, expected });
  }

  protected byte(value: number): void {
    const at = this.take(1);
    this.buffer[at] = value;
  }

  /** The low 32 bits, signed or not. */
  protected word(value: number): void {
    const at = this.take(4);
    this.view.setInt32(at, value, true);
  }

  protected long(value: number): void {
    this.word(value);
    this.word(Math.floor(value / 2 ** 32));
  }

  protected put(bytes: Uint8Array): void {
    const at = this.take(bytes.length);
    this.buffer.set(bytes, at);
  }

  /** Reserves bytes and returns their offset. May replace the buffer by a larger one. */
  private take(length: number): number {
    const at = this.length;
    this.length += length;
    if (this.length > this.buffer.length) {
      const larger = new Uint8Array(Math.max(this.length, 2 * this.buffer.length));
      larger.set(this.buffer);
      this.buffer = larger;
      this.view = new DataView(larger.buffer);
    }
    return at;
  }
}
