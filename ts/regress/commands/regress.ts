import type { Command } from 'commander';
import { type CommandAdder, type Configured, rpcSetting, type Terminal } from 'linesman/cli';

export interface RegressFlags extends Configured {
  readonly update?: true;
  readonly program?: string;
  readonly programId?: string;
  readonly rpc: string;
  readonly build?: string;
  readonly engine: string;
  readonly unitsTolerance: string;
  readonly jobs?: string;
  readonly keepLogs?: true;
  readonly junit?: string;
  readonly json?: true;
}

const HELP = `
Every *.case.json of the folders is verified offline and executed in a Solana runtime in this process, and the results
are compared with ledger.json beside the cases: verdict, facts, finality, error number, instruction, compute units,
transaction bytes, the root, and the bytes of the program. Nothing is sent to any network, except:
  --program-id  reads the deployed program from --rpc
  --rpc         given as a flag, also compares the root of each case with the chain's

--update writes the ledger and prints what changed. It is refused where CI is set, and there a case without an entry is
an error. Where GITHUB_ACTIONS is set, differences are also printed as annotations, ten of a kind at most, and a table
is added to the step summary.

Examples:
  $ linesman regress cases
  $ linesman regress cases --update
  $ linesman regress cases --program target/deploy/oracle.so --units-tolerance '1 %'
  $ linesman regress cases --program-id 5M8j… --rpc mainnet-beta --build deployed
  $ linesman regress cases more-cases --junit report.xml

Exit code: 0 equal, 1 different, 2 if a case could not be run or compared.`;

export const addRegress: CommandAdder = (parent: Command, terminal: Terminal, finish: (code: number) => void): void => {
  parent
    .command('regress')
    .summary('verify and execute recorded proofs again, and report changes')
    .description('Verifies and executes recorded proofs again, and compares the results with those of their ledger.')
    .argument('<folders...>', 'folders of *.case.json files')
    .option('--update', 'write the ledgers with the results of this run')
    .option('--program <file>', 'compiled oracle program (.so) to execute (default: the one of this package)')
    .option('--program-id <address>', 'execute the program that is deployed at this address')
    .addOption(rpcSetting('RPC address of the chain to read programs and roots from'))
    .option('--build <name>', 'name of the program in the ledger (default: oracle)')
    .option('--engine <name>', 'litesvm, bankrun or embedded', 'litesvm')
    .option('--units-tolerance <percent>', 'by how much compute units may differ', '0')
    .option('--jobs <number>', 'processes to use (default: one for each core, for 100 cases or more each)')
    .option('--keep-logs', 'show the logs of the program with each difference')
    .option('--junit <file>', 'write a JUnit report')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (folders: readonly string[], flags: RegressFlags) => {
      const { runRegress } = await import('./runRegress.js');
      finish(await runRegress(folders, flags, terminal));
    });
};
