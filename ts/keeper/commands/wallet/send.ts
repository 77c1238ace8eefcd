import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { neededSetting } from 'linesman/cli';
import type { SendFlags } from './runSend.js';
import { withChain } from './walletOptions.js';

const HELP = `
AMOUNT is in whole SOL or whole tokens. The address is that of the other wallet; its token account is found, and made where it is missing. An
address that is a token account, a mint or a program is refused (7244), and so is a token that cannot be sent (7245): frozen, not
transferable, or with a program of its own at each transfer. The service token is one: it is bought and spent, and never passed on.

What is sent is said on standard error before, and what has arrived on standard output afterwards.

Examples:
  $ linesman wallet send 0.5 --to 4Dk… --keypair ann.json
  $ linesman wallet send 25 --token stablecoin --to 4Dk… --keypair ann.json --dry-run
  $ linesman wallet send 3 --token 7Yb… --to 4Dk… --keypair ann.json --json

Exit code: 0 sent, or with --dry-run: could be sent; 2 anything else.`;

export function addSend(wallet: Command, terminal: Terminal, finish: (code: number) => void): void {
  const command = wallet.command('send').description('Sends SOL or tokens.').addHelpText('after', HELP);
  withChain(command)
    .argument('<amount>', 'whole SOL or tokens')
    .requiredOption('--to <address>', 'the wallet that gets it')
    .addOption(neededSetting('keypair', 'key pair of the wallet that sends'))
    .option('--token <token>', 'sol, stablecoin, service, or the address of a mint', 'sol')
    .option('--dry-run', 'simulate, send nothing')
    .action(async (amount: string, flags: SendFlags) => {
      const { runSend } = await import('./runSend.js');
      finish(await runSend(amount, flags, terminal));
    });
}
