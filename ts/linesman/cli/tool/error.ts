import type { Command } from 'commander';
import { CONFLICTING_OPTIONS, ERRORS, fail } from '../../error/index.js';
import { EXIT } from '../terminal/exitCode.js';
import { json } from '../terminal/print.js';
import { showTable } from '../terminal/table.js';
import type { Terminal } from '../terminal/terminal.js';
import { explainError } from './explainError.js';

interface Flags {
  readonly list?: true;
  readonly json?: true;
}

export function addError(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('error')
    .summary('explain an error number')
    .description('Explains an error number of the programs or of this package, and what to do about it.')
    .argument('[number]', 'the number, decimal or as in program logs (0x1787)')
    .option('--list', 'list all errors')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Ranges:
  below 6000    Anchor
  6000 to 6103  the oracle program and the verifiers
  6200 to 6999  the settlement program
  from 7000     this package; 7300 to 7339 are about how a command is called

Examples:
  $ linesman error 6023
  $ linesman error 0x1787 --json
  $ linesman error 7307
  $ linesman error --list --json

Exit code: 0, or 2 if the number is unknown.`,
    )
    .action((text: string | undefined, flags: Flags, command: Command) => {
      if (flags.list) {
        if (text !== undefined) fail(CONFLICTING_OPTIONS, { option: '--list', others: ['a number'] });
        showList(flags, terminal);
        finish(EXIT.valid);
        return;
      }
      if (text === undefined)
        return command.error("error: missing required argument 'number'", { code: 'commander.missingArgument' });
      const explained = explainError(text);
      const { number, name, program, sentence, hint } = explained;
      const table = [
        [`${number}`, name],
        ['from', program],
        ['means', sentence],
        ['do', hint],
      ] as const;
      if (flags.json) terminal.out(json(explained));
      else showTable(terminal, table);
      finish(EXIT.valid);
    });
}

/** Every error, by its number. */
function showList({ json: asJson }: Flags, terminal: Terminal): void {
  const all = [...ERRORS.keys()].sort((a, b) => a - b).map((number) => explainError(`${number}`));
  if (asJson) terminal.out(json(all));
  else
    showTable(
      terminal,
      all.map(({ number, name, sentence }) => [`${number} ${name}`, sentence] as const),
    );
}
