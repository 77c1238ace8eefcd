import {
  command,
  type FlagsOf,
  flag,
  integer,
  option,
  type Parser,
  parseAddress,
  parseId,
  parseSport,
  parseTime,
  parseU64,
  repeatable,
  required,
  SPORT_WORDS,
  text,
} from '@linesman/cli';
import { fail, NO_SUCH_LINE } from '@linesman/sdk/error';
import type { Seconds } from '@linesman/sdk/format';
import { MARKET_DEFAULTS } from '@linesman/sdk/internal/program/settlement/marketDefaults';
import { ATTESTER_ROWS, PROGRAM_ROWS, SERVICE_ROWS, TRUST_ROWS, WALLET_ROWS } from './marketOptions.js';
import { MARKET_POLICY_ROW } from './policyOption.js';

const HELP = `
What people bet on is one of these:
  --where       conditions of your own, see below
  --line        a handicap of the score: home:-0.25 means that home starts a quarter of a goal behind. A whole line
                returns the stakes when it is hit; a quarter line is half a stake on each of the two lines beside it
  --total       over or under a number of goals or points: 2.75
  --three-way   home, draw or away
Lines go in steps of 0.25 in soccer, else of 0.5 (7249); the command shows what each score pays. Where it can pay half
of a stake, every stake is an even number of the token's smallest units.

Each --where is an outcome, in this order. The command adds "None of them" as the last outcome, so a single --where
makes a yes/no market. The first outcome that holds wins. Write conditions about stats as in linesman verify: k1 and k2
are the goals (or scores) of the two participants; in soccer, k7 and k8 are their corners. A market has up to 7
conditions over up to 5 stats.

The defaults are terms that a careful staker accepts:
  --stakes-close       5 minutes before the match starts, as the service reports (7162); required without a service, and
                       stakers are warned (7019)
  --earliest           when the match can be decided at the earliest, such as 95 min after the start in soccer:
                       results count from then on, and a final mark before it is a mistake (7035)
  --latest             a day after --earliest: results count until then
  --void-after         a day after the last challenge could end; then anyone may void a market that no one has settled
  --challenge-window   an hour, in which a later proof may correct an earlier one; at least 10 minutes (7039)
  --mint               the stablecoin of the oracle; stakers refuse others unless they trust them (7018)
  --finality           finalised: the end of the match with extra time
                       regular-time, half-time: the end of that time, by its stats
                       signed-final: the end of the match, signed by the oracle's key
  --fee-account        your token account of the mint, created if it is missing
  --id                 a number that none of your markets has yet

With --attesters, a result counts only if --least keys of the set have confirmed its root, so a stolen publisher key
alone decides nothing. Attesters can void the market by silence, or confirm a correction late. Therefore let --least be
at most half of the keys, as it is by default (7037; set otherwise with --trust-attesters), and --challenge-window 21600
or more (7038). Markets share a result only if they have the same set and the same --least.

--sport must match the service's (7160; 7161 if no service confirms it). The chain uses the sport in the
terms, and under another sport's layout, a stat that is not zero can be proven zero.

The command refuses terms that a staker's guard would refuse; --accept 7019,7161 creates the market nevertheless. It
also refuses an oracle without a time limit for late roots (7163), and programs that an authority not in
--trust-authority can replace (7164), as on the chain of linesman serve.
--maximum-pool caps what can be lost. It reserves nothing: anyone can fill the pool, and without a fee at no risk.

If the match has begun, the command refuses, and shows its start and the chain's time (7240), unless --accept
includes 7019.

The command shows the terms on standard error before it sends them, and prints only the market's address on standard
output. With --dry-run, it creates no market: standard output stays empty, and standard error shows the address that the
market would have.

Examples:
  $ linesman market create --fixture 12000010 --sport soccer --where 'k1 - k2 > 0' --service http://127.0.0.1:8080 \\
      --api-token-file .linesman/api-token --keypair .linesman/keys/wallet.json
  $ linesman market create --fixture 12000010 --sport soccer --line home:-0.25 --service http://127.0.0.1:8080 \\
      --api-token-file .linesman/api-token --keypair wallet.json
  $ linesman market create --fixture 12000010 --sport soccer --where 'k1 - k2 > 0' --where 'k1 - k2 == 0' \\
      --fee-bps 100 --service http://127.0.0.1:8080 --api-token-file .linesman/api-token \\
      --keypair wallet.json --dry-run
  $ MARKET=$(linesman market create --fixture 7 --sport basketball --where 'k1 + k2 > 180' \\
      --stakes-close 2026-07-09T18:00:00Z --accept 7019,7161,7163,7164 --keypair wallet.json)
  $ linesman market create --fixture 12000010 --sport soccer --where 'k1 - k2 > 0' --attesters 9xQ… --least 3 \\
      --challenge-window 21600 --service http://127.0.0.1:8080 --keypair wallet.json

Exit code: 0 created, or with --dry-run: could be created; 2 anything else.`;

