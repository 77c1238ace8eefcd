import { readFileSync } from 'node:fs';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';

export type WrittenForm = 'snapshot' | 'historical';

interface Entry {
  path?: string;
  snapshot?: string;
  historical?: string;
  type: string;
  required?: boolean;
  pattern?: string;
}
interface Section {
  section: string;
  kind: string;
  sports?: Sport[];
  entries: Entry[];
}
interface Enumeration {
  section: string;
  kind: string;
  sports?: Sport[];
  path?: string;
  values?: (string | null)[];
  codes?: string[];
}
interface List {
  sections: Section[];
  enumerations: Enumeration[];
}
interface Additions extends List {
  alwaysPresent: { sports: Sport[]; paths: string[] };
  nullable: { kind: string; paths: string[] };
  deviations: { path: string; written: string }[];
  observed: { sports: Sport[]; described: string[]; observed: string[] }[];
  statuses: Record<Sport, number[]>;
}

const read = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
export const CONTRACT = read('contract.json') as List;
export const ADDITIONS = read('additions.json') as Additions;

/** A field of the list: `path` with `[]` for elements and `*` for keys of maps. */
export interface ListedField {
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly pattern?: string;
  /** The same field in the other form, if it has one. */
  readonly other?: string;
}

/** `a.{b,c}.d` → `a.b.d`, `a.c.d`. */
export function expand(path: string): string[] {
  const braces = /\{([^}]*)\}/.exec(path);
  if (!braces) return [path];
  const before = path.slice(0, braces.index);
  const after = path.slice(braces.index + braces[0].length);
  return (braces[1] ?? '').split(',').flatMap((name) => expand(before + name + after));
}

const segments = new Map<string, readonly string[]>();

/** `a[].b.*` → `a`, `[]`, `b`, `*`. */
export function segmentsOf(path: string): readonly string[] {
  // Called for every field of every record.
  const known = segments.get(path) ?? path.replaceAll('[]', '.[]').split('.').filter(Boolean);
  segments.set(path, known);
  return known;
}

/** All listed fields of a kind; for scores, of a sport in a form. */
export function fieldsOf(kind: string, sport?: Sport, form: WrittenForm = 'snapshot'): Map<string, ListedField> {
  const fields = new Map<string, ListedField>();
  for (const { sections } of [CONTRACT, ADDITIONS]) {
    for (const { entries } of sections.filter((one) => one.kind === kind && (!sport || one.sports?.includes(sport)))) {
      for (const entry of entries) {
        const own = entry.path ?? entry[form];
        if (own === undefined) continue;
        const others = expand(entry[form === 'snapshot' ? 'historical' : 'snapshot'] ?? '');
        expand(own).forEach((path, i) => {
          const before = fields.get(path);
          const other = others[i] || before?.other;
          fields.set(path, {
            path,
            type: typeOf(path, entry.type),
            required: entry.required ?? (kind === 'scores' && isAlwaysPresent(path)),
            nullable: kind.startsWith('odds') && ADDITIONS.nullable.paths.includes(path.replace(/^odds\./, '')),
            ...(entry.pattern && { pattern: entry.pattern }),
            ...(other && { other }),
          });
        });
      }
    }
  }
  // Lists of objects: the specification names the fields of the elements, not the elements.
  for (const path of [...fields.keys()]) {
    for (let end = path.indexOf('[].'); end >= 0; end = path.indexOf('[].', end + 1)) {
      const element = path.slice(0, end + 2);
      const other = fields.get(path.slice(0, end))?.other;
      if (!fields.has(element))
        fields.set(element, {
          path: element,
          type: 'object',
          required: false,
          nullable: false,
          ...(other && { other: `${other}[]` }),
        });
    }
  }
  return fields;
}

function typeOf(path: string, type: string): string {
  if (type !== 'enumerated') return type;
  const top = path.toLowerCase().replace(/^status(soccer|basketball)id$/, 'statusid');
  return ADDITIONS.deviations.find((one) => one.path.toLowerCase() === top)?.written ?? 'string';
}

function isAlwaysPresent(path: string): boolean {
  return ADDITIONS.alwaysPresent.paths.some((one) => one.toLowerCase() === path.toLowerCase());
}

/** Enumerations of a kind and sport, braces expanded: values by path. */
export function valuesOf(kind: string, sport?: Sport): Map<string, (string | null)[]> {
  const all = [CONTRACT, ADDITIONS].flatMap(({ enumerations }) => enumerations);
  return new Map(
    all
      .filter((one) => one.kind === kind && (!sport || !one.sports || one.sports.includes(sport)))
      .flatMap(({ path, values }) => (path && values ? expand(path).map((each) => [each, values] as const) : [])),
  );
}
