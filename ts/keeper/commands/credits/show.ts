import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { setting } from 'linesman/cli';
import { withChain } from './creditsOptions.js';
import type { ShowFlags } from './runShow.js';

const HELP = `
Examples:
  $ linesman credits show --keypair wallet.json
  $ linesman credits show 4Dk… --rpc https://rpc.example --json

Exit code: 0 shown, 2 anything else.`;

export function addShow(credits: Command, terminal: Terminal, finish: (code: number) => void): void {
  withChain(credits.command('show').description('Shows the credits of a wallet.').addHelpText('after', HELP))
    .argument('[address]', 'the wallet')
    .addOption(setting('keypair', 'the wallet by its key pair'))
    .action(async (address: string | undefined, flags: ShowFlags) => {
      // Loaded when it is wanted: the other commands start faster without it.
      const { runShow } = await import('./runShow.js');
      finish(await runShow(address, flags, terminal));
    });
}
