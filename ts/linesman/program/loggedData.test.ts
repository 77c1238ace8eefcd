import { describe, expect, it } from 'vitest';
import { loggedData } from './loggedData.js';

const OURS = 'oracae1111111111111111111111111111111111111';
const OTHER = 'Budget1111111111111111111111111111111111111';
const SYSTEM = '11111111111111111111111111111111';

const data = (...bytes: number[]) => `Program data: ${Buffer.from(bytes).toString('base64')}`;
const call = (program: string, depth: number, ...inside: string[]) => [
  `Program ${program} invoke [${depth}]`,
  ...inside,
  `Program ${program} consumed 5 of 200000 compute units`,
  `Program ${program} success`,
];
const bytes = (logs: readonly string[], nth = 0) => loggedData(logs, OURS, nth).map((one) => [...one]);

describe('loggedData', () => {
  it('is what a call logged itself, in order', () => {
    const logs = [
      ...call(SYSTEM, 1),
      ...call(OURS, 1, 'Program log: Instruction: Subscribe', data(1), ...call(OTHER, 2), data(2, 3)),
    ];
    expect(bytes(logs)).toEqual([[1], [2, 3]]);
  });

  it('is of the call that is asked for', () => {
    const logs = [...call(OURS, 1, data(1)), ...call(OTHER, 1, data(9)), ...call(OURS, 1, data(2)), ...call(OURS, 1)];
    expect([0, 1, 2, 3].map((nth) => bytes(logs, nth))).toEqual([[[1]], [[2]], [], []]);
  });

  it('is nothing of another program, before, after, around or below', () => {
    expect(bytes([...call(OTHER, 1, data(9)), ...call(OURS, 1), ...call(OTHER, 1, data(9)), data(9)])).toEqual([]);
    expect(bytes(call(OTHER, 1, data(9), ...call(OURS, 2, data(1)), data(9)))).toEqual([]);
    expect(bytes(call(OURS, 1, ...call(OTHER, 2, data(9), ...call(OURS, 3, data(9)), data(9)), data(1)))).toEqual([
      [1],
    ]);
    // Its own call from within is not the top-level one.
    expect(bytes(call(OURS, 1, ...call(OURS, 2, data(9))))).toEqual([]);
  });

  it('does not take a text for a line of the runtime', () => {
    const lines = [
      `Program log: Program ${OURS} invoke [1]`,
      `Program log: x\nProgram ${OURS} invoke [1]`,
      `Program log: \nProgram ${OTHER} success`,
      `Program log: Program ${OTHER} success\nProgram ${OURS} invoke [1]\n${data(9)}`,
    ];
    for (const line of lines) {
      expect(bytes(call(OTHER, 1, line, data(9)))).toEqual([]);
      expect(bytes([...call(OTHER, 1, line, data(9)), ...call(OURS, 1, data(1))])).toEqual([[1]]);
    }
    expect(bytes(call(OURS, 1, 'Program log: Log truncated', data(1)))).toEqual([[1]]);
  });

  it('ends where lines may be missing', () => {
    // The lines of the end of one call and of the beginning of the next are among those left out.
    expect(bytes([`Program ${OURS} invoke [1]`, data(1), 'Log truncated', data(9)])).toEqual([[1]]);
    expect(bytes(['Log truncated', `Program ${OURS} invoke [1]`, data(9)])).toEqual([]);
    expect(bytes([`Program ${OURS} invoke [2]`, data(9)])).toEqual([]);
    expect(bytes([`Program ${OTHER} success`, ...call(OURS, 1, data(9))])).toEqual([]);
    expect(bytes([`Program ${OURS} invoke [1]`, `Program ${OTHER} success`, ...call(OURS, 1, data(9))], 1)).toEqual([]);
    expect(bytes([`Program ${OTHER} invoke [1]`, `Program ${OTHER} failed: x`, ...call(OURS, 1, data(1))])).toEqual([
      [1],
    ]);
  });

  it('passes over what is no Base64, or more than one piece', () => {
    expect(bytes(call(OURS, 1, 'Program data: ?', 'Program data: AQ== Ag==', 'Program data: ', data(1)))).toEqual([
      [],
      [1],
    ]);
  });
});
