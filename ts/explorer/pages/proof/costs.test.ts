import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LOCALNET_PROGRAM_IDS } from '../../../sdk/program/programId.js';
import { parseProof } from '../../../sdk/proof/parse.js';
import { estimatedUnits, type MeasuredUnits, transactionBytes } from './costs.js';

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const ledger = JSON.parse(read('tests/vectors/compute-units.json')) as readonly MeasuredUnits[];
const key = read('examples/oracle-key.txt').trim();
const { oracle } = LOCALNET_PROGRAM_IDS;
const proof = (name: string) => parseProof(read(`examples/proofs/${name}.json`));

describe.each(['final-win', 'final-win-v3', 'final-win-v4', 'two-nil', 'odds', 'fixture', 'fixture-batch'])(
  'the costs of %s',
  (name) => {
    test('are estimated from a proof of its kind', () => {
      const estimate = estimatedUnits(proof(name), ledger);
      expect(estimate?.units).toBeGreaterThan(500);
      expect(estimate?.units).toBeLessThan(30_000);
    });

    test('include the size of the transaction in each version, for signed ones with the key', () => {
      const sizes = transactionBytes(proof(name), oracle, key) ?? [];
      expect(sizes.map(({ version, limit }) => [version, limit])).toEqual([
        [0, 1_232],
        [1, 4_096],
      ]);
      for (const { bytes } of sizes) expect(bytes).toBeGreaterThan(300);
      expect(transactionBytes(proof(name), oracle, '') === null).toBe(name === 'final-win-v4');
    });
  },
);

test('an estimate counts the nodes by which a proof is deeper than the measured one', () => {
  const one = proof('fixture');
  if (one.kind !== 'fixture') throw new Error('the example is a fixture');
  const [node] = one.mainTreeProof;
  if (!node) throw new Error('the example has a path');
  const [measured] = ledger.filter(({ instruction }) => instruction === 'validate_fixture');
  const only = measured ? [measured] : [];
  const base = estimatedUnits(one, only)?.units ?? 0;
  const deeper = { ...one, mainTreeProof: [...one.mainTreeProof, node] };
  expect(estimatedUnits(deeper, only)?.units).toBe(base + 117);
  expect(estimatedUnits(one, [])).toBeNull();
});
