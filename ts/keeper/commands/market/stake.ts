import { command, type FlagsOf, required } from '@linesman/cli';
import { SENDING_ROWS, SERVICE_ROWS, TRUST_ROWS } from './marketOptions.js';

const HELP = `
OUTCOME is the number, from 0; or yes, no or none; or the condition as market show prints it. AMOUNT is in whole tokens.

The command shows the terms on standard error before it sends the stake. It refuses terms that no one should stake on by
accident, with a number and what to do; linesman market show lists every refusal, and you can accept them by number with
--accept. It trusts the oracle in --oracle, its stablecoin, whatever you pass with the --trust options, and --service
about the match. It refuses a match that has begun, and shows both times (7240), unless --accept includes 7019. It also
refuses while the chain's clock is more than 5 minutes behind this machine's (7247).

Examples:
  $ linesman market stake --market 7Yb… --outcome yes --amount 5.5 \\
      --service http://127.0.0.1:8080 --api-token-file api-token --keypair wallet.json
  $ linesman market stake --market 7Yb… --outcome 'k1 - k2 > 0' --amount 5.5 \\
      --service http://127.0.0.1:8080 --keypair wallet.json --dry-run
  $ linesman market stake --market 7Yb… --outcome 1 --amount 20 --accept 7019,7161 --keypair wallet.json --json

Exit code: 0 staked, or with --dry-run: could be staked; 2 anything else.`;

const ROWS = {
  ...SENDING_ROWS,
  ...SERVICE_ROWS,
  ...TRUST_ROWS,
  outcome: required('<outcome>', 'number, name or condition of the outcome'),
  amount: required('<amount>', 'stake in whole tokens'),
};
export type StakeFlags = FlagsOf<typeof ROWS>;

export const stakeCommand = command({
  about: 'Stakes on an outcome.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runStake.js')).runStake(flags, terminal),
});
