import { describe, expect, it } from 'vitest';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { cheapestForm } from '../../ts/sdk/program/settlement/cheapestForm.js';
import { compile } from '../../ts/sdk/program/transaction/compile.js';
import { TRANSACTION_LIMIT } from '../../ts/sdk/program/transaction/size.js';
import type { ScoreProof } from '../../ts/sdk/program/wire/scoreProof.js';
import { compactForm } from '../../ts/sdk/proof/compactForm.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import {
  allOf,
  FIXTURE,
  FULL_TIME,
  type MarketOptions,
  single,
  type TestMarket,
} from '../helpers/settlement/market.js';
import { type PublishedSlot, soccerStats } from '../helpers/settlement/match.js';
import { final, World } from '../helpers/world/world.js';

/** `settle` with the compact form. tests/vectors covers the refusals of broken proofs. */

const { chain, oracle, settleable } = new World().each();

/** All `keys` are used: the first one above 0. */
const above = (keys: number[]): MarketOptions => ({
  statKeys: keys,
  outcomes: [allOf(...keys.map((_, i) => single(i, 'greaterThan', i === 0 ? 0 : -1)))],
});

const compact = (slot: PublishedSlot, keys: number[], witness?: number): ScoreProof => ({
  kind: 'Compact',
  ...compactForm(slot.v3(keys), witness === undefined ? undefined : slot.leaf(witness)),
});

const fullTime = (status = 100, updates = 1, others = 1): PublishedSlot => {
  const update = { status, stats: soccerStats(2, 1) };
  return oracle.publish(
    FIXTURE,
    FULL_TIME,
    Array.from({ length: updates }, () => update),
    { others },
  );
};

describe('the compact form settles', () => {
  it.each([
    ['one stat', [1]],
    ['two stats', [1, 2]],
    ['five stats', [1, 2, 3, 7, 8]],
    ['zero stats among them', [1, 5, 2, 6, 7]],
  ])('%s, like v3', async (_, keys) => {
    const slot = fullTime();
    const markets = [await settleable(above(keys)), await settleable(above(keys))];
    ok(await (markets[0] as TestMarket).settle(slot.v3(keys)));
    ok(await (markets[1] as TestMarket).settle(compact(slot, keys)));
    const [full, short] = await Promise.all(markets.map((market) => market.read()));
    expect(short?.proposal).toEqual(full?.proposal);
    expect(short?.state).toBe('Proposed');
  });

  it('zero stats by its own witness', async () => {
    const market = await settleable(above([5, 6]));
    const slot = fullTime();
    expect(refusal(await market.settle(compact(slot, [5, 6])))).toBe(6220);
    ok(await market.settle(compact(slot, [5, 6], 7)));
    expect((await market.read()).proposal.outcome).toBe(1);
  });

  it('nothing with an additional witness', async () => {
    const market = await settleable(above([5, 6]));
    const slot = fullTime();
    expect(refusal(await market.settle(compact(slot, [5, 6], 7), slot.leaf(7)))).toBe(6103);
    expect(refusal(await market.settle(compact(slot, [5, 6]), slot.leaf(7)))).toBe(6103);
  });

  it('nothing that is not final, by keys or witness', async () => {
    const slot = fullTime(5);
    expect(refusal(await (await settleable(above([1]))).settle(compact(slot, [1])))).toBe(6219);
    expect(refusal(await (await settleable(above([5]))).settle(compact(slot, [5], 7)))).toBe(6219);
    expect(
      refusal(await (await settleable({ ...above([1]), finality: 'regular-time' })).settle(compact(slot, [1]))),
    ).toBe(null);
  });

  it('no market that requires a signature', async () => {
    const signer = new Uint8Array(32).fill(0x51);
    const { putConfig } = await import('../helpers/settlement/oracleConfig.js');
    putConfig(chain, oracle.programId, signer);
    const market = await settleable({ ...above([1]), signer, finality: 'signed-final' });
    expect(refusal(await market.settle(compact(fullTime(), [1])))).toBe(6221);
  });

  it('only the market of its fixture and keys', async () => {
    const slot = fullTime();
    const proof = compact(slot, [1, 2]);
    // The proof does not name its subject: it leads to the root for this question only.
    expect(refusal(await (await settleable(above([2, 1]))).settle(proof))).toBe(6004);
    expect(refusal(await (await settleable({ ...above([1, 2]), fixtureId: FIXTURE + 1 })).settle(proof))).toBe(6004);
    expect(refusal(await (await settleable(above([1]))).settle(proof))).toBe(6103);
    expect(refusal(await (await settleable(above([1, 7]))).settle(proof))).toBe(6004);
  });

  it('only within the times of the market, and with the roots account of the day', async () => {
    const market = await settleable(above([1]));
    const { latest, earliest } = market.terms;
    const early = oracle.publish(FIXTURE, earliest - 1, [final()]);
    expect(refusal(await market.settle(compact(early, [1])))).toBe(6216);
    const late = oracle.publish(FIXTURE, latest + 1, [final()]);
    expect(refusal(await market.settle(compact(late, [1])))).toBe(6216);

    const proof = compact(fullTime(), [1]);
    const elsewhere = chain.address();
    const account = await chain.account(market.settleInstruction(proof).accounts[1]?.address ?? elsewhere);
    chain.setAccount(elsewhere, oracle.programId, account?.data ?? new Uint8Array());
    expect(refusal(await market.settle(proof, null, { roots: elsewhere }))).toBe(6235);
    chain.setAccount(elsewhere, chain.address(), account?.data ?? new Uint8Array());
    expect(refusal(await market.settle(proof, null, { roots: elsewhere }))).toBe(6234);
    ok(await market.settle(proof));
  });

  it('a later update in place of an earlier one, never the reverse', async () => {
    const slot = oracle.publish(FIXTURE, FULL_TIME, [final(0, 1), final()]);
    const of = (seq: number): ScoreProof => ({ kind: 'Compact', ...compactForm(slot.v3([1, 2], seq)) });
    const market = await settleable(above([1, 2]));
    ok(await market.settle(of(0)));
    ok(await market.settle(of(1)));
    expect(refusal(await market.settle(of(1)))).toBe(6222);
    expect(refusal(await market.settle(of(0)))).toBe(6222);
    expect((await market.read()).proposal.outcome).toBe(0);
  });
});

