import { ArgumentMissing, argument, command, type FlagsOf, flag, integer, option, parseAddress } from '@linesman/cli';
import { CONFLICTING_OPTIONS, fail, OPTION_NOT_APPLICABLE } from '@linesman/sdk/error';

const HELP = `
The verifier reads one question per line from standard input, and answers each with one flushed line on standard output:
  {"name", "instruction", "sport", "proof", "strategy", "account", "keys", "signature"}
  {"valid": true, "verdict": true, "facts": [{"key": 1, "value": 2, "period": 100}, {"key": 3, "absent": true}]}
  {"valid": false, "error": 6023}
You may omit "facts"; "error" counts with --numbers only. "account" has the bytes of the roots account as Base64;
"sport" is the layout byte that the caller trusts, null for any one sport; the README of the corpus explains the rest.
A question with "answer" has no proof: "answer" is the JSON text of a service's answer, to be read and verified.
--proofs-only leaves these out.
To write one, you need only docs/format.md; the package contains two complete ones, in Python and in Go.

--program executes a build of the oracle program instead, in LiteSVM in this process: an .so from any compiler, in SBPF
v3 or v0. For each entry of the corpus, it must return the same verdict or error number, and for valid ones use the
compute units in the ledger, within 2 %. The comparison does not cover instructions that verify no proof, such as
publishing, purchases and administration, or the settlement program. To compare these, use the repository
(docs/deploy.md, "Another compiler").

Examples:
  $ linesman conform -- python3 node_modules/@linesman/regress/examples/conform/verifier.py
  $ linesman conform --numbers -- ./my-verifier --strict
  $ linesman conform --list
  $ linesman conform --program target/deploy/oracle.so

--list shows the corpus version. New versions add entries, never change one, and raise its minor version.

Exit code: 0 all right, 1 wrong answers or other compute units, 2 if the verifier could not be asked.`;

const ROWS = {
  command: argument('[command...]', 'the command that starts it, after --'),
  numbers: flag('compare error numbers, too'),
  program: option('<file>', 'compiled oracle program (.so) to execute instead of a command'),
  programId: option('<address>', 'the address that the program declares (default: the local one)', parseAddress),
  seconds: option('<number>', 'time for each answer', integer(1, 3_600), '30'),
  proofsOnly: flag('skip questions about answers of a service'),
  list: flag('list the rules and the corpus, without running a verifier'),
  json: flag('print JSON'),
};
export type ConformFlags = FlagsOf<typeof ROWS>;

export const conformCommand = command({
  about: 'Runs the corpus against a verifier in any language or a build of the oracle program, and lists missed rules.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => {
    const { command, program, programId, numbers, proofsOnly, list } = flags;
    const verifier = command.length > 0 && 'a command';
    if (program !== undefined) {
      const other = verifier || (list && '--list') || (numbers && '--numbers') || (proofsOnly && '--proofs-only');
      if (other) fail(CONFLICTING_OPTIONS, { option: '--program', others: [other] });
      return (await import('./runConform.js')).runConformProgram({ ...flags, program }, terminal);
    }
    const about = { problem: 'needs', for: 'a build of the oracle program', other: '--program' } as const;
    if (programId !== undefined) fail(OPTION_NOT_APPLICABLE, { ...about, option: '--program-id' });
    if (list && verifier) fail(CONFLICTING_OPTIONS, { option: '--list', others: [verifier] });
    if (!list && !verifier) throw new ArgumentMissing('command');
    const { listCorpus, runConform } = await import('./runConform.js');
    return list ? listCorpus(flags, terminal) : runConform(flags, terminal);
  },
});
