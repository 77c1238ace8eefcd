import { LinesmanError } from '../../error/linesmanError.js';
import { equalBytes, type Hash } from '../../format/hash.js';
import type { Path } from '../../format/proofNode.js';
import { depthOf } from '../../merkle/depth.js';
import { type FoldedNode, foldMultiproof } from '../../merkle/multiproof.js';
import { fold, leafIndexOf } from '../../merkle/path.js';
import { MAX_PATH } from '../statForm.js';
import type { InspectedNode } from './inspection.js';

type Side = InspectedNode['side'];

interface Below {
  readonly kind: InspectedNode['kind'];
  readonly hash: Hash;
  readonly text: string;
}

interface PathTree {
  readonly id: string;
  readonly leaf: Below;
  readonly path: Path;
  /** Text of the root to which the path hashes. */
  readonly root: string;
  /** Name of the tree's leaves: singular, plural. */
  readonly leaves: readonly [one: string, several: string];
  /** The description of the first sibling, if it is more specific than a leaf. */
  readonly first?: Pick<Below, 'kind' | 'text'>;
}

/** The nodes of a path, root first. Empty for a path that is too long to be hashed. */
export function pathTree({ id, leaf, path, root, leaves, first }: PathTree): InspectedNode[] {
  if (path.length > MAX_PATH) return [];
  const index = leafIndexOf(path);
  const sideAt = (height: number): Side => {
    const above = path[height];
    return above === undefined ? null : above.isRightSibling ? 'left' : 'right';
  };
  let node: InspectedNode = { id: `${id}.0`, ...leaf, side: sideAt(0), children: [] };
  path.forEach((step, height) => {
    const side = step.isRightSibling ? 'right' : 'left';
    // Only a right sibling can be a copy: the last node of an odd row is paired with itself.
    const text =
      step.isRightSibling && equalBytes(step.hash, node.hash)
        ? 'the same node again, as the last of an odd row'
        : rangeText(leaves, siblingRange(index, height));
    const sibling: InspectedNode = {
      id: `${id}.s${height}`,
      kind: 'sibling',
      text,
      ...(height === 0 && first),
      hash: step.hash,
      side,
      children: [],
    };
    const isRoot = height === path.length - 1;
    node = {
      id: `${id}.${height + 1}`,
      kind: isRoot ? 'root' : 'inner',
      side: sideAt(height + 1),
      hash: fold(node.hash, [step]),
      text: isRoot ? root : rangeText(leaves, nodeRange(index, height + 1)),
      children: step.isRightSibling ? [node, sibling] : [sibling, node],
    };
  });
  return [node];
}

type Range = readonly [first: number, last: number];

const nodeRange = (index: number, height: number): Range => {
  const width = 2 ** height;
  const first = Math.floor(index / width) * width;
  return [first, first + width - 1];
};

function siblingRange(index: number, height: number): Range {
  const place = Math.floor(index / 2 ** height);
  return nodeRange((place % 2 === 0 ? place + 1 : place - 1) * 2 ** height, height);
}

const rangeText = ([one, several]: PathTree['leaves'], [first, last]: Range): string =>
  first === last ? `${one} ${first}` : `${several} ${first} to ${last}`;

export const STATS = ['stat', 'stats'] as const;

interface MultiproofTree {
  readonly id: string;
  readonly leaves: readonly Below[];
  readonly hashes: Path;
  readonly leafIndices: readonly number[];
  readonly root: string;
}

interface MultiproofNodes {
  /** Root first; several if the fold stops half-way, none if it cannot start. */
  readonly trees: readonly InspectedNode[];
  readonly root: Hash | null;
  readonly used: number;
}

/** The nodes of a multiproof. */
export function multiproofTree({ id, leaves, hashes, leafIndices, root }: MultiproofTree): MultiproofNodes {
  const met = new Map<number, FoldedNode>();
  let folded: Hash | null = null;
  if (hashes.length <= MAX_PATH && leaves.length > 0) {
    try {
      folded = foldMultiproof(
        leaves.map(({ hash }) => hash),
        hashes,
        leafIndices,
        (node) => met.set(node.number, node),
      );
    } catch (error) {
      if (!(error instanceof LinesmanError)) throw error;
    }
  }
  const depth = Math.floor(Math.log2(leafIndices[0] ?? 1));
  const build = ({ number, hash, from, place }: FoldedNode): InspectedNode => {
    const side = number === 1 ? null : number % 2 === 0 ? 'left' : 'right';
    const height = depth - Math.floor(Math.log2(number));
    const first = (number - 2 ** (depth - height)) * 2 ** height;
    const range = rangeText(STATS, [first, first + 2 ** height - 1]);
    const common = { id: `${id}.${number}`, side, hash } as const;
    const leaf = from === 'leaf' ? leaves[place] : undefined;
    if (leaf) return { ...common, kind: leaf.kind, text: leaf.text, children: [] };
    if (from === 'proof') return { ...common, kind: 'sibling', text: range, children: [] };
    const children = [met.get(2 * number), met.get(2 * number + 1)].flatMap((node) => (node ? [build(node)] : []));
    return { ...common, kind: number === 1 ? 'root' : 'inner', text: number === 1 ? root : range, children };
  };
  const tops = [...met.values()].filter(({ number }) => !met.has(Math.floor(number / 2)));
  const used = [...met.values()].filter(({ from }) => from === 'proof').length;
  return { trees: tops.map(build), root: folded, used };
}

/** The length of a path in a tree of that many leaves, in words. */
export const depthText = (leafCount: number): string =>
  leafCount < 1 ? 'no such tree' : nodesText(depthOf(leafCount));

export const nodesText = (count: number): string => `${count} ${count === 1 ? 'node' : 'nodes'}`;
