import type { Command } from 'commander';
import { type CommandAdder, type Configured, rpcSetting, type Terminal } from 'linesman/cli';

export interface CheckProgramFlags extends Configured {
  readonly artifact?: string;
  readonly rpc: string;
  readonly json?: true;
}

const HELP = `
Reads the program from the chain and compares its bytes with a compiled file: --artifact, or the oracle program of this
package. The zeros that fill the account behind the program do not count. It also shows who may upgrade the program,
and whether its IDL and a security.txt are on chain.

Examples:
  $ linesman check-program 5M8j… --rpc mainnet-beta
  $ linesman check-program 8sCh… --artifact target/deploy/settlement.so --rpc devnet --json

Exit code: 0 the same bytes, 1 other bytes, 2 if they could not be compared.`;

export const addCheckProgram: CommandAdder = (
  parent: Command,
  terminal: Terminal,
  finish: (code: number) => void,
): void => {
  parent
    .command('check-program')
    .summary('compare a deployed program with a compiled file')
    .description('Compares the bytes of a deployed program with those of a compiled file.')
    .argument('<address>', 'the program')
    .option('--artifact <file>', 'compiled program (.so) to compare with (default: the oracle program of this package)')
    .addOption(rpcSetting())
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (address: string, flags: CheckProgramFlags) => {
      const { runCheckProgram } = await import('./runCheckProgram.js');
      finish(await runCheckProgram(address, flags, terminal));
    });
};
