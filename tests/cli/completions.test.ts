import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../ts/cli/commands.js';
import { CLUSTERS } from '../../ts/cli/settings/cluster.js';
import { linesman } from '../helpers/cli.js';
import { type CommandNode, commandTree } from '../helpers/commandTree.js';
import { leftOut } from '../helpers/leftOut.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const TREE = commandTree();
const isGroup = ({ command }: CommandNode): boolean => command.commands.length > 0;

const folder = temporaryFolder('completions');
beforeAll(async () => {
  for (const shell of ['bash', 'zsh']) {
    const { code, stdout, stderr } = await linesman(['completions', shell]);
    expect([code, stderr]).toEqual([0, '']);
    writeFileSync(join(folder, shell), stdout);
  }
});

describe('completions for bash', () => {
  /** The completions that bash offers for the last word of each line. */
  function completed(lines: readonly (readonly string[])[]): string[][] {
    const quoted = (word: string): string => `'${word}'`;
    const asked = lines.map(
      (words) =>
        `COMP_WORDS=(linesman ${words.map(quoted).join(' ')}); COMP_CWORD=${words.length}; ` +
        `_linesman; echo "\${COMPREPLY[*]}"`,
    );
    const script = [`source ${join(folder, 'bash')}`, ...asked].join('\n');
    return execFileSync('bash', ['--norc', '-u', '-c', script], { encoding: 'utf8' })
      .slice(0, -1)
      .split('\n')
      .map((line) => line.split(' ').filter((word) => word !== ''));
  }

  it('are registered by sourcing the script', () => {
    const output = execFileSync('bash', ['--norc', '-c', `source ${join(folder, 'bash')}; complete -p linesman`], {
      encoding: 'utf8',
    });
    expect(output).toBe('complete -o default -F _linesman linesman\n');
  });

  it('include every command', () => {
    const [all, some, help] = completed([[''], ['ma'], ['help', 'ver']]);
    expect(all).toEqual([...Object.keys(COMMANDS), 'help']);
    expect([some, help]).toEqual([['market'], ['verify']]);
  });

  it('include every subcommand and every option of each command', () => {
    const options = completed(TREE.map(({ words }) => [...words, '--']));
    TREE.forEach(({ words, command }, i) => {
      const own = command.options.filter(({ hidden }) => !hidden).map(({ long }) => long);
      expect([words, options[i]]).toEqual([words, [...own, '--help']]);
    });
    const groups = TREE.filter(isGroup);
    const below = completed(groups.map(({ words }) => [...words, '']));
    expect(below).toEqual(groups.map(({ command }) => command.commands.map((inner) => inner.name())));
  });

  it('include option values, also after other options', () => {
    expect(
      completed([
        ['market', 'list', '--json', '--rpc', ''],
        ['verify', 'answer.json', '--sport', 'b'],
        ['market', 'create', '--finality', 'half'],
        ['completions', ''],
        ['market', 'show', '--market', '7Yb', '--wa'],
        // File names, which bash completes itself.
        ['keeper', '--keypair', ''],
        ['verify', ''],
      ]),
    ).toEqual([Object.keys(CLUSTERS), ['basketball'], ['half-time'], ['bash', 'zsh'], ['--watch'], [], []]);
  });
});

describe('completions for zsh', () => {
  const none = spawnSync('zsh', ['--version']).error !== undefined;
  if (none) leftOut('whether zsh can read its completions: zsh is not installed.');

  it.skipIf(none)('are a script that zsh can read', () => {
    expect(spawnSync('zsh', ['-n', join(folder, 'zsh')], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it('name every command and option', async () => {
    const { stdout } = await linesman(['completions', 'zsh']);
    expect(stdout).toMatch(/^#compdef linesman\n/);
    for (const { words, command } of TREE) {
      expect(stdout).toContain(`('${words.join(' ')}')\n`);
      for (const { long, hidden } of command.options) if (!hidden) expect(stdout).toContain(`'${long}:`);
    }
    // Quotes are balanced: those in descriptions are escaped.
    expect(stdout.replaceAll("'\\''", '').split("'").length % 2).toBe(1);
  });
});

it('are one document with the script as JSON', async () => {
  const { code, stdout } = await linesman(['completions', 'bash', '--json']);
  expect([code, JSON.parse(stdout)]).toEqual([0, { shell: 'bash', script: expect.stringContaining('complete -o') }]);
});

it('of an unknown shell are refused with the list of known ones', async () => {
  const { code, stderr } = await linesman(['completions', 'fish']);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/error 7310 .*bash, zsh/)]);
});
