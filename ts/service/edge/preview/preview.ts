import { setImmediate as nextTurn } from 'node:timers/promises';
import { teamColours } from '@linesman/sdk/format';
import type { PublicEntry } from '../answer/results.js';
import { Canvas, type Colour } from './canvas.js';
import { fitting, textWidth } from './glyphs.js';
import { png } from './png.js';

/** The size that link previews expect. */
export const PREVIEW = { width: 1200, height: 630 } as const;

const GROUND: Colour = [247, 246, 242];
const PANEL: Colour = [255, 255, 255];
const LINE: Colour = [226, 223, 213];
const INK: Colour = [29, 28, 25];
const QUIET: Colour = [98, 94, 85];
const GOOD: Colour = [21, 108, 64];
const GOOD_FILL: Colour = [233, 246, 238];
const RED: Colour = [226, 85, 61];
const YELLOW: Colour = [244, 197, 66];

const EDGE = 64;
const TEAM = 64;
const SMALL = 30;

/**
 * A PNG picture of the public view of a match, for apps that preview a link. It is drawn in parts of a few ms, with a
 * turn of the event loop after each, and compressed beside the loop.
 */
export async function previewOf(match: PublicEntry | undefined): Promise<Buffer> {
  const { width, height } = PREVIEW;
  const canvas = new Canvas(width, height, GROUND);
  for (const _ of drawn(canvas, match)) await nextTurn();
  return await png(width, height, canvas.pixels);
}

function* drawn(canvas: Canvas, match: PublicEntry | undefined): Generator<void> {
  yield;
  drawBrand(canvas);
  yield;
  if (match) yield* drawMatch(canvas, match);
  else drawPromise(canvas);
}

/** The linesman's flag, and the name. */
function drawBrand(canvas: Canvas): void {
  canvas.box(EDGE, 52, 5, 56, 2, INK);
  for (const [x, y, colour] of [
    [0, 0, RED],
    [1, 0, YELLOW],
    [0, 1, YELLOW],
    [1, 1, RED],
  ] as const)
    canvas.box(EDGE + 5 + x * 22, 54 + y * 16, 22, 16, 0, colour);
  canvas.text('linesman', EDGE + 66, 94, 40, INK);
}

function* drawMatch(canvas: Canvas, match: PublicEntry): Generator<void> {
  const { participant1, participant2, competition, score, proof } = match;
  const { width } = PREVIEW;
  canvas.box(EDGE, 150, width - 2 * EDGE, 330, 24, LINE);
  yield;
  canvas.box(EDGE + 2, 152, width - 2 * EDGE - 4, 326, 22, PANEL);
  canvas.text(fitting(competition, SMALL, width - 2 * EDGE - 96), EDGE + 48, 212, SMALL, QUIET);
  yield;
  const names = [participant1, participant2] as const;
  const values = score ? [`${score.participant1}`, `${score.participant2}`] : ['', ''];
  for (const [i, colour] of teamColours(names).entries()) {
    const y = 318 + i * 112;
    const value = values[i] ?? '';
    const room = width - 2 * EDGE - 96 - 44 - textWidth(value, TEAM + 24) - 40;
    canvas.box(EDGE + 48, y - 56, 16, 68, 8, channelsOf(colour));
    canvas.text(fitting(names[i] ?? '', TEAM, room), EDGE + 92, y, TEAM, INK);
    canvas.text(value, width - EDGE - 48, y + 8, TEAM + 24, INK, 'right');
    yield;
  }
  const words = proof ? '✓ Proven on Solana: open it, and your browser checks it' : whenWords(match);
  const [ink, fill] = proof ? [GOOD, GOOD_FILL] : [QUIET, LINE];
  canvas.box(EDGE, 516, textWidth(words, SMALL) + 56, 66, 33, fill);
  canvas.text(words, EDGE + 28, 560, SMALL, ink);
}

/** In UTC, because a picture cannot know the time zone of its viewer. */
function whenWords({ startTime, score }: PublicEntry): string {
  if (score) return 'Over, without a confirmed result';
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return `${day.format(startTime)} UTC`;
}

function drawPromise(canvas: Canvas): void {
  canvas.text('Results you', EDGE, 290, 96, INK);
  canvas.text('can check yourself', EDGE, 400, 96, INK);
  canvas.text('See a result and its proof, and check it in your browser.', EDGE, 490, 34, QUIET);
}

const channelsOf = (colour: string): Colour =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Colour;
