import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Address,
  DEFAULT_SETTLEMENT_PROGRAM_ID as PROGRAM,
  positionAddress,
} from '../../ts/linesman/program/index.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import { KICK_OFF, type Staker, type TestMarket } from '../helpers/settlement/market.js';
import { NO, type ParlayOptions, TestParlay, YES } from '../helpers/settlement/parlay.js';
import { MONEY, type Several, type StakesOn } from '../helpers/settlement/pool.js';
import { makeTokenAccount, tokenAmount } from '../helpers/settlement/tokens.js';
import { World } from '../helpers/world/world.js';

/** The token program's refusal of a frozen account. */
const ACCOUNT_FROZEN = 17;
const world = new World().each();
const { chain, balance, gains } = world;
let markets: Several<TestMarket>;

beforeEach(async () => {
  markets = await world.markets(2);
});

/** A parlay with these stakes. */
async function staked(stakes: StakesOn, options: ParlayOptions = {}) {
  const parlay = await TestParlay.create(chain, markets, options);
  return { parlay, stakers: await parlay.stakes(stakes) };
}

/** Both home teams win, so yes. */
async function decide(parlay: TestParlay): Promise<void> {
  for (const [i, market] of markets.entries()) {
    if ((await market.read()).state === 'Open') await world.settle(market, 2, 1);
    ok(await parlay.settle(i));
  }
}

describe('a stake on a parlay', () => {
  it('6212 is accepted until the last second before stakes_close', async () => {
    const { parlay, stakers } = await staked({ [YES]: [10n] }, { stakesClose: KICK_OFF - 500 });
    const [anna] = stakers;
    await chain.setTime(KICK_OFF - 501);
    ok(await parlay.stake(anna, NO, 5n));
    await chain.setTime(KICK_OFF - 500);
    expect(refusal(await parlay.stake(anna, NO, 5n))).toBe(6212);
    // The legs' markets still accept stakes.
    const [market] = markets;
    ok(await market.stake(market.staker(), 0, 5n));
    expect(await parlay.held()).toBe(15n);
  });

  it('6213 must be within the limits of the terms, each stake separately', async () => {
    const { parlay } = await staked({}, { minimumStake: 10n, maximumStake: 1_000n });
    const anna = parlay.staker();
    for (const amount of [0n, 9n, 1_001n]) expect(refusal(await parlay.stake(anna, YES, amount))).toBe(6213);
    for (const amount of [10n, 1_000n, 1_000n]) ok(await parlay.stake(anna, YES, amount));
    expect(await parlay.readPosition(anna.publicKey, YES)).toMatchObject({ amount: 2_010n });
    expect(await parlay.read()).toMatchObject({ openPositions: 1n, owed: 2_010n });
  });

  it('6214 must be on yes or no', async () => {
    const { parlay } = await staked({});
    const anna = parlay.staker();
    for (const outcome of [2, 7, 8, 255]) expect(refusal(await parlay.stake(anna, outcome, 10n))).toBe(6214);
    expect(await parlay.read()).toMatchObject({ openPositions: 0n, owed: 0n });
  });

  it('6210 agrees to the terms by their hash', async () => {
    const { parlay } = await staked({});
    const anna = parlay.staker();
    const [market] = markets;
    for (const place of [0, 15, 31]) {
      const hash = Uint8Array.from(parlay.hash);
      hash[place] = (hash[place] ?? 0) ^ 1;
      expect(refusal(await parlay.stake(anna, YES, 10n, {}, hash))).toBe(6210);
    }
    expect(refusal(await parlay.stake(anna, YES, 10n, {}, market.hash))).toBe(6210);
  });

  it('6231 must be in its mint', async () => {
    const { parlay } = await staked({});
    const anna = parlay.staker();
    const [market] = markets;
    const { mint } = market.terms;
    const source = makeTokenAccount(chain, { mint, owner: anna.publicKey, amount: 100n });
    expect(refusal(await parlay.stake(anna, YES, 10n, { source }))).toBe(6231);
    expect(refusal(await parlay.stake(anna, YES, 10n, { mint }))).toBe(6231);
    expect(refusal(await parlay.stake(anna, YES, 10n, { mint, source }))).toBe(6231);
  });

  it('6229 requires a vault that covers the debt', async () => {
    const { parlay, stakers } = await staked({ [YES]: [100n] });
    const [anna] = stakers;
    const short = { mint: parlay.terms.mint, owner: parlay.address, amount: 99n, address: parlay.vault };
    makeTokenAccount(chain, short);
    expect(refusal(await parlay.stake(anna, YES, 5n))).toBe(6229);
  });

  it('6211 is refused once the parlay is decided', async () => {
    // Only a clock that runs backwards reaches this: no leg is decided before stakes close.
    const { parlay, stakers } = await staked({ [YES]: [100n] });
    await decide(parlay);
    await chain.setTime(KICK_OFF - 10);
    expect(refusal(await parlay.stake(stakers[0], NO, 5n))).toBe(6211);
  });
});

