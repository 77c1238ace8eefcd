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
A market holds stakes on the outcomes of one match and pays the winners by a proof of the oracle. Its steps:
  create     anybody makes one; its terms never change
  stake      until its stakes close, as a rule at kick-off
  settle     by a proof, which anybody may send; linesman keeper does it by itself
  finalise   after the challenge window, in which a later proof may still correct the result
  claim      pays a position to its owner, whoever sends it
  close      by its creator, once every position is paid

Examples:
  $ linesman market create --fixture 12000010 --sport soccer --where 'k1 - k2 > 0' --service http://127.0.0.1:8080 --keypair wallet.json
  $ linesman market stake --market 7Yb… --outcome yes --amount 5.5 --service http://127.0.0.1:8080 --keypair wallet.json
  $ linesman market show --market 7Yb… --watch
  $ linesman market claim --market 7Yb… --keypair wallet.json

A subcommand says more with --help.`;

export function addMarket(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  const market = parent
    .command('market')
    .summary('make markets, stake on them, settle, claim')
    .description('Makes markets, stakes on them, shows and settles them, and claims what they pay.')
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
