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
  it('returns what a call logged itself, in order', () => {
    const logs = [
      ...call(SYSTEM, 1),
      ...call(OURS, 1, 'Program log: Instruction: Subscribe', data(1), ...call(OTHER, 2), data(2, 3)),
    ];
    expect(bytes(logs)).toEqual([[1], [2, 3]]);
  });

  it('returns the entries of the nth call', () => {
    const logs = [...call(OURS, 1, data(1)), ...call(OTHER, 1, data(9)), ...call(OURS, 1, data(2)), ...call(OURS, 1)];
    expect([0, 1, 2, 3].map((nth) => bytes(logs, nth))).toEqual([[[1]], [[2]], [], []]);
  });

  it('ignores other programs that run before, after, around or below the call', () => {
    expect(bytes([...call(OTHER, 1, data(9)), ...call(OURS, 1), ...call(OTHER, 1, data(9)), data(9)])).toEqual([]);
    expect(bytes(call(OTHER, 1, data(9), ...call(OURS, 2, data(1)), data(9)))).toEqual([]);
    expect(bytes(call(OURS, 1, ...call(OTHER, 2, data(9), ...call(OURS, 3, data(9)), data(9)), data(1)))).toEqual([
      [1],
    ]);
    // A recursive call is not the top-level one.
    expect(bytes(call(OURS, 1, ...call(OURS, 2, data(9))))).toEqual([]);
  });

  it('does not mistake logged text for a line of the runtime', () => {
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

  it('stops where lines may be missing', () => {
    // The end of one call and the start of the next may be among the lines left out.
    expect(bytes([`Program ${OURS} invoke [1]`, data(1), 'Log truncated', data(9)])).toEqual([[1]]);
    expect(bytes(['Log truncated', `Program ${OURS} invoke [1]`, data(9)])).toEqual([]);
    expect(bytes([`Program ${OURS} invoke [2]`, data(9)])).toEqual([]);
    expect(bytes([`Program ${OTHER} success`, ...call(OURS, 1, data(9))])).toEqual([]);
    expect(bytes([`Program ${OURS} invoke [1]`, `Program ${OTHER} success`, ...call(OURS, 1, data(9))], 1)).toEqual([]);
    expect(bytes([`Program ${OTHER} invoke [1]`, `Program ${OTHER} failed: x`, ...call(OURS, 1, data(1))])).toEqual([
      [1],
    ]);
  });

  it('skips lines that are not Base64 or hold several pieces', () => {
    expect(bytes(call(OURS, 1, 'Program data: ?', 'Program data: AQ== Ag==', 'Program data: ', data(1)))).toEqual([
      [],
      [1],
    ]);
  });
});
