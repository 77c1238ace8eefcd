import { command, type FlagsOf, flag, neededSetting, option, setting } from '@linesman/cli';
import { SENDING_ROWS } from './marketOptions.js';

const HELP = `
Requests the latest proof that the terms accept, checks it offline against the root on chain, and sends it, as linesman
keeper does, but once and for one market. If the market already has a proposal, the command sends only a proof of
another outcome: one from a later score record corrects the proposal, one from the same record voids the market.

If there is no proof, the command sends nothing and shows the reason (7025): the match is not over, its last slot is not
published yet, or the proposal is confirmed. If the sport in the terms differs from the service's, it refuses the market
(7160); with --accept 7160, it sends the proof nevertheless.

If a proof does not fit in one transaction, the command writes it to a buffer, whose rent you get back; with --dry-run,
it can simulate only the first step. --explain shows the possible encodings, and why it chooses one.

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
  explain: flag('show the possible encodings of the proof, and why one is chosen'),
};
export type SettleFlags = FlagsOf<typeof ROWS>;

export const settleCommand = command({
  about: 'Settles a market with a proof from the service.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runSettle.js')).runSettle(flags, terminal),
});
