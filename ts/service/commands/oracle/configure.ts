import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { neededSetting } from 'linesman/cli';
import type { ConfigureFlags } from './runConfigure.js';

const HELP = `
Without a change it prints the configuration as it is on chain; no key is needed for that. Changes are signed and paid by --admin, all of them in one
transaction, and what is named already is left alone, so the command can be run again. Services compare the configuration with their keys at the start:
docs/operation.md has the order in which a key is exchanged without an interruption.

The admin changes in two steps: --propose-admin by the old one, --accept-admin by the new one, who pays for it.

Examples:
  $ linesman configure --rpc https://rpc.example
  $ linesman configure --rpc https://rpc.example --admin admin.json --next-oracle-key 9dT… --dry-run
  $ linesman configure --rpc https://rpc.example --admin admin.json --oracle-key 9dT… --next-oracle-key none
  $ linesman configure --rpc https://rpc.example --admin admin.json --publisher 4pQ…
  $ linesman configure --rpc https://rpc.example --accept-admin new-admin.json

Exit code: 0 it is as wanted (with --dry-run: could be made so), 2 anything else.`;

export function addConfigure(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('configure')
    .summary("show or change an oracle's configuration on chain")
    .description('Shows the configuration of an oracle on chain, and changes its keys.')
    .addOption(neededSetting('rpc', 'RPC address of the cluster'))
    .option('--oracle <address>', 'oracle program on the cluster, if it is another deployment')
    .option('--admin <file>', 'key pair of the admin, for changes')
    .option('--publisher <address>', 'who publishes roots')
    .option('--backend-admin <address>', 'who signs quotes')
    .option('--oracle-key <key>', 'Ed25519 key that signs proofs: hex, Base64 or Base58')
    .option('--next-oracle-key <key>', 'one that is as good, while keys are exchanged; or none')
    .option('--credit-pack-price <amount>', 'base units of the service token for 100 credits')
    .option('--propose-admin <address>', 'who may become the admin; or none')
    .option('--accept-admin <file>', 'key pair of the proposed admin, who becomes it')
    .option('--dry-run', 'say what would be done, and change nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (flags: ConfigureFlags) => {
      // Loaded when it is wanted: the other commands start faster without it.
      const { runConfigure } = await import('./runConfigure.js');
      finish(await runConfigure(flags, terminal));
    });
}
