import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { COMMANDS, loadCommands } from '../../ts/cli/commands.js';
import { commandLine } from '../../ts/cli/run.js';
import { linesman } from '../helpers/cli.js';
import { someValue } from '../helpers/optionValues.js';

/** The commands of every package. */
const ALL = await loadCommands(Object.keys(COMMANDS));

/** Every command that calls a service, with its arguments. Keeper, attester and watch warn in their logs. */
const ASKING = (() => {
  const found: (readonly [string, Command])[] = [];
  const walk = (command: Command, words: readonly string[]): void => {
    if (command.options.some(({ long }) => long === '--service')) found.push([words.join(' '), command]);
    for (const one of command.commands) walk(one, [...words, one.name()]);
  };
  const silent = { stdin: process.stdin, out: () => {}, err: () => {} };
  walk(
    commandLine('0.0.0', silent, () => {}, ALL),
    [],
  );
  return found.filter(([name]) => !['keeper', 'attest', 'watch'].includes(name));
})();

/** A call with all required options, whose values do not exist. */
function call([words, { options, registeredArguments }]: readonly [string, Command], service: string): string[] {
  const needed = options.filter(({ mandatory, long, defaultValue }) => {
    return mandatory && defaultValue === undefined && long !== '--service';
  });
  return [
    ...words.split(' '),
    ...registeredArguments.filter(({ required }) => required).map(() => '1'),
    ...needed.flatMap(({ long }) => [`${long}`, someValue(long)]),
    ...['--service', service],
  ];
}

describe('a service at an unencrypted address', () => {
  test('is called by these commands', () => {
    expect(ASKING.map(([words]) => words).sort()).toEqual([
      'buy',
      'config',
      'fixtures',
      'market create',
      'market settle',
      'market show',
      'market stake',
      'mcp',
      'record',
      'result post',
      'roots',
      'subscribe',
      'subscription',
      'verify',
    ]);
  });

  test.each(ASKING)('triggers a warning of linesman %s', async (...command) => {
    const said = async (service: string) => (await linesman(call(command, service))).stderr;
    for (const service of ['http://oracle.example', 'HTTP://ORACLE.EXAMPLE', 'http://127.example.org'])
      expect(await said(service)).toContain('warning: tokens travel unencrypted');
    for (const service of ['https://oracle.example', 'http://127.0.0.1:9', 'http://[::1]:9', 'nowhere'])
      expect(await said(service)).not.toContain('unencrypted');
  });
});
