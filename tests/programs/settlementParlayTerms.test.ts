import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { marketAccount } from '../../ts/sdk/program/account/market.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { marketAddress } from '../../ts/sdk/program/address/settlement.js';
import { DEFAULT_SETTLEMENT_PROGRAM_ID as PROGRAM } from '../../ts/sdk/program/programId.js';
import type { ParlayLeg } from '../../ts/sdk/program/wire/parlayTerms.js';
import { ok, programLog, refusal } from '../helpers/settlement/chain.js';
import { KICK_OFF, TestMarket } from '../helpers/settlement/market.js';
import { type ParlayOptions, TestParlay } from '../helpers/settlement/parlay.js';
import type { Several } from '../helpers/settlement/pool.js';
import { withRoles } from '../helpers/settlement/roles.js';
import { type Extension, makeMint, makeTokenAccount, TOKEN_2022_PROGRAM_ID } from '../helpers/settlement/tokens.js';
import { DAY, World } from '../helpers/world/world.js';

const OPENING = KICK_OFF - DAY;

const world = new World();
const { chain } = world;
/** Nine open markets, all of one oracle program. */
let markets: Several<TestMarket>;

beforeAll(async () => {
  markets = await world.markets(9);
});

beforeEach(() => chain.setTime(OPENING));

const planned = (count: number, options: ParlayOptions = {}) =>
  TestParlay.plan(chain, markets.slice(0, count), options);
const created = (parlay: TestParlay) => parlay.create().then(refusal);
const holds = async () => Promise.all(markets.map(async (market) => (await market.read()).parlays));

/** The refusal. It must leave every market unchanged. */
async function refused(parlay: TestParlay): Promise<number | string | null> {
  const before = await holds();
  const answer = await created(parlay);
  expect(await holds()).toEqual(before);
  expect(await world.lamports(parlay.address)).toBe(0);
  return answer;
}

