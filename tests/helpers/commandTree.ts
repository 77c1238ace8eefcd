import type { Command } from 'commander';
import { commandLine } from '../../ts/cli/run.js';

/** A command or subcommand, by the words that call it. */
export interface CommandNode {
  readonly words: readonly string[];
  readonly command: Command;
}

/** Every command and subcommand of the command line. */
export function commandTree(): CommandNode[] {
  const nothing = (): void => {};
  const root = commandLine('0.0.0', { stdin: process.stdin, out: nothing, err: nothing }, nothing);
  const below = ({ words, command }: CommandNode): CommandNode[] =>
    command.commands.flatMap((inner) => {
      const node = { words: [...words, inner.name()], command: inner };
      return [node, ...below(node)];
    });
  return below({ words: [], command: root });
}

/** Those that have an option. */
export const commandsWith = (option: string): CommandNode[] =>
  commandTree().filter(({ command }) => command.options.some(({ long }) => long === option));
