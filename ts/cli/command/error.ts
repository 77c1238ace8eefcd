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
      '\nExamples:\n  $ linesman error 6023\n  $ linesman error 0x1787 --json\n\nExit code: 0, or 2 when the number is not known.',
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
