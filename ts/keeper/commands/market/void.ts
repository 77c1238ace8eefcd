import { command } from '@linesman/cli';
import { SENDING_ROWS } from './marketOptions.js';

const HELP = `
Anyone may void a market that is still unsettled when its void time has come (6225 before that). Owners then get their
stakes back with market claim.

Examples:
  $ linesman market void --market 7Yb… --keypair wallet.json

Exit code: 0 void, or with --dry-run: could be voided; 2 anything else.`;

export const voidCommand = command({
  about: 'Voids a market that no one has settled.',
  help: HELP,
  rows: SENDING_ROWS,
  run: async (flags, terminal) => (await import('./runDecide.js')).runDecide('void', flags, terminal),
});
