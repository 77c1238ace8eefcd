import { describe, expect, it } from 'vitest';
import { ERRORS } from '../error/errors.js';
import { errorFromLogs } from './errorFromLogs.js';
import { LOCALNET_PROGRAM_IDS } from './programId.js';

const ORACLE = LOCALNET_PROGRAM_IDS.oracle;
const SETTLEMENT = LOCALNET_PROGRAM_IDS.settlement;
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const of = (...logs: string[]) => {
  const error = errorFromLogs(logs, LOCALNET_PROGRAM_IDS);
  return error && { number: error.number, name: error.name, message: error.message };
};
/** The line that Anchor logs for an error. */
const logOf = (kind: string, code: string, number: number, message: string) =>
  `Program log: ${kind}. Error Code: ${code}. Error Number: ${number}. Error Message: ${message}`;

describe('errors read from logs', () => {
  it('have the number and message that our program logged', () => {
    expect(
      of(
        `Program ${ORACLE} invoke [1]`,
        logOf('AnchorError occurred', 'InvalidStatProof', 6023, 'A stat does not lead to the root.'),
        `Program ${ORACLE} consumed 900 of 1000 compute units`,
        `Program ${ORACLE} failed: custom program error: 0x1787`,
      ),
    ).toEqual({
      number: 6023,
      name: 'InvalidStatProof',
      message: 'The oracle program refuses: A stat does not lead to the root.',
    });
    expect(
      of(
        `Program ${SETTLEMENT} invoke [1]`,
        'Program log: Instruction: CreateMarket',
        'Program log: latest is before earliest',
        logOf('AnchorError thrown in src/terms.rs:1', 'InvalidTimes', 6204, 'The times are out of bounds.'),
        `Program ${SETTLEMENT} failed: custom program error: 0x183c`,
      ),
    ).toEqual({
      number: 6204,
      name: 'InvalidTimes',
      message: 'The settlement program refuses: The times are out of bounds (latest is before earliest).',
    });
  });

  it('have the sentence of the table when the program logs no message', () => {
    const error = errorFromLogs([`Program ${SETTLEMENT} failed: custom program error: 0x1838`], LOCALNET_PROGRAM_IDS);
    expect(error?.number).toBe(6200);
    expect(error?.hint).not.toBe('');
  });

  it('have the sentence of the table when the program logs only the number', () => {
    const { message = '' } =
      of(
        `Program ${SETTLEMENT} invoke [1]`,
        logOf('ProgramError occurred', 'Custom(6023)', 6023, 'Custom program error: 0x1787.'),
        `Program ${SETTLEMENT} failed: custom program error: 0x1787`,
      ) ?? {};
    expect(message).toBe(`The settlement program refuses: ${ERRORS.get(6023)?.sentence}`);
  });

  it('come from the program that failed first', () => {
    expect(
      of(
        `Program ${SETTLEMENT} invoke [1]`,
        `Program ${TOKEN} invoke [2]`,
        'Program log: Error: insufficient funds',
        `Program ${TOKEN} failed: custom program error: 0x1`,
        `Program ${SETTLEMENT} failed: custom program error: 0x1`,
      ),
    ).toEqual({
      number: 7021,
      name: 'SimulationFailed',
      message: `The transaction fails in program ${TOKEN}: error 1 (Error: insufficient funds).`,
    });
  });

  it('of another program never become ours, even with our number', () => {
    expect(of(`Program ${TOKEN} failed: custom program error: 0x1787`)?.number).toBe(7021);
  });

  it('without a number are 7021', () => {
    expect(of(`Program ${ORACLE} failed: exceeded CUs meter at BPF instruction`)).toEqual({
      number: 7021,
      name: 'SimulationFailed',
      message: 'The transaction fails in the oracle program: exceeded CUs meter at BPF instruction.',
    });
    expect(of(`Program ${ORACLE} failed: custom program error: 0x1`)?.number).toBe(7021);
  });

  it('are undefined when nothing failed', () => {
    expect(of(`Program ${ORACLE} invoke [1]`, `Program ${ORACLE} success`)).toBeUndefined();
  });
});
