import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Terminal } from '../../ts/cli/terminal/terminal.js';
import { runReplay } from '../../ts/regress/commands/runReplay.js';
import { plainTimeline } from '../../ts/regress/replay/plainTimeline.js';
import { recordsOfFile } from '../../ts/service/commands/records/recordsOfFile.js';
import { DEFAULT_GRACE } from '../../ts/service/roots/seal/sealer.js';
import { startReplay } from '../../ts/service/serve/replay.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

test('a folder of a feed is replayed at the first try, with its dates', async () => {
  const folder = temporaryFolder('feed');
  const feed = readFileSync(new URL('../service/feeds/feed-state-and-clock.ndjson', import.meta.url), 'utf8');
  const lines = feed.trimEnd().split('\n');
  // One record is missing.
  writeFileSync(join(folder, 'match.ndjson'), lines.filter((_, i) => i !== 3).join('\n'));
  let output = '';
  const say = (text: string): void => {
    output += text;
  };
  const terminal = { out: say, err: say, stdin: process.stdin } as unknown as Terminal;
  const flags = { folder, speed: 'max', wire: 'observed', host: '127.0.0.1', port: 0, rpcPort: 0 } as const;
  expect([await runReplay(flags, terminal), output]).toEqual([0, output]);
  expect(output).toMatch(/recorded +2027-01-15T07:00:00Z to 2027-01-15T\d\d:\d\d:\d\dZ, 7 events, 1 gaps\n/);
  expect(output).toContain(`replayed ${lines.length - 1} records, 0 refused, 0 at another place`);
});

test('at maximum speed a month without records costs nothing', async () => {
  const folder = temporaryFolder('feed');
  const feed = readFileSync(new URL('../service/feeds/feed-state-and-clock.ndjson', import.meta.url), 'utf8');
  const MONTH = 30 * 86_400_000;
  const SLOT = 300_000;
  const lines = feed.trimEnd().split('\n');
  const late = lines.map((line, i) =>
    i < 6 ? line : line.replace(/"Ts":(\d+)/, (_, ts: string) => `"Ts":${Number(ts) + MONTH}`),
  );
  writeFileSync(join(folder, 'match.ndjson'), late.join('\n'));
  const timeline = await plainTimeline(folder, recordsOfFile);
  expect(timeline.end - timeline.start).toBeGreaterThan(MONTH);
  const replay = await startReplay({
    ...timeline,
    records: timeline.records(),
    ...{ speed: 'max', wire: 'observed', host: '127.0.0.1', port: 0, rpcPort: 0 },
    data: join(folder, 'service'),
    log: { level: 'silent', to: { write: () => undefined } },
  });
  const { chain } = replay.embedded;
  try {
    const steps: number[] = [];
    const setTime = chain.setTime.bind(chain);
    chain.setTime = (time) => {
      steps.push(time);
      return setTime(time);
    };
    expect(await replay.run()).toMatchObject({ accepted: lines.length, refused: 0, misplaced: 0 });
    await replay.goOn();
    // The chain's clock is also set at intervals; the replay itself sets it when a slot is due.
    const dueOf = (time: number): number => time - (time % SLOT) + SLOT + DEFAULT_GRACE;
    // The fixture is of before the start, so it is due first.
    const times = late.slice(1).map((line) => (JSON.parse(line) as { Ts: number }).Ts);
    const dues = steps.filter((time) => (time - DEFAULT_GRACE) % SLOT === 0);
    expect([...new Set(dues)]).toEqual([...new Set([timeline.start - 1, ...times].map(dueOf))]);
  } finally {
    await replay.embedded.stop();
  }
});
