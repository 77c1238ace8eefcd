import { command, type FlagsOf, option, parseAddress } from '@linesman/cli';
import { SENDING_ROWS } from './marketOptions.js';

const HELP = `
Pays every position of the owner to the owner's token account. Anyone may send the transaction. Lost positions pay
nothing, but their rent also goes back to the owner. If the owner has no token account, the command creates it: your key
pair pays its rent, about 0.0015 SOL, and the owner may close it and keep the rent.

Examples:
  $ linesman market claim --market 7Yb… --keypair wallet.json
  $ linesman market claim --market 7Yb… --owner 4Dk… --keypair keeper.json --dry-run

Exit code: 0 paid, or with --dry-run: could be paid; 2 anything else.`;

const ROWS = {
  ...SENDING_ROWS,
  owner: option('<address>', 'whose positions (default: those of the key pair)', parseAddress),
};
export type ClaimFlags = FlagsOf<typeof ROWS>;

export const claimCommand = command({
  about: 'Pays the positions of an owner.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runClaim.js')).runClaim(flags, terminal),
});