describe('a claim on a parlay', () => {
  it('6226 is not paid before the decision, nor is anything swept', async () => {
    const { parlay, stakers } = await staked({ [YES]: [100n], [NO]: [100n] });
    const [anna, bert] = stakers;
    expect(refusal(await parlay.claim(anna.publicKey, YES))).toBe(6226);
    await world.settle(markets[0], 0, 1);
    ok(await parlay.settle(0));
    // No can now only lose, unless the parlay becomes void. Still nothing is decided.
    expect(refusal(await parlay.claim(bert.publicKey, NO))).toBe(6226);
    expect(refusal(await parlay.claim(bert.publicKey, NO, {}, [bert.keypair]))).toBe(6226);
    expect(refusal(await parlay.sweep())).toBe(6226);
  });

  it('is paid once', async () => {
    const { parlay, stakers } = await staked({ [YES]: [100n, 100n], [NO]: [100n] }, { feeBps: 0 });
    await decide(parlay);
    const [anna, bert] = stakers;
    ok(await parlay.claim(anna.publicKey, YES));
    expect(refusal(await parlay.claim(anna.publicKey, YES))).toBe(3012);
    const twice = [parlay.claimInstruction(bert.publicKey, YES)];
    expect(refusal(await chain.send([...twice, ...twice]))).not.toBeNull();
    expect(await gains([anna, bert])).toEqual([50n, -100n]);
    expect(await parlay.read()).toMatchObject({ owed: 150n, openPositions: 2n });
  });

  it("6228 is paid to the owner's associated account, or where the owner says", async () => {
    const { parlay, stakers } = await staked({ [YES]: [100n], [NO]: [100n] }, { feeBps: 0 });
    await decide(parlay);
    const [anna, bert] = stakers;
    const { mint } = parlay.terms;
    const claim = (destination: Address, signers: Staker['keypair'][] = []) =>
      parlay.claim(anna.publicKey, YES, { destination }, signers).then(refusal);
    const elsewhere = makeTokenAccount(chain, { mint, owner: anna.publicKey });
    expect(await claim(bert.tokens)).toBe(6228);
    expect(await claim(bert.tokens, [bert.keypair])).toBe(6228);
    expect(await claim(elsewhere)).toBe(6228);
    expect(await claim(parlay.vault, [anna.keypair])).toBe(6228);
    // A reassigned associated account belongs to somebody else.
    makeTokenAccount(chain, { mint, owner: bert.publicKey, amount: 3n, address: anna.tokens });
    expect(await claim(anna.tokens)).toBe(6228);
    expect(await claim(elsewhere, [anna.keypair])).toBeNull();
    expect(await balance(elsewhere)).toBe(200n);
  });

  it("creates a missing associated account at the sender's expense", async () => {
    const { parlay, stakers } = await staked({ [YES]: [100n], [NO]: [100n] }, { feeBps: 0 });
    await decide(parlay);
    const [anna, bert] = stakers;
    for (const { tokens } of [anna, bert]) chain.bank.remove(tokens);
    ok(await parlay.claim(anna.publicKey, YES));
    expect(await balance(anna.tokens)).toBe(200n);
    // A losing position is paid nothing and needs no account.
    ok(await parlay.claim(bert.publicKey, NO));
    expect(await tokenAmount(chain, bert.tokens)).toBeNull();
  });

  it("6238 refuses a position of a leg's market, and vice versa", async () => {
    const [market] = markets;
    const anna = market.staker();
    ok(await market.stake(anna, 0, 100n));
    const { parlay, stakers } = await staked({ [YES]: [100n], [NO]: [100n] });
    await decide(parlay);
    const [bert] = stakers;
    const ofMarket = market.position(anna.publicKey, 0);
    expect(refusal(await parlay.claim(anna.publicKey, 0, { position: ofMarket }))).toBe(6238);
    const ofParlay = positionAddress(parlay.address, bert.publicKey, YES, PROGRAM).address;
    expect(refusal(await market.claim(bert.publicKey, 0, { position: ofParlay }))).toBe(6238);
    // A parlay is not a market, and a market is not a parlay.
    expect(refusal(await market.claim(bert.publicKey, 0, { market: parlay.address, position: ofParlay }))).toBe(3002);
    expect(refusal(await parlay.claim(anna.publicKey, 0, { parlay: market.address, position: ofMarket }))).toBe(3002);
    ok(await market.claim(anna.publicKey, 0));
    ok(await parlay.claim(bert.publicKey, YES));
  });

  it('of a frozen winner blocks only itself', async () => {
    const { parlay, stakers } = await staked({ [YES]: [100n, 100n], [NO]: [100n] }, { feeBps: 0 });
    await decide(parlay);
    const [frozen, other, loser] = stakers;
    const { mint } = parlay.terms;
    const account = { mint, owner: frozen.publicKey, amount: MONEY - 100n, address: frozen.tokens };
    makeTokenAccount(chain, { ...account, frozen: true });
    expect(refusal(await parlay.claim(frozen.publicKey, YES))).toBe(ACCOUNT_FROZEN);
    ok(await parlay.claim(other.publicKey, YES));
    ok(await parlay.claim(loser.publicKey, NO));
    ok(await parlay.sweep());
    expect(await parlay.read()).toMatchObject({ owed: 150n, openPositions: 1n });
    makeTokenAccount(chain, account);
    ok(await parlay.claim(frozen.publicKey, YES));
    expect(await gains([frozen])).toEqual([50n]);
    ok(await parlay.close());
  });
});

