import { describe, expect, it } from 'vitest';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import { KICK_OFF, type MarketOptions, TestMarket } from '../helpers/settlement/market.js';
import { TestParlay } from '../helpers/settlement/parlay.js';
import { MONEY, type StakesOn } from '../helpers/settlement/pool.js';
import { makeMint, makeTokenAccount, tokenAmount } from '../helpers/settlement/tokens.js';
import { World } from '../helpers/world/world.js';

/** What the instructions for both kinds of pool do, with a market and with a parlay. */

/** Refusals of the token program and of Anchor. */
const INSUFFICIENT_FUNDS = 1;
const OWNER_MISMATCH = 4;
const ACCOUNT_FROZEN = 17;
const NOT_INITIALISED = 3012;

const world = new World().each();
const { chain, balance, gains } = world;

type Pool = TestMarket | TestParlay;
type Options = Pick<
  MarketOptions,
  'creator' | 'id' | 'mint' | 'feeBps' | 'minimumStake' | 'maximumStake' | 'stakesClose'
>;

/** Of both, outcome 0 wins. */
interface Kind {
  readonly kind: string;
  readonly plan: (options?: Options) => Promise<Pool>;
  readonly decide: (pool: Pool) => Promise<void>;
  /** Voids it and lets go of all markets that it holds. */
  readonly makeVoid: (pool: Pool) => Promise<void>;
}

const MARKET: Kind = {
  kind: 'market',
  plan: async (options) => TestMarket.plan(chain, { challengeWindow: 0, ...options }),
  decide: (pool) => world.decide(pool as TestMarket),
  makeVoid: (pool) => world.void(pool as TestMarket),
};

const PARLAY: Kind = {
  kind: 'parlay',
  plan: async (options = {}) => {
    const { stakesClose = KICK_OFF } = options;
    return TestParlay.plan(chain, await world.markets(2, { stakesClose }), { stakesClose, ...options });
  },
  decide: async (pool) => {
    for (const [i, market] of (pool as TestParlay).markets.entries()) {
      await world.settle(market, 2, 1);
      ok(await (pool as TestParlay).settle(i));
    }
  },
  makeVoid: async (pool) => {
    for (const [i, market] of (pool as TestParlay).markets.entries()) {
      await world.void(market);
      ok(await (pool as TestParlay).settle(i));
      if (i === 0) ok(await pool.void());
    }
  },
};

