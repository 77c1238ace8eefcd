import { INVALID_HASH, INVALID_NUMBER, MALFORMED_RESPONSE, UNKNOWN_FIELD } from '../error/codes/library.js';
import { about, fieldPath } from '../error/fieldPath.js';
import { isObject } from '../error/isObject.js';
import { fail } from '../error/linesmanError.js';
import type { Hash } from '../format/hash.js';
import { I32_MAX, I32_MIN, integer, U32_MAX } from '../format/integer.js';
import type { Path, ProofNode } from '../format/proofNode.js';
import type { Milliseconds } from '../format/slotTime.js';
import { base64Bytes } from './base64Bytes.js';
import { bytesOfList } from './byteList.js';
import { bytesFromText } from './byteText.js';
import { DocumentPath, pascalOf, readAt } from './documentPath.js';
import { isPlainNumber } from './readDocument.js';

/** The cache is keyed by the names that the code requests, so a document cannot make it grow. */
const SPELLINGS = new Map<string, readonly string[]>();

function spellingsOf(name: string): readonly string[] {
  let spellings = SPELLINGS.get(name);
  if (!spellings) {
    spellings = [name, pascalOf(name)];
    SPELLINGS.set(name, spellings);
  }
  return spellings;
}

/**
 * A value of a JSON document with its path, such as `$.summary.updateStats.minTimestamp`, which every error names.
 * Fields are found by their name in lower camel or Pascal case. Other fields are ignored.
 */
export class DocumentNode {
  readonly value: unknown;
  readonly location: DocumentPath;
  /** The object or list that holds the value. */
  private readonly container: object | undefined;

  /** Whether integers may also be `bigint` or digits in text, as in clients that keep 64 bits. */
  private readonly isExact: boolean;

  constructor(value: unknown, at: string | DocumentPath, isExact = false, container?: object) {
    this.isExact = isExact;
    this.value = value;
    this.location = typeof at === 'string' ? new DocumentPath(at) : at;
    this.container = container;
  }

  get path(): string {
    return this.location.path;
  }

  /** Errors: MALFORMED_RESPONSE. */
  wrong(expected: string): never {
    const { path, value } = this;
    return fail(MALFORMED_RESPONSE, { problem: 'wrong value', path, value, expected });
  }

  private get object(): Readonly<Record<string, unknown>> {
    return isObject(this.value) ? this.value : this.wrong('an object');
  }

  /** The field with one of these names, or undefined. Errors: UNKNOWN_FIELD for two spellings in one object. */
  find(...names: string[]): DocumentNode | undefined {
    const { object } = this;
    let found: string | undefined;
    // Hot path: every field of a proof is looked up here, so it allocates nothing.
    for (const name of names) {
      for (const spelling of spellingsOf(name)) {
        if (!Object.hasOwn(object, spelling)) continue;
        if (found !== undefined)
          return fail(UNKNOWN_FIELD, { problem: 'two spellings', path: this.path, names: [found, spelling] });
        found = spelling;
      }
    }
    return found === undefined ? undefined : this.member(found);
  }

  /** The field with exactly this name, which must exist. */
  member(name: string): DocumentNode {
    return this.in(this.object, name);
  }

  /** The value under a name or an index of this object or list. */
  private in(container: object, name: string | number): DocumentNode {
    const value = (container as Readonly<Record<string | number, unknown>>)[name];
    return new DocumentNode(value, new DocumentPath(this.location, name), this.isExact, container);
  }

  /** All fields with their names as spelled. */
  members(): [name: string, field: DocumentNode][] {
    return Object.keys(this.object).map((name) => [name, this.member(name)]);
  }

  /** Whether fields are in Pascal case. One such field decides, because documents do not mix spellings. */
  get isPascal(): boolean {
    return isObject(this.value) && Object.keys(this.value).some(beginsLarge);
  }

  /** The field with one of these names. Errors: MALFORMED_RESPONSE, spelled like the object's other fields. */
  field(...names: string[]): DocumentNode {
    const found = this.find(...names);
    if (found) return found;
    const [name = ''] = names;
    const path = fieldPath(this.path, this.isPascal ? pascalOf(name) : name);
    return fail(MALFORMED_RESPONSE, { problem: 'missing', path, fields: [path] });
  }

