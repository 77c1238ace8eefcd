import type { Command } from 'commander';
import { COMMANDS, loadCommands } from '../../ts/cli/commands.js';
import { commandLine } from '../../ts/cli/run.js';

/** From every package. */
const ALL = await loadCommands(Object.keys(COMMANDS));

export interface ParsedCommand {
  /** Options of the command, such as `serve`. */
  readonly name: string;
  readonly options: Readonly<Record<string, string | undefined>>;
}

/** Parses the words after `linesman` like the program, without running anything. Throws the program's error. */
export function parsedCommand(words: readonly string[]): ParsedCommand {
  let said = '';
  const keep = (text: string): void => {
    said += text;
  };
  const command = commandLine('0.0.0', { stdin: process.stdin, out: keep, err: keep }, () => {}, ALL);
  let asked: Command | undefined;
  for (const each of command.commands)
    each.exitOverride().action(() => {
      asked = each;
    });
  try {
    command.parse([...words], { from: 'user' });
  } catch (error) {
    throw new Error(said || String(error));
  }
  if (!asked) throw new Error(`no command in ${words.join(' ')}`);
  return { name: asked.name(), options: asked.opts() };
}
