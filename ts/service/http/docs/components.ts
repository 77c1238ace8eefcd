import { fail, SCHEMA_TITLE_REPEATED } from 'linesman/error';
import type { Titled } from './schemas.js';

/** Takes schemas apart into components: each schema with a title stands once, under its title, and is referred to. */
export class Components {
  private readonly byTitle = new Map<string, { readonly text: string; readonly schema: object }>();

  /** By name. */
  get schemas(): Readonly<Record<string, object>> {
    const sorted = [...this.byTitle].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([title, { schema }]) => [title, schema]));
  }

  /**
   * A reference to a schema, whose parts become components as well. Errors: SCHEMA_TITLE_REPEATED for two schemas of one
   * title.
   */
  refer(schema: Titled): { readonly $ref: string } {
    return this.apart(schema) as { readonly $ref: string };
  }

  /** The same of a schema that may have no title. */
  apart(schema: object): object {
    return this.walk(schema) as object;
  }

  private walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.walk(item));
    if (typeof value !== 'object' || value === null) return value;
    const walked = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.walk(item)]));
    const { title } = walked;
    return typeof title === 'string' ? this.put(title, walked) : walked;
  }

  private put(title: string, schema: object): object {
    const text = JSON.stringify(schema);
    const known = this.byTitle.get(title);
    if (known && known.text !== text) fail(SCHEMA_TITLE_REPEATED, { title });
    if (!known) this.byTitle.set(title, { text, schema });
    return { $ref: `#/components/schemas/${title}` };
  }
}
