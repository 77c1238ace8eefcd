import { about, clipped, fail, fieldPath, quoted } from '../error/index.js';
import { type Hash, I32_MAX, I32_MIN, integer, type Milliseconds, type Path, U32_MAX } from '../format/index.js';
import { bytesFromIntegers, bytesFromText } from './byteText.js';
import { pascalOf, readAt } from './place.js';
import { isPlainNumber } from './readDocument.js';

/** Of names that are asked for, which are few whatever documents hold. */
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
 * A value of a JSON document and where it stands, e.g. `$.summary.updateStats.minTimestamp`; every error names that path. Fields are
 * found by their lower camel name or the same in Pascal case. Fields nobody asks for are left alone.
 */
export class DocumentNode {
  readonly value: unknown;
  readonly path: string;
  /** False of a number that is not written as integers are. */
  private readonly isPlain: boolean;

  constructor(value: unknown, path: string, isPlain = true) {
    this.value = value;
    this.path = path;
    this.isPlain = isPlain;
  }

  /** 7000 with the path. */
  wrong(expected: string): never {
    return fail(7000, {
      message: `${this.path} is ${quoted(this.value)}, not ${expected}.`,
      path: this.path,
    });
  }

  private get object(): Record<string, unknown> {
    if (typeof this.value !== 'object' || this.value === null || Array.isArray(this.value)) this.wrong('an object');
    return this.value as Record<string, unknown>;
  }

  /** The field of one of these names, or undefined when there is none. Two spellings of it in one object are 7004. */
  find(...names: string[]): DocumentNode | undefined {
    const { object } = this;
    let found: string | undefined;
    // Every field of a proof comes by here: nothing is made for a look.
    for (const name of names) {
      for (const spelling of spellingsOf(name)) {
        if (!Object.hasOwn(object, spelling)) continue;
        if (found !== undefined)
          return fail(7004, { message: `${this.path} has both ${found} and ${spelling}.`, path: this.path });
        found = spelling;
      }
    }
    return found === undefined ? undefined : this.member(found);
  }

  /** The field of exactly this name, which the object has. */
  member(name: string): DocumentNode {
    const { object } = this;
    return new DocumentNode(object[name], fieldPath(this.path, name), isPlainNumber(object, name));
  }

  /** All fields, by their names as they stand. */
  members(): [name: string, field: DocumentNode][] {
    return Object.keys(this.object).map((name) => [name, this.member(name)]);
  }

  /** Whether fields are spelled in Pascal case; decided by the first that is, for documents do not mix. */
  get isPascal(): boolean {
    if (typeof this.value !== 'object' || this.value === null || Array.isArray(this.value)) return false;
    return Object.keys(this.value).some((name) => /^[A-Z]/.test(name));
  }

  /** The field of one of these names, else 7000, which spells it like the other fields of the object. */
  field(...names: string[]): DocumentNode {
    const found = this.find(...names);
    if (found) return found;
    const [name = ''] = names;
    const path = fieldPath(this.path, this.isPascal ? pascalOf(name) : name);
    return fail(7000, { message: `${path} is missing.`, path });
  }

  /** A list; an empty object is an empty list too, as some answers write it. */
  list(): DocumentNode[] {
    const { value, path } = this;
    if (Array.isArray(value))
      return value.map((item: unknown, i) => new DocumentNode(item, clipped(`${path}[${i}]`), isPlainNumber(value, i)));
    if (typeof value !== 'object' || value === null || Object.keys(value).length > 0) this.wrong('a list');
    return [];
  }

  integer(minimum: number, maximum: number): number {
    const { value, path } = this;
    if (!this.isPlain)
      return fail(7003, { message: `${path} is ${quoted(value)}, not written in digits alone.`, ...about(path) });
    return integer(value, minimum, maximum, path);
  }

  i32(): number {
    return this.integer(I32_MIN, I32_MAX);
  }

  u32(): number {
    return this.integer(0, U32_MAX);
  }

  /** 64 bits, of which JSON numbers keep 53 (7003 beyond). */
  i64(): number {
    return this.integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  }

  milliseconds(): Milliseconds {
    return this.i64() as Milliseconds;
  }

  string(): string {
    if (typeof this.value !== 'string') return this.wrong('a string');
    // Half of a surrogate pair has no UTF-8: no leaf could hold it.
    return /\p{Surrogate}/u.test(this.value) ? this.wrong('well-formed text') : this.value;
  }

  boolean(): boolean {
    return typeof this.value === 'boolean' ? this.value : this.wrong('true or false');
  }

  /** Text or a list of integers as bytes of that length; 7002. */
  bytes(length: number): Uint8Array {
    const { value, path } = this;
    if (typeof value === 'string') return bytesFromText(value, length, path);
    if (Array.isArray(value)) {
      if (value.length === length && !value.every((_, i) => isPlainNumber(value, i)))
        return fail(7002, { message: `The bytes of ${path} are not all written in digits alone.`, ...about(path) });
      return bytesFromIntegers(value, length, path);
    }
    return fail(7002, { message: `${path} is neither text nor a list of ${length} integers.`, ...about(path) });
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
    const nodes = this.list().map((node) => ({
      hash: node.field('hash').hash(),
      isRightSibling: node.field('isRightSibling').boolean(),
    }));
    return readAt(this, nodes);
  }
}
