import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { subcommand, withChain, withWallet } from './marketOptions.js';
import type { ClaimFlags } from './runClaim.js';

const HELP = `
Pays every position of the owner to the owner's own token account, whoever sends the transaction. Lost positions pay
nothing, but their rent goes back to the owner, too. If the owner has no token account, it is made first: the key pair
pays its rent, some 0.002 SOL, which the owner may keep by closing it.

Examples:
  $ linesman market claim --market 7Yb… --keypair wallet.json
  $ linesman market claim --market 7Yb… --owner 4Dk… --keypair keeper.json --dry-run

Exit code: 0 paid, or with --dry-run: could be paid; 2 anything else.`;

export function addClaim(market: Command, terminal: Terminal, finish: (code: number) => void): void {
  subcommand(market, 'claim', 'Pays the positions of an owner.', HELP, [withWallet, withChain])
    .requiredOption('--market <address>', 'the market')
    .option('--owner <address>', 'whose positions (default: those of the key pair)')
    .action(async (flags: ClaimFlags) => {
      const { runClaim } = await import('./runClaim.js');
      finish(await runClaim(flags, terminal));
    });
}
