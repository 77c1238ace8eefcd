import { describe, expect, it } from 'vitest';
import { POOL_VERSION } from '../../ts/sdk/program/account/pool.js';
import { parlayAddress, vaultAddress } from '../../ts/sdk/program/address/settlement.js';
import { DEFAULT_SETTLEMENT_PROGRAM_ID as PROGRAM } from '../../ts/sdk/program/programId.js';
import { ok, ownUnits, refusal } from '../helpers/settlement/chain.js';
import { eventNames } from '../helpers/settlement/events.js';
import { FULL_TIME, KICK_OFF, TestMarket } from '../helpers/settlement/market.js';
import { NO, TestParlay, YES } from '../helpers/settlement/parlay.js';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID, tokenAmount } from '../helpers/settlement/tokens.js';
import { World } from '../helpers/world/world.js';

const world = new World().each();
const { chain, gains, lamports } = world;

/** Names of the events that a transaction has emitted, in order. */
const held = async (market: TestMarket) => (await market.read()).parlays;

/** A parlay on home wins with 300 on yes and 100 on no. */
async function staked(markets: readonly TestMarket[], options: Parameters<typeof TestParlay.create>[2] = {}) {
  const parlay = await TestParlay.create(chain, markets, { feeBps: 1_000, ...options });
  const [yes, no] = await parlay.stakes({ [YES]: [300n], [NO]: [100n] });
  return { parlay, yes, no };
}

describe.each([
  ['SPL Token', TOKEN_PROGRAM_ID],
  ['Token-2022', TOKEN_2022_PROGRAM_ID],
])('a parlay in %s', (_, tokenProgram) => {
  it('runs from its creation to the last lamport', async () => {
    const markets = await world.markets(3);
    const parlay = TestParlay.plan(chain, markets, { tokenProgram, outcomes: [0, 1, 0] });
    const creatorBefore = await lamports(parlay.creator.address);
    expect(eventNames(ok(await parlay.create()))).toEqual(['ParlayCreated']);
    expect(await parlay.read()).toEqual({
      version: POOL_VERSION,
      bump: parlayAddress(parlay.creator.address, parlay.id, PROGRAM).bump,
      vaultBump: vaultAddress(parlay.address, PROGRAM).bump,
      creator: parlay.creator.address,
      id: parlay.id,
      termsHash: parlay.hash,
      state: 'Open',
      totals: Array(8).fill(0n),
      owed: 0n,
      openPositions: 0n,
      fee: 0n,
      paying: 0n,
      refund: false,
      outcome: 0,
      results: Array(8).fill('Open'),
      terms: parlay.terms,
    });
    expect(await Promise.all(markets.map(held))).toEqual([1, 1, 1]);

    const [anna, bert, cora] = [parlay.staker(), parlay.staker(), parlay.staker()];
    const annaBefore = await lamports(anna.publicKey);
    expect(eventNames(ok(await parlay.stake(anna, YES, 300n)))).toEqual(['Staked Parlay']);
    ok(await parlay.stake(anna, YES, 1n));
    ok(await parlay.stake(bert, YES, 299n));
    ok(await parlay.stake(cora, NO, 401n));
    expect(await parlay.read()).toMatchObject({ totals: [600n, 401n, 0n, 0n, 0n, 0n, 0n, 0n], owed: 1_001n });
    expect(await parlay.readPosition(anna.publicKey, YES)).toMatchObject({
      pool: parlay.address,
      owner: anna.publicKey,
      outcome: YES,
      amount: 301n,
    });

    await world.settle(markets[0], 2, 1);
    expect(eventNames(ok(await parlay.settle(0)))).toEqual(['LegSettled']);
    await world.settle(markets[1], 0, 0);
    await world.settle(markets[2], 1, 0);
    // In any order.
    expect(eventNames(ok(await parlay.settle(2)))).toEqual(['LegSettled']);
    expect(await parlay.read()).toMatchObject({ state: 'Open', owed: 1_001n });
    expect(await Promise.all(markets.map(held))).toEqual([0, 1, 0]);
    expect(eventNames(ok(await parlay.settle(1)))).toEqual(['LegSettled', 'Finalised Parlay']);
    expect(await parlay.results()).toEqual(['Won', 'Won', 'Won']);
    expect(await Promise.all(markets.map(held))).toEqual([0, 0, 0]);
    // 2.5 % of 401 is 10.025.
    expect(await parlay.read()).toMatchObject({ state: 'Final', outcome: YES, fee: 10n, owed: 991n, paying: 600n });

    // 301 + floor(301 · 391 / 600) = 301 + 196; 299 + floor(299 · 391 / 600) = 299 + 194.
    expect(eventNames(ok(await parlay.claim(anna.publicKey, YES)))).toEqual(['Claimed Parlay']);
    ok(await parlay.claim(cora.publicKey, NO));
    ok(await parlay.claim(bert.publicKey, YES));
    expect(await gains([anna, bert, cora])).toEqual([196n, 194n, -401n]);
    expect(await lamports(anna.publicKey)).toBe(annaBefore);
    expect(await parlay.read()).toMatchObject({ owed: 0n, paying: 0n, openPositions: 0n });
    expect(eventNames(ok(await parlay.sweep()))).toEqual(['Swept Parlay']);
    expect(await tokenAmount(chain, parlay.terms.feeAccount)).toBe(11n);
    expect(eventNames(ok(await parlay.close()))).toEqual(['Swept Parlay', 'Closed Parlay']);
    for (const address of [parlay.address, parlay.vault]) expect(await lamports(address)).toBe(0);
    expect(await lamports(parlay.creator.address)).toBe(creatorBefore);
    for (const market of markets) ok(await market.close());
  });
});

