import { fail, LinesmanError, OPTION_NOT_APPLICABLE, terminalText } from '@linesman/sdk/error';
import type { Sport } from '@linesman/sdk/internal/format/sports/sports';
import type { VerifyResult } from '@linesman/sdk/internal/proof/verify';
import type { Case } from '@linesman/sdk/internal/prove/caseFile';
import { ArgumentMissing, command } from '../command.js';
import { refuseWithout } from '../option/refuseWithout.js';
import { argument, type FlagsOf, flag } from '../option/row.js';
import { EXIT } from '../terminal/exitCode.js';
import { errorJson, errorText, json } from '../terminal/print.js';
import type { Row } from '../terminal/table.js';
import type { Terminal } from '../terminal/terminal.js';
import { checkFetchFlags, fetchRows } from './fetchOptions.js';
import { readProofInput } from './proofInput.js';
import { ATTESTER_ROWS, proofRows, VOUCHERS } from './proofOptions.js';
import { verdictJson } from './verdictJson.js';
import { verdictText } from './verdictText.js';
import { runVerification } from './verification.js';

/** The verdict on one proof. */
export interface Verified {
  readonly result: VerifyResult;
  readonly sport: Sport;
  /** Whether the command line or the market names the sport. */
  readonly sportGiven: boolean;
  /** The condition, from the command line or the case. */
  readonly where: string | undefined;
  /** Facts that the proof does not contain. */
  readonly more: { readonly rows: readonly Row[]; readonly json: object };
}

const HELP = `
FILE is an answer from the service (version 1 to 4, odds or fixtures), also inside {"response": …}, {"data": …},
{"result": …} or a list of one; or a case from linesman record. It may be compressed with gzip or be UTF-16. For a case
file, the recorded sport and condition are used unless you override them. Its root and key are ignored: pass --roots and
--oracle-key for those. Instead of passing files, fetch a proof from the service and compare its root with the chain's:
  --fixture   the newest record that has the stats and whose root is published; --seq selects another one, --final
              requires one of the finished match
  --market    the proof that settles the market by its terms, and the outcome it decides
--attesters reads how many keys of an attester set have confirmed the root on chain, and, for a file without --roots,
also the root; with --fixture, it accepts only a record that --least keys have confirmed. The terms of a market contain
both.

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
  $ linesman verify proofs/*.json --json
  $ linesman verify answer.json --attesters 4Qr… --least 3
  $ curl … | linesman verify - --sport basketball --json
  $ linesman verify --fixture 18400001 --final --where 'k1 - k2 > 0' --service http://127.0.0.1:8080
  $ linesman verify --market 7Yb… --service http://127.0.0.1:8080 --api-token-file .linesman/api-token

Exit code: 0 valid and the condition holds (or there is none), 1 valid but it does not hold, 2 anything else. Of several
files, the highest.`;

const ROWS = {
  files: argument('[files...]', 'answers of the service, or cases; - for standard input'),
  ...proofRows('condition on the stats, see below'),
  ...fetchRows('fetch', { fixture: '', oracle: ', --attesters' }),
  ...ATTESTER_ROWS,
  json: flag('print JSON: for several files a list'),
};
type Flags = FlagsOf<typeof ROWS>;

export const verifyCommand = command({
  about: 'Verifies proofs offline, with the rules and the error numbers of the oracle program.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => {
    const { files, fixture, market } = flags;
    checkCombination(flags);
    if (fixture !== undefined || market !== undefined) return verifyFetched(flags, terminal);
    const [file] = files;
    if (file === undefined) throw new ArgumentMissing('files');
    return files.length === 1 ? verifyFile(file, flags, terminal) : verifyFiles(files, flags, terminal);
  },
});

