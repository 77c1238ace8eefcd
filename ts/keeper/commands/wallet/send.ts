import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { neededSetting, transactionVersionOption } from 'linesman/cli';
import type { SendFlags } from './runSend.js';
import { withChain } from './walletOptions.js';

const HELP = `
AMOUNT is in whole SOL or whole tokens. --to is the other wallet; its token account is found, or created if it is
missing. The address of a token account, a mint or a program is refused (7244). So is a token that cannot be sent
(7245): one that is frozen, not transferable, or runs a program of its own at each transfer. The service token is one of
these: it can be bought and spent, but not passed on.

Standard error shows the transfer before it is sent; standard output shows what has arrived.

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
    .addOption(transactionVersionOption())
    .option('--dry-run', 'simulate, send nothing')
    .action(async (amount: string, flags: SendFlags) => {
      const { runSend } = await import('./runSend.js');
      finish(await runSend(amount, flags, terminal));
    });
}
