import { FIGURE_NAMES, type FigureName, type Figures, shown } from './figures.js';

/** Where the ceilings stand, from the root. */
export const CEILINGS_FILE = 'tools/size/ceilings.json';

/** Reads that file: a number for each figure, and nothing else. */
export function readCeilings(text: string): Figures {
  const ceilings = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(ceilings).filter((name) => !FIGURE_NAMES.some((one) => one === name));
  const missing = FIGURE_NAMES.filter((name) => typeof ceilings[name] !== 'number');
  if (unknown.length > 0) throw new Error(`${CEILINGS_FILE} has ceilings of no figure: ${unknown.join(', ')}`);
  if (missing.length > 0) throw new Error(`${CEILINGS_FILE} has no ceilings of: ${missing.join(', ')}`);
  return ceilings as Figures;
}

const example = (name: FigureName, figure: string): string => `"Ceiling of ${name} raised to ${figure}: why"`;

/** A line for each figure that is above its ceiling. */
export const exceeded = (figures: Figures, ceilings: Figures): string[] =>
  FIGURE_NAMES.filter((name) => figures[name] > ceilings[name]).map((name) => {
    const over = shown(figures[name] - ceilings[name]);
    const state = `${name}: ${shown(figures[name])}, which exceeds the ceiling of ${shown(ceilings[name])} by ${over}.`;
    const raise = `raise it in ${CEILINGS_FILE} and say why under "Unreleased" in CHANGELOG.md`;
    return `${state} Remove something, or ${raise}: ${example(name, 'N')}.`;
  });

/** A line for each ceiling that is higher than before, without a line of the changelog that says why. */
export function raisedWithoutReason(before: Partial<Figures>, after: Figures, changelog: string): string[] {
  const reasons = unreleased(changelog).filter((line) => /ceiling/i.test(line));
  return FIGURE_NAMES.flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    if (was === undefined || is <= was) return [];
    if (reasons.some((line) => line.toLowerCase().includes(name) && hasFigure(line, is))) return [];
    const raised = `The ceiling of ${name} was raised from ${shown(was)} to ${shown(is)}`;
    return `${raised}. Say why in a line under "Unreleased" in CHANGELOG.md: ${example(name, shown(is))}.`;
  });
}

/** The lines of the section of changes that are in no version yet. */
function unreleased(changelog: string): string[] {
  const [, section = ''] = /^## \[?Unreleased\b.*\n([\s\S]*)/im.exec(changelog) ?? [];
  return (section.split(/^## /m)[0] ?? '').split('\n');
}

/** Whether a line has this number, written with commas or without, and not as a part of another. */
const hasFigure = (line: string, figure: number): boolean =>
  [...line.matchAll(/\d(?:[\d,.]*\d)?/g)].some(([number]) => Number(number.replaceAll(',', '')) === figure);
