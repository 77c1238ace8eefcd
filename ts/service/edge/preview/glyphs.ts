import { readFileSync } from 'node:fs';

/** Points of a closed path, one after the other: x, y, x, y. */
export type Path = readonly number[];

/** Width and outlines of a character. `EM` units are the size of the text. */
interface Glyph {
  readonly advance: number;
  readonly paths: readonly Path[];
}

const EM = 500;
/** Parts into which a curve is cut. */
const STEPS = 6;

const { glyphs: OUTLINES } = JSON.parse(readFileSync(new URL('glyphs.json', import.meta.url), 'utf8')) as {
  readonly glyphs: Readonly<Record<string, string>>;
};

/** An empty box, for a character without an outline here. */
const UNKNOWN = '300M40 0L260 0L260 364L40 364M65 25L65 339L235 339L235 25';
const read = new Map<string, Glyph>();

function glyphOf(sign: string): Glyph {
  const known = read.get(sign);
  if (known) return known;
  const glyph = glyphIn((Object.hasOwn(OUTLINES, sign) && OUTLINES[sign]) || UNKNOWN);
  // Only characters with an outline are kept. All others share the box, and there may be any number of them.
  if (Object.hasOwn(OUTLINES, sign)) read.set(sign, glyph);
  return glyph;
}

function glyphIn(text: string): Glyph {
  const [advance = '0', ...parts] = text.split(/(?=[MLQ])/);
  const paths: number[][] = [];
  for (const part of parts) {
    const numbers = part.slice(1).match(/-?\d+/g)?.map(Number) ?? [];
    const path = paths.at(-1);
    if (part.startsWith('M')) paths.push(numbers);
    else if (part.startsWith('L')) path?.push(...numbers);
    else if (path) path.push(...curve(path.slice(-2), numbers));
  }
  return { advance: Number(advance), paths };
}

/** Points of a quadratic curve after its first one. */
function curve([x0 = 0, y0 = 0]: readonly number[], [cx = 0, cy = 0, x1 = 0, y1 = 0]: readonly number[]): number[] {
  return Array.from({ length: STEPS }, (_, i) => (i + 1) / STEPS).flatMap((t) => {
    const at = (a: number, c: number, b: number): number => (1 - t) ** 2 * a + 2 * t * (1 - t) * c + t ** 2 * b;
    return [at(x0, cx, x1), at(y0, cy, y1)];
  });
}

const signsOf = (text: string): Glyph[] => Array.from(text.normalize('NFC'), glyphOf);

/** px that a line of text takes. */
export const textWidth = (text: string, size: number): number =>
  (signsOf(text).reduce((sum, { advance }) => sum + advance, 0) * size) / EM;

/** The outlines of a line of text that begins at `x`, on the baseline `y`. */
export function textPath(text: string, x: number, y: number, size: number): Path[] {
  const scale = size / EM;
  let at = x;
  return signsOf(text).flatMap(({ advance, paths }) => {
    const left = at;
    at += advance * scale;
    return paths.map((path) => path.map((value, i) => (i % 2 === 0 ? left + value * scale : y - value * scale)));
  });
}

/** Signs of a text that are looked at; no more fit into a line. */
const MAX_SIGNS = 100;

/** The text, shortened until it fits. Takes the same time for every text of more than 100 signs. */
export function fitting(text: string, size: number, width: number): string {
  // A sign has one or two units; one more sign shows that there are too many.
  const signs = Array.from(text.slice(0, 2 * (MAX_SIGNS + 1))).slice(0, MAX_SIGNS + 1);
  if (signs.length <= MAX_SIGNS && textWidth(text, size) <= width) return text;
  let count = Math.min(signs.length, MAX_SIGNS);
  const cut = (): string => `${signs.slice(0, count).join('').trimEnd()}…`;
  while (count > 1 && textWidth(cut(), size) > width) count--;
  return cut();
}
