import { type ListedField, segmentsOf } from './fieldList.js';

/** The listed fields as a tree, to walk in parallel with a record. */
interface ListNode {
  field?: ListedField;
  readonly children: Map<string, ListNode>;
}

/** One field of one record: its actual path (`Q1`, `[2]`), and the list's path for it. */
export interface Found {
  readonly names: readonly string[];
  readonly listed: string;
  /** The value; `{}` and `[]` for objects and lists. Their content has separate entries. */
  readonly value: unknown;
}

const IS: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: (value) => Number.isSafeInteger(value),
  int64: (value) => Number.isSafeInteger(value),
  int32: (value) => Number.isInteger(value) && (value as number) === ((value as number) | 0),
  number: (value) => Number.isFinite(value),
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  binary: (value) => typeof value === 'string' && Buffer.from(value, 'base64').length === 32,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: (value) => Array.isArray(value),
};

/** Checks records against a list of fields. List and checker are independent of the schemas. */
export class FieldChecker {
  private readonly root: ListNode = { children: new Map() };

  constructor(readonly fields: ReadonlyMap<string, ListedField>) {
    for (const field of fields.values()) {
      let node = this.root;
      for (const name of segmentsOf(field.path)) {
        const child = node.children.get(name) ?? { children: new Map() };
        node.children.set(name, child);
        node = child;
      }
      node.field = field;
    }
  }

  /** The faults of a record: unlisted fields, wrong types, and missing required fields. */
  problems(record: unknown): string[] {
    return this.look(record).problems;
  }

  /** All listed fields of a record. */
  found(record: unknown): Found[] {
    return this.look(record).found;
  }

  look(record: unknown): { problems: string[]; found: Found[] } {
    const problems: string[] = [];
    const found: Found[] = [];
    const walk = (value: unknown, node: ListNode, names: readonly string[]): void => {
      if (typeof value !== 'object' || value === null) return;
      if (!Array.isArray(value)) {
        for (const [name, { field }] of node.children)
          if (field?.required && !Object.hasOwn(value, name)) problems.push(`missing ${[...names, name].join('.')}`);
      }
      for (const [name, item] of Object.entries(value)) {
        const child = Array.isArray(value)
          ? node.children.get('[]')
          : (node.children.get(name) ?? node.children.get('*'));
        const at = [...names, Array.isArray(value) ? `[${name}]` : name];
        if (!child?.field) {
          problems.push(`not listed ${at.join('.')}`);
          continue;
        }
        const { field } = child;
        const isRight = item === null ? field.nullable : IS[field.type]?.(item);
        if (!isRight) problems.push(`not ${field.type} ${at.join('.')}: ${JSON.stringify(item)?.slice(0, 60)}`);
        if (field.pattern && !new RegExp(field.pattern).test(String(item)))
          problems.push(`not ${field.pattern} ${at.join('.')}`);
        const isInner = typeof item === 'object' && item !== null;
        found.push({ names: at, listed: field.path, value: isInner ? (Array.isArray(item) ? [] : {}) : item });
        walk(item, child, at);
      }
    };
    walk(record, this.root, []);
    return { problems, found };
  }

  /** The faults of a set of records: those of each record, and listed fields that occur in none. */
  verdict(records: readonly unknown[]): string[] {
    return [...new Set(this.faultsOf(records))];
  }

  /** Whether a set of records has no faults. Ends at the first one. */
  accepts(records: readonly unknown[]): boolean {
    return this.faultsOf(records).next().done === true;
  }

  private *faultsOf(records: readonly unknown[]): Generator<string> {
    const unseen = new Set(this.fields.keys());
    for (const record of records) {
      const { problems, found } = this.look(record);
      yield* problems;
      for (const { listed } of found) unseen.delete(listed);
    }
    for (const path of unseen) yield `never shown ${path}`;
  }

  /** A subset of the records that covers every field: each has one that the earlier ones lack. */
  cover<T>(records: readonly T[]): T[] {
    const seen = new Set<string>();
    return records.filter((record) => {
      const before = seen.size;
      for (const { listed } of this.found(record)) seen.add(listed);
      return seen.size > before;
    });
  }
}

/** The records of a faulty encoder that drops a field, or writes it `as` something else. */
export function mutate(record: unknown, path: string, as?: (name: string) => string): unknown {
  const change = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
    if (typeof value !== 'object' || value === null || name === undefined) return value;
    if (Array.isArray(value)) return rest.length === 0 ? [] : value.map((item) => change(item, rest));
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, item]) => {
        if (key !== name && name !== '*') return [[key, item]];
        if (rest.length > 0) return [[key, change(item, rest)]];
        return as ? [[as(key), item]] : [];
      }),
    );
  };
  return change(record, segmentsOf(path));
}
