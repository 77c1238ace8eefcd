import { join } from 'node:path';
import type { CaseExecution, ExecutionRequest, LedgerComparison, RecordedDifference } from '@linesman/cli';
import { compareCase, endOf } from '../compare/compareCase.js';
import type { Finding } from '../compare/finding.js';
import { openEngine } from '../engine/openEngine.js';
import { committedProgram, programHash, programOfFile } from '../engine/programBytes.js';
import { type Judged, judgeCase } from '../judge/judgeCase.js';
import { LEDGER_FILE, readLedgerOf } from '../ledger/ledger.js';

/**
 * Executes a proof for `linesman inspect --logs`, and compares it with the entries of its ledger. Errors: those of the
 * program, the engine and the ledger.
 */
export async function executeCase({ one, rootsAccount, ...asked }: ExecutionRequest): Promise<CaseExecution> {
  const program = asked.program === null ? committedProgram() : programOfFile(asked.program);
  const engine = await openEngine('litesvm', program);
  const judged = await judgeCase(one, engine, program, rootsAccount ?? undefined);
  const { failure, logs } = judged;
  const { result, error, instruction, form, units, bytes } = judged.program;
  const sha256 = programHash(program);
  return {
    engine: engine.name,
    program: { from: program.from, sha256 },
    ...{ result, resultText: endOf(judged.program), error, failure, instruction, form, units, bytes, logs },
    ...compared(one, judged, sha256, asked.ledger),
  };
}

function compared(
  { name, where }: ExecutionRequest['one'],
  judged: Judged,
  sha256: string,
  { folder, build, why }: ExecutionRequest['ledger'],
): { readonly ledger: LedgerComparison | null; readonly notCompared: string | null } {
  if (folder === null) return { ledger: null, notCompared: why };
  const file = join(folder, LEDGER_FILE);
  const { builds, cases } = readLedgerOf(folder);
  const entry = Object.hasOwn(cases, name) ? cases[name] : undefined;
  const recorded = Object.entries(entry?.builds ?? {}).filter(([of]) => build === null || of === build);
  if (entry === undefined || recorded.length === 0)
    return { ledger: null, notCompared: `${file} has no entry of ${name}${build === null ? '' : ` for ${build}`}` };
  const about = { name, file, where, unitsTolerance: 0, runsPrecompiles: true, executesLarge: true };
  const findings = recorded.map(([of, was]) => {
    const isSameProgram = builds[of]?.sha256 === sha256;
    return { of, was, isSameProgram, all: compareCase(entry, judged, { ...about, build: of, isSameProgram }).findings };
  });
  return {
    ledger: {
      file,
      builds: findings.map(({ of, was: { result, error, units, bytes }, was, isSameProgram, all }) => ({
        ...{ build: of, isSameProgram, result, resultText: endOf(was), error, units, bytes },
        differences: all.filter(({ by }) => by === of).map(difference),
      })),
      // The same for every build.
      differences: (findings[0]?.all ?? []).filter(({ by }) => by !== findings[0]?.of).map(difference),
    },
    notCompared: null,
  };
}

const difference = ({ kind, was, is, reason }: Finding): RecordedDifference => ({ kind, was, is, reason });