/** An option without effect would let its user believe that something was checked. Errors: OPTION_NOT_APPLICABLE. */
function checkCombination(flags: Flags): void {
  const { files, fixture, market, keys, seq, final, oracle, settlement, attesters, least, from } = flags;
  const purpose = 'a proof that is fetched';
  if (attesters === undefined) refuseWithout('--attesters', VOUCHERS, { least });
  if (fixture === undefined && market === undefined) {
    const either = '--fixture or --market';
    refuseWithout(either, purpose, { keys, seq, final, settlement });
    for (const name of ['service', 'apiTokenFile'] as const)
      if (from?.[name] === 'flag') refuseWithout(either, purpose, { [name]: true });
    if (attesters === undefined)
      refuseWithout('--fixture, --market or --attesters', purpose, {
        oracle,
        ...(from?.rpc === 'flag' && { rpc: true }),
      });
    return;
  }
  const excludes = (option: string): never =>
    fail(OPTION_NOT_APPLICABLE, {
      problem: 'excluded',
      option,
      for: 'a proof in a file',
      other: fixture === undefined ? '--market' : '--fixture',
    });
  if (files.length > 0) excludes('A file');
  checkFetchFlags(flags, purpose, { oracleKey: flags.oracleKey, attesters });
  if (flags.roots !== undefined) excludes('--roots');
  if (flags.format !== 'current') excludes('--format');
}

async function verifyFile(file: string, flags: Flags, terminal: Terminal): Promise<number> {
  return show(await verified(file, flags, terminal), flags, terminal);
}

/** Every file is verified, whatever the results of the others. */
async function verifyFiles(files: readonly string[], flags: Flags, terminal: Terminal): Promise<number> {
  const said: object[] = [];
  let code: number = EXIT.valid;
  for (const file of files) {
    try {
      const one = await verified(file, flags, terminal);
      code = Math.max(code, codeOf(one));
      if (flags.json) said.push({ file, ...verdictJson(one.result, one.sport), ...one.more.json });
      else terminal.out(`${terminalText(file)}\n${textOf(one, terminal)}\n`);
    } catch (error) {
      if (!(error instanceof LinesmanError)) throw error;
      code = EXIT.failure;
      if (flags.json) said.push({ file, valid: false, error: errorJson(error) });
      else terminal.err(`${terminalText(file)}\n${errorText(error, terminal.colours?.err)}\n`);
    }
  }
  if (flags.json) terminal.out(json(said));
  return code;
}

async function verifyFetched(flags: Flags, terminal: Terminal): Promise<number> {
  const { fetchedVerdict } = await import('./fetchedVerdict.js');
  return show(await fetchedVerdict(flags, terminal), flags, terminal);
}

async function verified(file: string, flags: Flags, terminal: Terminal): Promise<Verified> {
  const { proof, recorded, ...options } = await readProofInput(file, flags, terminal, { comparesWithCase: false });
  const { sport, sportGiven, where } = options;
  const result = runVerification(proof, options);
  const more =
    recorded === null
      ? { rows: [], json: {} }
      : { rows: verifiedCaseRows(recorded, flags), json: { case: recorded.name, where: where ?? null } };
  return { result, sport, sportGiven, where, more };
}

function show(one: Verified, flags: Flags, terminal: Terminal): number {
  if (flags.json) terminal.out(json({ ...verdictJson(one.result, one.sport), ...one.more.json }));
  else terminal.out(textOf(one, terminal));
  return codeOf(one);
}

const textOf = ({ result, more, ...about }: Verified, { colours }: Terminal): string =>
  verdictText(result, { ...about, more: more.rows }, colours?.out);

/** A file must not choose whom to trust. The output says that it tried. */
function verifiedCaseRows({ name, roots }: Case, flags: Flags): readonly Row[] {
  const isLeftOut = roots !== null && flags.roots === undefined;
  const note = isLeftOut ? ' (its own root is not trusted; linesman inspect compares with it)' : '';
  return [['case', `${name}${note}`]];
}

const codeOf = ({ result }: Verified): number =>
  result.kind === 'stat' && result.verdict === false ? EXIT.untrue : EXIT.valid;
