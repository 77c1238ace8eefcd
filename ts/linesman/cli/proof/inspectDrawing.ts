import { hexed, terminalText } from '../../error/index.js';
import { bytesToHex } from '../../format/index.js';
import type { InspectedCheck, InspectedNode } from '../../proof/index.js';
import { wrapped } from '../terminal/wrap.js';

/** Text for XML and HTML, also inside of attributes. Control and invisible characters become visible escapes. */
export const markupText = (text: string): string =>
  terminalText(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A drawing and its size in pixels. */
export interface Drawing {
  readonly markup: string;
  readonly width: number;
  readonly height: number;
}

const BOX = { width: 164, gap: 14, padding: 8, line: 15, columns: 23, lines: 7 } as const;
/** Vertical space for the lines between two rows. */
const RISE = 26;

/** A node with its place. */
interface Placed {
  readonly node: InspectedNode;
  readonly lines: readonly string[];
  readonly row: number;
  readonly x: number;
  readonly children: readonly Placed[];
}

/** Trees with their roots on top, side by side as far as they fit into `most` pixels. */
export function drawTrees(trees: readonly InspectedNode[], broken: InspectedCheck | null, most: number): Drawing {
  const drawings = trees.map((tree) => drawTree(tree, broken));
  let [x, y, width, height] = [0, 0, 0, 0];
  const parts = drawings.map((drawing) => {
    if (x > 0 && x + drawing.width > most) [x, y] = [0, height + RISE];
    const part = `<g transform="translate(${x} ${y})">${drawing.markup}</g>`;
    x += drawing.width + 2 * BOX.gap;
    width = Math.max(width, x - 2 * BOX.gap);
    height = Math.max(height, y + drawing.height);
    return part;
  });
  return { markup: parts.join('\n'), width, height };
}

function drawTree(tree: InspectedNode, broken: InspectedCheck | null): Drawing {
  let slots = 0;
  const rows: number[] = [];
  const place = (node: InspectedNode, row: number): Placed => {
    const isBroken = node.id === broken?.node;
    const lines = linesOf(node, isBroken ? broken.expected : null);
    rows[row] = Math.max(rows[row] ?? 0, heightOf(lines));
    const children = node.children.map((child) => place(child, row + 1));
    const [first, last] = [children[0], children.at(-1)];
    const x = first && last ? (first.x + last.x) / 2 : slots++ * (BOX.width + BOX.gap);
    return { node, lines, row, x, children };
  };
  const root = place(tree, 0);
  const tops = rows.map((_, row) => rows.slice(0, row).reduce((sum, height) => sum + height + RISE, 0));
  const markup: string[] = [];
  const draw = (placed: Placed): void => {
    const { node, lines, row, x, children } = placed;
    const top = tops[row] ?? 0;
    for (const child of children) {
      const [from, to] = [top + heightOf(lines), tops[child.row] ?? 0];
      const middle = to - RISE / 2;
      const kind = child.node.kind === 'sibling' || child.node.kind === 'zero map' ? 'given' : 'way';
      const [x1, x2] = [x + BOX.width / 2, child.x + BOX.width / 2];
      markup.push(`<path class="edge ${kind}" d="M${x1} ${from}V${middle}H${x2}V${to}"/>`);
    }
    markup.push(box(placed, top, node.id === broken?.node));
    for (const child of children) draw(child);
  };
  draw(root);
  const height = (tops.at(-1) ?? 0) + (rows.at(-1) ?? 0);
  return { markup: markup.join('\n'), width: slots * (BOX.width + BOX.gap) - BOX.gap, height };
}

/** A broken node also shows the hash that was expected. */
function linesOf({ hash, text }: InspectedNode, expected: string | null): string[] {
  const words = wrapped(terminalText(text), BOX.columns);
  const shown = words.length > BOX.lines ? [...words.slice(0, BOX.lines - 1), '…'] : words;
  const other = expected !== null && /^[0-9a-f]{64}$/.test(expected) ? [`expected ${expected.slice(0, 10)}…`] : [];
  return [hexed(hash, 6), ...shown, ...other];
}

const heightOf = (lines: readonly string[]): number => 2 * BOX.padding + BOX.line * lines.length - 3;

function box({ node, lines, x }: Placed, top: number, isBroken: boolean): string {
  const kind = isBroken ? 'broken' : node.kind.replace(' ', '-');
  const side = node.side === null ? '' : `, on the ${node.side}`;
  const texts = lines.map((line, i) => {
    const y = top + BOX.padding + 11 + BOX.line * i;
    return `<text class="${i === 0 ? 'hash' : 'words'}" x="${x + BOX.width / 2}" y="${y}">${markupText(line)}</text>`;
  });
  return [
    `<g class="node ${kind}"><title>${markupText(`${node.text}${side}: ${bytesToHex(node.hash)}`)}</title>`,
    `<rect x="${x}" y="${top}" width="${BOX.width}" height="${heightOf(lines)}" rx="6"/>`,
    ...texts,
    '</g>',
  ].join('\n');
}

/** Colours of both schemes, and the rules for drawn trees. */
export const DRAWING_STYLE = `
:root {
  --ground: #fff; --panel: #f6f8fa; --line: #d0d7de; --ink: #1f2328; --quiet: #59636e;
  --good: #1a7f37; --bad: #b3261e; --bad-fill: #ffebe9; --leaf: #0969da; --leaf-fill: #ddf4ff;
  --zero: #8a5a00; --zero-fill: #fff4d6; --fill: #fff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1117; --panel: #151b23; --line: #3d444d; --ink: #e6edf3; --quiet: #9198a1;
    --good: #4ac26b; --bad: #ff8f87; --bad-fill: #4b1614; --leaf: #79b8ff; --leaf-fill: #12304f;
    --zero: #e3b341; --zero-fill: #3b2a06; --fill: #1c232d;
  }
}
text { fill: var(--ink); font-family: system-ui, sans-serif; }
.node rect { fill: var(--fill); stroke: var(--quiet); }
.node text { text-anchor: middle; }
.hash { font-family: ui-monospace, monospace; font-size: 12px; font-weight: 600; }
.words { font-size: 11px; }
.sibling rect { stroke-dasharray: 4 3; fill: none; }
.sibling text { fill: var(--quiet); }
.leaf rect { fill: var(--leaf-fill); stroke: var(--leaf); }
.zero-map rect { fill: var(--zero-fill); stroke: var(--zero); }
.root rect, .published rect { stroke: var(--ink); stroke-width: 2; }
.broken rect { fill: var(--bad-fill); stroke: var(--bad); stroke-width: 3; }
.edge { fill: none; stroke: var(--quiet); }
.way { stroke: var(--ink); stroke-width: 2; }
.given { stroke-dasharray: 4 3; }
`;
