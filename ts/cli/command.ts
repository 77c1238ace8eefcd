import { Argument, type Command, Option } from 'commander';
import { GROUPS, groupOf } from './option/optionGroup.js';
import { type FlagsOf, flagOf, type OptionRow, type OptionRows } from './option/row.js';
import { type ApiTokenFlags, checkToken } from './settings/readApiToken.js';
import { readRows } from './settings/readRows.js';
import { NO_COLOURS, styled } from './terminal/colour.js';
import { OPEN_SERVICE, travelsOpenly } from './terminal/openService.js';
import type { Terminal } from './terminal/terminal.js';

/** Adds a command to the command line, and returns it; `finish` receives its exit code when it is run. */
export type CommandAdder = (
  parent: Command,
  name: string,
  terminal: Terminal,
  finish: (code: number) => void,
) => Command;

/** A command: its help, its options and arguments, and its action. */
export interface CommandDefinition<R extends OptionRows> {
  readonly about: string;
  /** The help after the options. */
  readonly help: string;
  readonly rows: R;
  /** Returns the exit code. Loads slow modules only here, so that the help and the other commands start faster. */
  run(flags: FlagsOf<R>, terminal: Terminal): number | Promise<number>;
}

/** Thrown by a command that needs an argument unless an option says otherwise. */
export class ArgumentMissing extends Error {
  constructor(readonly argument: string) {
    super(`missing required argument '${argument}'`);
  }
}

/** An option of commander, with its row. */
export class RowOption extends Option {
  constructor(
    readonly key: string,
    readonly row: OptionRow<unknown>,
  ) {
    const group = groupOf(key, row);
    // The heading of the first group already says so.
    const mark = row.isRequired && group !== GROUPS[0] ? ' (required)' : '';
    super(row.value === null ? flagOf(key) : `${flagOf(key)} ${row.value}`, `${row.about}${mark}`);
    this.mandatory = row.isRequired === true;
    this.helpGroup(group);
    if (row.preset !== undefined) this.default(row.preset);
    if (row.isRepeatable) this.argParser((one: string, earlier: readonly string[] = []) => [...earlier, one]);
  }
}

/** An argument of commander, with its row. */
export class RowArgument extends Argument {
  constructor(readonly row: OptionRow<unknown>) {
    super(row.value ?? '', row.about);
    if (row.preset !== undefined) this.default(row.preset);
  }
}

/** A command by its table. */
export const command =
  <R extends OptionRows>({ about, help, rows, run }: CommandDefinition<R>): CommandAdder =>
  (parent, name, terminal, finish) => {
    const self = parent.command(name).description(about).addHelpText('after', help);
    for (const row of Object.values(rows)) if (row.isArgument) self.addArgument(new RowArgument(row));
    const options = Object.entries(rows).filter(([, row]) => !row.isArgument);
    // Commander shows groups in the order of their first options.
    for (const group of GROUPS)
      for (const [key, row] of options) if (groupOf(key, row) === group) self.addOption(new RowOption(key, row));
    return self.action(async () => {
      const flags = readRows(self, rows);
      checkSettings(name, rows, flags, terminal);
      try {
        finish(await run(flags, terminal));
      } catch (error) {
        if (!(error instanceof ArgumentMissing)) throw error;
        self.error(`error: ${error.message}`, { code: 'commander.missingArgument' });
      }
    });
  };

/** A command that is only called with one of its subcommands. */
export const commandGroup =
  ({
    about,
    help,
    commands,
  }: Pick<CommandDefinition<OptionRows>, 'about' | 'help'> & {
    readonly commands: Readonly<Record<string, CommandAdder>>;
  }): CommandAdder =>
  (parent, name, terminal, finish) => {
    const self = parent.command(name).description(about).addHelpText('after', help);
    for (const [inner, add] of Object.entries(commands)) add(self, inner, terminal, finish);
    return self;
  };

/**
 * Runs before the first request of a command. Refuses to send a token to a service that it was not given for, and warns
 * of an open connection. Errors: TOKEN_NOT_SENT.
 */
function checkSettings(command: string, rows: OptionRows, flags: ApiTokenFlags, terminal: Terminal): void {
  // Showing the configuration sends nothing.
  if (rows.apiTokenFile && command !== 'config') checkToken(flags);
  // The keeper warns in its log.
  if (command !== 'keeper' && rows.service && travelsOpenly(flags.service ?? ''))
    terminal.err(`${styled('yellow', 'warning:', (terminal.colours ?? NO_COLOURS).err)} ${OPEN_SERVICE}\n`);
}
