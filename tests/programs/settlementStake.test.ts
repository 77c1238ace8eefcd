import { beforeEach, describe, expect, it } from 'vitest';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { STAKE_REFUSALS } from '../../ts/sdk/program/settlement/rules/checkStakeTrust.js';
import { stakeInstruction } from '../../ts/sdk/program/settlement/stakeInstruction.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import { allOf, binary, FULL_TIME, KICK_OFF, single, TestMarket } from '../helpers/settlement/market.js';
import { makeTokenAccount } from '../helpers/settlement/tokens.js';
import { outcome } from '../helpers/thrown.js';
import { DAY, final, World } from '../helpers/world/world.js';

const { chain, fullTime } = new World().each();
let market: TestMarket;

beforeEach(async () => {
  market = await TestMarket.create(chain, { minimumStake: 10n, maximumStake: 1_000n });
});

describe('a stake', () => {
  it('is refused after a decision, whatever the clock says', async () => {
    const anna = market.staker();
    for (const state of ['Proposed', 'Final', 'Void'] as const) {
      await market.overwrite({ state });
      expect(refusal(await market.stake(anna, 0, 10n))).toBe(6211);
    }
    await market.overwrite({ state: 'Open' });
    ok(await market.stake(anna, 0, 10n));
  });

  it('that would exceed u64 is refused before tokens move', async () => {
    const anna = market.staker();
    const most = 2n ** 64n - 1n;
    await market.overwrite({ totals: [most, 0n, 0n, 0n, 0n, 0n, 0n, 0n] });
    expect(refusal(await market.stake(anna, 0, 10n))).toBe(6236);
    await market.overwrite({ totals: [0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n], owed: most });
    expect(refusal(await market.stake(anna, 0, 10n))).toBe(6236);
  });

  it.each([
    ['the bound of every pool', 0n, 2n ** 62n - 1n],
    ['that bound, if the terms say more', 2n ** 63n, 2n ** 62n - 1n],
    ['what the terms say', 5_000n, 5_000n],
  ])('takes all stakes together to %s', async (_, maximumPool, most) => {
    const pool = await TestMarket.create(chain, { maximumPool, maximumStake: 2n ** 64n - 1n });
    const staked = (owed: bigint) => pool.overwrite({ totals: [owed, 0n, 0n, 0n, 0n, 0n, 0n, 0n], owed });
    const [anna, ben] = [pool.staker(), pool.staker()];
    await staked(most - 9n);
    const before = await pool.read();
    expect(refusal(await pool.stake(anna, 1, 10n))).toBe(6236);
    expect(await pool.read()).toEqual(before);
    // Tokens in the vault that nobody is owed do not count.
    makeTokenAccount(chain, { mint: pool.terms.mint, owner: pool.address, amount: most, address: pool.vault });
    ok(await pool.stake(ben, 1, 9n));
    expect((await pool.read()).owed).toBe(most);
    expect(refusal(await pool.stake(anna, 0, 1n))).toBe(6236);
    // The builder refuses the same, before anything is signed.
    const { address, terms } = pool;
    const account = await pool.read();
    const make = (owed: bigint) => () =>
      stakeInstruction({
        ...{ programs: LOCALNET_PROGRAM_IDS, pool: address, account: { ...account, owed }, owner: anna.publicKey },
        ...{ source: anna.tokens, tokenProgram: pool.tokenProgram, outcome: 0, amount: 10n },
        trust: {
          ...{ oraclePrograms: [terms.oracleProgram], mints: [terms.mint], fixtureStart: null, fixtureSport: 'soccer' },
          ...{ fixtureStatKeys: null, deployment: null, accept: STAKE_REFUSALS },
        },
      });
    expect([outcome(make(most - 9n)), outcome(make(most - 10n))]).toEqual([6236, true]);
  });
});

