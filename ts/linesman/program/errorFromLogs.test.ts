import { describe, expect, it } from 'vitest';
import { ERRORS } from '../error/index.js';
import { errorFromLogs } from './errorFromLogs.js';
import { LOCALNET_PROGRAM_IDS } from './programId.js';

const ORACLE = LOCALNET_PROGRAM_IDS.oracle;
const SETTLEMENT = LOCALNET_PROGRAM_IDS.settlement;
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const of = (...logs: string[]) => {
  const error = errorFromLogs(logs, LOCALNET_PROGRAM_IDS);
  return error && { number: error.number, name: error.name, message: error.message };
};

describe('errors out of logs', () => {
  it('are those of our programs, with what the program logged', () => {
    expect(
      of(
        `Program ${ORACLE} invoke [1]`,
        'Program log: AnchorError occurred. Error Code: InvalidStatProof. Error Number: 6023. Error Message: A stat does not lead to the root.',
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
        'Program log: AnchorError thrown in programs/settlement/src/terms.rs:1. Error Code: InvalidTimes. Error Number: 6204. Error Message: The times are out of bounds.',
        `Program ${SETTLEMENT} failed: custom program error: 0x183c`,
      ),
    ).toEqual({
      number: 6204,
      name: 'InvalidTimes',
      message: 'The settlement program refuses: The times are out of bounds (latest is before earliest).',
    });
  });

  it('have the sentence of the table when the program logs nothing', () => {
    const error = errorFromLogs([`Program ${SETTLEMENT} failed: custom program error: 0x1838`], LOCALNET_PROGRAM_IDS);
    expect(error?.number).toBe(6200);
    expect(error?.hint).not.toBe('');
  });

  it('have the sentence of the table when the program logs only the number again', () => {
    const { message = '' } =
      of(
        `Program ${SETTLEMENT} invoke [1]`,
        'Program log: ProgramError occurred. Error Code: Custom(6023). Error Number: 6023. Error Message: Custom program error: 0x1787.',
        `Program ${SETTLEMENT} failed: custom program error: 0x1787`,
      ) ?? {};
    expect(message).toBe(`The settlement program refuses: ${ERRORS.get(6023)?.sentence}`);
  });

  it('are read from the program that failed first', () => {
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

  it('of another program never become ours, whatever the number', () => {
    expect(of(`Program ${TOKEN} failed: custom program error: 0x1787`)?.number).toBe(7021);
  });

  it('that are no numbers are 7021', () => {
    expect(of(`Program ${ORACLE} failed: exceeded CUs meter at BPF instruction`)).toEqual({
      number: 7021,
      name: 'SimulationFailed',
      message: 'The transaction fails in the oracle program: exceeded CUs meter at BPF instruction.',
    });
    expect(of(`Program ${ORACLE} failed: custom program error: 0x1`)?.number).toBe(7021);
  });

  it('are none when nothing failed', () => {
    expect(of(`Program ${ORACLE} invoke [1]`, `Program ${ORACLE} success`)).toBeUndefined();
  });
});
