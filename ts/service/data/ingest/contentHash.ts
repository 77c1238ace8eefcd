import { hash } from 'node:crypto';

/**
 * SHA-256 of a JSON value, independent of key order and white space. Stored hashes are compared with it, so it must
 * never change.
 */
export const contentHash = (value: unknown): Uint8Array => hashOfText(orderedText(value).text);

/** `contentHash` of a value with this ordered text. */
export const hashOfText = (ordered: string): Uint8Array => new Uint8Array(hash('sha256', ordered, 'buffer'));

/** The JSON text of a value with all object keys in ascending code-unit order, and without white space. */
interface OrderedText {
  readonly text: string;
  /** Whether all numbers in it are safe integers. */
  readonly areIntegers: boolean;
}

export function orderedText(value: unknown): OrderedText {
  const order = new Order();
  return { text: JSON.stringify(order.of(value)), areIntegers: order.areIntegers };
}

/** Sorting before writing costs a third of a replacer. */
class Order {
  areIntegers = true;

  /** The same value in order. */
  of(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) {
      if (typeof value === 'number' && !Number.isSafeInteger(value)) this.areIntegers = false;
      return value;
    }
    if (Array.isArray(value)) return value.map((item) => this.of(item));
    const object = value as Readonly<Record<string, unknown>>;
    const names = Object.keys(object);
    if (areIndices(names) && this.areFlat(object, names)) return object;
    const ordered: Record<string, unknown> = {};
    for (const name of names.sort()) {
      const inner = this.of(object[name]);
      // Assigning to this key would set the prototype instead.
      if (name === '__proto__') Object.defineProperty(ordered, name, { value: inner, enumerable: true });
      else ordered[name] = inner;
    }
    return ordered;
  }

  /** Whether no value is an object. */
  private areFlat(object: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
    for (const name of names) {
      const inner = object[name];
      if (typeof inner === 'object') return false;
      if (typeof inner === 'number' && !Number.isSafeInteger(inner)) this.areIntegers = false;
    }
    return true;
  }
}

/**
 * Whether all keys of an object are indices. Objects list index keys first, in numeric order, whatever their insertion
 * order. So if the last key is an index, all are.
 */
export const areIndices = (names: readonly string[]): boolean => /^(0|[1-9]\d{0,8})$/.test(names.at(-1) ?? '');
