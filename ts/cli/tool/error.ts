import { CONFLICTING_OPTIONS, ERRORS, fail } from '@linesman/sdk/error';
import { ArgumentMissing, command } from '../command.js';
import { argument, flag } from '../option/row.js';
import { EXIT } from '../terminal/exitCode.js';
import { json } from '../terminal/print.js';
import { showTable } from '../terminal/table.js';
import type { Terminal } from '../terminal/terminal.js';
import { explainError } from './explainError.js';

const HELP = `
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

Exit code: 0, or 2 if the number is unknown.`;

export const errorCommand = command({
  about: 'Explains an error number of the programs or of this package, and what to do about it.',
  help: HELP,
  rows: {
    number: argument('[number]', 'the number, decimal or as in program logs (0x1787)'),
    list: flag('list all errors'),
    json: flag('print JSON'),
  },
  run: ({ number: text, list, json: asJson = false }, terminal) => {
    if (list) {
      if (text !== undefined) fail(CONFLICTING_OPTIONS, { option: '--list', others: ['a number'] });
      showList(asJson, terminal);
      return EXIT.valid;
    }
    if (text === undefined) throw new ArgumentMissing('number');
    const explained = explainError(text);
    const { number, name, program, sentence, hint } = explained;
    if (asJson) terminal.out(json(explained));
    else
      showTable(terminal, [
        [`${number}`, name],
        ['from', program],
        ['means', sentence],
        ['do', hint],
      ]);
    return EXIT.valid;
  },
});

/** Every error, by its number. */
function showList(asJson: boolean, terminal: Terminal): void {
  const all = [...ERRORS.keys()].sort((a, b) => a - b).map((number) => explainError(`${number}`));
  if (asJson) terminal.out(json(all));
  else
    showTable(
      terminal,
      all.map(({ number, name, sentence }) => [`${number} ${name}`, sentence] as const),
    );
}
