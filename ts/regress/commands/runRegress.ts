import { appendFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { EXIT, errnoOf, json, type Terminal } from '@linesman/cli';
import { CONFLICTING_OPTIONS, FOLDER_NOT_WRITABLE, fail, UPDATE_IN_CI } from '@linesman/sdk/error';
import { accountReader } from '@linesman/sdk/rpc';
import { type ProgramBytes, TRAITS } from '../engine/engine.js';
import { committedProgram, deployedProgram, programHash, programOfFile } from '../engine/programBytes.js';
import { writeLedger } from '../ledger/ledger.js';
import { annotations, stepSummary } from '../report/github.js';
import { junitText } from '../report/junit.js';
import { runJson } from '../report/runJson.js';
import { runText } from '../report/runText.js';
import { casesOf, findingsOf, type RunReport } from '../report/summary.js';
import { type FolderReport, type RegressOptions, regressFolder } from '../run/regressFolder.js';
import { rootsOnChain } from '../run/rootsOnChain.js';
import type { RegressFlags } from './regress.js';

/**
 * Runs `linesman regress`. Errors: UPDATE_IN_CI, CONFLICTING_OPTIONS and those of the options; NO_CASES, REPEATED_CASE;
 * MALFORMED_LEDGER; those of the program, the engine and the chain; FOLDER_NOT_WRITABLE.
 */
export async function runRegress(
  flags: RegressFlags,
  terminal: Terminal,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const isCi = isSet(environment.CI);
  if (flags.update && isCi) fail(UPDATE_IN_CI);
  const options = await optionsOf(flags, isCi);
  const reports: FolderReport[] = [];
  for (const folder of new Set(flags.folders)) reports.push(await regressFolder(folder, options));
  const { engine, program, build } = options;
  const report = { engine, program: { from: program.from, sha256: programHash(program) }, build, folders: reports };
  const code = codeOf(report);
  // Written before the ledger, so that a full disk does not leave a ledger without its report.
  if (flags.junit !== undefined) written(flags.junit, () => writeFileSync(`${flags.junit}`, junitText(report)));
  const isUpdated = flags.update === true && code !== EXIT.failure;
  if (isUpdated) for (const { folder, ledger } of reports) written(folder, () => writeLedger(folder, ledger));
  tell(report, flags, terminal, environment);
  return isUpdated ? EXIT.valid : code;
}

async function optionsOf(flags: RegressFlags, isCi: boolean): Promise<RegressOptions> {
  const { engine } = flags;
  const asksChain = flags.from?.rpc === 'flag';
  const chain = accountReader(flags.rpc);
  return {
    engine,
    runsPrecompiles: TRAITS[engine].runsPrecompiles,
    executesLarge: TRAITS[engine].executesLarge,
    program: await programOf(flags, chain),
    build: flags.build,
    unitsTolerance: flags.unitsTolerance,
    jobs: flags.jobs ?? availableParallelism(),
    isCi,
    ...(asksChain && { rootsOnChain: (cases) => rootsOnChain(chain, cases) }),
  };
}

async function programOf(
  { engine, program, programId }: RegressFlags,
  chain: ReturnType<typeof accountReader>,
): Promise<ProgramBytes> {
  if (program !== undefined && programId !== undefined)
    fail(CONFLICTING_OPTIONS, { option: '--program', others: ['--program-id'] });
  if (program !== undefined) return programOfFile(program);
  return programId === undefined ? committedProgram(TRAITS[engine].sbpf) : deployedProgram(chain, programId);
}

function codeOf(report: RunReport): number {
  if (casesOf(report).some(({ error }) => error !== null)) return EXIT.failure;
  return findingsOf(report).length > 0 ? EXIT.untrue : EXIT.valid;
}

function tell(report: RunReport, flags: RegressFlags, terminal: Terminal, environment: NodeJS.ProcessEnv): void {
  const keepLogs = flags.keepLogs === true;
  if (flags.json) terminal.out(json(runJson(report, { keepLogs })));
  else terminal.out(runText(report, { keepLogs }));
  if (!isSet(environment.GITHUB_ACTIONS)) return;
  // JSON on standard output has to stay one document.
  if (flags.json) terminal.err(annotations(report));
  else terminal.out(annotations(report));
  const summary = environment.GITHUB_STEP_SUMMARY;
  if (summary) written(summary, () => appendFileSync(summary, stepSummary(report)));
}

/** Whether a CI system has set the variable, and not turned it off. */
const isSet = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false';

/** Errors: FOLDER_NOT_WRITABLE. */
function written(path: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    fail(FOLDER_NOT_WRITABLE, { path, errno: errnoOf(cause) }, { cause });
  }
}
