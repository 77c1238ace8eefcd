import { argument, choice, command, type FlagsOf, flag, parseAddress } from '@linesman/cli';
import { storeRow } from './storeRow.js';

const HELP = `
Use this as the operator of a service: it works on the service's database. Within 5 seconds, every API server refuses
the ended tokens and ends their streams. The wallet keeps what it has bought, but its time continues.

  show    shows the wallet's periods, the number of its valid tokens, and whether it is blocked
  revoke  ends all tokens; the wallet may repeat its activations to get new ones
  block   ends all tokens and refuses activations until \`allow\`
  allow   accepts activations again

A wallet that has never activated anything here is shown as unknown; you can block it nevertheless.

If the service uses a database in a folder, stop it first.

If the URL holds a password, other users of this machine can see it on the command line. Use LINESMAN_STORE instead of
--store, or put the password in PGPASSWORD or ~/.pgpass. It is never printed.

Examples:
  $ linesman access show 7Yb… --store postgres://linesman@db.example/linesman
  $ linesman access block 7Yb… --store postgres://linesman@db.example/linesman
  $ linesman access allow 7Yb… --store postgres://linesman@db.example/linesman --json

Exit code: 0 done; 2 anything else.`;

const ROWS = {
  step: argument('<step>', 'show, revoke, block, allow', choice('show', 'revoke', 'block', 'allow')),
  wallet: argument('<wallet>', 'address of the wallet', parseAddress),
  store: storeRow('database of the service'),
  json: flag('print JSON'),
};
export type AccessFlags = FlagsOf<typeof ROWS>;

export const accessCommand = command({
  about: "Shows, ends and blocks a wallet's access to a service.",
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runAccess.js')).runAccess(flags, terminal),
});
