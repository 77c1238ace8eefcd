import { command, type FlagsOf, listOf, option, parseId } from '@linesman/cli';
import { PROGRAM_ROWS, SERVICE_ROWS, UNSTATED_ROW, WALLET_ROWS } from '../market/marketOptions.js';
import { SUBJECT_ROWS } from './resultOptions.js';

const HELP = `
With --keys, requests the latest proof of these stats that the policy accepts. With --proof, posts a saved answer;
--witness adds another answer, which shows that the match is over if all stats in the first are zero. The command checks
both offline against the root on chain before it sends them.

A later score record replaces the result; the same record adds to it. Two proofs of one record that disagree make the
result unusable for good: this happens if someone passes the wrong sport, or if the oracle has published two versions.
With --service, --sport must be the service's (7160; --accept 7160 posts nevertheless), and --keys must be among those
that its source reports (7413; --unstated posts nevertheless).

The first poster pays the account's rent, and gets it back when the account is closed. If a proof does not fit in one
transaction, the command writes it to a buffer, whose rent you get back; with --dry-run, it can simulate only the first
step.

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
  witness: option('<file>', 'with --proof: an answer of the same score record, with a stat that is not zero'),
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
