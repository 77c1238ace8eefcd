import { expect, test } from 'vitest';
import { teamColours } from './teamColours.js';

const NAMES = Array.from({ length: 3_000 }, (_, i) => `Team ${i.toString(36)} ${String.fromCharCode(97 + (i % 26))}`);
const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
const luminance = (colour: string): number =>
  channels(colour)
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, i) => sum + value * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0);
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

test('colours of teams have a contrast of 3 to the grounds of the explorer, light and dark', () => {
  for (let i = 1; i < NAMES.length; i++)
    for (const colour of teamColours([NAMES[i - 1] ?? '', NAMES[i] ?? '']))
      for (const ground of ['#ffffff', '#f1efe8', '#181b1e', '#101214'])
        expect([NAMES[i], colour, ground, contrast(colour, ground) >= 3]).toEqual([NAMES[i], colour, ground, true]);
});

test('two teams of a match never look alike, and a team has its colour in every match', () => {
  for (let i = 1; i < NAMES.length; i++) {
    const [one, other] = teamColours([NAMES[i - 1] ?? '', NAMES[i] ?? '']).map(channels);
    const distance = Math.hypot(...[0, 1, 2].map((at) => (one?.[at] ?? 0) - (other?.[at] ?? 0)));
    expect([NAMES[i], distance > 60]).toEqual([NAMES[i], true]);
  }
  expect(teamColours(['Anna', 'Ben'])[0]).toBe(teamColours(['Anna', 'Clara'])[0]);
  expect(teamColours(['Anna', 'Anna'])[0]).not.toBe(teamColours(['Anna', 'Anna'])[1]);
});
