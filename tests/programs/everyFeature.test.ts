import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readCorpus } from '../vectors/corpus.js';

/**
 * The programs under every feature that LiteSVM knows, active on a cluster or not: results and compute units are those
 * of today. The nightly lane also runs every test of the settlement program so.
 */

const ledger = (name: string) => JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'));

beforeEach(() => {
  vi.stubEnv('LINESMAN_FEATURES', 'all');
  vi.resetModules();
});
afterEach(() => vi.unstubAllEnvs());

it('every vector', async () => {
  const { LiteBank } = await import('../helpers/liteBank.js');
  const { VectorBank } = await import('../helpers/vectorBank.js');
  const { NO_SBPF_V0 } = await import('../../ts/sdk/program/network/changes.js');
  const all = await VectorBank.start();
  // Otherwise this would compare a runtime with itself.
  expect([all.bank.hasFeature(NO_SBPF_V0.id), new LiteBank([], 'default').hasFeature(NO_SBPF_V0.id)]).toEqual([
    true,
    false,
  ]);
  vi.stubEnv('LINESMAN_FEATURES', '');
  vi.resetModules();
  const today = await (await import('../helpers/vectorBank.js')).VectorBank.start();
  for (const vector of readCorpus()) {
    const [later, now] = await Promise.all(
      [all, today].map(async (bank) => {
        const { failedAt, failure, error, returned, computeUnits } = await bank.run(vector);
        return { vector: vector.name, failedAt, failure, error, returned, computeUnits };
      }),
    );
    expect(later).toEqual(now);
  }
});

it('every instruction of the settlement program', async () => {
  const { settlementUnits } = await import('./settlementUnits.js');
  expect(await settlementUnits()).toEqual(ledger('settlement-units'));
});

it('the instructions of the oracle program that publish roots and vouch for them', async () => {
  const { oracleUnits } = await import('./oracleUnits.js');
  expect(await oracleUnits()).toEqual(ledger('oracle-units'));
});
