import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { neededSetting, rpcSetting } from 'linesman/cli';
import type { BuyFlags } from './runBuy.js';

const HELP = `
AMOUNT is in whole service tokens; 1,000 of them cost one stablecoin. They pay for subscriptions and validation
credits.

The service prepares the transaction and signs it. Before your key pair signs, the transaction is checked: it must be
this purchase at the program's rate, paid by your wallet to the treasury in the oracle's configuration on chain, and
must contain nothing else that could move your money. Anything else is refused (7150, 7151). It is simulated before it
is sent.

The key pair file must be readable by its owner only.

Examples:
  $ linesman buy 2500000 --service https://oracle.example --rpc https://rpc.example --keypair wallet.json
  $ linesman buy 2500000 --service http://127.0.0.1:8080 --keypair .linesman/keys/wallet.json --dry-run
  $ linesman buy 2500000 --service http://127.0.0.1:8080 --keypair .linesman/keys/wallet.json --json

Exit code: 0 bought, or with --dry-run: could be bought; 2 anything else.`;

export function addBuy(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('buy')
    .summary('buy service tokens')
    .description('Buys service tokens for the stablecoin, with a quote of the service.')
    .argument('<amount>', 'whole service tokens')
    .addOption(neededSetting('service', 'address of the service'))
    .addOption(neededSetting('keypair', 'key pair of the wallet that buys'))
    .addOption(rpcSetting())
    .option('--oracle <address>', 'oracle program, if it is another deployment')
    .option('--dry-run', 'read the quote and simulate, sign nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (amount: string, flags: BuyFlags) => {
      // Loaded on demand, so that other commands start faster.
      const { runBuy } = await import('./runBuy.js');
      finish(await runBuy(amount, flags, terminal));
    });
}
