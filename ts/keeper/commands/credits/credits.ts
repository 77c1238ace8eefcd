import { commandGroup } from '@linesman/cli';
import { buyCommand } from './buy.js';
import { showCommand } from './show.js';

const HELP = `
The oracle program deducts one credit from your wallet for each validation of a signed (version 4) answer. Settling a
market costs no credits.

Examples:
  $ linesman credits show --keypair wallet.json
  $ linesman credits buy 2 --keypair wallet.json

For details, run a subcommand with --help.`;

export const creditsCommand = commandGroup({
  about: 'Shows and buys the credits that validations of version 4 answers cost.',
  help: HELP,
  commands: { show: showCommand, buy: buyCommand },
});
