import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { neededSetting, setting } from 'linesman/cli';
import { subcommand, withChain, withWallet } from './marketOptions.js';
import type { SettleFlags } from './runSettle.js';

const HELP = `
Asks the service for the latest proof that the terms accept, checks it offline against the root on chain, and sends it: what linesman keeper
does, once and for one market. Of a market that is proposed already only a proof of another outcome is sent: a later one corrects it, one of
the same update makes it void.

Without a proof nothing is sent, and 7025 says why there is none: the match is not over, its last slot is not published yet, or the proposal
is confirmed. Refused with 7160 when the terms have another sport than the service says the match is of; --accept 7160 sends all the same.

A proof that no transaction holds goes through a buffer, whose rent comes back; with --dry-run only the first step of that can be simulated.
--explain says which forms there are and why one is taken.

Examples:
  $ linesman market settle --market 7Yb… --service http://127.0.0.1:8080 --api-token-file .linesman/api-token --keypair wallet.json
  $ linesman market settle --market 7Yb… --service http://127.0.0.1:8080 --keypair wallet.json --dry-run --explain

Exit code: 0 settled, or with --dry-run: could be settled; 2 anything else.`;

export function addSettle(market: Command, terminal: Terminal, finish: (code: number) => void): void {
  subcommand(market, 'settle', 'Settles a market with a proof of the service.', HELP, [withWallet, withChain])
    .requiredOption('--market <address>', 'the market')
    .addOption(neededSetting('service', 'address of the service that has the proof'))
    .addOption(setting('apiTokenFile', 'file with the API token of the service'))
    .option('--accept <numbers>', 'refusals to accept, comma-separated: 7160')
    .option('--explain', 'say which forms the proof could be sent in, and why one is taken')
    .action(async (flags: SettleFlags) => {
      const { runSettle } = await import('./runSettle.js');
      finish(await runSettle(flags, terminal));
    });
}
