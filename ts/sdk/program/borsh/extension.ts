import type { Schema } from '../../format/borsh.js';

/** Schemas of accounts and arguments, in addition to those of hashed data. */
export type Extension =
  /** A signed 16-bit integer. */
  | 'i16'
  /** An address: 32 raw bytes. */
  | 'address'
  /** Raw bytes after their count, a u32. */
  | 'bytes'
  /** An enum without data. */
  | { readonly names: readonly string[] }
  /** One of several words, each with its byte. */
  | { readonly words: Readonly<Record<string, number>> }
  /** An enum with data. */
  | { readonly union: Readonly<Record<string, Schema>> }
  /** Fields of this many bytes; `null` is all of them 0. */
  | { readonly orZeros: Schema; readonly size: number }
  /** A last field that older bytes may lack, with its value in that case. */
  | { readonly trailing: Schema; readonly absent: unknown };
