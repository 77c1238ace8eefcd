import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { sbpfOf } from '../../ts/sdk/program/network/sbpf.js';
import { type Deployed, ROOT } from '../helpers/localBank.js';
import { ORACLE } from '../helpers/oracleBank.js';
import { SETTLEMENT } from '../helpers/settlement/chain.js';
import { VectorBank } from '../helpers/vectorBank.js';
import { readCorpus } from '../vectors/corpus.js';

/** The committed programs in SBPF v3 and v0 are one: so one ledger of compute units is that of both. */

const older = ({ programId, path }: Deployed): Deployed => ({ programId, path: path.replace('.so', '-v0.so') });
const versionOf = ({ path }: Deployed): number => sbpfOf(readFileSync(new URL(path, ROOT)));

it('the files are in the format that their names say', () => {
  expect([ORACLE, SETTLEMENT].map((one) => [versionOf(one), versionOf(older(one))])).toEqual([
    [3, 0],
    [3, 0],
  ]);
});

it('every vector has the same result in the same compute units', async () => {
  const banks = [await VectorBank.start(), await VectorBank.start(older(ORACLE))];
  const corpus = readCorpus();
  expect(corpus.length).toBeGreaterThan(1_000);
  for (const vector of corpus) {
    const [v3, v0] = await Promise.all(
      banks.map(async (bank) => {
        const { failedAt, failure, error, returned, computeUnits } = await bank.run(vector);
        return { vector: vector.name, failedAt, failure, error, returned, computeUnits };
      }),
    );
    expect(v3).toEqual(v0);
  }
}, 60_000);

it('every instruction of the settlement program takes the same compute units, those of the ledger', async () => {
  const ledger = JSON.parse(readFileSync(new URL('../vectors/settlement-units.json', import.meta.url), 'utf8'));
  for (const program of [SETTLEMENT, older(SETTLEMENT)]) {
    // From the first market on: its address costs units that depend on its number.
    vi.resetModules();
    const { settlementUnits } = await import('./settlementUnits.js');
    expect(await settlementUnits(program)).toEqual(ledger);
  }
}, 60_000);