describe('a parlay has', () => {
  it('2 to 8 legs', async () => {
    expect(await refused(planned(0))).toBe(6245);
    expect(await refused(planned(1))).toBe(6245);
    expect(await created(planned(2))).toBeNull();
    expect(await created(planned(8))).toBeNull();
    // A transaction cannot also hold the markets of nine legs. Their number is checked before the markets.
    const nine = planned(9);
    const outcome = await nine.create({}, []);
    expect(refusal(outcome)).toBe(6245);
    expect(programLog(outcome)).toContain('parlay: 9 legs, must be 2 to 8');
  });

  it('legs on distinct markets', async () => {
    const [a, b] = markets;
    expect(await refused(TestParlay.plan(chain, [a, a]))).toBe(6245);
    expect(await refused(TestParlay.plan(chain, [a, b, a], { outcomes: [0, 0, 1] }))).toBe(6245);
  });

  it('legs of one oracle program', async () => {
    const foreign = await TestMarket.create(chain, { oracleProgram: chain.address() });
    const [a, b] = markets;
    const parlay = TestParlay.plan(chain, [a, b, foreign]);
    const outcome = await parlay.create();
    expect(refusal(outcome)).toBe(6245);
    expect(programLog(outcome)).toContain(`market ${foreign.address} is of another oracle program`);
    expect(await refused(TestParlay.plan(chain, [foreign, a]))).toBe(6245);
    const second = await TestMarket.create(chain, { oracleProgram: foreign.terms.oracleProgram });
    expect(await created(TestParlay.plan(chain, [foreign, second]))).toBeNull();
  });

  it('outcomes that its legs have', async () => {
    expect(await refused(planned(2, { outcomes: [0, 2] }))).toBe(6214);
    expect(await refused(planned(2, { outcomes: [255, 0] }))).toBe(6214);
    expect(await created(planned(2, { outcomes: [1, 1] }))).toBeNull();
  });

  it("the hashes of its legs' terms", async () => {
    const legs = planned(2).terms.legs as [ParlayLeg, ParlayLeg];
    for (const place of [0, 31]) {
      const termsHash = Uint8Array.from(legs[1].termsHash);
      termsHash[place] = (termsHash[place] ?? 0) ^ 1;
      expect(await refused(planned(2, { legs: [legs[0], { ...legs[1], termsHash }] }))).toBe(6246);
    }
    expect(await refused(planned(2, { legs: [{ ...legs[0], termsHash: legs[1].termsHash }, legs[1]] }))).toBe(6246);
  });

  it("a future close of staking, at most 400 days ahead and not after any leg's", async () => {
    expect(await refused(planned(2, { stakesClose: OPENING }))).toBe(6204);
    expect(await refused(planned(2, { stakesClose: OPENING - 1 }))).toBe(6204);
    expect(await created(planned(2, { stakesClose: OPENING + 1 }))).toBeNull();
    expect(await created(planned(2, { stakesClose: KICK_OFF }))).toBeNull();
    expect(await refused(planned(2, { stakesClose: KICK_OFF + 1 }))).toBe(6245);
    const late = await TestMarket.create(chain, { stakesClose: OPENING + 400 * DAY });
    const later = await TestMarket.create(chain, { stakesClose: OPENING + 400 * DAY });
    const distant = (stakesClose: number, ...legs: TestMarket[]) => TestParlay.plan(chain, legs, { stakesClose });
    expect(await refused(distant(KICK_OFF + 1, late, markets[0]))).toBe(6245);
    expect(await refused(distant(OPENING + 400 * DAY + 1, late, later))).toBe(6204);
    expect(await created(distant(OPENING + 400 * DAY, late, later))).toBeNull();
  });

  it('fee and stake limits within the bounds of a market', async () => {
    expect(await refused(planned(2, { feeBps: 1_001 }))).toBe(6205);
    expect(await created(planned(2, { feeBps: 1_000 }))).toBeNull();
    expect(await refused(planned(2, { minimumStake: 0n }))).toBe(6206);
    expect(await refused(planned(2, { minimumStake: 2n, maximumStake: 1n }))).toBe(6206);
    expect(await created(planned(2, { minimumStake: 1n, maximumStake: 1n }))).toBeNull();
  });

  it('a mint and a fee account like a market', async () => {
    const closeAuthority: Extension = [3, new Uint8Array(32).fill(1)];
    const program = TOKEN_2022_PROGRAM_ID;
    const mint = makeMint(chain, { program, extensions: [closeAuthority] });
    expect(await refused(planned(2, { mint, tokenProgram: program }))).toBe(6208);
    expect(await refused(planned(2, { mint: makeMint(chain, { program }) }))).toBe(2022);
    const otherMint = makeTokenAccount(chain, { mint: makeMint(chain), owner: chain.address() });
    expect(await refused(planned(2, { feeAccount: otherMint }))).toBe(6231);
    expect(await refused(planned(2, { feeAccount: chain.address() }))).toBe(6209);
    const plan = planned(2);
    const own = { creator: plan.creator, id: plan.id, mint: plan.terms.mint, feeAccount: plan.vault };
    expect(await refused(planned(2, own))).toBe(6232);
    // The legs have other mints: a parlay is paid in its own.
    expect(markets.some((market) => market.terms.mint === plan.terms.mint)).toBe(false);
    expect(await created(plan)).toBeNull();
  });
});

