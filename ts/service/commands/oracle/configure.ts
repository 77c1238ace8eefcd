import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { neededSetting, transactionVersionOption } from 'linesman/cli';
import type { ConfigureFlags } from './runConfigure.js';

const HELP = `
Without changes, it prints the configuration on chain; this needs no key. Changes are signed and paid for by --admin,
all in one transaction. Values that are already set are skipped, so the command can be run again. Services compare the
configuration with their keys when they start: docs/operation.md has the order in which to replace a key without an
interruption.

The admin changes in two steps: the old admin runs --propose-admin; the new one runs --accept-admin, and pays for it.

Examples:
  $ linesman configure --rpc https://rpc.example
  $ linesman configure --rpc https://rpc.example --admin admin.json --next-oracle-key 9dT… --dry-run
  $ linesman configure --rpc https://rpc.example --admin admin.json --oracle-key 9dT… --next-oracle-key none
  $ linesman configure --rpc https://rpc.example --admin admin.json --publisher 4pQ…
  $ linesman configure --rpc https://rpc.example --accept-admin new-admin.json

Exit code: 0 the configuration is as wanted (with --dry-run: could be made so), 2 anything else.`;

export function addConfigure(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('configure')
    .summary("show or change an oracle's configuration on chain")
    .description('Shows the configuration of an oracle on chain, and changes it.')
    .addOption(neededSetting('rpc', 'RPC address of the cluster'))
    .option('--oracle <address>', 'oracle program on the cluster, if it is another deployment')
    .option('--admin <file>', 'key pair of the admin, for changes')
    .option('--publisher <address>', 'key that publishes roots')
    .option('--backend-admin <address>', 'key that signs quotes')
    .option('--oracle-key <key>', 'Ed25519 key that signs proofs: hex, Base64 or Base58')
    .option('--next-oracle-key <key>', 'second key that is valid while keys are replaced; or none')
    .option('--credit-pack-price <amount>', 'base units of the service token for 100 credits')
    .option('--propose-admin <address>', 'key that may become the admin; or none')
    .option('--accept-admin <file>', 'key pair of the proposed admin, which becomes the admin')
    .addOption(transactionVersionOption())
    .option('--dry-run', 'show what would be done, and change nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (flags: ConfigureFlags) => {
      // Loaded on demand, so that other commands start faster.
      const { runConfigure } = await import('./runConfigure.js');
      finish(await runConfigure(flags, terminal));
    });
}
