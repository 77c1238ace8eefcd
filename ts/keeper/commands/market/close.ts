import { command, type FlagsOf, flag } from '@linesman/cli';
import { SENDING_ROWS } from './marketOptions.js';

const HELP = `
Only the creator may close a market, once every position is paid and no parlay waits for it. You get the rent of the
market and its vault back.

The same transaction first sweeps whatever the vault still holds, such as the fee, to the fee account. If that is not
possible (7241), closing would leave it in the vault for good, together with the vault's rent: repair the fee account,
or abandon the remainder with --leave.

Examples:
  $ linesman market close --market 7Yb… --keypair wallet.json
  $ linesman market close --market 7Yb… --keypair wallet.json --dry-run

Exit code: 0 closed, or with --dry-run: could be closed; 2 anything else.`;

const ROWS = {
  ...SENDING_ROWS,
  leave: flag('give up what cannot be swept: it stays in the vault for good'),
};
export type CloseFlags = FlagsOf<typeof ROWS>;

export const closeCommand = command({
  about: 'Closes a market that is paid out.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runClose.js')).runClose(flags, terminal),
});
