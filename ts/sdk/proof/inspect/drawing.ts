import { hexed } from '../../error/quoted.js';
import { terminalText } from '../../error/terminalText.js';
import { wrapped } from '../../format/wrapped.js';
import type { InspectedCheck, InspectedNode } from './inspection.js';

const BOX = { width: 164, gap: 14, padding: 8, line: 15, columns: 23, lines: 7 } as const;
/** Vertical space for the lines between two rows. */
const RISE = 26;
/** For an outline: the maximum and minimum indentation of a row, and the space between two rows. */
const OUTLINE = { step: 26, leastStep: 8, gap: 9, corner: 14 } as const;

/** A node of a drawn tree: a rectangle with lines of text. */
export interface DrawnNode {
  readonly node: InspectedNode;
  readonly isBroken: boolean;
  /** The beginning of the hash, then the node's description; a broken node also has the expected hash. */
  readonly lines: readonly { readonly text: string; readonly y: number }[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** To the nodes that it was computed from. */
  readonly edges: readonly DrawnEdge[];
}

/** The line from a node to one that it was computed from. */
export interface DrawnEdge {
  /** `given`: to a hash of the proof; `way`: to a computed one. */
  readonly kind: 'given' | 'way';
  /** Its beginning, its corners and its end; every part is horizontal or vertical. */
  readonly points: readonly DrawnPoint[];
}

export interface DrawnPoint {
  readonly x: number;
  readonly y: number;
}

/** A tree with the places of its parts, relative to its own corner. */
export interface DrawnTree {
  /** Place of the corner in the drawing. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Each before those that it was computed from, left before right. */
  readonly nodes: readonly DrawnNode[];
}

/** Sizes and places are in pixels. */
export interface TreeDrawing {
  readonly trees: readonly DrawnTree[];
  readonly width: number;
  readonly height: number;
}

/** A node with its column, before the heights of the rows are known. */
interface Placed {
  readonly node: InspectedNode;
  readonly lines: readonly string[];
  readonly row: number;
  readonly x: number;
  readonly children: readonly Placed[];
}

type TreeParts = Omit<DrawnTree, 'x' | 'y'>;

/**
 * Lays hash trees out for a picture: roots on top, trees side by side as far as they fit into `most` pixels. A tree
 * that is wider becomes an outline: one node in each row, indented below the node that is computed from it, like a list
 * of folders and files. An outline is wider than `most` only if the deepest row does not fit. The texts have no control
 * characters, but are not escaped for markup.
 *
 * @param broken The check that breaks, if one does: `breaks.check` of the inspection.
 *
 * @example
 * ```ts
 * import { type Inspection, layOutTrees } from '@linesman/sdk/proof';
 *
 * declare const inspection: Inspection;
 * for (const { title, trees } of inspection.levels) {
 *   const { width, height } = layOutTrees(trees, inspection.breaks?.check ?? null, 1_200);
 *   console.log(title, width, height);
 * }
 * ```
 */
export function layOutTrees(trees: readonly InspectedNode[], broken: InspectedCheck | null, most: number): TreeDrawing {
  let [x, y, width, height] = [0, 0, 0, 0];
  const placed = trees.map((tree) => {
    const wide = layOutTree(tree, broken);
    const drawn = wide.width > most ? layOutOutline(tree, broken, most) : wide;
    if (x > 0 && x + drawn.width > most) [x, y] = [0, height + RISE];
    const corner = { x, y };
    x += drawn.width + 2 * BOX.gap;
    width = Math.max(width, x - 2 * BOX.gap);
    height = Math.max(height, y + drawn.height);
    return { ...drawn, ...corner };
  });
  return { trees: placed, width, height };
}

function layOutTree(tree: InspectedNode, broken: InspectedCheck | null): TreeParts {
  let slots = 0;
  const rows: number[] = [];
  const place = (node: InspectedNode, row: number): Placed => {
    const lines = linesOf(node, broken);
    rows[row] = Math.max(rows[row] ?? 0, heightOf(lines));
    const children = node.children.map((child) => place(child, row + 1));
    const [first, last] = [children[0], children.at(-1)];
    const x = first && last ? (first.x + last.x) / 2 : slots++ * (BOX.width + BOX.gap);
    return { node, lines, row, x, children };
  };
  const root = place(tree, 0);
  const tops = rows.map((_, row) => rows.slice(0, row).reduce((sum, height) => sum + height + RISE, 0));
  const nodes: DrawnNode[] = [];
  const draw = ({ node, lines, row, x, children }: Placed): void => {
    const y = tops[row] ?? 0;
    const edges = children.map((child): DrawnEdge => {
      const y2 = tops[child.row] ?? 0;
      return { kind: edgeKind(child.node), points: downAndAside(x, y + heightOf(lines), child.x, y2) };
    });
    nodes.push({ ...boxOf(node, broken, lines, x, y), edges });
    for (const child of children) draw(child);
  };
  draw(root);
  const height = (tops.at(-1) ?? 0) + (rows.at(-1) ?? 0);
  return { nodes, width: slots * (BOX.width + BOX.gap) - BOX.gap, height };
}

/** A line from the middle of a box down, sideways at half height, and down to the middle of another box. */
function downAndAside(x1: number, y1: number, x2: number, y2: number): DrawnPoint[] {
  const [from, to, middle] = [x1 + BOX.width / 2, x2 + BOX.width / 2, y2 - RISE / 2];
  if (from === to)
    return [
      { x: from, y: y1 },
      { x: to, y: y2 },
    ];
  return [
    { x: from, y: y1 },
    { x: from, y: middle },
    { x: to, y: middle },
    { x: to, y: y2 },
  ];
}

function layOutOutline(tree: InspectedNode, broken: InspectedCheck | null, most: number): TreeParts {
  const deepest = depthOf(tree);
  const step = Math.min(OUTLINE.step, Math.max(OUTLINE.leastStep, Math.floor((most - BOX.width) / deepest)));
  const nodes: DrawnNode[] = [];
  let bottom = -OUTLINE.gap;
  /** Returns where the line from its parent ends. */
  const draw = (node: InspectedNode, depth: number): DrawnPoint => {
    const [x, y] = [depth * step, bottom + OUTLINE.gap];
    const lines = linesOf(node, broken);
    bottom = y + heightOf(lines);
    const edges: DrawnEdge[] = [];
    const drawn = { ...boxOf(node, broken, lines, x, y), edges };
    nodes.push(drawn);
    const from = { x: x + Math.min(OUTLINE.corner, step / 2), y: bottom };
    for (const child of node.children) {
      const end = draw(child, depth + 1);
      edges.push({ kind: edgeKind(child), points: [from, { x: from.x, y: end.y }, end] });
    }
    return { x, y: y + BOX.padding + BOX.line / 2 };
  };
  draw(tree, 0);
  return { nodes, width: deepest * step + BOX.width, height: bottom };
}

const depthOf = ({ children }: InspectedNode): number =>
  children.length === 0 ? 0 : 1 + Math.max(...children.map(depthOf));

const edgeKind = ({ kind }: InspectedNode): DrawnEdge['kind'] =>
  kind === 'sibling' || kind === 'zero map' ? 'given' : 'way';

function boxOf(
  node: InspectedNode,
  broken: InspectedCheck | null,
  lines: readonly string[],
  x: number,
  y: number,
): Omit<DrawnNode, 'edges'> {
  const texts = lines.map((text, i) => ({ text, y: y + BOX.padding + 11 + BOX.line * i }));
  return { node, isBroken: node.id === broken?.node, lines: texts, x, y, width: BOX.width, height: heightOf(lines) };
}

function linesOf({ id, hash, text }: InspectedNode, broken: InspectedCheck | null): string[] {
  const words = wrapped(terminalText(text), BOX.columns);
  const shown = words.length > BOX.lines ? [...words.slice(0, BOX.lines - 1), '…'] : words;
  const expected = id === broken?.node ? broken.expected : null;
  const other = expected !== null && /^[0-9a-f]{64}$/.test(expected) ? [`expected ${expected.slice(0, 10)}…`] : [];
  return [hexed(hash, 6), ...shown, ...other];
}

const heightOf = (lines: readonly string[]): number => 2 * BOX.padding + BOX.line * lines.length - 3;
