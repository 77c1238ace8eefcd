import { command, type FlagsOf, option, parseAddress, parseId } from '@linesman/cli';
import { PROGRAM_ROWS } from './marketOptions.js';

const HELP = `
Examples:
  $ linesman market list
  $ linesman market list --fixture 12000010 --json
  $ linesman market list --owner 4Dk… --rpc https://rpc.example

Exit code: 0 listed, 2 anything else.`;

const ROWS = {
  ...PROGRAM_ROWS,
  fixture: option('<id>', 'only markets on this match', parseId),
  creator: option('<address>', 'only markets created by this wallet', parseAddress),
  owner: option('<address>', 'only markets in which this wallet has an unpaid position', parseAddress),
};
export type ListFlags = FlagsOf<typeof ROWS>;

export const listCommand = command({
  about: 'Lists markets.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runList.js')).runList(flags, terminal),
});
