import { SIMULATION_FAILED } from '../error/codes/library.js';
import { describe, isErrorNumber } from '../error/describe/describe.js';
import type { ErrorNumber } from '../error/errors.js';
import { type LinesmanError, relayed } from '../error/linesmanError.js';
import { LOGS_NOT_HAD } from '../error/logsNotHad.js';
import { clipped } from '../error/quoted.js';
import { failedInstruction } from './failedInstruction.js';
import type { ProgramIds } from './programId.js';
import type { Message } from './transaction/messageForm.js';

const FAILED = /^Program (\w+) failed: (.*)$/;
const CUSTOM = /^custom program error: 0x([0-9a-f]+)$/;
const LOG = 'Program log: ';
const ANCHOR = /Error Number: (\d+)\. Error Message: (.*?)\.?$/;

/**
 * The numbered error behind the logs of a failed transaction; `undefined` when no program failed.
 *
 * A number counts only when it comes from the program that failed first (the innermost call) and that program is one of
 * ours, because 6023 means something else in another program. Every other failure becomes SIMULATION_FAILED.
 *
 * @param context Kept in the context of the error.
 *
 * @example
 * ```ts
 * import { errorFromLogs, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const logs: readonly string[]; // of a confirmed or simulated transaction
 * const error = errorFromLogs(logs, LOCALNET_PROGRAM_IDS, { signature: '5h6x…' });
 * if (error) console.error(error.number, error.message, error.hint);
 * ```
 */
export function errorFromLogs(
  logs: readonly string[],
  programs: ProgramIds,
  context: Readonly<Record<string, unknown>> = {},
): LinesmanError | undefined {
  const at = logs.findIndex((line) => FAILED.test(line));
  const failed = FAILED.exec(logs[at] ?? '');
  if (!failed) return undefined;
  const [, program = '', reason = ''] = failed;
  const which = nameOf(program, programs);
  const said = logs
    .slice(0, at)
    .filter((line) => line.startsWith(LOG))
    .map((line) => line.slice(LOG.length));
  const custom = CUSTOM.exec(reason);
  const number = custom ? Number.parseInt(custom[1] ?? '', 16) : undefined;
  if (which === undefined || number === undefined || !isErrorNumber(number)) {
    const name = which === undefined ? `program ${program}` : `the ${which} program`;
    const why = number === undefined ? clipped(reason) : `error ${number}`;
    const words = { sentence: `The transaction fails in ${name}: ${why}${detail(said)}.` };
    return relayed(SIMULATION_FAILED, words, { ...context, program, code: number, logs });
  }
  const anchor = said.map((line) => ANCHOR.exec(line)).find((match) => match?.[1] === String(number))?.[2];
  // The verifier crate's errors have no message in the logs.
  const sentence = anchor === undefined || /^custom program error/i.test(anchor) ? sentenceOf(number) : anchor;
  const words = { sentence: `The ${which} program refuses: ${sentence}${detail(said)}.` };
  return relayed(number as ErrorNumber, words, { ...context, program: which, logs });
}

/**
 * The numbered error behind the status of a failed transaction whose logs the node does not have; `undefined` when the
 * status does not name an error of our programs. Our programs only call programs of the runtime, which use other
 * numbers.
 */
export function errorFromStatus(
  error: unknown,
  { accounts, instructions }: Message,
  programs: ProgramIds,
  context: Readonly<Record<string, unknown>>,
): LinesmanError | undefined {
  const failed = failedInstruction(error);
  const instruction = failed && instructions[failed.at];
  if (!instruction) return undefined;
  const which = nameOf(accounts[instruction.programIndex], programs);
  const { custom: number } = failed;
  if (which === undefined || number === null || !isErrorNumber(number)) return undefined;
  const words = { sentence: `The ${which} program refuses: ${sentenceOf(number)}; ${LOGS_NOT_HAD}.` };
  return relayed(number as ErrorNumber, words, { ...context, program: which, logs: null });
}

const nameOf = (program: string | undefined, programs: ProgramIds): 'oracle' | 'settlement' | undefined =>
  program === programs.oracle ? 'oracle' : program === programs.settlement ? 'settlement' : undefined;

const sentenceOf = (number: number): string => describe(number, undefined).sentence.replace(/\.$/, '');

/** The last line that the program logged on its own account, e.g. which bound of the terms was broken. */
function detail(said: readonly string[]): string {
  const own = said.filter((line) => !/^(AnchorError|ProgramError|Instruction: )/.test(line)).at(-1);
  return own === undefined ? '' : ` (${clipped(own.replace(/\.$/, ''))})`;
}
