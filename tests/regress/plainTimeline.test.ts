import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { plainTimeline } from '../../ts/regress/replay/plainTimeline.js';
import { recordsOfFile } from '../../ts/service/commands/records/recordsOfFile.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

/** Folders of records as feeds and other recorders leave them. */

const feed = (name: string): string[] =>
  readFileSync(new URL(`../service/feeds/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
const pretty = readFileSync(new URL('../service/feeds/fixtures-pretty.json', import.meta.url), 'utf8');
const [fixture = '', ...scores] = feed('feed-state-and-clock.ndjson');
const [odds = ''] = feed('odds-suspended.ndjson');

const folder = temporaryFolder('plain');

async function timelineOf(files: Readonly<Record<string, string | Uint8Array>>) {
  const path = mkdtempSync(join(folder, 'one-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  const timeline = await plainTimeline(path, recordsOfFile);
  const records: string[] = [];
  let at = 0;
  for await (const record of timeline.records()) {
    expect(record.at).toBeGreaterThanOrEqual(at);
    at = record.at;
    records.push(record.text);
  }
  return { timeline, records };
}
const times = scores.map((line) => JSON.parse(line).Ts as number);

test('records of a folder are replayed at their own times, whichever files they are in', async () => {
  const wrapped = scores.map((line, i) => `{"ts":${i},"data":${line}}`).join('\n');
  for (const files of [
    { 'fixtures.json': pretty, 'scores.ndjson.gz': gzipSync(scores.join('\n')), 'odds.jsonl': odds },
    { 'all.log': [fixture, ...scores, odds].join('\r\n') },
    { 'a.ndjson': `${fixture}\n${wrapped}\n{"event":"heartbeat","data":{"Ts":1}}`, 'b.ndjson': odds },
    { 'z.ndjson': [...[...scores].reverse(), odds, fixture].join('\n'), 'README.md': 'not read' },
  ]) {
    const { timeline, records } = await timelineOf(files);
    expect(records.filter((text) => text !== odds)).toEqual(scores);
    expect(records).toHaveLength(scores.length + 1);
    expect(timeline.before).toHaveLength(1);
    expect([timeline.start, timeline.end]).toEqual([Math.min(...times), Math.max(...times)]);
    expect([timeline.events, timeline.gaps]).toEqual([scores.length + 1, 0]);
  }
});

test('missing numbers are gaps, and folders without records or fixtures are refused', async () => {
  const { timeline } = await timelineOf({
    'x.ndjson': [fixture, ...scores.slice(2, 4), ...scores.slice(6)].join('\n'),
  });
  expect(timeline.gaps).toBe(2);
  await expect(timelineOf({ 'x.ndjson': scores.join('\n') })).rejects.toMatchObject({
    message: expect.stringContaining('fixture records'),
  });
  await expect(timelineOf({ 'x.md': scores.join('\n') })).rejects.toMatchObject({
    message: expect.stringContaining('records'),
  });
});