  /** A list. An empty object counts as an empty list, because some answers contain one. */
  list(): DocumentNode[] {
    const items = this.items();
    return items.map((_, i) => this.in(items, i));
  }

  private items(): readonly unknown[] {
    const { value } = this;
    if (Array.isArray(value)) return value;
    if (!isObject(value) || Object.keys(value).length > 0) this.wrong('a list');
    return [];
  }

  /** Errors: INVALID_NUMBER. */
  integer(minimum: number, maximum: number): number {
    const { value, container, location } = this;
    if (container && !isPlainNumber(container, location.name))
      return fail(INVALID_NUMBER, { ...about(location.path), value, expected: 'written in digits alone' });
    const isRight = Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum;
    // `|| 0` turns -0 into 0.
    if (isRight) return (value as number) || 0;
    return integer(this.isExact ? exactNumber(value) : value, minimum, maximum, this.path);
  }

  i32(): number {
    return this.integer(I32_MIN, I32_MAX);
  }

  u32(): number {
    return this.integer(0, U32_MAX);
  }

  /** 64 bits, of which JSON numbers keep 53. Errors: INVALID_NUMBER beyond. */
  i64(): number {
    return this.integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  }

  milliseconds(): Milliseconds {
    return this.i64() as Milliseconds;
  }

  string(): string {
    if (typeof this.value !== 'string') return this.wrong('a string');
    // A lone surrogate has no UTF-8 encoding, so no leaf could contain it.
    return /\p{Surrogate}/u.test(this.value) ? this.wrong('well-formed text') : this.value;
  }

  boolean(): boolean {
    return typeof this.value === 'boolean' ? this.value : this.wrong('true or false');
  }

  /** Bytes of this length, from text, a list of integers or bytes. Errors: INVALID_HASH. */
  bytes(length: number): Uint8Array {
    const { value } = this;
    if (typeof value === 'string') return base64Bytes(value, length) ?? bytesFromText(value, length, this.path);
    const { path } = this;
    return (
      bytesOfList(value, path, length) ??
      fail(INVALID_HASH, { problem: 'neither text nor list', ...about(path), value, length })
    );
  }

  hash(): Hash {
    return this.bytes(32) as Hash;
  }

  /** An Ed25519 signature. */
  signature(): Uint8Array {
    return readAt(this, this.bytes(64));
  }

  /** A list of path nodes. */
  nodes(): Path {
    const items = this.items();
    const nodes: ProofNode[] = [];
    for (const item of items) nodes.push(usualNode(item) ?? this.in(items, nodes.length).node());
    return readAt(this, nodes);
  }

  private node(): ProofNode {
    return { hash: this.field('hash').hash(), isRightSibling: this.field('isRightSibling').boolean() };
  }
}

/** The same integer as a number; the value itself if it is not an integer, or if a number would lose digits of it. */
function exactNumber(value: unknown): unknown {
  if (typeof value !== 'bigint' && !(typeof value === 'string' && /^(0|-?[1-9]\d{0,15})$/.test(value))) return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Whether a name begins with an ASCII capital. */
const beginsLarge = (name: string): boolean => name.charCodeAt(0) >= 0x41 && name.charCodeAt(0) <= 0x5a;

/**
 * Fast path for the usual form of a path node: exactly these two fields, with the hash in Base64. Most of a proof is
 * path nodes. Undefined for any other form, valid or not.
 */
function usualNode(item: unknown): ProofNode | undefined {
  if (!isObject(item)) return undefined;
  const names = Object.keys(item);
  if (names.length !== 2 || names[0] !== 'hash' || names[1] !== 'isRightSibling') return undefined;
  const { hash: text, isRightSibling } = item;
  const hash = typeof text === 'string' ? base64Bytes(text, 32) : undefined;
  return hash && typeof isRightSibling === 'boolean' ? { hash: hash as Hash, isRightSibling } : undefined;
}
