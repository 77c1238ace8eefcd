import { dirname } from 'node:path';
import { fail, OPTION_NOT_APPLICABLE, terminalText } from '@linesman/sdk/error';
import { bytesToHex } from '@linesman/sdk/internal/format/hex';
import { limitOf, TRANSACTION_LIMIT } from '@linesman/sdk/internal/program/transaction/size';
import type { Case } from '@linesman/sdk/internal/prove/caseFile';
import { otherPackage } from '../commands.js';
import { refuseWithout } from '../option/refuseWithout.js';
import { flagOf } from '../option/row.js';
import type { Row } from '../terminal/table.js';
import type { CaseExecution, ExecutionRequest, LedgerQuestion, RecordedDifference } from './caseExecution.js';
import type { InspectFlags } from './inspect.js';
import type { ProofInput } from './proofInput.js';

/** The exports of `@linesman/regress/commands` for `inspect`. */
interface RegressModule {
  executeCase(request: ExecutionRequest): Promise<CaseExecution>;
}

/**
 * Executes the proof, if `--logs` is given, in the runtime of `@linesman/regress`. Errors: OPTION_NOT_APPLICABLE;
 * PACKAGE_NOT_INSTALLED; those of `executeCase`.
 */
export async function executed(file: string, input: ProofInput, flags: InspectFlags): Promise<CaseExecution | null> {
  const { program, build } = flags;
  if (!flags.logs) {
    refuseWithout('--logs', 'a proof that is executed', { program, build });
    return null;
  }
  const { recorded, roots, sources } = input;
  if (recorded === null) {
    // The program compares the proof with an account. Without one it could only refuse.
    if (roots === undefined)
      fail(OPTION_NOT_APPLICABLE, { problem: 'needs', option: '--logs', for: 'an answer', other: '--roots' });
    if (build !== undefined)
      fail(OPTION_NOT_APPLICABLE, { problem: 'excluded', option: '--build', for: 'a case', other: 'an answer' });
  }
  const { executeCase } = await otherPackage<RegressModule>('@linesman/regress', 'inspect --logs');
  return executeCase({
    one: caseOf(input),
    rootsAccount: sources.roots === 'option' ? (roots ?? null) : null,
    program: program ?? null,
    ledger: ledgerOf(file, recorded, flags),
  });
}

/** The case with the changes by the options. */
function caseOf({ recorded, answer, sport, where, sources, oracleKeys }: ProofInput): Case {
  const bare: Case = {
    ...{ name: 'answer', request: { method: 'GET', path: '/', query: {} }, answer, sport, where: null, notes: '' },
    ...{ roots: null, rootsMissing: 'a plain answer', oracleKey: null },
  };
  const [key] = sources.oracleKeys === 'option' ? (oracleKeys ?? []) : [];
  return { ...(recorded ?? bare), sport, where: where ?? null, ...(key && { oracleKey: bytesToHex(key) }) };
}

/** A ledger contains the outcomes of its cases as recorded, not with other conditions. */
function ledgerOf(file: string, recorded: Case | null, flags: InspectFlags): LedgerQuestion {
  const build = flags.build ?? null;
  const none = (why: string): LedgerQuestion => ({ folder: null, build, why });
  if (recorded === null) return none('an answer has no ledger');
  const changed = (['where', 'sport', 'roots', 'oracleKey'] as const).find((name) => flags[name] !== undefined);
  if (changed !== undefined) return none(`not compared: ${flagOf(changed)} changes what the case is asked`);
  return file === '-' ? none('standard input has no ledger beside it') : { folder: dirname(file), build, why: null };
}

/** The execution as names and values, without its logs. */
export function executionRows({ program, engine, ...ran }: CaseExecution): readonly Row[] {
  const { resultText, failure, instruction, form, units, bytes, ledger, notCompared } = ran;
  const found: Row[] = [
    ['program', terminalText(`${program.from}, sha256 ${program.sha256.slice(0, 12)}…, executed by ${engine}`)],
    ['result', terminalText(failure === null ? resultText : `${resultText}: ${failure}`)],
  ];
  if (instruction !== null) found.push(['sent as', `${instruction} (${form})`]);
  if (units !== null) found.push(['units', `${units} compute units`]);
  if (bytes !== null) found.push(['bytes', bytesText(bytes)]);
  if (ledger === null) found.push(['ledger', terminalText(notCompared ?? '')]);
  else {
    for (const one of ledger.differences) found.push(['ledger', differenceText(one)]);
    for (const { build, differences, ...was } of ledger.builds) {
      const same = differences.length === 0 ? '; no differences' : '';
      const said = `recorded ${was.resultText}, ${was.units ?? 'no'} compute units, ${was.bytes ?? 'no'} bytes${same}`;
      found.push(['ledger', terminalText(`${build}: ${said}`)]);
      for (const one of differences) found.push(['', differenceText(one)]);
    }
  }
  return found;
}

const bytesText = (bytes: number): string =>
  bytes > TRANSACTION_LIMIT
    ? `${bytes} of ${limitOf(1)} in a transaction of version 1, beyond the ${TRANSACTION_LIMIT} of an earlier one`
    : `${bytes} of ${TRANSACTION_LIMIT}`;

const differenceText = ({ kind, was, is, reason }: RecordedDifference): string =>
  terminalText(`${kind}: ${was} → ${is}. ${reason}`);
