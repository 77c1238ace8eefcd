import { commandGroup } from '@linesman/cli';
import { postCommand } from './post.js';
import { showCommand } from './show.js';

const HELP = `
A result is an account of the settlement program that stores what proofs have shown about one match, under one finality
policy. It settles any number of markets, and any program can read it.

  post       anyone may post a proof; the poster pays for the space that it adds
  show       shows the stats in a result, since when, and whether they are current

Examples:
  $ linesman result post --fixture 12000010 --sport soccer --keys 1,2 \\
      --service http://127.0.0.1:8080 --keypair wallet.json
  $ linesman result show --fixture 12000010 --sport soccer

For details, run a subcommand with --help.`;

export const resultCommand = commandGroup({
  about: 'Posts what proofs show about matches to accounts that any program can read, and shows them.',
  help: HELP,
  commands: { post: postCommand, show: showCommand },
});