describe('outcomes', () => {
  const proofOf = (home: number, away: number) => fullTime(final(home, away));

  it('are tried in order; the last covers everything else', async () => {
    // 0: at least three goals, 1: home wins, 2: a draw, 3: the rest.
    const outcomes = [
      allOf(binary(0, 'add', 1, 'greaterThan', 2)),
      allOf(binary(0, 'subtract', 1, 'greaterThan', 0)),
      allOf(binary(0, 'subtract', 1, 'equalTo', 0)),
    ];
    const scores = [
      [3, 0, 0],
      [1, 2, 0],
      [2, 2, 0],
      [1, 0, 1],
      [1, 1, 2],
      [0, 1, 3],
    ] as const;
    for (const [home, away, outcome] of scores) {
      await chain.setTime(KICK_OFF - DAY);
      const of = await TestMarket.create(chain, { outcomes });
      await chain.setTime(FULL_TIME);
      ok(await of.settle(proofOf(home, away).v2([1, 2])));
      expect((await of.read()).proposal.outcome, `${home}:${away}`).toBe(outcome);
    }
  });

  it('can be up to eight', async () => {
    const outcomes = [0, 1, 2, 3, 4, 5, 6].map((goals) => allOf(binary(0, 'add', 1, 'equalTo', goals)));
    for (const goals of [1, 6, 9]) {
      await chain.setTime(KICK_OFF - DAY);
      const of = await TestMarket.create(chain, { outcomes, challengeWindow: 0 });
      const stakers = Array.from({ length: 8 }, () => of.staker());
      for (const [outcome, staker] of stakers.entries()) ok(await of.stake(staker, outcome, 100n));
      expect(refusal(await of.stake(of.staker(), 8, 100n))).toBe(6214);
      await chain.setTime(FULL_TIME);
      ok(await of.settle(proofOf(goals, 0).v3([1, 2]), proofOf(goals, 0).leaf(3)));
      const winner = Math.min(goals, 7);
      const { fee, owed } = await of.read();
      // 2.5 % of 700.
      expect([fee, owed]).toEqual([17n, 783n]);
      for (const [outcome, staker] of stakers.entries()) ok(await of.claim(staker.publicKey, outcome));
      const [winning] = stakers.splice(winner, 1);
      expect(await tokensOf(of, winning)).toBe(1_000_000n - 100n + 783n);
      for (const staker of stakers) expect(await tokensOf(of, staker)).toBe(1_000_000n - 100n);
    }
  });

  it('read zero stats as 0', async () => {
    const of = await TestMarket.create(chain, {
      statKeys: [5, 1],
      outcomes: [allOf(single(0, 'equalTo', 0), single(1, 'greaterThan', 0))],
    });
    await chain.setTime(FULL_TIME);
    ok(await of.settle(proofOf(2, 0).v2([5, 1])));
    expect((await of.read()).proposal.outcome).toBe(0);
  });
});

const tokensOf = async (of: TestMarket, staker: ReturnType<TestMarket['staker']> | undefined) => {
  const account = staker && (await of.chain.account(staker.tokens));
  return account && Buffer.from(account.data).readBigUInt64LE(64);
};

describe('a market that is not open', () => {
  it('does not settle, void or finalise from a wrong state', async () => {
    const slot = fullTime(final(1, 0));
    await chain.setTime(market.terms.voidAfter);
    expect(refusal(await market.finalise())).toBe(6224);
    for (const state of ['Final', 'Void'] as const) {
      await market.overwrite({ state });
      expect(refusal(await market.settle(slot.v2([1, 2])))).toBe(6211);
      expect(refusal(await market.finalise())).toBe(6224);
      expect(refusal(await market.void())).toBe(6211);
    }
    await market.overwrite({ state: 'Proposed' });
    expect(refusal(await market.void())).toBe(6211);
    for (const state of ['Open', 'Proposed'] as const) {
      await market.overwrite({ state });
      expect(refusal(await market.sweep())).toBe(6226);
      expect(refusal(await market.close())).toBe(6226);
    }
  });
});
