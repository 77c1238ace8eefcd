import { commandGroup } from '@linesman/cli';
import { fundCommand } from './fund.js';
import { newCommand } from './new.js';
import { sendCommand } from './send.js';
import { showCommand } from './show.js';

const HELP = `
Several people can bet from one machine, each with their own key pair file: pass it to any command with --keypair.

Examples:
  $ linesman wallet new ann.json
  $ linesman wallet fund --keypair ann.json
  $ linesman wallet show --keypair ann.json
  $ linesman wallet send 25 --token stablecoin --to 4Dk… --keypair ann.json

For details, run a subcommand with --help.`;

export const walletCommand = commandGroup({
  about: 'Creates, shows and funds wallets, and sends tokens between them.',
  help: HELP,
  commands: { new: newCommand, show: showCommand, fund: fundCommand, send: sendCommand },
});
