import { hexed } from '../../error/quoted.js';
import type { Schema } from '../../format/borsh.js';
import { addressOf } from '../address/address.js';
import type { Extension } from './extension.js';
import { BorshFault } from './fault.js';

type Struct = Readonly<Record<string, Schema>>;

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads Borsh from front to back. Every read checks the bounds, and each value has one encoding. */
export class BorshDecoder {
  offset = 0;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  /** Names and indices that lead to the value being read. */
  private readonly path: (string | number)[] = [];

  constructor(bytes: Uint8Array) {
    // Slices of a Buffer would share its memory and be Buffers themselves.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get remaining(): number {
    return this.bytes.length - this.offset;
  }

  read(schema: Schema): unknown {
    if (typeof schema === 'string') return this.primitive(schema);
    if ('struct' in schema) return this.fields(schema.struct);
    if ('array' in schema) return this.list(schema.array.type, schema.array.len);
    if ('option' in schema) return this.boolean() ? this.read(schema.option) : null;
    if ('enum' in schema) return this.fields(this.oneOf(schema.enum).struct);
    return this.extension(schema as unknown as Extension);
  }

  private primitive(schema: string): unknown {
    const { view } = this;
    switch (schema) {
      case 'u8':
        return this.byte();
      case 'u16':
        return view.getUint16(this.advance(2), true);
      case 'u32':
        return this.word();
      case 'i32':
        return view.getInt32(this.advance(4), true);
      case 'u64':
        return view.getBigUint64(this.advance(8), true);
      case 'i64':
        return this.signedLong();
      case 'bool':
        return this.boolean();
      case 'string':
        return this.text();
      default:
        return this.extension(schema as Extension);
    }
  }

  private extension(extension: Extension): unknown {
    if (typeof extension === 'object') {
      if ('names' in extension) return this.oneOf(extension.names);
      if ('words' in extension) return this.wordOfByte(extension.words);
      if ('trailing' in extension) return this.remaining === 0 ? extension.absent : this.read(extension.trailing);
      if ('orZeros' in extension) {
        const { offset } = this;
        const value = this.read(extension.orZeros);
        return this.bytes.subarray(offset, this.offset).some((byte) => byte !== 0) ? value : null;
      }
      const kind = this.oneOf(Object.keys(extension.union));
      return { kind, ...(this.read(extension.union[kind] as Schema) as object) };
    }
    switch (extension) {
      case 'i16':
        return this.view.getInt16(this.advance(2), true);
      case 'address':
        return addressOf(this.take(32));
      case 'bytes':
        return this.take(this.word());
      default:
        throw new TypeError(`no such layout: ${JSON.stringify(extension satisfies never)}`);
    }
  }

  private byte(): number {
    return this.view.getUint8(this.advance(1));
  }

  private word(): number {
    return this.view.getUint32(this.advance(4), true);
  }

  private signedLong(): number {
    const { offset } = this;
    const whole = this.view.getBigInt64(this.advance(8), true);
    const value = Number(whole);
    return Number.isSafeInteger(value) ? value : this.wrong('an integer within 2^53', whole, offset);
  }

  private boolean(): boolean {
    const { offset } = this;
    const byte = this.byte();
    return byte > 1 ? this.wrong('the byte 0 or 1', byte, offset) : byte === 1;
  }

  private text(): string {
    const { offset } = this;
    const encoded = this.take(this.word());
    try {
      return UTF_8.decode(encoded);
    } catch {
      return this.wrong('UTF-8', `the bytes ${hexed(encoded)}`, offset);
    }
  }

  private list(type: Schema, length: number | undefined): unknown {
    if (type === 'u8' && length !== undefined) return this.take(length);
    const count = length ?? this.word();
    // Every element takes at least one byte.
    if (length === undefined && count > this.remaining)
      this.wrong(`at most ${this.remaining} elements, one for each byte left`, count);
    const items: unknown[] = [];
    for (let i = 0; i < count; i++) items.push(this.within(i, type));
    return items;
  }

  private fields(struct: Struct): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    for (const name in struct) value[name] = this.within(name, struct[name] as Schema);
    return value;
  }

  /** Name of the enum or option that the next byte indexes. */
  private oneOf<T>(variants: readonly T[]): T {
    const { offset } = this;
    const tag = this.byte();
    return variants[tag] ?? this.wrong(`a variant below ${variants.length}`, tag, offset);
  }

  private wordOfByte(words: Readonly<Record<string, number>>): string {
    const { offset } = this;
    const byte = this.byte();
    const known = Object.entries(words);
    const [word] = known.find(([, one]) => one === byte) ?? [];
    return (
      word ?? this.wrong(`one of the bytes ${known.map(([name, one]) => `${one} (${name})`).join(', ')}`, byte, offset)
    );
  }

  private within(name: string | number, schema: Schema): unknown {
    this.path.push(name);
    const value = this.read(schema);
    this.path.pop();
    return value;
  }

  private take(length: number): Uint8Array {
    const at = this.advance(length);
    return this.bytes.slice(at, at + length);
  }

  /** Consumes `length` bytes and returns their offset. */
  private advance(length: number): number {
    if (length > this.remaining) this.wrong(`${length} bytes`, `${this.remaining} at the end`);
    const at = this.offset;
    this.offset += length;
    return at;
  }

  private wrong(expected: string, found: unknown, offset = this.offset): never {
    const path = this.path.reduce<string>(
      (above, name) => (typeof name === 'number' ? `${above}[${name}]` : `${above}${above && '.'}${name}`),
      '',
    );
    throw new BorshFault(path, expected, found, offset);
  }
}
