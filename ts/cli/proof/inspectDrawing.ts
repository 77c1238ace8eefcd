import { terminalText } from '@linesman/sdk/error';
import { bytesToHex } from '@linesman/sdk/internal/format/hex';
import {
  type DrawnEdge,
  type DrawnNode,
  type DrawnTree,
  layOutTrees,
} from '@linesman/sdk/internal/proof/inspect/drawing';
import type { InspectedCheck, InspectedNode } from '@linesman/sdk/internal/proof/inspect/inspection';

/** Text for XML and HTML, also inside of attributes. Control and invisible characters become visible escapes. */
export const markupText = (text: string): string =>
  terminalText(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A drawing and its size in pixels. */
export interface Drawing {
  readonly markup: string;
  readonly width: number;
  readonly height: number;
}

/** Trees laid out by `layOutTrees` into `most` pixels. */
export function drawTrees(trees: readonly InspectedNode[], broken: InspectedCheck | null, most: number): Drawing {
  const drawing = layOutTrees(trees, broken, most);
  const parts = drawing.trees.map((tree) => `<g transform="translate(${tree.x} ${tree.y})">${treeMarkup(tree)}</g>`);
  return { markup: parts.join('\n'), width: drawing.width, height: drawing.height };
}

const treeMarkup = ({ nodes }: DrawnTree): string =>
  nodes.flatMap((drawn) => [...drawn.edges.map(edgeMarkup), box(drawn)]).join('\n');

function edgeMarkup({ kind, points: [first, ...rest] }: DrawnEdge): string {
  let [from, way] = [first, `M${first?.x} ${first?.y}`];
  for (const to of rest) {
    way += to.x === from?.x ? `V${to.y}` : `H${to.x}`;
    from = to;
  }
  return `<path class="edge ${kind}" d="${way}"/>`;
}

function box({ node, isBroken, lines, x, y, width, height }: DrawnNode): string {
  const kind = isBroken ? 'broken' : node.kind.replace(' ', '-');
  const side = node.side === null ? '' : `, on the ${node.side}`;
  const texts = lines.map(
    (line, i) =>
      `<text class="${i === 0 ? 'hash' : 'words'}" x="${x + width / 2}" y="${line.y}">${markupText(line.text)}</text>`,
  );
  return [
    `<g class="node ${kind}"><title>${markupText(`${node.text}${side}: ${bytesToHex(node.hash)}`)}</title>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`,
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
