import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { addClaim } from './claim.js';
import { addClose } from './close.js';
import { addCreate } from './create.js';
import { addFinalise } from './finalise.js';
import { addList } from './list.js';
import { addSettle } from './settle.js';
import { addShow } from './show.js';
import { addStake } from './stake.js';
import { addVoid } from './void.js';

const HELP = `
A market holds stakes on the outcomes of one match and pays the winners once a proof of the oracle decides it.
Its steps:
  create     anybody may make a market; its terms never change
  stake      anybody may stake until stakes close, usually at kick-off
  settle     anybody may send a proof; linesman keeper does it automatically
  finalise   anybody may, after the challenge window, in which a later proof can still correct the result
  claim      pays an owner's positions, whoever sends it
  close      only the creator, once every position is paid

Examples:
  $ linesman market create --fixture 12000010 --sport soccer --where 'k1 - k2 > 0' \\
      --service http://127.0.0.1:8080 --keypair wallet.json
  $ linesman market stake --market 7Yb… --outcome yes --amount 5.5 \\
      --service http://127.0.0.1:8080 --keypair wallet.json
  $ linesman market show --market 7Yb… --watch
  $ linesman market claim --market 7Yb… --keypair wallet.json

For details, run a subcommand with --help.`;

export function addMarket(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  const market = parent
    .command('market')
    .summary('create markets, stake, settle, claim')
    .description('Creates, shows and settles markets, stakes on them and claims payouts.')
    .addHelpText('after', HELP);
  addCreate(market, terminal, finish);
  addStake(market, terminal, finish);
  addShow(market, terminal, finish);
  addList(market, terminal, finish);
  addSettle(market, terminal, finish);
  addClaim(market, terminal, finish);
  addFinalise(market, terminal, finish);
  addVoid(market, terminal, finish);
  addClose(market, terminal, finish);
}
