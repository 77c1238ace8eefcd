import type { Command } from 'commander';
import { sportOf } from '../../format/index.js';
import type { TreeFormat } from '../../proof/index.js';
import { choice, collect } from '../option/option.js';
import { EXIT } from '../terminal/exitCode.js';
import { json } from '../terminal/print.js';
import type { Terminal } from '../terminal/terminal.js';
import { readOracleKey } from './readOracleKey.js';
import { readProof } from './readProof.js';
import { readRoots } from './readRoots.js';
import { verdictJson } from './verdictJson.js';
import { verdictText } from './verdictText.js';
import { runVerification } from './verification.js';

interface Flags {
  readonly roots?: string;
  readonly where?: string;
  readonly sport?: string;
  readonly oracleKey?: readonly string[];
  readonly format: string;
  readonly json?: true;
}

const HELP = `
FILE is an answer of the service (version 1 to 4, odds or fixtures), or such an answer in {"response": …}.

Conditions name stats by key and compare strictly; all parts must hold:
  k1 > 2                          one stat
  k1 - k2 > 0                     difference or sum of two
  k7 + k8 < 10 and k1 == 0        several parts
  distance(k1:2, k2:1) < 3        |k1 - 2| + |k2 - 1|
Soccer: k1, k2 goals of participant 1 and 2; k3, k4 yellow cards; k5, k6 red cards; k7, k8 corners; 1000 more for the
first half, 3000 more for the second.

Examples:
  $ linesman verify answer.json
  $ linesman verify answer.json --roots 20643.json --where 'k1 - k2 > 0'
  $ curl … | linesman verify - --sport basketball --json

Exit code: 0 valid and the condition holds (or there is none), 1 valid but it does not hold, 2 anything else.`;

export function addVerify(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('verify')
    .summary('verify a proof offline')
    .description('Verifies a proof offline, with the rules and the error numbers of the oracle program.')
    .argument('<file>', 'answer of the service; - for standard input')
    .option('--roots <file>', 'roots account of the day, to compare the root with the published one')
    .option('--where <condition>', 'condition on the stats, see below')
    .option('--sport <sport>', 'soccer, basketball or us-football: what stat keys mean (default: soccer)')
    .option('--oracle-key <key>', 'key that must have signed a version 4 answer; may be given more than once', collect)
    .option('--format <format>', 'current, or all-stats for trees built until 2026-06-30', 'current')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (file: string, flags: Flags) => {
      finish(await verifyFile(file, flags, terminal));
    });
}

const formatOf: (value: string) => TreeFormat = choice('--format', ['current', 'all-stats']);

async function verifyFile(file: string, flags: Flags, terminal: Terminal): Promise<number> {
  const sport = sportOf(flags.sport ?? 'soccer');
  const oracleKeys = flags.oracleKey?.map(readOracleKey);
  const format = formatOf(flags.format);
  const proof = await readProof(file, terminal);
  const roots = flags.roots === undefined ? undefined : await readRoots(flags.roots, terminal);
  const result = runVerification(proof, {
    sport,
    format,
    ...(flags.where !== undefined && { where: flags.where }),
    ...(roots && { roots }),
    ...(oracleKeys && { oracleKeys }),
  });
  const about = { sport, sportGiven: flags.sport !== undefined, where: flags.where };
  terminal.out(flags.json ? json(verdictJson(result, sport)) : verdictText(result, about, terminal.colours?.out));
  return result.kind === 'stat' && result.verdict === false ? EXIT.untrue : EXIT.valid;
}
