import { describe, expect, it } from 'vitest';
import { type Address, ZERO_ADDRESS } from '../../ts/linesman/program/index.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import { FULL_TIME, KICK_OFF, TestMarket } from '../helpers/settlement/market.js';
import { MONEY } from '../helpers/settlement/pool.js';
import { makeTokenAccount, tokenAmount } from '../helpers/settlement/tokens.js';
import { DAY, final, World } from '../helpers/world/world.js';

/** The token program's refusal of a frozen account. */
const ACCOUNT_FROZEN = 17;

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
    const huge = 2n ** 60n + 12_345n;
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
    ok(await market.void());
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
  it("a stranger's tokens block nothing and leave with the sweep", async () => {
    const { market, stakers } = await staked({ 0: [100n], 1: [100n] }, { feeBps: 1_000 });
    const send = async (amount: bigint) => {
      makeTokenAccount(chain, {
        mint: market.terms.mint,
        owner: market.address,
        amount: (await market.held()) + amount,
        address: market.vault,
      });
    };
    await send(5n);
    ok(await market.stake(stakers[0], 0, 100n));
    await send(7n);
    await decide(market);
    await send(11n);
    // 100 · 1,000 / 10,000 = 10 is the fee, and 23 came from strangers.
    ok(await market.sweep());
    expect(await balance(market.terms.feeAccount)).toBe(33n);
    expect(await market.held()).toBe((await market.read()).owed);
    await send(13n);
    await market.claimAll(stakers);
    expect(await gains(stakers)).toEqual([90n, -100n]);
    ok(await market.close());
    expect(await balance(market.terms.feeAccount)).toBe(46n);
  });

  it('a sweep before the claims takes only what is not owed, and can be repeated', async () => {
    const { market, stakers } = await staked({ 0: [3n, 3n, 3n], 1: [100n] }, { feeBps: 100 });
    await decide(market);
    for (const _ of [1, 2]) ok(await market.sweep());
    expect(await balance(market.terms.feeAccount)).toBe(1n);
    await market.claimAll(stakers.slice(0, 3));
    // Each winner gets 33 of 99; only the losing position is left.
    expect(await gains(stakers.slice(0, 3))).toEqual([33n, 33n, 33n]);
    expect(await market.read()).toMatchObject({ owed: 0n, openPositions: 1n });
    expect(refusal(await market.close())).toBe(6227);
    ok(await market.claim(stakers[3].publicKey, 1));
    ok(await market.close());
  });

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
    await market.overwrite({ state: 'Proposed', proposal: { outcome: 0, orderKey: 0n, since: 0, void: false } });
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

describe('rule 4: anybody can send a claim', () => {
  it('a stranger claims and pays for a missing associated account', async () => {
    const { market, stakers } = await staked({ 0: [100n], 1: [100n] }, { feeBps: 0 });
    await decide(market);
    const winner = stakers[0];
    chain.bank.remove(winner.tokens);
    const before = (await chain.account(winner.publicKey))?.lamports ?? 0;
    const rent = (await chain.account(market.position(winner.publicKey, 0)))?.lamports ?? 0;
    ok(await market.claim(winner.publicKey, 0));
    expect(await balance(winner.tokens)).toBe(200n);
    expect((await chain.account(winner.publicKey))?.lamports).toBe(before + rent);
  });

  it('6228 an associated account with another authority is not paid without the owner', async () => {
    const { market, stakers } = await staked({ 0: [100n], 1: [100n] }, { feeBps: 0 });
    await decide(market);
    const winner = stakers[0];
    const { mint } = market.terms;
    makeTokenAccount(chain, { mint, owner: chain.address(), address: winner.tokens });
    expect(refusal(await market.claim(winner.publicKey, 0))).toBe(6228);
    // The owner can still direct the money anywhere.
    const elsewhere = makeTokenAccount(chain, { mint, owner: winner.publicKey });
    expect(refusal(await market.claim(winner.publicKey, 0, { destination: elsewhere }))).toBe(6228);
    ok(await market.claim(winner.publicKey, 0, { destination: elsewhere }, [winner.keypair]));
    expect(await balance(elsewhere)).toBe(200n);
  });

  it('the owner, signing, can name any token account of the mint but no other account', async () => {
    const { market, stakers } = await staked({ 0: [100n], 1: [100n] }, { feeBps: 0 });
    await decide(market);
    const winner = stakers[0];
    const { mint } = market.terms;
    const claim = (destination: Address) =>
      market.claim(winner.publicKey, 0, { destination }, [winner.keypair]).then(refusal);
    expect(await claim(chain.address())).toBe(6228);
    expect(await claim(market.vault)).toBe(6228);
    expect(await claim(mint)).toBe(6209);
    const { mint: otherMint } = (await TestMarket.create(chain, { stakesClose: chain.now + 10 })).terms;
    expect(await claim(makeTokenAccount(chain, { mint: otherMint, owner: winner.publicKey }))).toBe(6231);
    // Including an account of somebody else.
    const friend = makeTokenAccount(chain, { mint, owner: chain.address() });
    expect(await claim(friend)).toBeNull();
    expect(await balance(friend)).toBe(200n);
  });

  it('a missing associated account is also created when the owner signs', async () => {
    const { market, stakers } = await staked({ 0: [100n], 1: [100n] }, { feeBps: 0 });
    await decide(market);
    const winner = stakers[0];
    chain.bank.remove(winner.tokens);
    ok(await market.claim(winner.publicKey, 0, { payer: winner.publicKey }, [winner.keypair]));
    expect(await balance(winner.tokens)).toBe(200n);
  });

  it('a frozen winner blocks only their own claim', async () => {
    const { market, stakers } = await staked({ 0: [100n, 100n], 1: [100n] }, { feeBps: 0 });
    await decide(market);
    const [frozen, other, loser] = stakers;
    const { mint } = market.terms;
    for (const { publicKey, tokens } of [frozen, loser])
      makeTokenAccount(chain, { mint, owner: publicKey, amount: MONEY - 100n, frozen: true, address: tokens });
    expect(refusal(await market.claim(frozen.publicKey, 0))).toBe(ACCOUNT_FROZEN);
    ok(await market.claim(other.publicKey, 0));
    ok(await market.claim(loser.publicKey, 1));
    ok(await market.sweep());
    expect(await market.read()).toMatchObject({ owed: 150n, openPositions: 1n });
    expect(refusal(await market.close())).toBe(6227);
    // Once thawed, it is paid.
    makeTokenAccount(chain, { mint, owner: frozen.publicKey, amount: MONEY - 100n, address: frozen.tokens });
    ok(await market.claim(frozen.publicKey, 0));
    expect(await gains([frozen])).toEqual([50n]);
  });

  it('a losing position requires no destination', async () => {
    const { market, stakers } = await staked({ 0: [100n], 1: [100n] });
    await decide(market);
    const loser = stakers[1];
    chain.bank.remove(loser.tokens);
    ok(await market.claim(loser.publicKey, 1, { destination: chain.address() }));
    expect(await tokenAmount(chain, loser.tokens)).toBeNull();
    expect(await market.readPosition(loser.publicKey, 1)).toBeNull();
  });

  it.each(['frozen', 'closed'])('a %s fee account blocks only the sweep', async (fault) => {
    const { market, stakers } = await staked({ 0: [100n], 1: [100n] }, { feeBps: 1_000 });
    const { mint, feeAccount } = market.terms;
    const owner = market.creator.address;
    if (fault === 'closed') chain.bank.remove(feeAccount);
    else makeTokenAccount(chain, { mint, owner, frozen: true, address: feeAccount });
    await decide(market);
    await market.claimAll(stakers);
    expect(await gains(stakers)).toEqual([90n, -100n]);
    const number = fault === 'closed' ? 6209 : ACCOUNT_FROZEN;
    expect(refusal(await market.sweep())).toBe(number);
    // Closed now, the market would leave the fee behind (settlementClose.test.ts). A creator who waits gets it.
    makeTokenAccount(chain, { mint, owner, address: feeAccount });
    ok(await market.close());
    expect(await balance(feeAccount)).toBe(10n);
  });

  it('with nothing to send the fee account may be missing', async () => {
    const { market, stakers } = await staked({ 0: [100n], 1: [100n] }, { feeBps: 0 });
    chain.bank.remove(market.terms.feeAccount);
    await decide(market);
    await market.claimAll(stakers);
    ok(await market.sweep());
    ok(await market.close());
  });
});

