import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { subcommand, withChain } from '../market/marketOptions.js';
import { withSubject } from './resultOptions.js';
import type { ShowFlags } from './runShow.js';

const HELP = `
Shows what has been posted about a match: each stat, its value and since when the result says so, by the chain's clock.
A stat "of an earlier update" was not proven again for the latest one, so it may be wrong by now.

Whoever relies on a result trusts the oracle, whoever may upgrade the settlement program, and that somebody posted a
correction within the age of the fact if there was one.

Examples:
  $ linesman result show --fixture 12000010 --sport soccer
  $ linesman result show --fixture 12000010 --sport soccer --finality half-time --json

Exit code: 0 shown; 2 anything else, also when nothing was posted (7022).`;

export function addShow(result: Command, terminal: Terminal, finish: (code: number) => void): void {
  subcommand(result, 'show', 'Shows the result of a match.', HELP, [withSubject, withChain]).action(
    async (flags: ShowFlags) => {
      const { runShow } = await import('./runShow.js');
      finish(await runShow(flags, terminal));
    },
  );
}
