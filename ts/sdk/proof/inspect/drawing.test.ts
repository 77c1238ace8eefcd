import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FINAL, proofOf, SCORES_ACCOUNT } from '../../../../tests/helpers/sampleSlot.js';
import type { Sport } from '../../format/sports/sports.js';
import { parseProof } from '../parse.js';
import { type DrawnNode, type DrawnTree, layOutTrees } from './drawing.js';
import type { Inspection } from './inspection.js';
import { inspectProof } from './inspectProof.js';

const FOLDER = new URL('../../../../examples/proofs/', import.meta.url);
const sportOf = (file: string): Sport =>
  file === 'basketball.json' ? 'basketball' : file === 'us-football.json' ? 'us-football' : 'soccer';
const examples = readdirSync(FOLDER).map(
  (file) =>
    [file, inspectProof(parseProof(readFileSync(new URL(file, FOLDER), 'utf8')), { sport: sportOf(file) })] as const,
);

/** The trees of every level, laid out into a width. */
const drawn = ({ levels, breaks }: Inspection, most: number): DrawnTree[] =>
  levels.flatMap(({ trees }) => layOutTrees(trees, breaks?.check ?? null, most).trees);

const overlap = (a: DrawnNode, b: DrawnNode): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The inner width of a card on a telephone of 360 px, that of a large one, a tablet, and a desktop. */
describe.each([294, 360, 700, 1_060])('in %i px', (most) => {
  test.each(examples)('%s: nothing sticks out, and nothing stands on anything else', (_, inspection) => {
    for (const { name, trees } of inspection.levels) {
      const { trees: placed, width, height } = layOutTrees(trees, null, most);
      expect([name, width <= most]).toEqual([name, true]);
      for (const tree of placed) {
        expect(tree.x + tree.width).toBeLessThanOrEqual(width);
        expect(tree.y + tree.height).toBeLessThanOrEqual(height);
        for (const [i, node] of tree.nodes.entries()) {
          expect(node.x >= 0 && node.y >= 0).toBe(true);
          expect(node.x + node.width).toBeLessThanOrEqual(tree.width);
          expect(node.y + node.height).toBeLessThanOrEqual(tree.height);
          for (const line of node.lines) expect(line.y > node.y && line.y < node.y + node.height).toBe(true);
          for (const other of tree.nodes.slice(i + 1)) expect(overlap(node, other)).toBe(false);
        }
      }
    }
  });

  test.each(examples)(
    '%s: every line leads from a box to one of its children, and through no other',
    (_, inspection) => {
      for (const { nodes } of drawn(inspection, most))
        for (const from of nodes) {
          expect(from.edges).toHaveLength(from.node.children.length);
          for (const [i, { points }] of from.edges.entries()) {
            const to = nodes.find(({ node }) => node === from.node.children[i]);
            const [first, last] = [points[0], points.at(-1)];
            if (!to || !first || !last) throw new Error('no such line');
            expect(first.y).toBe(from.y + from.height);
            expect(first.x > from.x && first.x < from.x + from.width).toBe(true);
            const endsOnTop = last.y === to.y && last.x > to.x && last.x < to.x + to.width;
            const endsAtItsSide = last.x === to.x && last.y > to.y && last.y < to.y + to.height;
            expect(endsOnTop || endsAtItsSide).toBe(true);
            for (const [at, a] of points.slice(0, -1).entries()) {
              const b = points[at + 1];
              if (!b) continue;
              expect(a.x === b.x || a.y === b.y).toBe(true);
              const [left, right, top, bottom] = [
                ...[Math.min(a.x, b.x), Math.max(a.x, b.x)],
                ...[Math.min(a.y, b.y), Math.max(a.y, b.y)],
              ] as [number, number, number, number];
              const crossed = nodes.filter(
                ({ x, y, width, height }) =>
                  left < x + width && x < right + 0.1 && top < y + height && y < bottom + 0.1,
              );
              expect(crossed.filter((one) => one !== from && one !== to)).toEqual([]);
            }
          }
        }
    },
  );
});

test('a tree that fits has its root on top of its leaves; one that does not is an outline', () => {
  const inspection = inspectProof(proofOf(3, FINAL), { sport: 'soccer', rootsAccount: SCORES_ACCOUNT });
  const event = inspection.levels.find(({ name }) => name === 'event');
  const [wide, narrow] = [10_000, 300].map((most) => layOutTrees(event?.trees ?? [], null, most).trees[0]);
  expect(new Set(wide?.nodes.map(({ y }) => y)).size).toBeLessThan(wide?.nodes.length ?? 0);
  expect(narrow?.nodes.map(({ y }) => y)).toEqual(narrow?.nodes.map(({ y }) => y).toSorted((a, b) => a - b));
  expect(new Set(narrow?.nodes.map(({ y }) => y)).size).toBe(narrow?.nodes.length);
  // The same boxes with the same words.
  expect(narrow?.nodes.map(({ node, lines }) => [node.id, lines.map(({ text }) => text)])).toEqual(
    wide?.nodes.map(({ node, lines }) => [node.id, lines.map(({ text }) => text)]),
  );
});

test('the deepest path that there can be still has room for its boxes', () => {
  const path = (depth: number): Inspection['levels'][number]['trees'][number] => ({
    ...{ id: `n${depth}`, kind: depth === 0 ? 'leaf' : 'inner', side: null, hash: new Uint8Array(32) as never },
    text: 'a node',
    children: depth === 0 ? [] : [path(depth - 1)],
  });
  const branching = { ...path(1), children: [path(40), { ...path(0), id: 'side' }] };
  const outline = layOutTrees([branching], null, 300).trees[0];
  const xs = outline?.nodes.map(({ x }) => x) ?? [];
  // It exceeds the width, so that every row is still indented.
  expect(new Set(xs).size).toBe(42);
  expect(outline?.width).toBe(Math.max(...xs) + 164);
});
