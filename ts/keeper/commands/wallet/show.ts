import { argument, command, type FlagsOf, parseAddress, setting } from '@linesman/cli';
import { CHAIN_ROWS } from '../chainRows.js';

const HELP = `
Shows SOL and every token of SPL Token and Token-2022. Tokens that the oracle accepts have names: the stablecoin for
stakes and purchases, the service token for subscriptions and credits.

Examples:
  $ linesman wallet show --keypair ann.json
  $ linesman wallet show 4Dk… --rpc https://rpc.example --json

Exit code: 0 shown, 2 anything else.`;

const ROWS = {
  address: argument('[address]', 'the wallet', parseAddress),
  ...CHAIN_ROWS,
  keypair: setting('keypair', 'the wallet by its key pair'),
};
export type ShowFlags = FlagsOf<typeof ROWS>;

export const showCommand = command({
  about: 'Shows what a wallet holds.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runShow.js')).runShow(flags, terminal),
});