describe.each([MARKET, PARLAY])('a $kind', ({ plan, decide, makeVoid }) => {
  const create = async (options?: Options): Promise<Pool> => {
    const pool = await plan(options);
    ok(await pool.create());
    return pool;
  };
  const staked = async (stakes: StakesOn, options?: Options) => {
    const pool = await create(options);
    return { pool, stakers: await pool.stakes(stakes) };
  };
  /** As if strangers and thieves had left so much in the vault. */
  const hold = ({ terms: { mint }, address: owner, vault: address }: Pool, amount: bigint) =>
    makeTokenAccount(chain, { mint, owner, amount, address });

  describe('takes a stake', () => {
    it('6212 until the last second before stakes_close', async () => {
      const pool = await create();
      const anna = pool.staker();
      await chain.setTime(pool.terms.stakesClose - 1);
      ok(await pool.stake(anna, 0, 10n));
      await chain.setTime(pool.terms.stakesClose);
      expect(refusal(await pool.stake(anna, 0, 10n))).toBe(6212);
      expect(await pool.held()).toBe(10n);
    });

    it('6213 within the limits of the terms, each stake separately', async () => {
      const pool = await create({ minimumStake: 10n, maximumStake: 1_000n });
      const anna = pool.staker();
      for (const amount of [0n, 9n, 1_001n]) expect(refusal(await pool.stake(anna, 0, amount))).toBe(6213);
      for (const amount of [10n, 1_000n, 1_000n]) ok(await pool.stake(anna, 0, amount));
      expect(await pool.readPosition(anna.publicKey, 0)).toMatchObject({ amount: 2_010n });
      expect(await pool.read()).toMatchObject({ openPositions: 1n, owed: 2_010n });
    });

    it('6214 on one of its outcomes', async () => {
      const pool = await create();
      const anna = pool.staker();
      for (const outcome of [2, 7, 8, 255]) expect(refusal(await pool.stake(anna, outcome, 10n))).toBe(6214);
      expect(await pool.read()).toMatchObject({ openPositions: 0n, owed: 0n });
      ok(await pool.stake(anna, 0, 10n));
      ok(await pool.stake(anna, 1, 20n));
      const totals = [10n, 20n, 0n, 0n, 0n, 0n, 0n, 0n];
      expect(await pool.read()).toMatchObject({ openPositions: 2n, owed: 30n, totals });
    });

    it('6210 that agrees to its terms by their hash', async () => {
      const pool = await create();
      const anna = pool.staker();
      for (const place of [0, 15, 31]) {
        const hash = Uint8Array.from(pool.hash);
        hash[place] = (hash[place] ?? 0) ^ 1;
        expect(refusal(await pool.stake(anna, 0, 10n, {}, hash))).toBe(6210);
      }
      expect(refusal(await pool.stake(anna, 0, 10n, {}, (await plan({ feeBps: 1 })).hash))).toBe(6210);
    });

    it('6231 in its mint', async () => {
      const pool = await create();
      const anna = pool.staker();
      const mint = makeMint(chain);
      const source = makeTokenAccount(chain, { mint, owner: anna.publicKey, amount: 100n });
      for (const addresses of [{ source }, { mint }, { mint, source }])
        expect(refusal(await pool.stake(anna, 0, 10n, addresses))).toBe(6231);
    });

    it('of the owner of enough tokens', async () => {
      const pool = await create();
      const [anna, bert] = [pool.staker(), pool.staker()];
      expect(refusal(await pool.stake(anna, 0, 10n, { source: bert.tokens }))).toBe(OWNER_MISMATCH);
      expect(refusal(await pool.stake(pool.staker(9n), 0, 10n))).toBe(INSUFFICIENT_FUNDS);
      expect(await pool.read()).toMatchObject({ owed: 0n, openPositions: 0n });
    });

    it('6229 into a vault that covers the debt', async () => {
      const { pool, stakers } = await staked({ 0: [100n] });
      hold(pool, 99n);
      expect(refusal(await pool.stake(stakers[0], 0, 5n))).toBe(6229);
    });

    it('6211 before its decision, whatever the clock says', async () => {
      const { pool, stakers } = await staked({ 0: [100n] });
      await decide(pool);
      await chain.setTime(KICK_OFF - 10);
      expect(refusal(await pool.stake(stakers[0], 1, 5n))).toBe(6211);
    });
  });

  describe('pays a claim', () => {
    it('6226 after the decision, and sweeps nothing before', async () => {
      const { pool, stakers } = await staked({ 0: [100n], 1: [100n] });
      const [anna] = stakers;
      expect(refusal(await pool.claim(anna.publicKey, 0))).toBe(6226);
      expect(refusal(await pool.claim(anna.publicKey, 0, {}, [anna.keypair]))).toBe(6226);
      expect(refusal(await pool.sweep())).toBe(6226);
    });

    it('once', async () => {
      const { pool, stakers } = await staked({ 0: [100n, 100n], 1: [100n] }, { feeBps: 0 });
      await decide(pool);
      const [anna, bert] = stakers;
      ok(await pool.claim(anna.publicKey, 0));
      expect(refusal(await pool.claim(anna.publicKey, 0))).toBe(NOT_INITIALISED);
      const twice = [pool.claimInstruction(bert.publicKey, 0)];
      expect(refusal(await chain.send([...twice, ...twice]))).not.toBeNull();
      // Lamports at its address do not bring a position back.
      chain.setAccount(pool.position(anna.publicKey, 0), anna.publicKey, new Uint8Array(0));
      expect(refusal(await pool.claim(anna.publicKey, 0))).not.toBeNull();
      expect(await gains([anna, bert])).toEqual([50n, -100n]);
      expect(await pool.read()).toMatchObject({ owed: 150n, openPositions: 2n });
    });

    it("6228 to the owner's associated account, or to any of the mint that the owner, signing, names", async () => {
      const { pool, stakers } = await staked({ 0: [100n, 100n], 1: [100n] }, { feeBps: 0 });
      await decide(pool);
      const [anna, cora, bert] = stakers;
      const { mint } = pool.terms;
      const claim = (destination: Address, signers: KeyPair[] = [], { publicKey } = anna) =>
        pool.claim(publicKey, 0, { destination }, signers).then(refusal);
      const elsewhere = makeTokenAccount(chain, { mint, owner: anna.publicKey });
      expect(await claim(bert.tokens)).toBe(6228);
      expect(await claim(bert.tokens, [bert.keypair])).toBe(6228);
      expect(await claim(elsewhere)).toBe(6228);
      expect(await claim(pool.vault, [anna.keypair])).toBe(6228);
      expect(await claim(chain.address(), [anna.keypair])).toBe(6228);
      expect(await claim(mint, [anna.keypair])).toBe(6209);
      const ofOtherMint = makeTokenAccount(chain, { mint: makeMint(chain), owner: anna.publicKey });
      expect(await claim(ofOtherMint, [anna.keypair])).toBe(6231);
      // A reassigned associated account belongs to another user.
      makeTokenAccount(chain, { mint, owner: bert.publicKey, amount: 3n, address: anna.tokens });
      expect(await claim(anna.tokens)).toBe(6228);
      expect(await claim(elsewhere, [anna.keypair])).toBeNull();
      expect(await balance(elsewhere)).toBe(150n);
      // Including an account of another user.
      const friend = makeTokenAccount(chain, { mint, owner: chain.address() });
      expect(await claim(friend, [cora.keypair], cora)).toBeNull();
      expect(await balance(friend)).toBe(150n);
    });

    it("into a new associated account, at the sender's expense, who may be the owner", async () => {
      const { pool, stakers } = await staked({ 0: [100n, 100n], 1: [100n] }, { feeBps: 0 });
      await decide(pool);
      const [anna, cora] = stakers;
      for (const { tokens } of [anna, cora]) chain.bank.remove(tokens);
      const before = await world.lamports(anna.publicKey);
      const rent = await world.lamports(pool.position(anna.publicKey, 0));
      ok(await pool.claim(anna.publicKey, 0));
      expect(await world.lamports(anna.publicKey)).toBe(before + rent);
      ok(await pool.claim(cora.publicKey, 0, { payer: cora.publicKey }, [cora.keypair]));
      expect([await balance(anna.tokens), await balance(cora.tokens)]).toEqual([150n, 150n]);
    });

    it.each([1, 5_000_000_000])('although %i lamports are where that account will be', async (lamports) => {
      const { pool, stakers } = await staked({ 0: [100n], 1: [100n] }, { feeBps: 0 });
      await decide(pool);
      const [winner] = stakers;
      chain.setAccount(winner.tokens, ZERO_ADDRESS, new Uint8Array(0), lamports);
      ok(await pool.claim(winner.publicKey, 0));
      expect(await balance(winner.tokens)).toBe(200n);
    });

    it('and needs no account for a loser', async () => {
      const { pool, stakers } = await staked({ 0: [100n], 1: [100n] });
      await decide(pool);
      const loser = stakers[1];
      chain.bank.remove(loser.tokens);
      ok(await pool.claim(loser.publicKey, 1, { destination: chain.address() }));
      expect(await tokenAmount(chain, loser.tokens)).toBeNull();
      expect(await pool.readPosition(loser.publicKey, 1)).toBeNull();
    });

    it('of everybody but a frozen winner', async () => {
      const { pool, stakers } = await staked({ 0: [100n, 100n], 1: [100n] }, { feeBps: 0 });
      await decide(pool);
      const [frozen, other, loser] = stakers;
      const { mint } = pool.terms;
      for (const { publicKey, tokens } of [frozen, loser])
        makeTokenAccount(chain, { mint, owner: publicKey, amount: MONEY - 100n, frozen: true, address: tokens });
      expect(refusal(await pool.claim(frozen.publicKey, 0))).toBe(ACCOUNT_FROZEN);
      ok(await pool.claim(other.publicKey, 0));
      ok(await pool.claim(loser.publicKey, 1));
      ok(await pool.sweep());
      expect(await pool.read()).toMatchObject({ owed: 150n, openPositions: 1n });
      expect(refusal(await pool.close())).toBe(6227);
      // Once thawed, it is paid.
      makeTokenAccount(chain, { mint, owner: frozen.publicKey, amount: MONEY - 100n, address: frozen.tokens });
      ok(await pool.claim(frozen.publicKey, 0));
      expect(await gains([frozen])).toEqual([50n]);
      ok(await pool.close());
    });
  });

  describe('sweeps the remainder', () => {
    it.each(['frozen', 'closed'])('not while the fee account is %s, which stops nothing else', async (fault) => {
      const { pool, stakers } = await staked({ 0: [100n], 1: [100n] }, { feeBps: 1_000 });
      const { mint, feeAccount } = pool.terms;
      const owner = pool.creator.address;
      if (fault === 'closed') chain.bank.remove(feeAccount);
      else makeTokenAccount(chain, { mint, owner, frozen: true, address: feeAccount });
      await decide(pool);
      await pool.claimAll(stakers);
      expect(await gains(stakers)).toEqual([90n, -100n]);
      expect(refusal(await pool.sweep())).toBe(fault === 'closed' ? 6209 : ACCOUNT_FROZEN);
      // Closed now, the pool would leave the fee behind (settlementClose.test.ts). A creator who waits gets it.
      makeTokenAccount(chain, { mint, owner, address: feeAccount });
      ok(await pool.close());
      expect(await balance(feeAccount)).toBe(10n);
    });

    it('of nothing without a fee account', async () => {
      const { pool, stakers } = await staked({ 0: [100n], 1: [100n] }, { feeBps: 0 });
      chain.bank.remove(pool.terms.feeAccount);
      await decide(pool);
      await pool.claimAll(stakers);
      ok(await pool.sweep());
      ok(await pool.close());
    });

    it('before the claims and again, and takes only what is not owed', async () => {
      const { pool, stakers } = await staked({ 0: [3n, 3n, 3n], 1: [101n] }, { feeBps: 100 });
      await decide(pool);
      // 101 · 100 / 10,000 = 1.01
      for (const _ of [1, 2]) ok(await pool.sweep());
      expect(await balance(pool.terms.feeAccount)).toBe(1n);
      await pool.claimAll(stakers.slice(0, 3));
      // floor(3 · 100 / 9) = 33 each, and one unit is dust. Only the losing position remains.
      expect(await gains(stakers.slice(0, 3))).toEqual([33n, 33n, 33n]);
      expect(await pool.read()).toMatchObject({ owed: 0n, openPositions: 1n });
      expect(refusal(await pool.close())).toBe(6227);
      ok(await pool.claim(stakers[3].publicKey, 1));
      ok(await pool.close());
      expect(await balance(pool.terms.feeAccount)).toBe(2n);
    });

    it("with a stranger's tokens, which stop nothing", async () => {
      const { pool, stakers } = await staked({ 0: [100n], 1: [100n] }, { feeBps: 1_000 });
      const send = async (amount: bigint) => hold(pool, (await pool.held()) + amount);
      await send(5n);
      ok(await pool.stake(stakers[0], 0, 100n));
      await send(7n);
      await decide(pool);
      await send(11n);
      // 100 · 1,000 / 10,000 = 10 is the fee, and 23 came from strangers.
      ok(await pool.sweep());
      expect(await balance(pool.terms.feeAccount)).toBe(33n);
      expect(await pool.held()).toBe((await pool.read()).owed);
      await send(13n);
      await pool.claimAll(stakers);
      expect(await gains(stakers)).toEqual([90n, -100n]);
      ok(await pool.close());
      expect(await balance(pool.terms.feeAccount)).toBe(46n);
    });
  });

  it('6226, 6227 and 6233 is closed once decided, without positions, by its creator', async () => {
    const { pool, stakers } = await staked({ 0: [300n], 1: [100n] }, { feeBps: 1_000 });
    const stranger = chain.fundedKeypair();
    const closedBy = (creator: KeyPair) => pool.close({ creator: creator.address }, [creator]).then(refusal);
    expect(await closedBy(pool.creator)).toBe(6226);
    await decide(pool);
    ok(await pool.claim(stakers[0].publicKey, 0));
    expect(await closedBy(pool.creator)).toBe(6227);
    ok(await pool.claim(stakers[1].publicKey, 1));
    expect(await closedBy(stranger)).toBe(6233);
    expect(await closedBy(pool.creator)).toBeNull();
    expect(await balance(pool.terms.feeAccount)).toBe(10n);
  });

  it('can be made again at the address of a closed one, as another', async () => {
    const first = await create();
    expect((await first.create()).failure).not.toBeNull();
    await makeVoid(first);
    ok(await first.close());
    const { creator, id, terms } = first;
    const again = await create({ creator, id, mint: terms.mint, stakesClose: chain.now + 100 });
    expect(again.address).toEqual(first.address);
    const anna = again.staker();
    // A stake that agrees to the terms of the first is refused by the second.
    expect(refusal(await again.stake(anna, 0, 5n, {}, first.hash))).toBe(6210);
    ok(await again.stake(anna, 0, 5n));
  });

  it.each([1, 5_000_000_000])('is made and staked on with %i lamports at its addresses', async (lamports) => {
    const pool = await plan();
    const anna = pool.staker();
    const addresses = [pool.address, pool.vault, pool.position(anna.publicKey, 0)];
    for (const address of addresses) chain.setAccount(address, ZERO_ADDRESS, new Uint8Array(0), lamports);
    ok(await pool.create());
    for (const _ of [1, 2]) ok(await pool.stake(anna, 0, 100n));
    expect(await pool.read()).toMatchObject({ owed: 200n, openPositions: 1n });
    for (const address of addresses) {
      const account = await chain.account(address);
      const least = await chain.bank.rent(account?.data.length ?? 0);
      expect(account?.lamports).toBe(Math.max(lamports, least));
    }
    await makeVoid(pool);
    ok(await pool.claim(anna.publicKey, 0));
    ok(await pool.close());
  });
});