describe('a decision', () => {
  it('is no as soon as all legs are copied and one is lost', async () => {
    const markets = await world.markets(2);
    const { parlay, yes, no } = await staked(markets);
    const [first, second] = markets;
    await world.settle(first, 0, 1);
    ok(await parlay.settle(0));
    // A lost leg alone decides nothing: the other may still be void.
    expect(await parlay.read()).toMatchObject({ state: 'Open', results: expect.arrayContaining(['Lost']) });
    expect(refusal(await parlay.void())).toBe(6249);
    await world.settle(second, 1, 0);
    ok(await parlay.settle(1));
    expect(await parlay.read()).toMatchObject({ state: 'Final', outcome: NO, fee: 30n, owed: 370n, paying: 100n });
    await parlay.claimAll([yes, no]);
    expect(await gains([yes, no])).toEqual([-300n, 270n]);
  });

  it('is void with a void leg, even next to a lost one', async () => {
    const markets = await world.markets(2);
    const { parlay, yes, no } = await staked(markets);
    const [first, second] = markets;
    await world.settle(first, 0, 1);
    ok(await parlay.settle(0));
    await world.void(second);
    expect(eventNames(ok(await parlay.settle(1)))).toEqual(['LegSettled', 'Voided Parlay']);
    expect(await parlay.read()).toMatchObject({ state: 'Void', refund: true, fee: 0n, owed: 400n });
    expect(await parlay.results()).toEqual(['Lost', 'Void']);
    await parlay.claimAll([yes, no]);
    expect(await gains([yes, no])).toEqual([0n, 0n]);
    expect(refusal(await parlay.void())).toBe(6211);
    ok(await parlay.close());
  });

  it('of void requires no other leg, and the others are released afterwards', async () => {
    const late = KICK_OFF + 20 * 86_400;
    const [first] = await world.markets(1);
    const second = await TestMarket.create(chain, { stakesClose: late, challengeWindow: 0 });
    const { parlay, yes, no } = await staked([first, second]);
    expect(refusal(await parlay.void())).toBe(6249);
    await world.void(first);
    expect(refusal(await parlay.void())).toBe(6249);
    ok(await parlay.settle(0));
    expect(await parlay.read()).toMatchObject({ state: 'Open' });
    expect(eventNames(ok(await parlay.void()))).toEqual(['Voided Parlay']);
    expect(await parlay.read()).toMatchObject({ state: 'Void', owed: 400n, refund: true });
    expect(refusal(await parlay.void())).toBe(6211);
    await parlay.claimAll([yes, no]);
    expect(await gains([yes, no])).toEqual([0n, 0n]);
    // The other leg is undecided and still held.
    expect(refusal(await parlay.settle(1))).toBe(6247);
    expect(refusal(await parlay.close())).toBe(6249);
    await world.void(second);
    expect(refusal(await second.close())).toBe(6227);
    expect(eventNames(ok(await parlay.settle(1)))).toEqual(['LegSettled']);
    expect(await parlay.read()).toMatchObject({ state: 'Void', outcome: 0, owed: 0n });
    ok(await parlay.close());
    ok(await second.close());
  });

  it('of void leaves the parlay unchanged except for copied results', async () => {
    const markets = await world.markets(2);
    const { parlay, yes } = await staked(markets);
    const [first, second] = markets;
    await world.settle(second, 1, 0);
    await world.void(first);
    ok(await parlay.settle(0));
    ok(await parlay.void());
    ok(await parlay.claim(yes.publicKey, YES));
    ok(await parlay.settle(1));
    expect(await parlay.read()).toMatchObject({ state: 'Void', refund: true, fee: 0n, owed: 100n, paying: 100n });
    expect(await parlay.results()).toEqual(['Void', 'Won']);
  });

  it('without stakes on the winning side refunds all stakes', async () => {
    const markets = await world.markets(2);
    const parlay = await TestParlay.create(chain, markets, { feeBps: 1_000 });
    const anna = parlay.staker();
    ok(await parlay.stake(anna, YES, 70n));
    for (const [i, market] of markets.entries()) {
      await world.settle(market, 0, 0);
      ok(await parlay.settle(i));
    }
    expect(await parlay.read()).toMatchObject({ state: 'Final', outcome: NO, refund: true, fee: 0n, owed: 70n });
    ok(await parlay.claim(anna.publicKey, YES));
    expect(await gains([anna])).toEqual([0n]);
    ok(await parlay.close());
  });
});

