import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../ts/linesman/error/index.js';
import { ServiceMetrics } from '../ts/service/metrics/index.js';
import { KeyFolder, ROLES } from '../ts/service/serve/index.js';
import { parsedCommand } from './helpers/parsedCommand.js';

const text = readFileSync(new URL('../docs/operation.md', import.meta.url), 'utf8');
const commands = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, body = '']) => body.trim().split('\n'));
const names = (pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name as string)),
];

describe('docs/operation.md', () => {
  it('has commands', () => expect(commands.length).toBeGreaterThan(8));

  it.each(commands)('%s', (command) => {
    // The shell splits the words. A recorder stands in for the program, which would need the named servers.
    const words = execFileSync('bash', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
      .split('\0')
      .slice(0, -1);
    const [program, ...rest] = words;
    if (program !== 'linesman') {
      expect(['curl', 'pg_dump']).toContain(program);
      return;
    }
    const { options } = parsedCommand(rest);
    if (options.role !== undefined) expect(ROLES).toContain(options.role);
  });

  it('names existing metrics', async () => {
    const metrics = new ServiceMetrics({ roots: { progress: async () => [], now: () => 0 } });
    const all = await metrics.registry.metrics();
    const named = names(/`?(linesman_\w+)/g);
    expect(named.length).toBeGreaterThan(5);
    for (const name of named) expect(all).toContain(`# TYPE ${name} `);
  });

  it('names existing errors', () => {
    const numbers = names(/\b([67]\d{3})\b/g).map(Number);
    expect(numbers.length).toBeGreaterThan(3);
    expect(numbers.filter((number) => !ERRORS.has(number))).toEqual([]);
  });

  it("names every key file except the made-up customer's", () => {
    const files = names(/`([\w-]+\.json|session-key)`/g).filter((file) => file !== 'prices.json');
    expect(files.sort()).toEqual(KeyFolder.FILES.filter((file) => file !== 'wallet.json').sort());
  });

  it('links to existing files', () => {
    for (const link of names(/\]\((?!https?:|#)([^)#\s]+)/g))
      expect([link, existsSync(new URL(`../docs/${link}`, import.meta.url))]).toEqual([link, true]);
  });
});
