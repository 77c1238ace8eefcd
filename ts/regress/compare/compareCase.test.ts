import { expect, test } from 'vitest';
import type { CaseEntry, ProgramEntry } from '../ledger/ledger.js';
import { compareCase } from './compareCase.js';

const about = {
  name: 'a case',
  file: 'a.case.json',
  where: null,
  build: 'oracle',
  unitsTolerance: 0.01,
  isSameProgram: true,
  runsPrecompiles: true,
  executesLarge: true,
};
const program: ProgramEntry = {
  result: 'true',
  error: null,
  instruction: 'validate_stat_v3',
  form: 'v3',
  units: 10_000,
  bytes: 900,
};
const was: CaseEntry = {
  root: '00'.repeat(32),
  offline: { result: 'true', error: null, facts: ['k1 = 2, period 100'], final: true },
  builds: { oracle: program },
};
const kinds = (changes: Partial<ProgramEntry>) => {
  const { root, offline } = was;
  const now = { root, offline, program: { ...program, ...changes }, failure: null, logs: [] };
  return compareCase(was, now, about).findings.map(({ kind, by }) => `${kind} by ${by}`);
};

test('what a program does otherwise than before is found', () => {
  expect(kinds({})).toEqual([]);
  expect(kinds({ units: 10_100 })).toEqual([]);
  expect(kinds({ units: 10_101, bytes: 901, form: 'v2' })).toEqual([
    'instruction by oracle',
    'units by oracle',
    'bytes by oracle',
  ]);
  // The verdict hides its consequences.
  expect(kinds({ result: 'refused', error: 6021, units: 1 })).toEqual(['verdict by oracle']);
});
