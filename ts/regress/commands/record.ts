import type { Command } from 'commander';
import { type CommandAdder, choice, type FetchFlags, rpcSetting, setting, type Terminal } from 'linesman/cli';

export interface RecordFlags extends FetchFlags {
  readonly form?: string;
  readonly stream?: string;
  readonly for?: string;
  readonly wire?: 'described' | 'observed';
  readonly out?: string;
  readonly name?: string;
  readonly notes: string;
  readonly json?: true;
}

const WIRES = ['described', 'observed'];

const HELP = `
Requests a proof, reads its root from the chain, checks both, and writes NAME.case.json: the answer character by
character, the root, and what was asked. No tokens, sessions or keys are written. If the chain cannot be read, the case
says so and has no root. "linesman regress FOLDER --update" then enters the case into the ledger.

--fixture takes the newest record that has the stats and whose root is published; --seq names another one, --final asks
for one of the finished match. --market takes the proof that settles the market by its terms.

--stream records what the streams send, as it arrives, until Ctrl-C or the end of --for, into scores.ndjson.gz and
odds.ndjson.gz, with the fixtures, and with lists where a stream begins within a match or has a gap. With --rpc as a
flag the roots of the recorded days are read at the end. The same command goes on where a stopped or killed one ended;
linesman replay serves the folder.

Examples:
  $ linesman record --fixture 18400001 --keys 1,2 --where 'k1 - k2 > 0' --final --service http://127.0.0.1:8080
  $ linesman record --fixture 18400001 --keys 1,2 --form v4 --name signed --service http://127.0.0.1:8080
  $ linesman record --market 7Yb… --out cases/markets --service http://127.0.0.1:8080
  $ linesman record --stream scores,odds --for 2h --out recordings/final --service http://127.0.0.1:8080

Exit code: 0, or 2 if nothing was recorded, or if a recording ended early.`;

export const addRecord: CommandAdder = (parent: Command, terminal: Terminal, finish: (code: number) => void): void => {
  parent
    .command('record')
    .summary('record a proof as a regression case, or streams')
    .description('Requests a proof and writes it as a case for regress; or records streams, for replay.')
    .option('--fixture <id>', 'record a proof of this fixture; --stream: only this one')
    .option('--keys <numbers>', '--fixture: stats to prove, comma-separated (default: those of --where)')
    .option('--seq <number>', '--fixture: the record to prove')
    .option('--final', '--fixture: a record of the finished match')
    .option('--where <condition>', '--fixture: condition on the stats, as in "linesman verify --help"')
    .option('--form <form>', 'v1, v2, v3 or v4: version of the proof (default: v3; --market: what its terms want)')
    .option('--sport <sport>', '--fixture: soccer, basketball or us-football (default: soccer)')
    .option('--market <address>', 'record the proof that settles this market')
    .option('--stream <names>', 'record streams: scores, odds, or both, comma-separated')
    .option('--for <duration>', '--stream: how long, such as 90s, 45m or 2h (default: until it is stopped)')
    .option('--wire <wire>', '--stream: ask for this form, described or observed', choice('--wire', WIRES))
    .addOption(setting('service', 'address of the service'))
    .addOption(setting('apiTokenFile', 'file with the API token of the service'))
    .addOption(rpcSetting('RPC address of the chain, for the published roots'))
    .option('--oracle <address>', '--fixture, --stream: oracle program, if it is another deployment')
    .option('--settlement <address>', '--market: settlement program, if it is another deployment')
    .option('--out <folder>', 'folder of the cases, or of the recording (default: cases, or recording)')
    .option('--name <name>', 'name of the case (default: from fixture, record and form)')
    .option('--notes <text>', 'anything a reader of the case should know', '')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (flags: RecordFlags) => {
      if (flags.stream !== undefined) {
        const { runRecordStream } = await import('./runRecordStream.js');
        finish(await runRecordStream(flags, terminal));
        return;
      }
      const { runRecord } = await import('./runRecord.js');
      finish(await runRecord(flags, terminal));
    });
};