it('costs at most 6 % more than v3 for the same proof, which has the nodes that it computes', async () => {
  const rows: Record<string, [number, number]> = {};
  for (const [updates, others] of [
    [1, 1],
    [32, 1],
  ] as const)
    for (const keys of [[1], [1, 2], [1, 5], [5, 6, 1, 2], [1, 2, 3, 7, 8]]) {
      const slot = fullTime(100, updates, others);
      const units = async (proof: Parameters<TestMarket['settle']>[0]) => {
        const market = await settleable(above(keys));
        const { size } = compile(chain.payer.address, [market.settleInstruction(proof)], chain.address());
        return size > TRANSACTION_LIMIT ? null : ok(await market.settle(proof)).computeUnits;
      };
      const [full, short] = [await units(slot.v3(keys)), await units(compact(slot, keys))];
      if (full !== null && short !== null) rows[`${updates} updates, keys ${keys}`] = [full, short];
    }
  expect(Object.keys(rows).length).toBeGreaterThan(6);
  const dearer = Object.entries(rows).filter(([, [full, short]]) => short > full * 1.06);
  expect(dearer, JSON.stringify(rows, null, 1)).toEqual([]);
  if (process.env.LINESMAN_PRINT) console.info(rows);
});

describe('the form selected by cheapestForm', () => {
  it.each([
    ['one stat', [1], 1, 1],
    ['two stats', [1, 2], 1, 1],
    ['three stats', [1, 2, 3], 1, 1],
    ['one stat in a deep sub-tree', [1], 32, 1],
    ['two stats in a deep sub-tree', [1, 2], 32, 1],
    ['one stat in a deep main tree', [1], 1, 30],
    ['one stat and a zero', [1, 5], 1, 1],
    ['two stats and a zero', [1, 2, 5], 1, 1],
    ['one stat and two zeros', [1, 5, 6], 1, 1],
    ['two stats and two zeros', [1, 2, 5, 6], 1, 1],
  ])('costs the fewest compute units: %s', async (_, keys, updates, others) => {
    const slot = fullTime(100, updates, others);
    for (const proof of [slot.v2(keys), slot.v3(keys)]) {
      const market = await settleable(above(keys));
      const { programs, payer } = { programs: LOCALNET_PROGRAM_IDS, payer: chain.payer.address };
      const { candidates } = cheapestForm({ programs, payer, market: market.address, terms: market.terms, proof });
      const units: Record<string, number> = {};
      for (const { form } of candidates.filter((one) => one.form !== 'buffer')) {
        const one = await settleable(above(keys));
        units[form] = ok(await one.settle(form === 'compact' ? compact(slot, keys) : proof)).computeUnits;
      }
      const inOrder = Object.values(units);
      expect(inOrder, JSON.stringify(units)).toEqual([...inOrder].sort((a, b) => a - b));
      expect(inOrder.length).toBe(2);
    }
  });
});
