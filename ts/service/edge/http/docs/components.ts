import { fail, SCHEMA_TITLE_REPEATED } from '@linesman/sdk/error';
import type { Titled } from '../answerSchema.js';

/**
 * Splits schemas into components: each titled schema becomes a component under its title, and is referenced elsewhere.
 */
export class Components {
  private readonly byTitle = new Map<string, { readonly text: string; readonly schema: object }>();

  /** Schemas by name. */
  get schemas(): Readonly<Record<string, object>> {
    const sorted = [...this.byTitle].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([title, { schema }]) => [title, schema]));
  }

  /**
   * Registers a schema and its parts as components and returns a reference to it. Errors: SCHEMA_TITLE_REPEATED when
   * two schemas share a title.
   */
  refer(schema: Titled): { readonly $ref: string } {
    return this.apart(schema) as { readonly $ref: string };
  }

  /** Does the same for a schema that may have no title. */
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
