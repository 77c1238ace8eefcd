import { ArgumentMissing, argument, command, type FlagsOf, flag, integer, option } from '@linesman/cli';
import { CONFLICTING_OPTIONS, fail } from '@linesman/sdk/error';

const HELP = `
The verifier reads one question a line from standard input, and answers each with one line on standard output, flushed:
  {"name", "instruction", "sport", "proof", "strategy", "account", "keys", "signature"}
  {"valid": true, "verdict": true, "facts": [{"key": 1, "value": 2, "period": 100}, {"key": 3, "absent": true}]}
  {"valid": false, "error": 6023}
"facts" may be left out; "error" counts with --numbers only. "account" has the bytes of the roots account as Base64;
"sport" is the layout byte that the caller trusts, null for any one sport; the README of the corpus explains the rest.
A question with "answer" has no proof: "answer" is the JSON text of a service's answer, to be read and verified.
--proofs-only leaves these out.
docs/format.md is the text to write one from; the package has two complete ones, in Python and in Go.

Examples:
  $ linesman conform -- python3 node_modules/@linesman/regress/examples/conform/verifier.py
  $ linesman conform --numbers -- ./my-verifier --strict
  $ linesman conform --list

--list shows the version of the corpus. Entries are added, never changed; additions raise its minor version.

Exit code: 0 all right, 1 wrong answers, 2 if the verifier could not be asked.`;

const ROWS = {
  command: argument('[command...]', 'the command that starts it, after --'),
  numbers: flag('compare error numbers, too'),
  seconds: option('<number>', 'time for each answer', integer(1, 3_600), '30'),
  proofsOnly: flag('ask nothing about answers of a service'),
  list: flag('list the rules and the corpus, and ask nobody'),
  json: flag('print JSON'),
};
export type ConformFlags = FlagsOf<typeof ROWS>;

export const conformCommand = command({
  about: 'Asks a verifier in any language everything in the corpus, and says which rules it misses.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => {
    const isCalled = flags.command.length > 0;
    if (flags.list && isCalled) fail(CONFLICTING_OPTIONS, { option: '--list', others: ['a command'] });
    if (!flags.list && !isCalled) throw new ArgumentMissing('command');
    const { listCorpus, runConform } = await import('./runConform.js');
    return flags.list ? listCorpus(flags, terminal) : runConform(flags, terminal);
  },
});
