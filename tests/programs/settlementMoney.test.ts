import { describe, expect, it } from 'vitest';
import { ok, refusal } from '../helpers/settlement/chain.js';
import { eventNames } from '../helpers/settlement/events.js';
import { FULL_TIME, TestMarket } from '../helpers/settlement/market.js';
import { makeTokenAccount } from '../helpers/settlement/tokens.js';
import { final, World } from '../helpers/world/world.js';

/** The token program's refusal of a frozen account. */
const _ACCOUNT_FROZEN = 17;

const { chain, staked, decide, balance, gains, fullTime } = new World().each();

describe('rule 1: shares and fee', () => {
  it('the fee is rounded down from the losing pool, shares are rounded down from the rest', async () => {
    const { market, stakers } = await staked({ 0: [3n, 1n], 1: [39n, 60n] }, { feeBps: 999 });
    await decide(market);
    // 99 · 999 / 10,000 = 9.89
    expect((await market.read()).fee).toBe(9n);
    await market.claimAll(stakers);
    // 90 · 3 / 4 = 67.5 and 90 · 1 / 4 = 22.5
    expect(await gains(stakers)).toEqual([67n, 22n, -39n, -60n]);
    expect(await market.held()).toBe(9n + 1n);
  });

  it('products beyond 64 bits are divided exactly', async () => {
    const huge = 2n ** 60n - 12_345n;
    const { market, stakers } = await staked({});
    const [anna, bert, cora] = [market.staker(2n ** 62n), market.staker(2n ** 62n), market.staker(2n ** 62n)];
    ok(await market.stake(anna, 0, huge));
    ok(await market.stake(bert, 0, 7n));
    ok(await market.stake(cora, 1, 3n * huge));
    expect(stakers).toEqual([]);
    await decide(market);
    const fee = (3n * huge * 250n) / 10_000n;
    expect((await market.read()).fee).toBe(fee);
    for (const staker of [anna, bert]) ok(await market.claim(staker.publicKey, 0));
    const share = (stake: bigint) => (stake * (3n * huge - fee)) / (huge + 7n);
    expect(await balance(anna.tokens)).toBe(2n ** 62n + share(huge));
    expect(await balance(bert.tokens)).toBe(2n ** 62n + share(7n));
  });

  it('without losers every stake is returned without a fee', async () => {
    const { market, stakers } = await staked({ 0: [10n, 20n] }, { feeBps: 1_000 });
    await decide(market);
    expect(await market.read()).toMatchObject({ fee: 0n, owed: 30n, refund: false });
    await market.claimAll(stakers);
    expect(await gains(stakers)).toEqual([0n, 0n]);
    expect(await market.held()).toBe(0n);
  });
});

describe('rule 2: nobody staked on the winning outcome', () => {
  it('the market keeps its outcome and refunds every stake without a fee', async () => {
    const { market, stakers } = await staked({ 1: [700n, 11n] }, { feeBps: 1_000 });
    await decide(market);
    expect(await market.read()).toMatchObject({
      state: 'Final',
      refund: true,
      fee: 0n,
      owed: 711n,
      proposal: { outcome: 0 },
    });
    await market.claimAll(stakers);
    expect(await gains(stakers)).toEqual([0n, 0n]);
    expect(await market.read()).toMatchObject({ owed: 0n, openPositions: 0n });
    ok(await market.close());
  });

  it('a market without stakes is decided and closed', async () => {
    const { market } = await staked({}, { challengeWindow: 0 });
    await decide(market);
    expect(await market.read()).toMatchObject({ state: 'Final', refund: true, owed: 0n });
    ok(await market.close());
  });
});

describe('void', () => {
  it('6225 from the deadline on, and every stake is refunded', async () => {
    const { market, stakers } = await staked({ 0: [700n], 1: [11n] }, { feeBps: 1_000 });
    await chain.setTime(market.terms.voidAfter - 1);
    expect(refusal(await market.void())).toBe(6225);
    await chain.setTime(market.terms.voidAfter);
    expect(eventNames(ok(await market.void()))).toEqual(['Voided Market']);
    expect(await market.read()).toMatchObject({ state: 'Void', refund: true, fee: 0n, owed: 711n });
    expect(refusal(await market.void())).toBe(6211);
    await market.claimAll(stakers);
    expect(await gains(stakers)).toEqual([0n, 0n]);
    ok(await market.close());
  });

  it('does not override a proposal', async () => {
    const { market, stakers } = await staked({ 0: [700n], 1: [100n] }, { feeBps: 0 });
    await chain.setTime(market.terms.voidAfter + 1_000);
    const slot = fullTime(final());
    ok(await market.settle(slot.v2([1, 2])));
    expect(refusal(await market.void())).toBe(6211);
    await chain.setTime(market.terms.voidAfter + 1_000 + 3_600);
    ok(await market.finalise());
    await market.claimAll(stakers);
    expect(await gains(stakers)).toEqual([100n, -100n]);
  });
});

