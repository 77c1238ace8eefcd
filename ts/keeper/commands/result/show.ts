import { command, type FlagsOf } from '@linesman/cli';
import { PROGRAM_ROWS } from '../market/marketOptions.js';
import { SUBJECT_ROWS } from './resultOptions.js';

const HELP = `
Shows what has been posted about a match: each stat, its value and since when, by the chain's clock. A stat marked "of
an earlier score record" was not proven again for the latest one, so it may be wrong by now.

If you rely on a result, you trust the oracle, the upgrade authority of the settlement program, and that someone posted
any correction within the minimum age that you require.

Examples:
  $ linesman result show --fixture 12000010 --sport soccer
  $ linesman result show --fixture 12000010 --sport soccer --finality half-time --json

Exit code: 0 shown; 2 anything else, also when nothing was posted (7022).`;

const ROWS = { ...SUBJECT_ROWS, ...PROGRAM_ROWS };
export type ShowFlags = FlagsOf<typeof ROWS>;

export const showCommand = command({
  about: 'Shows the result of a match.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runShow.js')).runShow(flags, terminal),
});
