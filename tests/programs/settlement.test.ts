import { describe, expect, it } from 'vitest';
import { POOL_VERSION } from '../../ts/sdk/program/account/pool.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { ok, ownUnits } from '../helpers/settlement/chain.js';
import { eventNames } from '../helpers/settlement/events.js';
import { FIXTURE, FULL_TIME, HOME_WINS, TestMarket } from '../helpers/settlement/market.js';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID, tokenAmount } from '../helpers/settlement/tokens.js';
import { final, World } from '../helpers/world/world.js';

const { chain, oracle, fullTime } = new World().each();

const lamports = async (address: Address) => BigInt((await chain.account(address))?.lamports ?? 0);

describe.each([
  ['SPL Token', TOKEN_PROGRAM_ID],
  ['Token-2022', TOKEN_2022_PROGRAM_ID],
])('a market in %s', (_, tokenProgram) => {
  it('runs from its creation to the last lamport', async () => {
    const market = TestMarket.plan(chain, { tokenProgram });
    const creatorBefore = await lamports(market.creator.address);
    expect(eventNames(ok(await market.create()))).toEqual(['MarketCreated']);
    expect(await market.read()).toMatchObject({
      version: POOL_VERSION,
      creator: market.creator.address,
      id: market.id,
      termsHash: market.hash,
      terms: market.terms,
      state: 'Open',
      owed: 0n,
      openPositions: 0n,
    });

    const [anna, bert, cora] = [market.staker(), market.staker(), market.staker()];
    const annaBefore = await lamports(anna.publicKey);
    expect(eventNames(ok(await market.stake(anna, 0, 300n)))).toEqual(['Staked Market']);
    ok(await market.stake(anna, 0, 1n));
    ok(await market.stake(bert, 0, 299n));
    ok(await market.stake(cora, 1, 401n));
    expect(await market.read()).toMatchObject({ totals: [600n, 401n, 0n, 0n, 0n, 0n, 0n, 0n], owed: 1_001n });
    expect((await market.read()).openPositions).toBe(3n);
    expect(await market.readPosition(anna.publicKey, 0)).toMatchObject({
      pool: market.address,
      owner: anna.publicKey,
      outcome: 0,
      amount: 301n,
    });
    expect(await market.held()).toBe(1_001n);

    await chain.setTime(FULL_TIME);
    const slot = fullTime(final());
    expect(eventNames(ok(await market.settle(slot.v2([1, 2]))))).toEqual(['Proposed']);
    const { epochDay, slot: number } = slot.batch.time;
    expect(await market.read()).toMatchObject({
      state: 'Proposed',
      owed: 1_001n,
      proposal: {
        outcome: 0,
        orderKey: (BigInt(epochDay) << 40n) | (BigInt(number) << 28n),
        since: chain.momentAt(FULL_TIME),
        void: false,
      },
    });

    await chain.setTime(FULL_TIME + 3_600);
    expect(eventNames(ok(await market.finalise()))).toEqual(['Finalised Market']);
    // 2.5 % of 401 is 10.025.
    expect(await market.read()).toMatchObject({ state: 'Final', fee: 10n, owed: 991n, paying: 600n, refund: false });

    // 301 + floor(301 · 391 / 600) = 301 + 196; 299 + floor(299 · 391 / 600) = 299 + 194.
    expect(eventNames(ok(await market.claim(anna.publicKey, 0)))).toEqual(['Claimed Market']);
    expect(await tokenAmount(chain, anna.tokens)).toBe(1_000_000n - 301n + 497n);
    expect(await lamports(anna.publicKey)).toBe(annaBefore);
    expect(await market.readPosition(anna.publicKey, 0)).toBeNull();
    ok(await market.claim(cora.publicKey, 1));
    expect(await tokenAmount(chain, cora.tokens)).toBe(1_000_000n - 401n);
    expect(await market.read()).toMatchObject({ owed: 991n - 497n, openPositions: 1n });
    ok(await market.claim(bert.publicKey, 0));
    expect(await tokenAmount(chain, bert.tokens)).toBe(1_000_000n - 299n + 493n);
    // The last paying position clears the debt; the unit of dust is then free to sweep.
    expect(await market.read()).toMatchObject({ owed: 0n, paying: 0n, openPositions: 0n });
    expect(await market.held()).toBe(11n);

    expect(eventNames(ok(await market.sweep()))).toEqual(['Swept Market']);
    expect(await tokenAmount(chain, market.terms.feeAccount)).toBe(11n);
    expect(await market.held()).toBe(0n);
    expect(eventNames(ok(await market.close()))).toEqual(['Swept Market', 'Closed Market']);
    for (const address of [market.address, market.vault]) expect(await lamports(address)).toBe(0n);
    expect(await lamports(market.creator.address)).toBe(creatorBefore);
  });
});

describe('compute units', () => {
  /** One stat at stat/sub/main depth 5/1/1, an existing associated account: the shapes of the cost goals. */
  it('settle costs at most 8,000, a claim at most 15,000 without the token program', async () => {
    const market = await TestMarket.create(chain, {
      statKeys: [1],
      outcomes: [{ ...HOME_WINS, discretePredicates: [{ single: { index: 0, predicate: GREATER_THAN_ONE } }] }],
    });
    const [anna, bert] = [market.staker(), market.staker()];
    const units: Record<string, number> = {};
    units.stake = ownUnits(ok(await market.stake(anna, 0, 1_000n)));
    ok(await market.stake(bert, 1, 1_000n));
    await chain.setTime(FULL_TIME);
    const update = final();
    const proof = oracle.publish(FIXTURE, FULL_TIME, [update], { others: 0 }).v2([1]);
    expect([proof.leaves[0]?.statProof.length, proof.fixtureProof.length, proof.mainTreeProof.length]).toEqual([
      5, 1, 1,
    ]);
    units.settle = ok(await market.settle(proof)).computeUnits;
    await chain.setTime(FULL_TIME + 3_600);
    units.finalise = ok(await market.finalise()).computeUnits;
    units.claim = ownUnits(ok(await market.claim(anna.publicKey, 0)));
    units.losingClaim = ok(await market.claim(bert.publicKey, 1)).computeUnits;
    units.sweep = ownUnits(ok(await market.sweep()));
    expect(units.settle, JSON.stringify(units)).toBeLessThanOrEqual(8_000);
    expect(units.claim, JSON.stringify(units)).toBeLessThanOrEqual(15_000);
    if (process.env.LINESMAN_PRINT_UNITS) console.log(units);
  });
});

const GREATER_THAN_ONE = { threshold: 1, comparison: { greaterThan: {} } } as const;
