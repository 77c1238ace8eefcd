import {
  command,
  type FlagsOf,
  flag,
  integer,
  listOf,
  neededSetting,
  option,
  parseDay,
  parseId,
  parseSport,
  setting,
  text,
} from '@linesman/cli';
import { SPORTS } from '@linesman/sdk/format';

const HELP = `
Lists the matches in the leagues of your subscription, by start. The score is the latest confirmed one, which is what
proofs cover. "proof" is the UTC time at which the next 5-minute slot with records of the match ends; its root is on
chain within a minute.

States: scheduled, live, finished, abandoned, cancelled, postponed, uncovered. Sports: ${SPORTS.join(', ')}.

Examples:
  $ linesman fixtures --service https://oracle.example --api-token-file api-token
  $ linesman fixtures --state live,scheduled --sport soccer --service https://oracle.example
  $ linesman fixtures --fixture 18400001 --service https://oracle.example
  $ linesman fixtures --state finished --latest --limit 20 --service https://oracle.example --json

Exit code: 0 listed, 2 anything else.`;

const ROWS = {
  service: neededSetting('service', 'address of the service'),
  apiTokenFile: setting('apiTokenFile', 'file with the API token of the service'),
  state: option('<states>', 'only these states, comma-separated', listOf(text)),
  sport: option('<sport>', 'only this sport', parseSport),
  fixture: option('<id>', 'only this match', parseId),
  day: option('<day>', 'only matches that start on this day in UTC: 2026-07-09, or days since 1970', parseDay),
  latest: flag('the latest start first'),
  limit: option('<number>', 'at most this many matches', integer(1, 10_000), '50'),
  json: flag('print JSON'),
};
export type FixturesFlags = FlagsOf<typeof ROWS>;

export const fixturesCommand = command({
  about: 'Lists matches of the service with their state, score and clock.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runFixtures.js')).runFixtures(flags, terminal),
});
