import { argument, command, type FlagsOf, parseAddress, setting } from '@linesman/cli';
import { CHAIN_ROWS } from '../chainRows.js';

const HELP = `
Examples:
  $ linesman credits show --keypair wallet.json
  $ linesman credits show 4Dk… --rpc https://rpc.example --json

Exit code: 0 shown, 2 anything else.`;

const ROWS = {
  address: argument('[address]', 'the wallet', parseAddress),
  ...CHAIN_ROWS,
  keypair: setting('keypair', 'the wallet by its key pair'),
};
export type ShowFlags = FlagsOf<typeof ROWS>;

export const showCommand = command({
  about: 'Shows the credits of a wallet.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runShow.js')).runShow(flags, terminal),
});
