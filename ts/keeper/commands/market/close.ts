import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { subcommand, withChain, withWallet } from './marketOptions.js';
import type { CloseFlags } from './runClose.js';

const HELP = `
Only the creator may close a market, once every position is paid and no parlay waits for it. The rent of the market and
its vault comes back.

Whatever the vault still holds, such as the fee, is swept to the fee account first, in the same transaction. If that is
not possible (7241), closing would leave it in the vault for good, together with the vault's rent: repair the fee
account, or give the rest up with --leave.

Examples:
  $ linesman market close --market 7Yb… --keypair wallet.json
  $ linesman market close --market 7Yb… --keypair wallet.json --dry-run

Exit code: 0 closed, or with --dry-run: could be closed; 2 anything else.`;

export function addClose(market: Command, terminal: Terminal, finish: (code: number) => void): void {
  subcommand(market, 'close', 'Closes a market that is paid out.', HELP, [withWallet, withChain])
    .requiredOption('--market <address>', 'the market')
    .option('--leave', 'give up what cannot be swept: it stays in the vault for good')
    .action(async (flags: CloseFlags) => {
      const { runClose } = await import('./runClose.js');
      finish(await runClose(flags, terminal));
    });
}
