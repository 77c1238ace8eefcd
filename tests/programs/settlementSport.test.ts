import { describe, expect, it } from 'vitest';
import type { Milliseconds } from '../../ts/sdk/format/slotTime.js';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import type { ParlayTrust, StakeTrust } from '../../ts/sdk/program/settlement/rules/checkStakeTrust.js';
import { guardParlayStake } from '../../ts/sdk/program/settlement/rules/guardParlayStake.js';
import { guardStake } from '../../ts/sdk/program/settlement/rules/guardStake.js';
import { stakeInstruction } from '../../ts/sdk/program/settlement/stakeInstruction.js';
import { DEPLOYED } from '../helpers/sampleMarket.js';
import { ok } from '../helpers/settlement/chain.js';
import { allOf, FIXTURE, FULL_TIME, KICK_OFF, single, TestMarket } from '../helpers/settlement/market.js';
import { confusedKey, MISTAKES, publishMistaken } from '../helpers/settlement/mistakenLayout.js';
import { NO, TestParlay, YES } from '../helpers/settlement/parlay.js';
import { tokenAmount } from '../helpers/settlement/tokens.js';
import { outcome } from '../helpers/thrown.js';
import { DAY, World } from '../helpers/world/world.js';

const HAPPENED = 0;
const DID_NOT = 1;
const START = ((KICK_OFF + 300) * 1000) as Milliseconds;
const SETTLING = { programs: LOCALNET_PROGRAM_IDS };

const { chain, oracle } = new World();

/** An attacker's market on `key` that names another sport and leaves no time to object. */
const questionOf = (claimed: Sport, key: number) => ({
  sport: claimed,
  statKeys: [key],
  outcomes: [allOf(single(0, 'greaterThan', 0))],
  challengeWindow: 0,
});

describe.each(MISTAKES)('a fixture of %s with the layout of %s', (real, claimed) => {
  const { key } = confusedKey(real, claimed);

  it('pays on a non-zero stat as if it were zero, so the guard refuses the stake', async () => {
    await chain.setTime(KICK_OFF - DAY);
    const market = await TestMarket.create(chain, questionOf(claimed, key));
    const [honest, crook] = [market.staker(), market.staker()];
    // Everything else is acceptable: only the sport is wrong.
    const trust = (fixtureSport: Sport): StakeTrust => ({
      oraclePrograms: [LOCALNET_PROGRAM_IDS.oracle],
      mints: [market.terms.mint],
      fixtureStart: START,
      fixtureSport,
      fixtureStatKeys: null,
      deployment: DEPLOYED,
      accept: [7020, 7035],
    });
    const account = await market.read();
    const build = (fixtureSport: Sport) =>
      stakeInstruction({
        ...SETTLING,
        pool: market.address,
        account,
        owner: honest.publicKey,
        source: honest.tokens,
        tokenProgram: market.tokenProgram,
        outcome: HAPPENED,
        amount: 100n,
        trust: trust(fixtureSport),
      });
    expect(outcome(() => guardStake(account.terms, trust(real)))).toBe(7160);
    expect(outcome(() => build(real))).toBe(7160);
    expect(await market.held()).toBe(0n);
    // With a fixture of that sport the guard accepts the market.
    expect(outcome(() => build(claimed))).toBe(true);

    // Past the guard the chain accepts the lie: the terms define the meaning of a bit, and no proof contradicts it.
    ok(await market.stake(honest, HAPPENED, 100n));
    ok(await market.stake(crook, DID_NOT, 100n));
    const { lie, truth, witness } = publishMistaken(oracle, FULL_TIME, FIXTURE, real, claimed);
    expect(truth.leaves[0]?.stat).toMatchObject({ key, value: 1, period: 100 });
    await chain.setTime(FULL_TIME);
    ok(await market.settle(lie, witness));
    expect(await market.read()).toMatchObject({ state: 'Final', proposal: { outcome: DID_NOT } });
    ok(await market.claim(crook.publicKey, DID_NOT));
    ok(await market.claim(honest.publicKey, HAPPENED));
    expect(await tokenAmount(chain, crook.tokens)).toBe(1_000_000n + 98n);
    expect(await tokenAmount(chain, honest.tokens)).toBe(1_000_000n - 100n);
  });

  it('loses a parlay as one of its legs, so the guard refuses that too', async () => {
    await chain.setTime(KICK_OFF - DAY);
    const fixtures = [FIXTURE, FIXTURE + 1] as const;
    const markets = [
      await TestMarket.create(chain, { fixtureId: fixtures[0], challengeWindow: 0 }),
      await TestMarket.create(chain, { fixtureId: fixtures[1], ...questionOf(claimed, key) }),
    ] as const;
    const parlay = await TestParlay.create(chain, markets);
    const [honest, crook] = [parlay.staker(), parlay.staker()];
    const trust = (fixtureSports: readonly Sport[]): ParlayTrust => ({
      oraclePrograms: [LOCALNET_PROGRAM_IDS.oracle],
      mints: [parlay.terms.mint],
      fixtureStarts: [START, START],
      fixtureSports,
      fixtureStatKeys: [null, null],
      deployment: DEPLOYED,
      accept: [7020, 7035],
    });
    const [account, legs] = [await parlay.read(), markets.map(({ terms }) => terms)];
    const build = (fixtureSports: readonly Sport[]) =>
      stakeInstruction({
        ...SETTLING,
        pool: parlay.address,
        account,
        legs,
        owner: honest.publicKey,
        source: honest.tokens,
        tokenProgram: parlay.tokenProgram,
        outcome: YES,
        amount: 100n,
        trust: trust(fixtureSports),
      });
    expect(outcome(() => guardParlayStake(account.terms, legs, trust(['soccer', real])))).toBe(7160);
    expect(outcome(() => build(['soccer', real]))).toBe(7160);
    expect(await parlay.held()).toBe(0n);
    expect(outcome(() => build(['soccer', claimed]))).toBe(true);

    ok(await parlay.stake(honest, YES, 100n));
    ok(await parlay.stake(crook, NO, 100n));
    const won = oracle.publish(fixtures[0], FULL_TIME, [{ status: 100, stats: { 1: 2, 2: 1 } }], { others: 0 });
    const { lie, witness } = publishMistaken(oracle, FULL_TIME + 300, fixtures[1], real, claimed);
    await chain.setTime(FULL_TIME + 300);
    ok(await markets[0].settle(won.v2([1, 2])));
    ok(await markets[1].settle(lie, witness));
    for (const leg of [0, 1]) ok(await parlay.settle(leg));
    ok(await parlay.claim(crook.publicKey, NO));
    expect(await tokenAmount(chain, crook.tokens)).toBe(1_000_000n + 98n);
  });
});
