import { type Path, textPath, textWidth } from './glyphs.js';

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Parts into which a curve is cut. */
const STEPS = 8;

/** A canvas of pixels for shapes and words with smooth edges. */
export class Canvas {
  /** Three bytes a pixel, row by row. */
  readonly pixels: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
    ground: Colour,
  ) {
    this.pixels = new Uint8Array(width * height * 3);
    for (let i = 0; i < this.pixels.length; i++) this.pixels[i] = ground[i % 3] ?? 0;
  }

  /** Fills a rectangle with round corners. */
  box(x: number, y: number, width: number, height: number, radius: number, colour: Colour): void {
    const corners = [
      [x + width - radius, y + radius, -Math.PI / 2],
      [x + width - radius, y + height - radius, 0],
      [x + radius, y + height - radius, Math.PI / 2],
      [x + radius, y + radius, Math.PI],
    ] as const;
    const path = corners.flatMap(([cx, cy, from]) =>
      Array.from({ length: STEPS + 1 }, (_, i) => from + (i / STEPS) * (Math.PI / 2)).flatMap((angle) => [
        cx + radius * Math.cos(angle),
        cy + radius * Math.sin(angle),
      ]),
    );
    this.fill([path], colour);
  }

  /** Writes a line of text; `x` is its left end, its middle or its right end, `y` its baseline. */
  text(text: string, x: number, y: number, size: number, colour: Colour, align: 'left' | 'middle' | 'right' = 'left') {
    const share = { left: 0, middle: 0.5, right: 1 }[align];
    this.fill(textPath(text, x - share * textWidth(text, size), y, size), colour);
  }

  /**
   * Fills closed paths, which run around shapes in one direction and around holes in the other. Each edge adds the area
   * to its right within the pixels that it crosses, and the running sum of a row is the coverage of a pixel.
   */
  fill(paths: readonly Path[], colour: Colour): void {
    const { width, height } = this;
    const xs = paths.flatMap((path) => path.filter((_, i) => i % 2 === 0));
    const ys = paths.flatMap((path) => path.filter((_, i) => i % 2 === 1));
    if (xs.length === 0) return;
    const [left, top] = [Math.max(0, Math.floor(Math.min(...xs))), Math.max(0, Math.floor(Math.min(...ys)))];
    const columns = Math.min(width, Math.ceil(Math.max(...xs)) + 1) - left;
    const rows = Math.min(height, Math.ceil(Math.max(...ys)) + 1) - top;
    if (columns <= 0 || rows <= 0) return;
    const areas = new Float32Array((columns + 1) * rows);
    for (const path of paths)
      for (let i = 0; i < path.length; i += 2) {
        const next = (i + 2) % path.length;
        addEdge(areas, columns, rows, [
          (path[i] ?? 0) - left,
          (path[i + 1] ?? 0) - top,
          (path[next] ?? 0) - left,
          (path[next + 1] ?? 0) - top,
        ]);
      }
    for (let row = 0; row < rows; row++) {
      let sum = 0;
      for (let column = 0; column < columns; column++) {
        sum += areas[row * (columns + 1) + column] ?? 0;
        this.blend(left + column, top + row, Math.min(1, Math.abs(sum)), colour);
      }
    }
  }

  private blend(x: number, y: number, share: number, colour: Colour): void {
    if (share < 1 / 255) return;
    const at = (y * this.width + x) * 3;
    for (let i = 0; i < 3; i++) {
      const before = this.pixels[at + i] ?? 0;
      this.pixels[at + i] = Math.round(before + ((colour[i] ?? 0) - before) * share);
    }
  }
}

type Edge = readonly [x0: number, y0: number, x1: number, y1: number];

function addEdge(areas: Float32Array, columns: number, rows: number, [x0, y0, x1, y1]: Edge): void {
  if (y0 === y1) return;
  const sense = y0 < y1 ? 1 : -1;
  const [topX, topY, endX, endY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
  const slope = (endX - topX) / (endY - topY);
  for (let row = Math.max(0, Math.floor(topY)); row < Math.min(rows, Math.ceil(endY)); row++) {
    const [from, until] = [Math.max(topY, row), Math.min(endY, row + 1)];
    const height = (until - from) * sense;
    const [a, b] = [topX + (from - topY) * slope, topX + (until - topY) * slope];
    const [west, east] = [Math.min(a, b), Math.max(a, b)].map((x) => Math.min(Math.max(x, 0), columns)) as [
      number,
      number,
    ];
    const first = Math.floor(west);
    const last = Math.max(first + 1, Math.ceil(east));
    // Coverage of each pixel of the row: full beyond the edge, partial for pixels that the edge crosses.
    let before = 0;
    for (let column = first; column < last; column++) {
      const covered = coverage(west, east, column + 1) * height;
      add(areas, row * (columns + 1) + column, covered - before);
      before = covered;
    }
    add(areas, row * (columns + 1) + last, height - before);
  }
}

const add = (areas: Float32Array, at: number, area: number): void => {
  if (at < areas.length) areas[at] = (areas[at] ?? 0) + area;
};

/** Mean length from an edge to `right`, where its pixel ends; the edge runs evenly from `west` to `east`. */
function coverage(west: number, east: number, right: number): number {
  const left = right - 1;
  const beyond = (x: number): number => right - Math.min(Math.max(x, left), right);
  if (east - west < 1e-6) return beyond(west);
  const [from, until] = [Math.max(west, left), Math.min(east, right)];
  // An edge west of the pixel covers all of it, an edge east of it nothing.
  const whole = Math.max(0, Math.min(east, left) - west);
  const within = Math.max(0, until - from) * (right - (from + until) / 2);
  return (whole + within) / (east - west);
}
