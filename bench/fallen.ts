import type { Result } from './benchmark.js';

/** A ratio that has fallen below an earlier one by more than `FALL`. */
export interface Fallen {
  readonly benchmark: string;
  readonly what: string;
  readonly before: number;
  readonly now: number;
}

/** The fraction of a ratio that load and chance may account for. */
export const FALL = 0.1;

/** Ratios by benchmark and row. */
export type Ratios = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Those of a measurement. */
export const ratiosOf = ({ name, rows }: Pick<Result, 'name' | 'rows'>): Ratios =>
  new Map([[name, new Map(rows.flatMap(({ what, ratio }) => (ratio === undefined ? [] : [[what, ratio]])))]]);

/** Those of docs/internals/benchmarks.md. */
export function documentedRatios(document: string): Ratios {
  const sections = document.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const rows = [...section.matchAll(/^\| (.+) \|$/gm)].flatMap(([, row = '']) => {
        const [what = '', , , ratio = ''] = row.split('|').map((cell) => cell.trim());
        const [, digits] = /^([\d.,]+)×$/.exec(ratio) ?? [];
        return digits === undefined ? [] : [[what, Number(digits.replaceAll(',', ''))] as const];
      });
      return [section.slice(0, section.indexOf('\n')), new Map(rows)];
    }),
  );
}

/** The ratios that have fallen. A row that exists on one side only does not count. */
export function fallenOf(earlier: Ratios, { name, rows }: Pick<Result, 'name' | 'rows'>): Fallen[] {
  return rows.flatMap(({ what, ratio }) => {
    const before = earlier.get(name)?.get(what);
    const isFallen = ratio !== undefined && before !== undefined && !(ratio >= before * (1 - FALL));
    return isFallen ? [{ benchmark: name, what, before, now: ratio }] : [];
  });
}

/** The ratios that had also fallen in another comparison, since a single low figure may be chance. */
export const both = (first: readonly Fallen[], second: readonly Fallen[]): Fallen[] =>
  second.filter(({ what }) => first.some((other) => other.what === what));
