import type { Command, Option } from 'commander';
import { RowArgument, RowOption } from '../command.js';

/** A word that can be completed, and its description. */
export interface Word {
  readonly word: string;
  readonly about: string;
}

/** The value of an option: one of these words, a file or folder, or free text. */
export type OptionValue = readonly string[] | 'file' | 'folder' | 'free';

/** The possible next words after a command or subcommand, by the words that call it; '' is the program alone. */
export interface CommandWords {
  readonly called: string;
  readonly commands: readonly Word[];
  readonly options: readonly (Word & { readonly value: OptionValue | null })[];
  /** The values of its first argument. */
  readonly values: readonly string[];
}

/** The whole command tree in the form that a shell needs. */
export function wordsOf(root: Command, called = ''): CommandWords[] {
  const commands = root.commands.map((inner) => ({
    word: inner.name(),
    about: inner.summary() || inner.description(),
  }));
  const [first] = root.registeredArguments;
  return [
    {
      called,
      commands: called === '' ? [...commands, { word: 'help', about: 'help for a command' }] : commands,
      options: [
        ...root.options.filter(({ hidden, long }) => !hidden && long).map(optionWord),
        { word: '--help', about: 'display help for the command', value: null },
      ],
      values: (first instanceof RowArgument && first.row.choices) || [],
    },
    ...root.commands.flatMap((inner) => wordsOf(inner, `${called} ${inner.name()}`.trim())),
    // `help` is called with a command.
    ...(called === '' ? [{ called: 'help', commands, options: [], values: [] }] : []),
  ];
}

const optionWord = (option: Option): CommandWords['options'][number] => ({
  word: option.long ?? '',
  about: option.description,
  value: option.required || option.optional ? valueOfOption(option) : null,
});

function valueOfOption(option: Option): OptionValue {
  if (option instanceof RowOption && option.row.choices) return option.row.choices;
  if (option.flags.includes('<file>')) return 'file';
  return /<(folder|place|url\|folder)>/.test(option.flags) ? 'folder' : 'free';
}
