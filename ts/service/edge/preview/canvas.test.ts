import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Canvas, type Colour } from './canvas.js';
import { fitting, textWidth } from './glyphs.js';
import { png } from './png.js';

const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];
/** The covered area in pixels, including partial coverage. */
const inkOf = ({ pixels }: Canvas): number =>
  pixels.reduce((sum, value, i) => (i % 3 === 0 ? sum + (255 - value) / 255 : sum), 0);

test('what is filled covers its area, wherever its edges are', () => {
  for (const [x, y, width, height] of [
    [3, 4, 10, 5],
    [3.25, 4.5, 10.5, 5.25],
    [-5, -5, 10, 10],
    [30.5, 10, 40, 3],
  ] as const) {
    const canvas = new Canvas(40, 20, WHITE);
    canvas.fill([[x, y, x + width, y, x + width, y + height, x, y + height]], BLACK);
    const [right, bottom] = [Math.min(40, x + width), Math.min(20, y + height)];
    expect(inkOf(canvas)).toBeCloseTo((right - Math.max(0, x)) * (bottom - Math.max(0, y)), 0);
  }
  const triangle = new Canvas(40, 20, WHITE);
  triangle.fill([[1, 1, 37, 9, 5, 18]], BLACK);
  expect(inkOf(triangle)).toBeCloseTo(Math.abs(36 * 17 - 4 * 8) / 2, 0);
  const circle = new Canvas(40, 40, WHITE);
  circle.box(5, 5, 30, 30, 15, BLACK);
  expect(Math.abs(inkOf(circle) / (Math.PI * 225) - 1)).toBeLessThan(0.01);
});

test('a hole goes around the other way, as in an o', () => {
  const canvas = new Canvas(100, 100, WHITE);
  canvas.text('o', 10, 80, 80, BLACK);
  const middle = 3 * (60 * 100 + Math.round(10 + textWidth('o', 80) / 2));
  expect(canvas.pixels[middle]).toBe(255);
  expect(inkOf(canvas)).toBeGreaterThan(500);
});

test('a text is as wide as its signs, and is cut where it does not fit', () => {
  expect(textWidth('Łódź', 50)).toBeGreaterThan(textWidth('Łód', 50));
  expect(fitting('Marrowgate Tanners', 50, 1_000)).toBe('Marrowgate Tanners');
  const cut = fitting('Marrowgate Tanners', 50, 300);
  expect(cut).toMatch(/^Marrow.*…$/);
  expect(textWidth(cut, 50)).toBeLessThanOrEqual(300);
  // Characters without an outline are drawn as a box, so a name full of them cannot fill the memory.
  expect(textWidth('球', 50)).toBe(textWidth('隊', 50));
});

test('of a long text only the start is looked at', () => {
  for (const length of [99, 100, 101, 20_000]) {
    const cut = fitting('i'.repeat(length), 1, 1_000);
    expect(cut).toBe(length > 100 ? `${'i'.repeat(100)}…` : 'i'.repeat(length));
  }
  // Signs outside the basic plane have two units.
  expect(fitting('𝔘'.repeat(101), 1, 1_000)).toBe(`${'𝔘'.repeat(100)}…`);
});

test('a picture is written as PNG, pixel by pixel', async () => {
  const canvas = new Canvas(3, 2, [1, 2, 3]);
  canvas.fill([[1, 0, 2, 0, 2, 1, 1, 1]], [9, 8, 7]);
  const file = await png(3, 2, canvas.pixels);
  expect(file.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const at = file.indexOf('IDAT');
  const rows = inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)));
  expect([...rows]).toEqual([0, 1, 2, 3, 9, 8, 7, 1, 2, 3, 0, 1, 2, 3, 1, 2, 3, 1, 2, 3]);
});
