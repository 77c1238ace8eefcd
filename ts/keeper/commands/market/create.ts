import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { choice, collect } from 'linesman/cli';
import { subcommand, withChain, withService, withTrust, withWallet } from './marketOptions.js';
import type { CreateFlags } from './runCreate.js';

const HELP = `
Outcomes: each --where is one, in order; "none of them" comes last, so one --where makes a yes/no market. The first that holds wins. A
condition is on stats of the match, as in linesman verify: k1 and k2 are the goals (or scores) of both participants, k7 and k8 their corners
in soccer. Up to 7 conditions over up to 5 stats.

What is not said is chosen so that a careful staker accepts it:
  --stakes-close       kick-off, from the service; without a service it has to be said, and stakers are warned (7019)
  --earliest           when stakes close: results from then on count
  --latest             a day after that: results up to then count
  --void-after         a day after the last challenge could end; then anybody may void a market that nobody settled
  --challenge-window   an hour, in which a later proof corrects an earlier one
  --mint               the stablecoin of the oracle; stakers refuse others unless they trust them (7018)
  --finality           finalised: the end of the match with extra time; regular-time, half-time: their end, by the stats of that time;
                       signed-final: the end of the match, signed by the oracle's key
  --fee-account        your token account of the mint, which is made if it is missing
  --id                 a number that you have no market under yet
--sport has to be what the service says (7160; 7161 where no service says it): the chain takes it from the terms, and by
the layout of another sport a stat that is not zero can be proven zero.
Terms that a staker's guard would refuse are refused here, too; --accept 7019,7161 makes the market all the same.

A match that has begun is refused with its kick-off and the chain's time (7240), unless --accept has 7019.

Standard output gets the address of the market and nothing else; the terms are shown on standard error before they are sent. With --dry-run
there is no market and nothing on standard output; what its address would be stands on standard error.

Examples:
  $ linesman market create --fixture 12000010 --sport soccer --where 'k1 - k2 > 0' --service http://127.0.0.1:8080 \\
      --api-token-file .linesman/api-token --keypair .linesman/keys/wallet.json
  $ linesman market create --fixture 12000010 --sport soccer --where 'k1 - k2 > 0' --where 'k1 - k2 == 0' --fee-bps 100 \\
      --service http://127.0.0.1:8080 --api-token-file .linesman/api-token --keypair wallet.json --dry-run
  $ MARKET=$(linesman market create --fixture 7 --sport basketball --where 'k1 + k2 > 180' --stakes-close 2026-07-09T18:00:00Z \\
      --accept 7019,7161 --keypair wallet.json)

Exit code: 0 made, or with --dry-run: could be made; 2 anything else.`;

export function addCreate(market: Command, terminal: Terminal, finish: (code: number) => void): void {
  const finalities = ['finalised', 'regular-time', 'half-time', 'signed-final'] as const;
  subcommand(market, 'create', 'Makes a market.', HELP, [withWallet, withChain, withService, withTrust])
    .requiredOption('--fixture <id>', 'the match')
    .requiredOption('--sport <sport>', 'soccer, basketball or us-football')
    .requiredOption('--where <condition>', 'an outcome; may be given more than once', collect)
    .option('--finality <policy>', finalities.join(', '), choice('--finality', finalities), 'finalised')
    .option('--challenge-window <seconds>', 'how long a result may be corrected', '3600')
    .option('--stakes-close <time>', 'ISO 8601, or Unix time in ms (default: kick-off)')
    .option('--earliest <time>', 'results from then on count (default: when stakes close)')
    .option('--latest <time>', 'results up to then count (default: a day after --earliest)')
    .option('--void-after <time>', 'when a market without a result may be voided (default: see below)')
    .option('--mint <address>', "what is staked (default: the oracle's stablecoin)")
    .option('--fee-bps <number>', 'fee in hundredths of a percent of the losing stakes, up to 1000', '0')
    .option('--fee-account <address>', 'token account that gets it (default: yours)')
    .option('--minimum <amount>', 'smallest stake, whole tokens', '0.01')
    .option('--maximum <amount>', 'largest stake, whole tokens', '1000000')
    .option('--no-abandonment-void', 'an abandoned match does not void the market')
    .option('--id <number>', 'your number for the market')
    .action(async (flags: CreateFlags) => {
      // Loaded when it is wanted: the other commands start faster without it.
      const { runCreate } = await import('./runCreate.js');
      finish(await runCreate(flags, terminal));
    });
}
