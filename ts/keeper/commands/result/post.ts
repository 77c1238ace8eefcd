import { command, type FlagsOf, listOf, option, parseId } from '@linesman/cli';
import { PROGRAM_ROWS, SERVICE_ROWS, UNSTATED_ROW, WALLET_ROWS } from '../market/marketOptions.js';
import { SUBJECT_ROWS } from './resultOptions.js';

const HELP = `
With --keys, asks the service for the latest proof of these stats that the policy accepts. With --proof, posts an answer
of the service that was saved; --witness adds another answer, which shows that the match is over when all stats of the
first are zero. Either proof is checked offline against the root on chain before it is sent.

A later update replaces what the result says; the same update adds to it. Two proofs of one update that disagree set
the result aside for good: that happens when somebody names the wrong sport, or when the oracle has published two
truths. With --service, --sport must be that of the service (7160; --accept 7160 posts all the same), and --keys are
of those that its source states (7413; --unstated asks all the same).

The first poster pays the account's rent, and gets it back when it is closed. A proof too large for one transaction goes
through a buffer, whose rent comes back; with --dry-run, only its first step can be simulated.

Examples:
  $ linesman result post --fixture 12000010 --sport soccer --keys 1,2 --service http://127.0.0.1:8080 \\
      --api-token-file .linesman/api-token --keypair wallet.json
  $ linesman result post --fixture 12000010 --sport soccer --proof answer.json --keypair wallet.json --dry-run

Exit code: 0 posted or posted before, or with --dry-run: could be posted; 2 anything else.`;

const ROWS = {
  ...SUBJECT_ROWS,
  ...WALLET_ROWS,
  ...PROGRAM_ROWS,
  ...SERVICE_ROWS,
  keys: option('<keys>', 'stat keys to prove, 1 to 5, comma-separated', listOf(parseId)),
  proof: option('<file>', 'answer of the service to post; - for standard input'),
  witness: option('<file>', 'with --proof: an answer of the same update with a stat that is not zero'),
  accept: option('<numbers>', 'refusals to accept, comma-separated: 7160'),
  ...UNSTATED_ROW,
};
export type PostFlags = FlagsOf<typeof ROWS>;

export const postCommand = command({
  about: 'Posts a proof to the result of its match.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runPost.js')).runPost(flags, terminal),
});