describe('a leg', () => {
  it('6247 is not copied before its market is decided: open, proposed, in its challenge window', async () => {
    const markets = await world.markets(2, { challengeWindow: 3_600 });
    const { parlay } = await staked(markets);
    const [first] = markets;
    expect(refusal(await parlay.settle(0))).toBe(6247);
    await world.settle(first, 2, 1);
    expect((await first.read()).state).toBe('Proposed');
    expect(refusal(await parlay.settle(0))).toBe(6247);
    // The window is over, but the proposal is not finalised.
    await chain.setTime(FULL_TIME + 3_600);
    expect(refusal(await parlay.settle(0))).toBe(6247);
    expect(await held(first)).toBe(1);
    ok(await first.finalise());
    ok(await parlay.settle(0));
    expect(await parlay.results()).toEqual(['Won', 'Open']);
  });

  it('6248 is copied once', async () => {
    const markets = await world.markets(2);
    const { parlay } = await staked(markets);
    const second = await TestParlay.create(chain, markets);
    const [first] = markets;
    await world.settle(first, 2, 1);
    ok(await parlay.settle(0));
    expect(refusal(await parlay.settle(0))).toBe(6248);
    // A second copy would release a market that another parlay holds.
    expect(await held(first)).toBe(1);
    ok(await second.settle(0));
    expect(await held(first)).toBe(0);
  });

  it('6246 must be the named market', async () => {
    const markets = await world.markets(3);
    const [first, second, other] = markets;
    const { parlay } = await staked([first, second]);
    for (const market of markets) await world.settle(market, 2, 1);
    expect(refusal(await parlay.settle(0, { market: second.address }))).toBe(6246);
    expect(refusal(await parlay.settle(1, { market: first.address }))).toBe(6246);
    expect(refusal(await parlay.settle(0, { market: other.address }))).toBe(6246);
    for (const leg of [2, 7, 8, 255]) expect(refusal(await parlay.settle(leg))).toBe(6246);
    expect(await parlay.results()).toEqual(['Open', 'Open']);
    expect(await Promise.all(markets.map(held))).toEqual([1, 1, 0]);
  });

  it('6246 is not another market recreated at its address', async () => {
    const [first, second] = await world.markets(2);
    const { parlay } = await staked([first, second]);
    await world.settle(first, 2, 1);
    // The program prevents the close; this simulates it.
    expect(refusal(await first.close())).toBe(6227);
    await first.overwrite({ parlays: 0 });
    ok(await first.close());
    const { creator, id, terms } = first;
    const { mint, feeAccount, fixtureId } = terms;
    const stakesClose = chain.now + 60;
    const again = await TestMarket.create(chain, { creator, id, mint, feeAccount, fixtureId, stakesClose });
    expect(again.address).toEqual(first.address);
    await again.overwrite({ parlays: 1, state: 'Final' });
    expect(refusal(await parlay.settle(0))).toBe(6246);
  });

  it('without stakes on its winning outcome counts as that outcome', async () => {
    const markets = await world.markets(2);
    const { parlay } = await staked(markets);
    const [first, second] = markets;
    const anna = first.staker();
    ok(await first.stake(anna, 1, 50n));
    const bert = second.staker();
    ok(await second.stake(bert, 0, 50n));
    await world.settle(first, 2, 1);
    await world.settle(second, 1, 1);
    for (const market of markets) expect(await market.read()).toMatchObject({ state: 'Final', refund: true });
    for (const leg of [0, 1]) ok(await parlay.settle(leg));
    expect(await parlay.results()).toEqual(['Won', 'Lost']);
    expect(await parlay.read()).toMatchObject({ state: 'Final', outcome: NO, refund: false });
  });

  it('6227 keeps its market from being closed until every parlay has copied it', async () => {
    const markets = await world.markets(2);
    const parlays = [await TestParlay.create(chain, markets), await TestParlay.create(chain, markets)] as const;
    const [first] = markets;
    expect(await held(first)).toBe(2);
    await world.settle(first, 2, 1);
    for (const parlay of parlays) {
      expect(refusal(await first.close())).toBe(6227);
      ok(await parlay.settle(0));
    }
    ok(await first.close());
    expect(await parlays[0].results()).toEqual(['Won', 'Open']);
  });

  it('can be one of eight, and the last one decides', async () => {
    const markets = await world.markets(8);
    const { parlay } = await staked(markets);
    for (const [i, market] of markets.entries()) {
      await world.settle(market, i === 7 ? 0 : 1, 0);
      ok(await parlay.settle(i));
    }
    expect(await parlay.results()).toEqual([...Array(7).fill('Won'), 'Lost']);
    expect(await parlay.read()).toMatchObject({ state: 'Final', outcome: NO });
  });
});

