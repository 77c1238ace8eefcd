import { argument, command, type FlagsOf, flag } from '@linesman/cli';

const HELP = `
Writes a list of 64 numbers, as Solana's own tools do, to a file that only you can read. It never overwrites a file
(7243), and prints only the address on standard output. There is no second copy of the key: make a backup.

Examples:
  $ linesman wallet new ann.json
  $ ANN=$(linesman wallet new ann.json)

Exit code: 0 created, 2 anything else.`;

const ROWS = { file: argument('<file>', 'file to write the key pair to'), json: flag('print JSON') };
export type NewFlags = FlagsOf<typeof ROWS>;

export const newCommand = command({
  about: 'Creates a key pair.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runNew.js')).runNew(flags, terminal),
});