describe('rule 3: what the vault owes', () => {
  it('6229 is the answer when the vault would not cover the debt', async () => {
    const { market, stakers } = await staked({ 0: [100n], 1: [100n] });
    const short = (amount: bigint) =>
      makeTokenAccount(chain, { mint: market.terms.mint, owner: market.address, amount, address: market.vault });
    short(199n);
    expect(refusal(await market.stake(stakers[0], 0, 5n))).toBe(6229);
    await chain.setTime(market.terms.voidAfter);
    expect(refusal(await market.void())).toBe(6229);
    short(200n);
    await market.overwrite({ owed: 199n });
    await market.overwrite({
      state: 'Proposed',
      proposal: { outcome: 0, orderKey: 0n, since: chain.momentAt(0), void: false },
    });
    ok(await market.finalise());
    // 200 − 2.5 % of 100
    short(197n);
    expect(refusal(await market.sweep())).toBe(6229);
    short(198n);
    ok(await market.claim(stakers[0].publicKey, 0));
  });
});

describe('a vault that lacks tokens', () => {
  it('6229 blocks finalise, claims and sweep, and nothing is lost once the tokens are there', async () => {
    const { market, stakers } = await staked({ 0: [100n], 1: [100n] }, { feeBps: 1_000, challengeWindow: 60 });
    const { mint } = market.terms;
    const hold = (amount: bigint) =>
      makeTokenAccount(chain, { mint, owner: market.address, amount, address: market.vault });
    await chain.setTime(FULL_TIME);
    const slot = fullTime(final());
    ok(await market.settle(slot.v2([1, 2])));
    await chain.setTime(FULL_TIME + 60);
    // 200 − 10 % of 100 are owed afterwards.
    hold(189n);
    expect(refusal(await market.finalise())).toBe(6229);
    expect((await market.read()).state).toBe('Proposed');
    hold(190n);
    ok(await market.finalise());
    hold(189n);
    // The token program's own refusal: the winner's 190 are missing.
    expect(refusal(await market.claim(stakers[0].publicKey, 0))).toBe(1);
    // A losing claim moves nothing but is refused as well.
    expect(refusal(await market.claim(stakers[1].publicKey, 1))).toBe(6229);
    expect(refusal(await market.sweep())).toBe(6229);
    expect(refusal(await market.close())).toBe(6227);
    hold(200n);
    await market.claimAll(stakers);
    ok(await market.close());
    expect(await gains(stakers)).toEqual([90n, -100n]);
    expect(await balance(market.terms.feeAccount)).toBe(10n);
  });
});

describe('a vault that lacks tokens for the last winner', () => {
  it('6229 blocks the first winner too, whom it could pay', async () => {
    const { market, stakers } = await staked({ 0: [100n, 100n] }, { feeBps: 0 });
    await decide(market);
    const { mint } = market.terms;
    const hold = (amount: bigint) =>
      makeTokenAccount(chain, { mint, owner: market.address, amount, address: market.vault });
    const claim = () => market.claim(stakers[0].publicKey, 0);
    hold(199n);
    expect(refusal(await claim())).toBe(6229);
    hold(200n);
    ok(await claim());
  });
});

describe('rule 5: a position pays once', () => {
  it('6226 and no claim before the decision', async () => {
    const { market, stakers } = await staked({ 0: [100n] });
    const [winner] = stakers;
    expect(refusal(await market.claim(winner.publicKey, 0))).toBe(6226);
    await chain.setTime(FULL_TIME);
    const slot = fullTime(final());
    ok(await market.settle(slot.v2([1, 2])));
    expect(refusal(await market.claim(winner.publicKey, 0))).toBe(6226);
    expect(refusal(await market.claim(winner.publicKey, 0, {}, [winner.keypair]))).toBe(6226);
  });

  it('positions of one owner on several outcomes are paid separately', async () => {
    const market = await TestMarket.create(chain, { feeBps: 0 });
    const anna = market.staker();
    ok(await market.stake(anna, 0, 30n));
    ok(await market.stake(anna, 1, 70n));
    await decide(market);
    ok(await market.claim(anna.publicKey, 1));
    ok(await market.claim(anna.publicKey, 0));
    expect(await gains([anna])).toEqual([0n]);
    expect(await market.held()).toBe(0n);
  });
});

describe('close', () => {
  it('6227 waits for positions and parlays', async () => {
    const { market, stakers } = await staked({ 0: [100n] }, { challengeWindow: 0 });
    await decide(market);
    expect(refusal(await market.close())).toBe(6227);
    ok(await market.claim(stakers[0].publicKey, 0));
    await market.overwrite({ parlays: 1 });
    expect(refusal(await market.close())).toBe(6227);
    await market.overwrite({ parlays: 0 });
    ok(await market.close());
  });
});
