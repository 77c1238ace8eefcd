import type { Command } from 'commander';
import { COMMANDS, loadCommands } from '../../ts/cli/commands.js';
import { commandLine } from '../../ts/cli/run.js';

/** From every package. */
const ALL = await loadCommands(Object.keys(COMMANDS));

/** A command or subcommand, by the words that call it. */
export interface CommandNode {
  readonly words: readonly string[];
  readonly command: Command;
}

/** Every command and subcommand of the command line. */
export function commandTree(): CommandNode[] {
  const nothing = (): void => {};
  const root = commandLine('0.0.0', { stdin: process.stdin, out: nothing, err: nothing }, nothing, ALL);
  const below = ({ words, command }: CommandNode): CommandNode[] =>
    command.commands.flatMap((inner) => {
      const node = { words: [...words, inner.name()], command: inner };
      return [node, ...below(node)];
    });
  return below({ words: [], command: root });
}

/** The commands that have an option. */
export const commandsWith = (option: string): CommandNode[] =>
  commandTree().filter(({ command }) => command.options.some(({ long }) => long === option));
