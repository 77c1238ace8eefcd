import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../ts/sdk/error/errors.js';
import { readGuide } from './helpers/guide.js';
import { parsedCommand } from './helpers/parsedCommand.js';

/** What the guides say besides commands that lead somewhere, which the nightly lane runs. */

const source = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

describe.each([
  { name: 'attest.md', places: ['here', 'chain'], leastErrors: 1 },
  { name: 'deploy.md', places: ['here', 'chain', 'clone', 'build', 'audit'], leastErrors: 4 },
  { name: 'first-bet.md', places: ['terminal 1', 'terminal 2', 'terminal 3'], leastErrors: 0 },
])('docs/$name', ({ name, places, leastErrors }) => {
  const { page, blocks } = readGuide(name);

  it('has its commands in blocks that say where they run', () => {
    expect(blocks.length).toBe([...page.matchAll(/^```sh$/gm)].length);
    expect([...new Set(blocks.map(({ place }) => place))]).toEqual(places);
  });

  it('names existing errors', () => {
    const numbers = [...page.matchAll(/\((\d{4})\)/g)].map(([, number]) => Number(number));
    expect(numbers.length).toBeGreaterThanOrEqual(leastErrors);
    expect(numbers.filter((number) => !ERRORS.has(number))).toEqual([]);
  });
});

describe('docs/deploy.md', () => {
  const { page, blocks } = readGuide('deploy.md');
  const commandsOf = (wanted: string) =>
    blocks.flatMap(({ place, commands }) => (place === wanted ? commands.trim().split('\n') : []));

  it('installs and compares with steps of .ci/run', () => {
    // There, the programs have been rebuilt beside other steps, in a folder that the command is told.
    const steps = ['.ci/run', '.ci/steps.sh'].map(source).join('').replaceAll(' -- target/rebuilt', '');
    for (const command of commandsOf('clone')) expect(steps).toContain(` ${command}\n`);
  });

  it('builds with lines that fit the sources', () => {
    const edits = [
      ...commandsOf('build')
        .join('\n')
        .matchAll(/sed -i "s\/(\S+?)\.\*\/.*" (\S+)$/gm),
    ];
    expect(edits.map(([, , file]) => file)).toEqual(['programs/oracle/src/lib.rs', 'programs/settlement/src/lib.rs']);
    for (const [, pattern = '', file = ''] of edits)
      expect(
        source(file)
          .split('\n')
          .filter((line) => line.startsWith(pattern.slice(1))).length,
      ).toBe(1);
    expect(source('tools/sbf/build.sh')).toContain('# build.sh PACKAGE OUT.so');
  });

  it('starts a chain with options that exist, at the port that the page then names', () => {
    const [command = ''] = commandsOf('chain');
    const { options } = parsedCommand(command.split(' ').slice(2));
    expect(options).toMatchObject({ data: 'chain', rpcPort: '8899', source: 'none' });
    expect(page).toContain('RPC=http://127.0.0.1:8899');
  });
});
