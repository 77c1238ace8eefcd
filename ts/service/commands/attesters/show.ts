import {
  command,
  type FlagsOf,
  flag,
  integer,
  option,
  oracleOption,
  parseAddress,
  required,
  rpcSetting,
} from '@linesman/cli';

const HELP = `
For each key: how many slots it has attested in the last --days, and the latest of each kind, next to how many roots
there are. "by 2" counts the slots that two of the keys or more have attested, and so on: a market that needs two can be
decided by these.

Examples:
  $ linesman attesters show --set 7Yb…
  $ linesman attesters show --set 7Yb… --days 30 --json

Exit code: 0 shown; 2 anything else.`;

const ROWS = {
  set: required('<address>', 'address of the set', parseAddress),
  days: option('<count>', 'days before today that count', integer(0, 400), '7'),
  rpc: rpcSetting(),
  oracle: oracleOption(),
  json: flag('print JSON'),
};
export type ShowFlags = FlagsOf<typeof ROWS>;

export const showCommand = command({
  about: 'Shows the keys of a set of attesters, and what they have attested.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runShow.js')).runShow(flags, terminal),
});
