import { command, type FlagsOf, flag, neededSetting, option, setting } from '@linesman/cli';
import { SENDING_ROWS } from './marketOptions.js';

const HELP = `
Asks the service for the latest proof that the terms accept, checks it offline against the root on chain, and sends it:
what linesman keeper does, but once and for one market. If the market already has a proposal, only a proof of another
outcome is sent: one from a later update corrects the proposal, one from the same update voids the market.

If there is no proof, nothing is sent, and 7025 names the reason: the match is not over, its last slot is not published
yet, or the proposal is confirmed. If the sport in the terms differs from the service's, the market is refused (7160);
--accept 7160 sends the proof all the same.

A proof too large for one transaction goes through a buffer, whose rent comes back; with --dry-run, only its first step
can be simulated. --explain shows which forms there are and why one is chosen.

Examples:
  $ linesman market settle --market 7Yb… --service http://127.0.0.1:8080 \\
      --api-token-file .linesman/api-token --keypair wallet.json
  $ linesman market settle --market 7Yb… --service http://127.0.0.1:8080 --keypair wallet.json \\
      --dry-run --explain

Exit code: 0 settled, or with --dry-run: could be settled; 2 anything else.`;

const ROWS = {
  ...SENDING_ROWS,
  service: neededSetting('service', 'address of the service that has the proof'),
  apiTokenFile: setting('apiTokenFile', 'file with the API token of the service'),
  accept: option('<numbers>', 'refusals to accept, comma-separated: 7160'),
  explain: flag('show which forms the proof could be sent in, and why one is chosen'),
};
export type SettleFlags = FlagsOf<typeof ROWS>;

export const settleCommand = command({
  about: 'Settles a market with a proof of the service.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runSettle.js')).runSettle(flags, terminal),
});
