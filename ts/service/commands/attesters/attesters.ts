import { commandGroup } from '@linesman/cli';
import { createCommand } from './create.js';
import { showCommand } from './show.js';

const HELP = `
A set of attesters is a list of 1 to 16 keys on chain. Each of them may vouch for roots of the oracle, which
linesman attest does by itself. Whoever makes a market may name a set, and how many of its keys have to vouch for the
root by which the market is decided. A set never changes and is never closed.

Examples:
  $ linesman attesters create --key 4Zx… --key 8Rt… --key 2Kd… --keypair wallet.json
  $ linesman attesters show --set 7Yb…

For details, run a subcommand with --help.`;

export const attestersCommand = commandGroup({
  about: 'Creates and shows sets of attesters.',
  help: HELP,
  commands: { create: createCommand, show: showCommand },
});