describe('a parlay', () => {
  it('is bound to its terms: a used id cannot be used for another', async () => {
    const markets = await world.markets(2);
    const parlay = await TestParlay.create(chain, markets);
    expect((await parlay.create()).failure).not.toBeNull();
    expect(await Promise.all(markets.map(held))).toEqual([1, 1]);
  });
});

describe('a parlay and the markets of its legs', () => {
  it('take stakes until times of their own, each by the hash of its own terms', async () => {
    const [market, other] = await world.markets(2);
    const parlay = await TestParlay.create(chain, [market, other], { stakesClose: KICK_OFF - 500 });
    const anna = parlay.staker();
    expect(refusal(await parlay.stake(anna, YES, 10n, {}, market.hash))).toBe(6210);
    await chain.setTime(KICK_OFF - 500);
    expect(refusal(await parlay.stake(anna, YES, 10n))).toBe(6212);
    ok(await market.stake(market.staker(), 0, 5n));
  });

  it('6226 are decided one after the other: a no that can only lose is not paid yet', async () => {
    const markets = await world.markets(2);
    const { parlay, yes, no } = await staked(markets);
    await world.settle(markets[0], 2, 1);
    ok(await parlay.settle(0));
    for (const [{ publicKey, keypair }, outcome] of [[yes, YES] as const, [no, NO] as const]) {
      expect(refusal(await parlay.claim(publicKey, outcome))).toBe(6226);
      expect(refusal(await parlay.claim(publicKey, outcome, {}, [keypair]))).toBe(6226);
    }
    expect(refusal(await parlay.sweep())).toBe(6226);
  });

  it('6238 and 6230 do not pay the positions of each other, nor from the vault of each other', async () => {
    const markets = await world.markets(2);
    const [market] = markets;
    const anna = market.staker();
    ok(await market.stake(anna, 0, 100n));
    const { mint, feeAccount } = market.terms;
    const { parlay, yes } = await staked(markets, { mint, feeAccount, creator: market.creator });
    for (const [i, leg] of markets.slice(0, 2).entries()) {
      await world.settle(leg, 2, 1);
      ok(await parlay.settle(i));
    }
    for (const [one, owner, other, stranger] of [
      [market, anna, parlay, yes],
      [parlay, yes, market, anna],
    ] as const) {
      const position = other.position(stranger.publicKey, 0);
      expect(refusal(await one.claim(stranger.publicKey, 0, { position }))).toBe(6238);
      expect(refusal(await one.claim(stranger.publicKey, 0, { position, pool: other.address }))).toBe(6230);
      expect(refusal(await one.claim(owner.publicKey, 0, { vault: other.vault }))).toBe(6230);
    }
    expect([await market.held(), await parlay.held()]).toEqual([100n, 400n]);
    ok(await market.claim(anna.publicKey, 0));
    ok(await parlay.claim(yes.publicKey, YES));
    // The market's only staker has won, and yes won 100 without the fee of a tenth.
    expect([await market.held(), await parlay.held()]).toEqual([0n, 10n]);
  });
});

describe('compute units', () => {
  it('of a parlay with eight legs stay far below the limit of a transaction', async () => {
    const markets = await world.markets(8);
    const parlay = TestParlay.plan(chain, markets);
    const units: Record<string, number> = { create: ok(await parlay.create()).computeUnits };
    const [anna, bert] = [parlay.staker(), parlay.staker()];
    units.stake = ownUnits(ok(await parlay.stake(anna, YES, 1_000n)));
    ok(await parlay.stake(bert, NO, 1_000n));
    for (const [i, market] of markets.entries()) {
      await world.settle(market, 2, 1);
      units.settle = ok(await parlay.settle(i)).computeUnits;
    }
    units.claim = ownUnits(ok(await parlay.claim(anna.publicKey, YES)));
    units.losingClaim = ok(await parlay.claim(bert.publicKey, NO)).computeUnits;
    // The whole transaction, with the default limit for every instruction.
    for (const [name, used] of Object.entries(units))
      expect(used, `${name} of ${JSON.stringify(units)}`).toBeLessThan(100_000);
    expect(units.claim).toBeLessThanOrEqual(15_000);
    if (process.env.LINESMAN_PRINT_UNITS) console.log(units);
  });
});
