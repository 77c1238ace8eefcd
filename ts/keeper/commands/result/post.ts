import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { subcommand, withChain, withService, withWallet } from '../market/marketOptions.js';
import { withSubject } from './resultOptions.js';
import type { PostFlags } from './runPost.js';

const HELP = `
With --keys, asks the service for the latest proof of these stats that the policy accepts. With --proof, posts an answer
of the service that was saved; --witness adds another answer, which shows that the match is over when all stats of the
first are zero. Either proof is checked offline against the root on chain before it is sent.

A later update replaces what the result says; the same update adds to it. Two proofs of one update that disagree set
the result aside for good: that happens when somebody names the wrong sport, or when the oracle has published two
truths. With --service, --sport must be that of the service (7160; --accept 7160 posts all the same).

Whoever makes the account pays its rent, and gets it back when it is closed. A proof too large for one transaction goes
through a buffer, whose rent comes back; with --dry-run, only its first step can be simulated.

Examples:
  $ linesman result post --fixture 12000010 --sport soccer --keys 1,2 --service http://127.0.0.1:8080 \\
      --api-token-file .linesman/api-token --keypair wallet.json
  $ linesman result post --fixture 12000010 --sport soccer --proof answer.json --keypair wallet.json --dry-run

Exit code: 0 posted or posted before, or with --dry-run: could be posted; 2 anything else.`;

export function addPost(result: Command, terminal: Terminal, finish: (code: number) => void): void {
  const shared = [withSubject, withWallet, withChain, withService];
  subcommand(result, 'post', 'Posts a proof to the result of its match.', HELP, shared)
    .option('--keys <keys>', 'stat keys to prove, 1 to 5, comma-separated')
    .option('--proof <file>', 'answer of the service to post; - for standard input')
    .option('--witness <file>', 'with --proof: an answer of the same update with a stat that is not zero')
    .option('--accept <numbers>', 'refusals to accept, comma-separated: 7160')
    .action(async (flags: PostFlags) => {
      const { runPost } = await import('./runPost.js');
      finish(await runPost(flags, terminal));
    });
}
