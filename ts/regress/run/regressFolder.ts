import { join } from 'node:path';
import { CASE_WITHOUT_ENTRY, errorOf, LinesmanError } from '@linesman/sdk/error';
import type { Case } from '@linesman/sdk/prove';
import { type CaseFile, readCaseFolder } from '../case/caseFolder.js';
import { compareCase, isExecuted } from '../compare/compareCase.js';
import type { Finding } from '../compare/finding.js';
import type { EngineName, ProgramBytes } from '../engine/engine.js';
import { programHash } from '../engine/programBytes.js';
import type { Judged } from '../judge/judgeCase.js';
import { type CaseEntry, LEDGER_FILE, type Ledger, readLedgerOf } from '../ledger/ledger.js';
import { judgeFiles } from './jobs.js';

export interface RegressOptions {
  readonly engine: EngineName;
  readonly runsPrecompiles: boolean;
  readonly executesLarge: boolean;
  readonly program: ProgramBytes;
  /** The name of the build in the ledger. */
  readonly build: string;
  /** Share of the recorded units by which they may differ. */
  readonly unitsTolerance: number;
  /** The maximum number of processes. */
  readonly jobs: number;
  /** Whether a case without an entry is an error. */
  readonly isCi: boolean;
  /** The roots on chain, by case name; cases that are not in it are not compared. */
  readonly rootsOnChain?: (cases: readonly Case[]) => Promise<ReadonlyMap<string, string>>;
}

/** The outcome of a case. */
export interface CaseReport {
  /** Null for a file that cannot be read. */
  readonly name: string | null;
  readonly file: string;
  readonly findings: readonly Finding[];
  /** Whether it could not be compared. */
  readonly error: LinesmanError | null;
  /** Why its execution was not compared. */
  readonly skipped: string | null;
  /** Whether the ledger lacks an entry of the case for this build. */
  readonly isNew: boolean;
  readonly logs: readonly string[];
}

export interface FolderReport {
  readonly folder: string;
  readonly cases: readonly CaseReport[];
  /** The findings about the program, and about entries without a case. */
  readonly findings: readonly Finding[];
  /** The ledger that this run would write. */
  readonly ledger: Ledger;
}

/** Judges all cases of a folder and compares them with its ledger. Errors: those of the folder, ledger and engine. */
export async function regressFolder(folder: string, options: RegressOptions): Promise<FolderReport> {
  const files = readCaseFolder(folder);
  const was = readLedgerOf(folder);
  const { engine, program } = options;
  const results = await judgeFiles({ engine, program, files: files.map(({ file }) => file) }, options.jobs);
  const judged = files.map((one, i) => ({ ...one, judged: results[i] ?? null }));
  const onChain = await options.rootsOnChain?.(files.flatMap(({ content }) => (isCase(content) ? [content] : [])));
  return {
    folder,
    cases: judged.map((one) => reportOf(one, was, folder, options, onChain)),
    findings: [...programFindings(folder, was, options), ...goneFindings(folder, was, files)],
    ledger: ledgerOf(was, judged, options),
  };
}

const isCase = (content: CaseFile['content']): content is Case => !(content instanceof LinesmanError);

type JudgedFile = CaseFile & { readonly judged: Judged | null };

function reportOf(
  { file, content, judged }: JudgedFile,
  was: Ledger,
  folder: string,
  options: RegressOptions,
  onChain: ReadonlyMap<string, string> | undefined,
): CaseReport {
  const none = { findings: [], skipped: null, isNew: false, logs: [] };
  if (!isCase(content)) return { ...none, name: null, file, error: content };
  const { name, where } = content;
  if (judged === null) return { ...none, name, file, error: errorOf(CASE_WITHOUT_ENTRY, { file, ledger: folder }) };
  const { build, unitsTolerance, runsPrecompiles, executesLarge, isCi } = options;
  const entry = Object.hasOwn(was.cases, name) ? was.cases[name] : undefined;
  // Cases that the engine cannot execute get no entry.
  const isNew = entry === undefined || (entry.builds[build] === undefined && isExecuted(judged.program, options));
  const isSameProgram = was.builds[build]?.sha256 === programHash(options.program);
  const compared = entry && {
    ...compareCase(entry, judged, {
      name,
      file,
      where,
      build,
      unitsTolerance,
      isSameProgram,
      runsPrecompiles,
      executesLarge,
    }),
  };
  return {
    name,
    file,
    findings: [...(compared?.findings ?? []), ...chainFindings(content, file, onChain)],
    error: isNew && isCi ? errorOf(CASE_WITHOUT_ENTRY, { file, ledger: join(folder, LEDGER_FILE) }) : null,
    skipped: compared?.skipped ?? null,
    isNew,
    logs: judged.logs,
  };
}

function chainFindings(
  { name, roots }: Case,
  file: string,
  onChain: ReadonlyMap<string, string> | undefined,
): readonly Finding[] {
  const root = onChain?.get(name);
  if (roots === null || root === undefined || root === roots.root) return [];
  const reason = `The chain has another root at ${roots.address}, day ${roots.epochDay}, slot ${roots.slot}.`;
  return [{ kind: 'root', name, file, by: null, was: roots.root, is: root, reason }];
}

function programFindings(folder: string, was: Ledger, { build, program }: RegressOptions): readonly Finding[] {
  const recorded = was.builds[build]?.sha256;
  const is = programHash(program);
  if (recorded === undefined || recorded === is) return [];
  const reason = `The bytes of the program from ${program.from} are not those that the ledger was made with.`;
  const file = join(folder, LEDGER_FILE);
  return [{ kind: 'program', name: null, file, by: build, was: recorded, is, reason }];
}

function goneFindings(folder: string, was: Ledger, files: readonly CaseFile[]): readonly Finding[] {
  // An unreadable file may be the missing case.
  if (files.some(({ content }) => !isCase(content))) return [];
  const names = new Set(files.flatMap(({ content }) => (isCase(content) ? [content.name] : [])));
  return Object.keys(was.cases)
    .filter((name) => !names.has(name))
    .map((name) => ({
      kind: 'gone',
      name,
      file: join(folder, LEDGER_FILE),
      by: null,
      was: 'a case',
      is: 'none',
      reason: `The ledger has an entry "${name}", but no case file has this name.`,
    }));
}

/** The ledger with this run's results for this build instead of the earlier ones. */
function ledgerOf(was: Ledger, judged: readonly JudgedFile[], options: RegressOptions): Ledger {
  const { build, program } = options;
  const cases = judged.flatMap(({ content, judged: result }): [string, CaseEntry][] => {
    if (!isCase(content) || result === null) return [];
    const builds = Object.hasOwn(was.cases, content.name) ? was.cases[content.name]?.builds : {};
    const { root, offline, program: entry } = result;
    return [
      [content.name, { root, offline, builds: { ...builds, ...(isExecuted(entry, options) && { [build]: entry }) } }],
    ];
  });
  return { builds: { ...was.builds, [build]: { sha256: programHash(program) } }, cases: Object.fromEntries(cases) };
}
