import { command, type FlagsOf, flag, parseAddress, required } from '@linesman/cli';
import { PROGRAM_ROWS, SERVICE_ROWS, TRUST_ROWS } from './marketOptions.js';

const HELP = `
Shows the terms in words, the pools and what they pay, the state, and what can be done next and by whom. Times are by
the chain's clock. The challenge window may run on the market or on its match's result: the command shows the earlier
end, so if you watch a market, watch its result, too. A line about roots shows whether the oracle has a time limit for
late ones. With --service, the command also shows the teams and the start of the match.

While you can stake, it lists every reason for which market stake would refuse the terms, and what to do, except the
numbers in --accept.

Examples:
  $ linesman market show --market 7Yb… --service http://127.0.0.1:8080 --api-token-file .linesman/api-token
  $ linesman market show --market 7Yb… --watch

Exit code: 0 shown, with --watch: decided; 1 stopped before it was decided; 2 anything else.`;

const ROWS = {
  ...PROGRAM_ROWS,
  ...SERVICE_ROWS,
  ...TRUST_ROWS,
  market: required('<address>', 'the market', parseAddress),
  watch: flag('keep running and print each change, until the market is decided'),
};
export type ShowFlags = FlagsOf<typeof ROWS>;

export const showCommand = command({
  about: 'Shows a market.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runShow.js')).runShow(flags, terminal),
});
