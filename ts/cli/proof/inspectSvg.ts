import { wrapped } from '@linesman/sdk/internal/format/wrapped';
import type { CheckState, InspectedCheck, Inspection } from '@linesman/sdk/internal/proof/inspect/inspection';
import { CHECK_MARKS, type InspectSection, inspectSections } from '@linesman/sdk/internal/proof/inspect/sections';
import { DRAWING_STYLE, type Drawing, drawTrees, markupText } from './inspectDrawing.js';

const EDGE = 24;
const NARROWEST = 760;
/** Trees side by side fit this width if each of them does. */
const WIDEST = 1_400;
const LINE = 19;
/** Width of a character of running text, estimated generously. */
const CHARACTER = 6.9;

const STYLE = `${DRAWING_STYLE}
.ground { fill: var(--ground); }
.panel { fill: var(--panel); stroke: var(--line); }
.head { font-size: 20px; font-weight: 700; }
.title { font-size: 15px; font-weight: 700; }
.check { font-size: 13px; }
.detail { font-family: ui-monospace, monospace; font-size: 12px; white-space: pre; }
.breaks { stroke: var(--bad); stroke-width: 2; }
.link { font-size: 13px; fill: var(--quiet); }
.good { fill: var(--good); }
.bad { fill: var(--bad); }
.quiet { fill: var(--quiet); }
`;

/** A proof as a picture: a panel for each level, from the chain down. */
export function inspectSvg(inspection: Inspection): string {
  const { about, breaks } = inspection;
  const broken = breaks?.check ?? null;
  const sections = inspectSections(inspection).map((section) => ({
    section,
    drawing: drawTrees(section.trees, broken, WIDEST - 4 * EDGE),
  }));
  const width = sections.reduce((most, { drawing }) => Math.max(most, drawing.width + 4 * EDGE), NARROWEST);
  const page = new Page(width);
  page.y = EDGE + 8;
  const title = `${breaks ? 'broken' : 'valid'}: ${about}`;
  page.text(`head ${breaks ? 'bad' : 'good'}`, EDGE, title, 10.5);
  if (breaks) {
    const { number, name, message } = breaks.error;
    page.text('check bad', EDGE, `error ${number} ${name}${breaks.path === null ? '' : `, at ${breaks.path}`}`);
    page.text('check', EDGE, message);
  }
  page.y += EDGE / 2;
  for (const { section, drawing } of sections) panel(page, section, drawing);
  const height = Math.ceil(page.y);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    '  role="img" aria-labelledby="title">',
    `<title id="title">${markupText(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    ...page.parts,
    '</svg>\n',
  ].join('\n');
}

/** Lines of text and drawings from top to bottom. */
class Page {
  readonly parts: string[] = [];
  y = 0;

  constructor(readonly width: number) {}

  /** A text in as many lines as it needs; `character` is the width of one. */
  text(kind: string, x: number, text: string, character = CHARACTER): void {
    for (const line of wrapped(text, Math.floor((this.width - x - EDGE) / character))) {
      this.parts.push(`<text class="${kind}" x="${x}" y="${this.y}">${markupText(line)}</text>`);
      this.y += LINE;
    }
  }
}

function panel(page: Page, { title, checks, link }: InspectSection, drawing: Drawing): void {
  const top = page.y;
  const at = page.parts.length;
  page.y += EDGE;
  page.text('title', 2 * EDGE, title, 8.2);
  page.y += 4;
  if (drawing.height > 0) {
    page.parts.push(`<g transform="translate(${2 * EDGE} ${page.y - 4})">${drawing.markup}</g>`);
    page.y += drawing.height + EDGE;
  }
  for (const check of checks) drawCheck(page, check);
  const height = page.y - top;
  const kind = checks.some(({ state }) => state === 'broken') ? 'panel breaks' : 'panel';
  page.parts.splice(
    at,
    0,
    `<rect class="${kind}" x="${EDGE}" y="${top}" width="${page.width - 2 * EDGE}" height="${height}" rx="10"/>`,
  );
  page.y += EDGE;
  if (link === null) return;
  page.parts.push(`<text class="link" x="${2 * EDGE}" y="${page.y - 3}">↓ ${markupText(link)}</text>`);
  page.y += EDGE / 2;
}

const CHECK_CLASSES: Readonly<Record<CheckState, 'good' | 'bad' | 'quiet'>> = {
  holds: 'good',
  broken: 'bad',
  'not reached': 'quiet',
  'not asked': 'quiet',
};

function drawCheck(page: Page, { state, error, errorName, binds, found, expected }: InspectedCheck): void {
  const kind = CHECK_CLASSES[state];
  page.parts.push(`<text class="check ${kind}" x="${2 * EDGE}" y="${page.y}">${CHECK_MARKS[state]}</text>`);
  const isQuiet = kind === 'quiet' ? ' quiet' : '';
  const note = kind === 'quiet' ? ` (${state})` : '';
  page.text(`check${isQuiet}`, 2 * EDGE + 18, `${error} ${binds}${note}`);
  if (state !== 'broken') return;
  page.text('check bad', 2 * EDGE + 18, errorName);
  if (found !== null) page.text('detail', 2 * EDGE + 18, `found    ${found}`, 7.6);
  if (expected !== null) page.text('detail', 2 * EDGE + 18, `expected ${expected}`, 7.6);
}
