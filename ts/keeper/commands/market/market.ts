import { commandGroup } from '@linesman/cli';
import { claimCommand } from './claim.js';
import { closeCommand } from './close.js';
import { createCommand } from './create.js';
import { finaliseCommand } from './finalise.js';
import { listCommand } from './list.js';
import { settleCommand } from './settle.js';
import { showCommand } from './show.js';
import { stakeCommand } from './stake.js';
import { voidCommand } from './void.js';

const HELP = `
A market holds stakes on the outcomes of one match, and pays the winners once a proof from the oracle decides it.
Its steps:
  create     anyone may create a market; its terms never change
  stake      anyone may stake until stakes close, usually shortly before the match starts
  settle     anyone may send a proof; linesman keeper does it automatically
  finalise   anyone may, after the challenge window, in which a later proof can still correct the result
  claim      pays an owner's positions; anyone may send it
  close      only the creator, once every position is paid

Examples:
  $ linesman market create --fixture 12000010 --sport soccer --where 'k1 - k2 > 0' \\
      --service http://127.0.0.1:8080 --keypair wallet.json
  $ linesman market stake --market 7Yb… --outcome yes --amount 5.5 \\
      --service http://127.0.0.1:8080 --keypair wallet.json
  $ linesman market show --market 7Yb… --watch
  $ linesman market claim --market 7Yb… --keypair wallet.json

For details, run a subcommand with --help.`;

export const marketCommand = commandGroup({
  about: 'Creates, shows and settles markets, stakes on them and claims payouts.',
  help: HELP,
  commands: {
    create: createCommand,
    stake: stakeCommand,
    show: showCommand,
    list: listCommand,
    settle: settleCommand,
    claim: claimCommand,
    finalise: finaliseCommand,
    void: voidCommand,
    close: closeCommand,
  },
});
