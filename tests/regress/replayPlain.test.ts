import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Terminal } from '../../ts/cli/terminal/terminal.js';
import { runReplay } from '../../ts/regress/commands/runReplay.js';

test('a folder of a feed is replayed at the first try, with its dates', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linesman-feed-'));
  const feed = readFileSync(new URL('../service/feeds/feed-state-and-clock.ndjson', import.meta.url), 'utf8');
  const lines = feed.trimEnd().split('\n');
  // One record is missing.
  writeFileSync(join(folder, 'match.ndjson'), lines.filter((_, i) => i !== 3).join('\n'));
  let output = '';
  const say = (text: string): void => {
    output += text;
  };
  const terminal = { out: say, err: say, stdin: process.stdin } as unknown as Terminal;
  try {
    const flags = { folder, speed: 'max', wire: 'observed', host: '127.0.0.1', port: 0, rpcPort: 0 } as const;
    expect([await runReplay(flags, terminal), output]).toEqual([0, output]);
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(output).toMatch(/recorded +2027-01-15T07:00:00Z to 2027-01-15T\d\d:\d\d:\d\dZ, 7 events, 1 gaps\n/);
  expect(output).toContain(`replayed ${lines.length - 1} records, 0 refused, 0 at another place`);
});