describe('the markets of the legs', () => {
  it('are passed, one per leg, in order', async () => {
    const parlay = planned(3);
    const [a, b, c] = parlay.terms.legs.map(({ market }) => market) as [Address, Address, Address];
    const given = async (...accounts: Address[]) => refusal(await parlay.create({}, accounts));
    expect(await given()).toBe(3005);
    expect(await given(a, b)).toBe(3005);
    expect(await given(a, b, c, markets[3].address)).toBe(6245);
    expect(await given(b, a, c)).toBe(6246);
    expect(await given(a, a, c)).toBe(6246);
    const before = await holds();
    expect(await given(a, b, c)).toBeNull();
    expect(await holds()).toEqual(before.map((count, i) => count + (i < 3 ? 1 : 0)));
  });

  it('2000 are writable', async () => {
    const parlay = planned(2);
    const built = parlay.createInstruction();
    const last = built.accounts.length - 1;
    const instruction = withRoles(built, (_, place) => (place === last ? { writable: false } : {}));
    expect(refusal(await chain.send([instruction], [parlay.creator]))).toBe(2000);
  });

  it('6211 are open, even when the clock alone would still allow it', async () => {
    const stakesClose = OPENING + 100;
    const soon = async () =>
      TestMarket.create(chain, { stakesClose, challengeWindow: 0, voidAfter: stakesClose + 3 * DAY });
    for (const state of ['Proposed', 'Final', 'Void'] as const) {
      const market = await soon();
      await market.overwrite({ state });
      const parlay = TestParlay.plan(chain, [markets[0], market], { stakesClose });
      expect(await refused(parlay)).toBe(6211);
      await market.overwrite({ state: 'Open' });
      expect(await created(parlay)).toBeNull();
    }
    // After its close a market is too late for any parlay, whatever its state.
    const market = await soon();
    await chain.setTime(stakesClose);
    expect(await refused(TestParlay.plan(chain, [markets[0], market]))).toBe(6245);
  });

  it('6246 are not others recreated at the same address', async () => {
    const [other] = markets;
    const first = await TestMarket.create(chain, { stakesClose: OPENING + 100, challengeWindow: 0 });
    await chain.setTime(first.terms.voidAfter);
    ok(await first.void());
    ok(await first.close());
    await chain.setTime(OPENING);
    const { creator, id } = first;
    const again = await TestMarket.create(chain, { creator, id, mint: first.terms.mint, stakesClose: KICK_OFF });
    expect(again.address).toEqual(first.address);
    const old = TestParlay.plan(chain, [first, other], { stakesClose: OPENING + 100 });
    expect(await refused(old)).toBe(6246);
    expect(await created(TestParlay.plan(chain, [again, other], { stakesClose: OPENING + 100 }))).toBeNull();
  });

  it('2006 are at their own addresses', async () => {
    const [first, other] = markets;
    const account = await chain.account(first.address);
    if (!account) throw new Error('there is no market');
    const place = chain.address();
    chain.setAccount(place, account.owner, account.data, account.lamports);
    const legs = planned(2).terms.legs as [ParlayLeg, ParlayLeg];
    const parlay = TestParlay.plan(chain, [first, other], { legs: [{ ...legs[0], market: place }, legs[1]] });
    expect(await refused(parlay)).toBe(2006);
  });

  it('belong to this program, 3007, and are markets, 3002', async () => {
    const other = markets[1];
    const first = await TestMarket.create(chain);
    const account = await chain.account(first.address);
    if (!account) throw new Error('there is no market');
    const parlay = TestParlay.plan(chain, [first, other]);
    chain.setAccount(first.address, chain.address(), account.data, account.lamports);
    expect(await refused(parlay)).toBe(3007);
    chain.setAccount(first.address, ZERO_ADDRESS, new Uint8Array(0), 0);
    expect(await refused(parlay)).toBe(3007);
    const data = Uint8Array.from(account.data);
    data[0] = (data[0] ?? 0) ^ 1;
    chain.setAccount(first.address, account.owner, data, account.lamports);
    expect(await refused(parlay)).toBe(3002);
    chain.setAccount(first.address, account.owner, account.data, account.lamports);
    expect(await created(parlay)).toBeNull();
  });

  it('6236 are not held by more parlays than can be counted', async () => {
    const full = await TestMarket.create(chain);
    await full.overwrite({ parlays: 2 ** 32 - 1 });
    expect(await refused(TestParlay.plan(chain, [full, markets[0]]))).toBe(6236);
    await full.overwrite({ parlays: 2 ** 32 - 2 });
    expect(await created(TestParlay.plan(chain, [full, markets[0]]))).toBeNull();
  });

  it('change only in the number of parlays', async () => {
    const market = await TestMarket.create(chain, { stakesClose: OPENING + 500 });
    ok(await market.stake(market.staker(), 1, 77n));
    const before = await market.read();
    await TestParlay.create(chain, [market, markets[0]], { stakesClose: OPENING + 500 });
    expect(await market.read()).toEqual({ ...before, parlays: 1 });
    const account = await chain.account(marketAddress(market.creator.address, market.id, PROGRAM).address);
    expect(marketAccount.encode(await market.read())).toEqual(Uint8Array.from(account?.data ?? []));
  });
});
