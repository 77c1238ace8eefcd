import type { Command } from 'commander';
import type { CommandAdder, Terminal } from 'linesman/cli';
import { CONFLICTING_OPTIONS, fail } from 'linesman/error';

export interface ConformFlags {
  readonly numbers?: true;
  readonly seconds: string;
  readonly list?: true;
  readonly json?: true;
}

const HELP = `
The verifier reads one question a line from standard input, and answers each with one line on standard output, flushed:
  {"name", "instruction", "sport", "proof", "strategy", "account", "keys", "signature"}
  {"valid": true, "verdict": true, "facts": [{"key": 1, "value": 2, "period": 100}, {"key": 3, "absent": true}]}
  {"valid": false, "error": 6023}
"facts" may be left out; "error" counts with --numbers only. "account" has the bytes of the roots account as Base64;
"sport" is the layout byte that the caller trusts, null for any one sport; the README of the corpus explains the rest.
docs/format.md is the text to write one from; the package has two complete ones, in Python and in Go.

Examples:
  $ linesman conform -- python3 node_modules/linesman-regress/examples/conform/verifier.py
  $ linesman conform --numbers -- ./my-verifier --strict
  $ linesman conform --list

--list shows the version of the corpus. Entries are added, never changed; additions raise its minor version.

Exit code: 0 all right, 1 wrong answers, 2 if the verifier could not be asked.`;

export const addConform: CommandAdder = (parent: Command, terminal: Terminal, finish: (code: number) => void): void => {
  parent
    .command('conform')
    .summary('run the corpus against a verifier in any language')
    .description('Asks a verifier in any language everything in the corpus, and says which rules it misses.')
    .argument('[command...]', 'the command that starts it, after --')
    .option('--numbers', 'compare error numbers, too')
    .option('--seconds <number>', 'time for each answer', '30')
    .option('--list', 'list the rules and the corpus, and ask nobody')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (command: readonly string[], flags: ConformFlags, self: Command) => {
      if (flags.list && command.length > 0) fail(CONFLICTING_OPTIONS, { option: '--list', others: ['a command'] });
      if (!flags.list && command.length === 0)
        return self.error("error: missing required argument 'command'", { code: 'commander.missingArgument' });
      const { listCorpus, runConform } = await import('./runConform.js');
      finish(flags.list ? listCorpus(flags, terminal) : await runConform(command, flags, terminal));
    });
};
