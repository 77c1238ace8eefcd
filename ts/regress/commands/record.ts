import {
  choice,
  command,
  type FlagsOf,
  fetchRows,
  flag,
  listOf,
  option,
  type Parser,
  parseSport,
  SPORT_WORDS,
  text,
} from '@linesman/cli';
import { fail, NUMBER_OUT_OF_RANGE } from '@linesman/sdk/error';

const HELP = `
Requests a proof, reads its root from the chain, checks both, and writes NAME.case.json: the answer character by
character, the root, and the request. It writes no tokens, sessions or keys. If it cannot read the chain, the case
contains no root, and the reason. Then add the case to the ledger with "linesman regress FOLDER --update".

--fixture records the newest record that has the stats and whose root is published; --seq selects another one, --final
requires one of the finished match. --market records the proof that settles the market by its terms.

--stream records what the streams send, as it arrives, until Ctrl-C or the end of --for, into scores.ndjson.gz and
odds.ndjson.gz, with the fixture records, and with lists where a stream begins during a match or has a gap. If you pass
--rpc as a flag, it reads the roots of the recorded days at the end. To continue after it was stopped or killed, run the
same command; to serve the folder, use linesman replay.

Examples:
  $ linesman record --fixture 18400001 --keys 1,2 --where 'k1 - k2 > 0' --final --service http://127.0.0.1:8080
  $ linesman record --fixture 18400001 --keys 1,2 --form v4 --name signed --service http://127.0.0.1:8080
  $ linesman record --market 7Yb… --out cases/markets --service http://127.0.0.1:8080
  $ linesman record --stream scores,odds --for 2h --out recordings/final --service http://127.0.0.1:8080

Exit code: 0, or 2 if nothing was recorded, or if a recording ended early.`;

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const MAX_DAYS = 30;

/** `90s`, `45m`, `2h` in ms. Errors: NUMBER_OUT_OF_RANGE. */
const parseDuration: Parser<number> = (value, name) => {
  const [, number = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(value) ?? [];
  const ms = Number(number) * (UNITS[unit] ?? Number.NaN);
  if (ms >= 1_000 && ms <= MAX_DAYS * 86_400_000) return ms;
  const kind = 'a duration such as 45m or 2h, in seconds';
  return fail(NUMBER_OUT_OF_RANGE, { option: name, value, kind, minimum: 1, maximum: MAX_DAYS * 86_400 });
};

const ROWS = {
  ...fetchRows('record', { fixture: '; --stream: only this one', oracle: ', --stream' }),
  where: option('<condition>', '--fixture: condition on the stats, as in "linesman verify --help"'),
  form: option(
    '<form>',
    'v1, v2, v3 or v4: version of the proof (default: v3; --market: what its terms require)',
    choice('v1', 'v2', 'v3', 'v4'),
  ),
  sport: option('<sport>', `--fixture: ${SPORT_WORDS} (default: soccer)`, parseSport),
  stream: option('<names>', 'record streams: scores, odds, or both, comma-separated', listOf(choice('scores', 'odds'))),
  for: option('<duration>', '--stream: how long, such as 90s, 45m or 2h (default: until it is stopped)', parseDuration),
  wire: option('<wire>', '--stream: request this format, described or observed', choice('described', 'observed')),
  out: option('<folder>', 'folder of the cases, or of the recording (default: cases, or recording)'),
  name: option('<name>', 'name of the case (default: from fixture, record and form)'),
  notes: option('<text>', 'anything a reader of the case should know', text, ''),
  json: flag('print JSON'),
};
export type RecordFlags = FlagsOf<typeof ROWS>;

export const recordCommand = command({
  about: 'Requests a proof and writes it as a case for regress; or records streams, for replay.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) =>
    flags.stream === undefined
      ? (await import('./runRecord.js')).runRecord(flags, terminal)
      : (await import('./runRecordStream.js')).runRecordStream(flags.stream, flags, terminal),
});
