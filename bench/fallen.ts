import type { Result } from './benchmark.js';

/** A ratio that is lower than the committed one by more than `FALL`. */
export interface Fallen {
  readonly benchmark: string;
  readonly what: string;
  readonly committed: number;
  readonly now: number;
}

/** The part of a committed ratio that load and chance may take. */
export const FALL = 0.1;

/** The ratios of docs/internals/benchmarks.md, by benchmark and row. */
export function ratiosOf(document: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
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

/** What has fallen. Rows that only one side has are no fall. */
export function fallenOf(
  committed: ReturnType<typeof ratiosOf>,
  { name, rows }: Pick<Result, 'name' | 'rows'>,
): Fallen[] {
  return rows.flatMap(({ what, ratio }) => {
    const before = committed.get(name)?.get(what);
    const isFallen = ratio !== undefined && before !== undefined && !(ratio >= before * (1 - FALL));
    return isFallen ? [{ benchmark: name, what, committed: before, now: ratio }] : [];
  });
}

/** Those that had fallen the time before as well: one low figure is chance. */
export const twice = (first: readonly Fallen[], second: readonly Fallen[]): Fallen[] =>
  second.filter(({ what }) => first.some((before) => before.what === what));
