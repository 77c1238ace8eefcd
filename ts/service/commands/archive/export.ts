import { command, type FlagsOf, option, text } from '@linesman/cli';
import { DAY_ROWS, PROGRESS_ROWS } from './archiveRows.js';

const HELP = `
DAY is a day in UTC, such as 2026-07-09, or its number since 1970-01-01. It must be over, with every slot sealed.

The archive is a folder named after the number of the day. It contains fixtures, slots and records as lines of JSON
(.ndjson.gz), and a manifest with counts, hashes and roots. export recomputes every root from the records. The same
store always produces the same bytes. The folder gets its name once it is complete; import verifies it before it stores
anything.

Examples:
  $ linesman export 2026-07-09
  $ linesman export 20643 --store postgres://linesman@localhost/linesman --to /backup

Exit code: 0 written, 2 anything else.`;

const ROWS = {
  ...DAY_ROWS,
  to: option('<folder>', 'where to put the archive', text, '.'),
  ...PROGRESS_ROWS,
};
export type ExportFlags = FlagsOf<typeof ROWS>;

export const exportCommand = command({
  about: 'Writes the records, slots and roots of a day to plain compressed files.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runExport.js')).runExport(flags, terminal),
});
