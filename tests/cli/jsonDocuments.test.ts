import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { AnswerFiles } from '../helpers/answerFiles.js';
import { linesman } from '../helpers/cli.js';
import { commandsWith, commandTree } from '../helpers/commandTree.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

/**
 * A command that succeeds with --json prints one JSON document and nothing else. These commands work offline;
 * dryRun.test.ts covers the others.
 */
describe('--json', () => {
  const files = new AnswerFiles();
  const folder = temporaryFolder('json');
  let data: string;
  beforeAll(async () => {
    data = (await linesman(['encode', files.path('v2.json'), '--where', 'k1 - k2 > 0'])).stdout.trim();
  });

  const store = () => ['--store', join(folder, 'store')];
  const calls: Readonly<Record<string, () => readonly string[]>> = {
    verify: () => [files.path('v2.json'), '--where', 'k1 - k2 > 0'],
    encode: () => [files.path('v2.json'), '--where', 'k1 - k2 > 0'],
    decode: () => [data],
    error: () => ['6023'],
    config: () => [],
    completions: () => ['bash'],
    'wallet new': () => [join(folder, 'wallet.json')],
    migrate: store,
    ingest: () => ['--schema'],
  };
  it.each(Object.keys(calls))('%s prints one document', async (command) => {
    const { code, stdout, stderr } = await linesman([...command.split(' '), ...(calls[command]?.() ?? []), '--json']);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toBeTypeOf('object');
  });

  it('is an option of every command', () => {
    const hasJson = commandsWith('--json').map(({ words }) => words.join(' '));
    const actions = commandTree().filter(({ command }) => command.commands.length === 0);
    const names = actions.map(({ words }) => words.join(' '));
    expect(names.filter((name) => !hasJson.includes(name))).toEqual([]);
  });
});
