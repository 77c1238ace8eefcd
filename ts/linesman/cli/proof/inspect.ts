import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.js';
import { addProofOptions, type ProofFlags } from './proofOptions.js';

export interface InspectFlags extends ProofFlags {
  readonly json?: true;
  readonly svg?: string;
  readonly html?: string;
  readonly width?: string;
  readonly logs?: true;
  readonly program?: string;
  readonly build?: string;
}

const HELP = `
Shows a proof from the chain down: the roots account, the tree of the slot, the tree of the fixture, the stats of the
update. Each node is shown with its hash and side, and each check with the error number that it raises. A broken proof
is shown with the check that breaks, what it found and what it expected. The verdict is that of linesman verify.

FILE may be a case of linesman record, also an edited one. What it was asked and the root that it was recorded with are
then those of the case, unless options say otherwise. That shows whether a case fits together, not what the chain has:
the output says where the root comes from, and --json leaves "published" null.

--logs also executes the proof in a Solana runtime in this process (npm i linesman-regress), as linesman regress does,
and shows what the program said: result, compute units, transaction bytes and logs. A case is compared with its entries
in the ledger.json beside it; an answer needs --roots. The exit code stays that of the offline verdict.

Examples:
  $ linesman inspect answer.json
  $ linesman inspect answer.json --roots 20643.json --where 'k1 - k2 > 0'
  $ linesman inspect cases/final-win.case.json
  $ linesman inspect cases/final-win.case.json --logs
  $ linesman inspect answer.json --html answer.html --svg answer.svg
  $ curl … | linesman inspect - --sport basketball --json

Exit code: 0 valid and the condition holds (or there is none), 1 valid but it does not hold, 2 anything else.`;

export function addInspect(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  const command = parent
    .command('inspect')
    .summary('show a proof as a tree, and where it breaks')
    .description('Shows the levels of a proof as a tree, what binds them to each other, and where a proof breaks.')
    .argument('<file>', 'answer of the service, or a case; - for standard input');
  addProofOptions(command, 'condition on the stats, as linesman verify takes it')
    .option('--json', 'print JSON')
    .option('--svg <file>', 'write the tree as a picture')
    .option('--html <file>', 'write the tree as a page, in one file that needs no network')
    .option('--width <columns>', "columns of the text (default: the terminal's, 80 in a pipe)")
    .option('--logs', 'execute the proof, and show the logs of the program')
    .option('--program <file>', '--logs: compiled oracle program (.so) to execute (default: that of linesman-regress)')
    .option('--build <name>', '--logs: the only build of the ledger to compare with (default: all)')
    .addHelpText('after', HELP)
    .action(async (file: string, flags: InspectFlags) => {
      const { runInspect } = await import('./runInspect.js');
      finish(await runInspect(file, flags, terminal));
    });
}
