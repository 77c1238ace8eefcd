import type { Result } from './benchmark.js';

/** A ratio that has fallen below the committed one by more than `FALL`. */
export interface Fallen {
  readonly benchmark: string;
  readonly what: string;
  readonly committed: number;
  readonly now: number;
}

/** The fraction of a committed ratio that load and chance may account for. */
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

/** The ratios that have fallen. A row that exists on one side only does not count. */
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

/** The ratios that had also fallen in the measurement before, since a single low figure may be chance. */
export const twice = (first: readonly Fallen[], second: readonly Fallen[]): Fallen[] =>
  second.filter(({ what }) => first.some((before) => before.what === what));
