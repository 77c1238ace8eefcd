import type { Command } from 'commander';
import { EXIT } from '../exitCode.js';
import { explainError } from '../explainError.js';
import { print, printJson } from '../print.js';
import { rows } from '../rows.js';

export function addError(parent: Command): void {
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
    .action((text: string, { json }: { json?: true }) => {
      const explained = explainError(text);
      if (json) printJson(explained);
      else {
        const { number, name, program, sentence, hint } = explained;
        print(
          rows([
            [`${number}`, name],
            ['from', program],
            ['means', sentence],
            ['do', hint],
          ]),
        );
      }
      process.exitCode = EXIT.valid;
    });
}
