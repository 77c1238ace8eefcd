import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkFetchFlags,
  EXIT,
  errnoOf,
  factText,
  fixtureQuestionOf,
  json,
  type Row,
  readApiToken,
  refuseWithout,
  showTable,
  type Terminal,
  whileWaiting,
} from '@linesman/cli';
import {
  CASE_EXISTS,
  FOLDER_NOT_WRITABLE,
  fail,
  LinesmanError,
  OPTION_NEEDED,
  SECRET_IN_CASE,
} from '@linesman/sdk/error';
import { hideSecrets } from '@linesman/sdk/node';
import { LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
import type { StatProof } from '@linesman/sdk/proof';
import { CASE_SUFFIX, caseText, RecordingSource, readCase } from '@linesman/sdk/prove';
import { accountReader } from '@linesman/sdk/rpc';
import { writeShared } from '../case/writeShared.js';
import { type Recorded, recordFixture, recordMarket } from '../record/recordProof.js';
import type { RecordFlags } from './record.js';

const VERSIONS = { v1: 1, v2: 2, v3: 3, v4: 4 } as const;

/**
 * Runs `linesman record`. Errors: those of the options; of the service, the chain and the verifier; CASE_EXISTS,
 * SECRET_IN_CASE, FOLDER_NOT_WRITABLE.
 */
export async function runRecord(flags: RecordFlags, terminal: Terminal): Promise<number> {
  checkCombination(flags);
  const { service } = flags;
  if (service === undefined) return fail(OPTION_NEEDED, { problem: 'no service' });
  const apiToken = readApiToken(flags);
  const version = flags.form === undefined ? undefined : VERSIONS[flags.form];
  const source = new RecordingSource({ service, apiToken, version });
  const recorded = await whileWaiting(terminal, 'the proof', () => recordedBy(flags, source, version));
  const name = flags.name ?? nameOf(recorded);
  const text = caseText(
    { ...recorded, name, request: recorded.received.request, notes: flags.notes },
    recorded.received.answer,
  );
  if (hideSecrets(text) !== text || (apiToken !== undefined && text.includes(apiToken))) fail(SECRET_IN_CASE, { name });
  const { out = 'cases' } = flags;
  const file = join(out, `${name}${CASE_SUFFIX}`);
  // A file that cannot be read back is not a case.
  readCase(text, file);
  const isNew = write(out, file, text);
  tell(file, isNew, recorded, flags, terminal);
  return EXIT.valid;
}

function checkCombination(flags: RecordFlags): void {
  const { fixture, market, where, wire } = flags;
  if (fixture === undefined && market === undefined) fail(OPTION_NEEDED, { problem: 'nothing to record' });
  const purpose = 'a proof that is recorded';
  refuseWithout('--stream', purpose, { for: flags.for, wire });
  checkFetchFlags(flags, purpose, { where });
}

function recordedBy(
  flags: RecordFlags,
  source: RecordingSource,
  version: StatProof['version'] | undefined,
): Promise<Recorded> {
  const chain = accountReader(flags.rpc);
  const { market, settlement = LOCALNET_PROGRAM_IDS.settlement, fixture = 0 } = flags;
  if (market !== undefined) return recordMarket({ market, settlement }, source, chain);
  return recordFixture({ ...fixtureQuestionOf(fixture, flags), isSigned: version === 4 }, source, chain);
}

/** `18400001-974-v3-k1-k2`. */
const nameOf = ({ received: { proof, seq }, result }: Recorded): string =>
  [result.fixtureId, seq, `v${proof.version}`, ...result.facts.map(({ key }) => `k${key}`)].join('-');

/** Whether the file is new; the same content may be recorded again. Errors: CASE_EXISTS, FOLDER_NOT_WRITABLE. */
function write(folder: string, file: string, text: string): boolean {
  try {
    const before = existing(file);
    if (before === text) return false;
    if (before !== undefined) return fail(CASE_EXISTS, { file });
    mkdirSync(folder, { recursive: true });
    writeShared(file, text);
    return true;
  } catch (cause) {
    if (cause instanceof LinesmanError) throw cause;
    return fail(FOLDER_NOT_WRITABLE, { path: file, errno: errnoOf(cause) }, { cause });
  }
}

function existing(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function tell(file: string, isNew: boolean, recorded: Recorded, flags: RecordFlags, terminal: Terminal): void {
  const { received, result, roots, rootsMissing, sport } = recorded;
  if (flags.json) {
    const { verdict, final, facts } = result;
    terminal.out(json({ file, isNew, seq: received.seq, verdict, final, facts, roots, rootsMissing }));
    return;
  }
  const entries: Row[] = [
    [isNew ? 'recorded' : 'unchanged', file],
    ['record', String(received.seq)],
    ...result.facts.map((fact, i): Row => [i === 0 ? 'facts' : '', factText(fact, sport)]),
    ['final', result.final ? 'yes' : 'no'],
    ...(result.verdict === null ? [] : [['verdict', `${result.verdict}`] as Row]),
    ['root', roots === null ? `none: ${rootsMissing}` : `${roots.root} (published)`],
  ];
  showTable(terminal, entries);
}
