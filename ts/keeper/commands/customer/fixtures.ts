import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { neededSetting, setting } from 'linesman/cli';
import type { FixturesFlags } from './runFixtures.js';

const HELP = `
Lists the matches in the leagues of the subscription, by start. The score is the latest confirmed one: what proofs are
about. "proof" is the UTC time at which the next 5-minute slot with records of the match ends; its root is on chain
within a minute.

States: scheduled, live, finished, abandoned, cancelled, postponed, uncovered. Sports: soccer, basketball, us-football.

Examples:
  $ linesman fixtures --service https://oracle.example --api-token-file api-token
  $ linesman fixtures --state live,scheduled --sport soccer --service https://oracle.example
  $ linesman fixtures --fixture 18400001 --service https://oracle.example
  $ linesman fixtures --state finished --latest --limit 20 --service https://oracle.example --json

Exit code: 0 listed, 2 anything else.`;

export function addFixtures(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('fixtures')
    .summary('list matches with state, score and clock')
    .description('Lists matches of the service with their state, score and clock.')
    .addOption(neededSetting('service', 'address of the service'))
    .addOption(setting('apiTokenFile', 'file with the API token of the service'))
    .option('--state <states>', 'only these states, comma-separated')
    .option('--sport <sport>', 'only this sport')
    .option('--fixture <id>', 'only this match')
    .option('--day <day>', 'only matches that start on this day in UTC: 2026-07-09, or days since 1970')
    .option('--latest', 'the latest start first')
    .option('--limit <number>', 'at most this many matches', '50')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (flags: FixturesFlags) => {
      const { runFixtures } = await import('./runFixtures.js');
      finish(await runFixtures(flags, terminal));
    });
}
