import type { Schema } from '../../format/borsh.js';
import { BorshEncoder } from '../../format/borsh.js';
import { U16_MAX } from '../../format/integer.js';
import { bytesOfAddress } from '../address/address.js';
import type { Extension } from './extension.js';
import { BorshFault } from './fault.js';

type Variants = readonly { readonly struct: Readonly<Record<string, Schema>> }[];

/** Types that leaves do not use. The value of an enum is a struct with one field, named after the variant. */
type Other = Extension | 'u16' | 'u64' | { readonly enum: Variants };

const U64_MAX = 2n ** 64n - 1n;

/** Encodes accounts and arguments. A value has one form: a u64 is a bigint, an i64 a number, an absent value null. */
export class ArgumentEncoder extends BorshEncoder {
  protected override wrong(expected: string, value: unknown): never {
    // The value itself does not have a name, so there is no dot before the names of its fields.
    throw new BorshFault(this.path.replace(/^\./, ''), expected, value);
  }

  protected override integer(value: unknown, minimum: number, maximum: number): number {
    if (!Number.isSafeInteger(value) || (value as number) < minimum || (value as number) > maximum)
      this.wrong(`an integer from ${minimum} to ${maximum}`, value);
    return value as number;
  }

  protected override option(inner: Schema, value: unknown): void {
    if (value === undefined) this.wrong('null, or a value', value);
    super.option(inner, value);
  }

  protected override list(type: Schema, length: number | undefined, value: unknown): void {
    const isBytes = value instanceof Uint8Array;
    if (type === 'u8' && length !== undefined) {
      if (!isBytes || value.length !== length) this.wrong(`${length} bytes`, value);
    } else if (isBytes) this.wrong('a list', value);
    super.list(type, length, value);
  }

  protected override other(schema: Schema, value: unknown): void {
    const extension = schema as Other;
    if (typeof extension === 'object') {
      if ('enum' in extension) this.variant(extension.enum, value);
      else if ('names' in extension) this.name(extension.names, value);
      else if ('words' in extension) this.byteOfWord(extension.words, value);
      else if ('orZeros' in extension && value === null) this.put(new Uint8Array(extension.size));
      else if ('orZeros' in extension) this.write(extension.orZeros, value);
      else if ('trailing' in extension) this.write(extension.trailing, value);
      else this.union(extension.union, value);
      return;
    }
    switch (extension) {
      case 'u16':
        this.half(this.integer(value, 0, U16_MAX));
        return;
      case 'i16':
        this.half(this.integer(value, -(2 ** 15), 2 ** 15 - 1));
        return;
      case 'u64':
        if (typeof value !== 'bigint' || value < 0n || value > U64_MAX)
          this.wrong(`a bigint from 0 to ${U64_MAX}`, value);
        this.word(Number(value & 0xffff_ffffn));
        this.word(Number(value >> 32n));
        return;
      case 'address':
        this.put(bytesOfAddress(value) ?? this.wrong('an address', value));
        return;
      case 'bytes':
        if (!(value instanceof Uint8Array)) this.wrong('bytes', value);
        this.word(value.length);
        this.put(value);
    }
  }

  private half(value: number): void {
    this.byte(value);
    this.byte(value >> 8);
  }

  private variant(variants: Variants, value: unknown): void {
    const names = variants.flatMap(({ struct }) => Object.keys(struct));
    const [given = '', ...more] = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    const tag = more.length > 0 ? -1 : names.indexOf(given);
    if (tag < 0) this.wrong(`one of the variants ${names.join(', ')}`, value);
    this.byte(tag);
    this.fields(variants[tag]?.struct ?? {}, value);
  }

  private name(names: readonly string[], value: unknown): void {
    const tag = names.indexOf(value as string);
    if (tag < 0) this.wrong(`one of ${names.join(', ')}`, value);
    this.byte(tag);
  }

  private byteOfWord(words: Readonly<Record<string, number>>, value: unknown): void {
    const [, byte] = Object.entries(words).find(([word]) => word === value) ?? [];
    this.byte(byte ?? this.wrong(`one of ${Object.keys(words).join(', ')}`, value));
  }

  private union(cases: Readonly<Record<string, Schema>>, value: unknown): void {
    const kind = (value as { kind?: unknown } | null)?.kind;
    this.within('kind', { names: Object.keys(cases) } as unknown as Schema, kind);
    this.write(cases[kind as string] as Schema, value);
  }
}
