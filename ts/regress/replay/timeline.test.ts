import { expect, test } from 'vitest';
import { writeRecordedStream } from '../../../tests/helpers/regress/recordedStream.js';
import { temporaryFolder } from '../../../tests/helpers/temporaryFolder.js';
import { placed, readTimeline } from './timeline.js';

test('a fixture is known before its first record, and what it was at the start is no event', () => {
  const fixture = (text: string, fixtureId: number, ts: number) => ({ text, record: { fixtureId, ts } }) as never;
  const START = 1_000;
  const fixtures = [
    fixture('earlier', 1, START - 1),
    fixture('at the start', 2, START),
    fixture('after it', 3, START + 1),
    fixture('changed', 3, START + 9),
    fixture('later than its first record', 4, START + 8),
    fixture('and that was before the start', 5, START + 8),
  ];
  const { before, later } = placed(
    fixtures,
    START,
    new Map([
      [4, START + 5],
      [5, START],
    ]),
  );
  expect(before).toEqual(['earlier', 'at the start', 'and that was before the start']);
  expect(later.map(({ at, text, id }) => [at - START, text, id])).toEqual([
    [1, 'after it', null],
    [5, 'later than its first record', null],
    [9, 'changed', null],
  ]);
});

const folder = temporaryFolder('timeline');

test('a recording has its fixtures, lists and streams in the order of its world', async () => {
  const MIDNIGHT = 1_784_160_000_000;
  const score = (FixtureId: number, Seq: number, after: number) => ({ FixtureId, Seq, Ts: MIDNIGHT + after });
  const scores = [score(1, 1, 2_000), score(1, 2, 4_000), score(2, 0, 9_000)].map((one) => JSON.stringify(one));
  const missed = JSON.stringify(score(1, 0, 1_000));
  const fixtures = [0, 3_000].map((after, i) => JSON.stringify({ FixtureId: i + 1, Ts: MIDNIGHT + after }));
  writeRecordedStream(folder, 'fixtures', [{ at: 1, path: '/api/fixtures/snapshot', body: `[${fixtures}]` }]);
  writeRecordedStream(folder, 'scores', [
    ...scores.map((data, i) => ({ at: 1, id: `${MIDNIGHT}:${i}`, event: null, data })),
    { at: 2, path: '/api/scores/historical/1', body: `[${missed},${scores[0]}]` },
  ]);
  const timeline = await readTimeline(folder);
  expect(timeline).toMatchObject({ start: MIDNIGHT + 1_000, from: MIDNIGHT + 2_000, before: [fixtures[0]], roots: [] });
  const records: unknown[] = [];
  for await (const { at, text } of timeline.records()) records.push([at - MIDNIGHT, text]);
  expect(records).toEqual([
    [1_000, missed],
    [2_000, scores[0]],
    [3_000, fixtures[1]],
    [4_000, scores[1]],
    [9_000, scores[2]],
  ]);
});
