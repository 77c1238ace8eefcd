import { command } from '../command.js';
import { integer } from '../option/optionValue.js';
import { argument, type FlagsOf, flag, option } from '../option/row.js';
import { ATTESTER_CHAIN_ROWS, ATTESTER_ROWS, proofRows } from './proofOptions.js';

/** The minimum number of columns of the text. */
export const MIN_WIDTH = 20;

const HELP = `
Shows a proof from the chain down: the roots account, the tree of the slot, the tree of the match, the stats of the
score record. You see each node with its hash and side, and each check with its error number. If the proof is broken,
you see which check fails, what it found and what it expected. The verdict is the same as from linesman verify.

FILE may be a case from linesman record, even an edited one. inspect then uses the sport, condition, key and root in the
case, unless you pass options. This shows whether the case is consistent, not what is on chain: the output shows where
the root comes from, and --json sets "published" to null.

--attesters reads from the chain how many keys of an attester set have confirmed the root, and, without --roots, also
the roots. With fewer than --least, the check fails.

--logs also executes the proof in an in-process Solana runtime (from @linesman/regress), as linesman regress does, and
shows result, compute units, transaction bytes and program logs. For a case, it compares them with the ledger.json
beside it; for an answer, pass --roots. The exit code remains that of the offline verdict.

Examples:
  $ linesman inspect answer.json
  $ linesman inspect answer.json --roots 20643.json --where 'k1 - k2 > 0'
  $ linesman inspect cases/final-win.case.json
  $ linesman inspect cases/final-win.case.json --logs
  $ linesman inspect answer.json --html answer.html
  $ linesman inspect answer.json --attesters 4Qr… --least 3
  $ curl … | linesman inspect - --sport basketball --json

Exit code: 0 valid and the condition holds (or there is none), 1 valid but it does not hold, 2 anything else.`;

const ROWS = {
  file: argument('<file>', 'answer of the service, or a case; - for standard input'),
  ...proofRows('condition on the stats, as for linesman verify'),
  ...ATTESTER_ROWS,
  ...ATTESTER_CHAIN_ROWS,
  json: flag('print JSON'),
  html: option('<file>', 'write the tree as a page, in one file that needs no network'),
  width: option('<columns>', "columns of the text (default: the terminal's, 80 in a pipe)", integer(MIN_WIDTH, 500)),
  logs: flag('execute the proof, and show the logs of the program'),
  program: option('<file>', '--logs: compiled oracle program (.so) to execute (default: that of @linesman/regress)'),
  build: option('<name>', '--logs: the only build of the ledger to compare with (default: all)'),
};
export type InspectFlags = FlagsOf<typeof ROWS>;

export const inspectCommand = command({
  about: 'Shows the levels of a proof as a tree, what binds them to each other, and where a proof breaks.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runInspect.js')).runInspect(flags, terminal),
});
