import { command } from '../command.js';
import { integer } from '../option/optionValue.js';
import { argument, type FlagsOf, flag, option } from '../option/row.js';
import { ATTESTER_CHAIN_ROWS, ATTESTER_ROWS, proofRows } from './proofOptions.js';

/** The minimum number of columns of the text. */
export const MIN_WIDTH = 20;

const HELP = `
Shows a proof from the chain down: the roots account, the tree of the slot, the tree of the fixture, the stats of the
update. Each node is shown with its hash and side, and each check with the error number that it raises. A broken proof
is shown with the check that breaks, what it found and what it expected. The verdict is that of linesman verify.

FILE may be a case of linesman record, also an edited one. What it was asked and the root that it was recorded with are
then those of the case, unless options say otherwise. That shows whether a case fits together, not what the chain has:
the output says where the root comes from, and --json leaves "published" null.

--attesters reads from the chain how many keys of an attester set vouch for the root, and the roots unless --roots has
them; fewer than --least are a check that breaks.

--logs also executes the proof in a Solana runtime in this process (of @linesman/regress), as linesman regress does,
and shows what the program said: result, compute units, transaction bytes and logs. A case is compared with its entries
in the ledger.json beside it; an answer needs --roots. The exit code stays that of the offline verdict.

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
  ...proofRows('condition on the stats, as linesman verify takes it'),
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
