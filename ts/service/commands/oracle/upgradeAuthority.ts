import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { neededSetting, transactionVersionOption } from 'linesman/cli';
import type { UpgradeAuthorityFlags } from './runUpgradeAuthority.js';

const HELP = `
Without --to, --to-address and --give-up, it prints who may upgrade the program; this needs no key. A change is signed
and paid for by --authority, the authority of now.

--to names the key file of the next authority, which signs as well, so that the program cannot get an authority that
nobody has. --to-address is for one that cannot sign here, such as a multisig: check the address twice. --give-up
freezes the program for good: nobody can ever mend a fault in it, nor take it over.

Examples:
  $ linesman upgrade-authority --rpc https://rpc.example 4Nd…
  $ linesman upgrade-authority --rpc https://rpc.example 4Nd… --authority now.json --to next.json --dry-run
  $ linesman upgrade-authority --rpc https://rpc.example 4Nd… --authority now.json --give-up

Exit code: 0 the authority is as wanted (with --dry-run: could be made so), 2 anything else.`;

export function addUpgradeAuthority(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('upgrade-authority')
    .summary('show, hand over or give up the right to upgrade a program')
    .description('Shows who may upgrade a program, and hands that right over or gives it up.')
    .argument('<program>', 'address of the program')
    .addOption(neededSetting('rpc', 'RPC address of the cluster'))
    .option('--authority <file>', 'key pair of the authority, for changes')
    .option('--to <file>', 'key pair of the next authority, which signs too')
    .option('--to-address <address>', 'next authority, which does not sign')
    .option('--give-up', 'freeze the program for good')
    .addOption(transactionVersionOption())
    .option('--dry-run', 'show what would be done, and change nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (program: string, flags: UpgradeAuthorityFlags) => {
      // Loaded on demand, so that other commands start faster.
      const { runUpgradeAuthority } = await import('./runUpgradeAuthority.js');
      finish(await runUpgradeAuthority(program, flags, terminal));
    });
}
