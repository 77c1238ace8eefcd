import { commandGroup } from '@linesman/cli';
import { createCommand } from './create.js';
import { showCommand } from './show.js';

const HELP = `
A set of attesters is a list of 1 to 16 keys on chain. Each of them may confirm roots of the oracle, which linesman
attest does automatically. The creator of a market may put a set into its terms, and how many of its keys have to
confirm the root that decides the market. A set never changes and is never closed.

Examples:
  $ linesman attesters create --key 4Zx… --key 8Rt… --key 2Kd… --keypair wallet.json
  $ linesman attesters show --set 7Yb…

For details, run a subcommand with --help.`;

export const attestersCommand = commandGroup({
  about: 'Creates and shows sets of attesters.',
  help: HELP,
  commands: { create: createCommand, show: showCommand },
});
