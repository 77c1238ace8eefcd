import {
  alternatives,
  argument,
  choice,
  command,
  type FlagsOf,
  flag,
  integer,
  option,
  type Parser,
  parseAddress,
  rpcSetting,
  text,
} from '@linesman/cli';
import { fail, NUMBER_OUT_OF_RANGE } from '@linesman/sdk/error';
import { ENGINES } from '../engine/engine.js';

const HELP = `
Verifies every *.case.json in the folders offline, executes it in an in-process Solana runtime, and compares the results
with ledger.json beside the cases: verdict, facts, finality, error number, instruction, compute units, transaction
bytes, the root, and the bytes of the program. It sends nothing to any network, except:
  --program-id  reads the deployed program from --rpc
  --rpc         if passed as a flag, also compares the root of each case with the chain's

--update writes the ledger and prints what changed. Where CI is set, --update is refused, and a case without an entry is
an error. Where GITHUB_ACTIONS is set, regress also prints differences as annotations, ten of a kind at most, and adds a
table to the step summary.

Examples:
  $ linesman regress cases
  $ linesman regress cases --update
  $ linesman regress cases --program target/deploy/oracle.so --units-tolerance '1 %'
  $ linesman regress cases --program-id 5M8j… --rpc mainnet-beta --build deployed
  $ linesman regress cases more-cases --junit report.xml

Exit code: 0 equal, 1 different, 2 if a case could not be run or compared.`;

/** `0`, `2.5` or `1 %` as a share. Errors: NUMBER_OUT_OF_RANGE. */
const parseTolerance: Parser<number> = (value, name) => {
  const [, number] = /^\s*(\d{1,3}(?:\.\d{1,6})?)\s*%?\s*$/.exec(value) ?? [];
  if (number !== undefined && Number(number) <= 100) return Number(number) / 100;
  return fail(NUMBER_OUT_OF_RANGE, { option: name, value, minimum: 0, maximum: 100 });
};

const ROWS = {
  folders: argument('<folders...>', 'folders of *.case.json files'),
  update: flag('write the ledgers with the results of this run'),
  program: option('<file>', 'compiled oracle program (.so) to execute (default: the one of this package)'),
  programId: option('<address>', 'execute the program that is deployed at this address', parseAddress),
  rpc: rpcSetting('RPC address of the chain to read programs and roots from'),
  build: option('<name>', 'name of the program in the ledger', text, 'oracle'),
  engine: option('<name>', alternatives(ENGINES), choice(...ENGINES), 'litesvm'),
  unitsTolerance: option('<percent>', 'by how much compute units may differ', parseTolerance, '0'),
  jobs: option(
    '<number>',
    'processes to use (default: one for each core, for 100 cases or more each)',
    integer(1, 256),
  ),
  keepLogs: flag('show the logs of the program with each difference'),
  junit: option('<file>', 'write a JUnit report'),
  json: flag('print JSON'),
};
export type RegressFlags = FlagsOf<typeof ROWS>;

export const regressCommand = command({
  about: 'Verifies and executes recorded proofs again, and compares the results with those of their ledger.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runRegress.js')).runRegress(flags, terminal),
});
