import type { Command } from 'commander';
import { EXIT } from '../exitCode.js';
import { explainError } from '../explainError.js';
import { json } from '../print.js';
import { rows } from '../rows.js';
import type { Terminal } from '../terminal.js';

export function addError(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('error')
    .summary('explain an error number')
    .description('Says what an error number of the programs or of this package means, and what to do about it.')
    .argument('<number>', 'the number, decimal or as in program logs (0x1787)')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Numbers below 6000 are Anchor's, 6000 to 6103 the oracle program's and the verifiers', 6200 to 6999 the settlement program's, and from 7000 on
this package's. Of these, 7300 to 7339 are about how a command is called.

Examples:
  $ linesman error 6023
  $ linesman error 0x1787 --json
  $ linesman error 7307

Exit code: 0, or 2 when the number is not known.`,
    )
    .action((text: string, flags: { json?: true }) => {
      const explained = explainError(text);
      const { number, name, program, sentence, hint } = explained;
      const table = [
        [`${number}`, name],
        ['from', program],
        ['means', sentence],
        ['do', hint],
      ] as const;
      terminal.out(flags.json ? json(explained) : rows(table));
      finish(EXIT.valid);
    });
}
