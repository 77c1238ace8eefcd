import { fail } from '../error/index.js';
import {
  displayed,
  type Hash,
  I32_MAX,
  I32_MIN,
  integer,
  type Milliseconds,
  type Path,
  U32_MAX,
} from '../format/index.js';
import { bytesFromIntegers, bytesFromText } from './byteText.js';

const pascalOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

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

  constructor(value: unknown, path: string) {
    this.value = value;
    this.path = path;
  }

  /** 7000 with the path. */
  wrong(expected: string): never {
    return fail(7000, {
      message: `${this.path} is ${displayed(this.value)}, not ${expected}.`,
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
    return found === undefined ? undefined : new DocumentNode(object[found], `${this.path}.${found}`);
  }

  /** The field of one of these names, else 7000, which spells it like the other fields of the object. */
  field(...names: string[]): DocumentNode {
    const found = this.find(...names);
    if (found) return found;
    const [name = ''] = names;
    const isPascal = Object.keys(this.object).some((other) => /^[A-Z]/.test(other));
    const path = `${this.path}.${isPascal ? pascalOf(name) : name}`;
    return fail(7000, { message: `${path} is missing.`, path });
  }

  /** A list; an empty object is an empty list too, as some answers write it. */
  list(): DocumentNode[] {
    const { value, path } = this;
    if (Array.isArray(value)) return value.map((item: unknown, i) => new DocumentNode(item, `${path}[${i}]`));
    if (typeof value !== 'object' || value === null || Object.keys(value).length > 0) this.wrong('a list');
    return [];
  }

  integer(minimum: number, maximum: number): number {
    return integer(this.value, minimum, maximum, this.path);
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
    return typeof this.value === 'string' ? this.value : this.wrong('a string');
  }

  boolean(): boolean {
    return typeof this.value === 'boolean' ? this.value : this.wrong('true or false');
  }

  /** Text or a list of integers as bytes of that length; 7002. */
  bytes(length: number): Uint8Array {
    const { value, path } = this;
    if (typeof value === 'string') return bytesFromText(value, length, path);
    if (Array.isArray(value)) return bytesFromIntegers(value, length, path);
    return fail(7002, { message: `${path} is neither text nor a list of ${length} integers.`, path });
  }

  hash(): Hash {
    return this.bytes(32) as Hash;
  }

  /** A list of path nodes. */
  nodes(): Path {
    return this.list().map((node) => ({
      hash: node.field('hash').hash(),
      isRightSibling: node.field('isRightSibling').boolean(),
    }));
  }
}
