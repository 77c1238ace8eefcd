import { beforeAll, describe, expect, it } from 'vitest';
import { ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { marketsPerTransaction } from '../../ts/sdk/program/settlement/batchInstructions.js';
import { compile } from '../../ts/sdk/program/transaction/compile.js';
import { TRANSACTION_LIMIT } from '../../ts/sdk/program/transaction/size.js';
import { BATCHES, BatchScene, COUNT, spoilingsOf } from '../helpers/settlement/batchScene.js';
import { type Outcome, ok } from '../helpers/settlement/chain.js';
import { eventsOf } from '../helpers/settlement/events.js';
import { createMarkets, LARGEST_KEYS, LARGEST_TERMS } from '../helpers/settlement/largestTerms.js';
import { FULL_TIME } from '../helpers/settlement/market.js';
import { BATCH_BUDGET, finaliseManyOf, firstRefusal, sendBatch } from '../helpers/settlement/result.js';
import { final, HOUR, World } from '../helpers/world/world.js';

/**
 * `settle_many` and `finalise_many` over 40 markets of the largest terms, and the limits of a transaction.
 * settlementBatchPlaces.test.ts, of the nightly lane, has every bad account alone at every place.
 */

let scene: BatchScene;

beforeAll(async () => {
  scene = await BatchScene.start();
});

describe.each(BATCHES)('%s', (batch) => {
  it('skips every bad account at every place, half of them in one batch', async () => {
    const kinds = spoilingsOf(batch);
    for (let round = 0; round < 2 * kinds.length; round++) {
      scene.restore(batch);
      const places = Array.from({ length: COUNT / 2 }, (_, i) => 2 * i + (round % 2));
      const spoilings = new Map(
        places.map((place) => {
          const [, spoiling] = kinds[(place + Math.floor(round / 2)) % kinds.length] ?? [];
          if (!spoiling) throw new Error('nothing to spoil with');
          return [place, spoiling] as const;
        }),
      );
      const [instruction, bad] = scene.spoilt(batch, spoilings);
      const there = [...bad.values(), ...places.map((place) => scene.market(place).address)];
      const before = await scene.look(there);
      ok(await sendBatch(scene.chain, instruction));
      expect(await scene.look(there), `round ${round}`).toEqual(before);
      expect(
        (await scene.unsettled(batch)).filter((place) => !spoilings.has(place)),
        `round ${round}`,
      ).toEqual([]);
    }
  });

  it('settles a market once that is there at two places, at every pair of neighbours', async () => {
    for (let place = 0; place < COUNT; place++) {
      scene.restore(batch);
      const given = scene.addresses;
      given[place] = scene.market((place + 7) % COUNT).address;
      ok(await sendBatch(scene.chain, scene.instruction(batch, given)));
      expect(await scene.unsettled(batch)).toEqual([place]);
    }
  });

  it('6256 refuses what it cannot settle at all, and changes nothing', async () => {
    scene.restore(batch, 'after');
    const outcome = await sendBatch(scene.chain, scene.instruction(batch, scene.addresses));
    expect(firstRefusal(outcome)).toEqual([scene.market(0).address, batch === 'settle_many' ? 6211 : 6224]);
    expect(await scene.unsettled(batch)).toEqual([]);
    expect(firstRefusal(await sendBatch(scene.chain, scene.instruction(batch, [])))).toBeNull();
    const strangers = Object.values(scene.strangers);
    expect(firstRefusal(await sendBatch(scene.chain, scene.instruction(batch, strangers)))).toEqual([
      strangers[0],
      6260,
    ]);
  });
});

describe('finalise_many', () => {
  it('6223 waits for the window, and 6224 for a proposal', async () => {
    const [market] = scene.addresses;
    scene.restore('finalise_many');
    await scene.chain.setTime(FULL_TIME + HOUR - 1);
    const early = await sendBatch(scene.chain, finaliseManyOf(scene.addresses));
    expect(firstRefusal(early)).toEqual([market, 6223]);
    scene.restore('settle_many');
    await scene.chain.setTime(FULL_TIME + HOUR);
    expect(firstRefusal(await sendBatch(scene.chain, finaliseManyOf(scene.addresses)))).toEqual([market, 6224]);
  });
});

describe('one transaction holds', () => {
  /** All limits of a transaction that succeeded. */
  const within = (outcome: Outcome, count: number) => {
    ok(outcome);
    expect(eventsOf(outcome)).toHaveLength(count);
    expect(outcome.unitsConsumed).toBeLessThan(1_400_000);
    // Messages of programs. The runtime cuts them off.
    const bytes = outcome.logs.reduce((sum, line) => sum + line.length, 0);
    expect(bytes).toBeLessThan(10_000);
    expect(outcome.logs).not.toContain('Log truncated');
  };
  it.each(BATCHES)('%s of at least 20 markets without a lookup table', async (batch) => {
    scene.restore(batch);
    const { addresses, chain, result } = scene;
    const given = batch === 'settle_many' ? { result: result.address } : {};
    const programs = LOCALNET_PROGRAM_IDS;
    const count = marketsPerTransaction({ programs, payer: chain.payer.address, markets: addresses, ...given });
    expect(count).toBeGreaterThanOrEqual(20);
    const instructions = [...BATCH_BUDGET, scene.instruction(batch, addresses.slice(0, count))];
    expect(compile(chain.payer.address, instructions, ZERO_ADDRESS).size).toBeLessThanOrEqual(TRANSACTION_LIMIT);
    within(await chain.send(instructions), count);
  });

  it.each(['settle_many', 'finalise_many'])(
    '%s of at least 40 markets with one, of the largest terms',
    async (name) => {
      const { chain: bank, about, fullTime } = new World();
      const all = await createMarkets(bank, 64, LARGEST_TERMS);
      const one = about();
      const slot = fullTime(final());
      await bank.setTime(FULL_TIME);
      ok(await one.post(slot.v3(LARGEST_KEYS)));
      const addresses = all.map(({ address }) => address);
      const table = { address: scene.chain.address(), addresses };
      const given = name === 'settle_many' ? { result: one.address } : {};
      const parameters = { programs: LOCALNET_PROGRAM_IDS, payer: bank.payer.address, markets: addresses, ...given };
      const count = marketsPerTransaction({ ...parameters, lookupTables: [table] });
      expect(count).toBeGreaterThanOrEqual(40);
      const some = addresses.slice(0, count);
      if (name === 'finalise_many')
        for (const half of [some.slice(0, 30), some.slice(30)])
          ok(await sendBatch(bank, one.settleManyInstruction(half)));
      await bank.setTime(FULL_TIME + HOUR);
      const build = name === 'settle_many' ? one.settleManyInstruction(some) : finaliseManyOf(some);
      const outcome = await bank.bank.sendThroughTable([...BATCH_BUDGET, build], [], some);
      within(outcome, count);
      for (const market of all.slice(0, count)) expect((await market.read()).state).toBe('Final');
    },
  );
});