describe('the remainder', () => {
  it.each(['frozen', 'closed'])('stays while the fee account is %s, which blocks only the sweep', async (fault) => {
    const { parlay, stakers } = await staked({ [YES]: [100n], [NO]: [100n] }, { feeBps: 1_000 });
    const { mint, feeAccount } = parlay.terms;
    const owner = parlay.creator.address;
    if (fault === 'closed') chain.bank.remove(feeAccount);
    else makeTokenAccount(chain, { mint, owner, frozen: true, address: feeAccount });
    await decide(parlay);
    await parlay.claimAll(stakers);
    expect(await gains(stakers)).toEqual([90n, -100n]);
    const number = fault === 'closed' ? 6209 : ACCOUNT_FROZEN;
    expect(refusal(await parlay.sweep())).toBe(number);
    // Closed now, the parlay would leave the fee behind (settlementClose.test.ts). A creator who waits gets it.
    makeTokenAccount(chain, { mint, owner, address: feeAccount });
    ok(await parlay.close());
    expect(await balance(feeAccount)).toBe(10n);
  });

  it("is swept with a stranger's tokens, which block nothing", async () => {
    const { parlay, stakers } = await staked({ [YES]: [3n, 3n, 3n], [NO]: [101n] }, { feeBps: 100 });
    const send = async (amount: bigint) => {
      const { mint } = parlay.terms;
      const held = await parlay.held();
      makeTokenAccount(chain, { mint, owner: parlay.address, amount: held + amount, address: parlay.vault });
    };
    await send(5n);
    await decide(parlay);
    await send(7n);
    // 101 · 100 / 10,000 = 1.01 is the fee, and 12 came from strangers; what is owed stays.
    for (const _ of [1, 2]) ok(await parlay.sweep());
    expect(await balance(parlay.terms.feeAccount)).toBe(13n);
    expect(await parlay.held()).toBe((await parlay.read()).owed);
    await parlay.claimAll(stakers.slice(0, 3));
    // floor(3 · 100 / 9) = 33 each; one unit is dust.
    expect(await gains(stakers.slice(0, 3))).toEqual([33n, 33n, 33n]);
    expect(await parlay.read()).toMatchObject({ owed: 0n, openPositions: 1n });
    ok(await parlay.claim(stakers[3].publicKey, NO));
    ok(await parlay.close());
    expect(await balance(parlay.terms.feeAccount)).toBe(14n);
  });

  it('is separate: markets and parlays do not pay for each other', async () => {
    const [market] = markets;
    const { mint, feeAccount } = market.terms;
    const { parlay, stakers } = await staked({ [YES]: [100n] }, { mint, feeAccount, creator: market.creator });
    ok(await market.stake(stakers[0], 1, 40n));
    await decide(parlay);
    expect(await market.held()).toBe(40n);
    expect(refusal(await parlay.claim(stakers[0].publicKey, YES, { vault: market.vault }))).toBe(6230);
    ok(await parlay.claim(stakers[0].publicKey, YES));
    expect([await parlay.held(), await market.held()]).toEqual([0n, 40n]);
  });
});