/** A time, ISO 8601 or Unix time in ms, in seconds. Errors: MALFORMED_TIME. */
const parseSeconds: Parser<Seconds> = (value, name) => Math.floor(parseTime(value, name) / 1_000) as Seconds;

const NUMBER = /^[+-]?\d{1,3}(\.\d{1,2})?$/;

/** The home side's handicap. Errors: NO_SUCH_LINE. */
const parseLine: Parser<number> = (value, name) => {
  const [, side, number = ''] = /^(home|away):(.*)$/s.exec(value) ?? [];
  if (side === undefined || !NUMBER.test(number))
    return fail(NO_SUCH_LINE, { problem: 'not read', name, value, example: 'home:-0.25' });
  return side === 'home' ? Number(number) : 0 - Number(number);
};

/** Errors: NO_SUCH_LINE. */
const parseTotal: Parser<number> = (value, name) =>
  NUMBER.test(value) ? Number(value) : fail(NO_SUCH_LINE, { problem: 'not read', name, value, example: '2.75' });

const ROWS = {
  ...WALLET_ROWS,
  ...PROGRAM_ROWS,
  ...SERVICE_ROWS,
  ...TRUST_ROWS,
  fixture: required('<id>', 'the match', parseId),
  sport: required('<sport>', SPORT_WORDS, parseSport),
  where: repeatable('<condition>', 'an outcome; can be repeated', text),
  line: option('<side:number>', 'a handicap: home:-0.25 or away:+1', parseLine),
  total: option('<number>', 'over or under this score of both sides', parseTotal),
  threeWay: flag('home, draw or away'),
  ...MARKET_POLICY_ROW,
  challengeWindow: option(
    '<seconds>',
    'how long a result may be corrected',
    integer(0, 7 * 86_400),
    `${MARKET_DEFAULTS.challengeWindow}`,
  ),
  stakesClose: option('<time>', 'ISO 8601, or Unix time in ms (default: 5 minutes before the match)', parseSeconds),
  earliest: option('<time>', 'results count from then on (default: when the match can be decided)', parseSeconds),
  latest: option('<time>', 'results count until then (default: a day after --earliest)', parseSeconds),
  voidAfter: option('<time>', 'from when a market without a result may be voided (default: see below)', parseSeconds),
  mint: option('<address>', "token to stake (default: the oracle's stablecoin)", parseAddress),
  ...ATTESTER_ROWS,
  feeBps: option(
    '<number>',
    'fee in hundredths of a percent of the losing stakes, up to 1000',
    integer(0, 1_000),
    `${MARKET_DEFAULTS.feeBps}`,
  ),
  feeAccount: option('<address>', 'token account that receives the fee (default: yours)', parseAddress),
  minimum: option('<amount>', `smallest stake in whole tokens (default: ${MARKET_DEFAULTS.minimumStake})`),
  maximum: option('<amount>', `largest stake in whole tokens (default: ${MARKET_DEFAULTS.maximumStake})`),
  maximumPool: option('<amount>', 'most that all stakes together may be, in whole tokens (default: no maximum)'),
  noAbandonmentVoid: flag('do not let an abandoned match void the market'),
  noResults: flag('let no posted result settle the market, only a proof that is sent to it'),
  id: option('<number>', 'your number for the market', parseU64),
};
export type CreateFlags = FlagsOf<typeof ROWS>;

export const createCommand = command({
  about: 'Creates a market.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runCreate.js')).runCreate(flags, terminal),
});
