import { afterEach, expect, it, vi } from 'vitest';
import { BROKEN_INVARIANT } from '../../../sdk/error/codes/arguments.js';
import { isError } from '../../../sdk/error/linesmanError.js';
import { type BatchRecord, buildBatch, SlotLeaves } from './buildBatch.js';

afterEach(() => vi.restoreAllMocks());

const recordOf = (fixtureId: number, seq: number): BatchRecord => {
  const fields = { FixtureId: fixtureId, Seq: seq, Ts: 1_000 + seq, StatusId: 2, Stats: { 1: seq } };
  return { fixtureId, seq, ts: fields.Ts, json: JSON.stringify(fields) };
};
const build = () => buildBatch('scores', [recordOf(7, 1), recordOf(5, 1), recordOf(7, 2)], () => 'soccer');

type Groups = [number, Uint32Array][];
/** Changes how records come to the trees. */
function plant(change: (groups: Groups) => Groups): void {
  const { groups } = SlotLeaves.prototype as unknown as { groups(): Iterable<Groups[number]> };
  vi.spyOn(SlotLeaves.prototype as unknown as { groups(): Groups }, 'groups').mockImplementation(function (
    this: never,
  ) {
    return change([...groups.call(this)]);
  });
}

it('has every record once, by ascending fixture', () => {
  const { tree, fixtures } = build();
  expect(fixtures.map(({ fixtureId, place }) => [fixtureId, place])).toEqual([
    [5, 1],
    [7, 2],
  ]);
  expect(tree.metadata.totalUpdateCount).toBe(3);
});

it.each<[string, (groups: Groups) => Groups, RegExp]>([
  ['a lost fixture', (groups) => groups.slice(1), /every record of a slot is in its trees once/],
  ['a repeated fixture', (groups) => [...groups, ...groups.slice(1)], /every record of a slot is in its trees once/],
  ['fixtures out of order', (groups) => groups.toReversed(), /the fixtures of a slot ascend/],
])('makes no root of a slot with %s', (_, change, rule) => {
  plant(change);
  let caught: unknown;
  try {
    build();
  } catch (error) {
    caught = error;
  }
  expect(isError(caught, BROKEN_INVARIANT)).toBe(true);
  expect(String(caught)).toMatch(rule);
});