describe('rule 5: a position pays once', () => {
  it('a second claim finds no position', async () => {
    const { market, stakers } = await staked({ 0: [100n, 100n], 1: [100n] }, { feeBps: 0 });
    await decide(market);
    const [winner] = stakers;
    ok(await market.claim(winner.publicKey, 0));
    // AccountNotInitialized
    expect(refusal(await market.claim(winner.publicKey, 0))).toBe(3012);
    const twice = [market.claimInstruction(stakers[1].publicKey, 0)];
    expect(refusal(await chain.send([...twice, ...twice]))).not.toBeNull();
    expect(await gains([stakers[1]])).toEqual([-100n]);
    // Lamports at its address do not bring it back.
    const position = market.position(winner.publicKey, 0);
    chain.setAccount(position, winner.publicKey, new Uint8Array(0));
    expect(refusal(await market.claim(winner.publicKey, 0))).not.toBeNull();
    expect(await gains([winner])).toEqual([50n]);
  });

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

describe('lamports sent to an address in advance', () => {
  it('do not prevent creating a market or staking', async () => {
    for (const lamports of [1, 5_000_000_000]) {
      const plan = TestMarket.plan(chain);
      const anna = plan.staker();
      const addresses = [plan.address, plan.vault, plan.position(anna.publicKey, 0)];
      for (const address of addresses) chain.setAccount(address, ZERO_ADDRESS, new Uint8Array(0), lamports);
      ok(await plan.create());
      ok(await plan.stake(anna, 0, 100n));
      ok(await plan.stake(anna, 0, 100n));
      expect(await plan.read()).toMatchObject({ owed: 200n, openPositions: 1n });
      for (const address of addresses) {
        const account = await chain.account(address);
        const least = await chain.bank.rent(account?.data.length ?? 0);
        expect(account?.lamports).toBe(Math.max(lamports, least));
      }
      await chain.setTime(plan.terms.voidAfter);
      ok(await plan.void());
      ok(await plan.claim(anna.publicKey, 0));
      ok(await plan.close());
      await chain.setTime(KICK_OFF - DAY);
    }
  });
});

describe('lamports at the address of an associated account', () => {
  it('do not prevent a payout', async () => {
    for (const lamports of [1, 5_000_000_000]) {
      const { market, stakers } = await staked({ 0: [100n], 1: [100n] }, { feeBps: 0 });
      await decide(market);
      const [winner] = stakers;
      chain.setAccount(winner.tokens, ZERO_ADDRESS, new Uint8Array(0), lamports);
      ok(await market.claim(winner.publicKey, 0));
      expect(await balance(winner.tokens)).toBe(200n);
    }
  });
});

describe('close_market', () => {
  it('6233 is restricted to the creator', async () => {
    const { market } = await staked({}, { challengeWindow: 0 });
    await decide(market);
    const stranger = chain.fundedKeypair();
    expect(refusal(await market.close({ creator: stranger.address }, [stranger]))).toBe(6233);
  });

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
