import type { Size } from './size.js';

/** The figures that have a ceiling, by the names that `ceilings.json` and the changelog give them. */
const FIGURES = {
  'product lines': ({ total }: Size) => total.product,
  'generated lines': ({ total }: Size) => total.generated,
  'test lines': ({ total }: Size) => total.tests,
  'tracked files': ({ total }: Size) => total.files,
  entrances: ({ entrances }: Size) => entrances.reduce((sum, { names }) => sum + names, 0),
  'median modules per test': ({ modulesPerTest }: Size) => modulesPerTest,
  'test files reached by condition.ts': ({ testsOfCondition }: Size) => testsOfCondition,
};

export type FigureName = keyof typeof FIGURES;
export type Figures = Readonly<Record<FigureName, number>>;

export const FIGURE_NAMES = Object.keys(FIGURES) as FigureName[];

export const figuresOf = (size: Size): Figures =>
  Object.fromEntries(FIGURE_NAMES.map((name) => [name, FIGURES[name](size)])) as Figures;

/** As documents write numbers. */
export const shown = (figure: number): string => figure.toLocaleString('en');
