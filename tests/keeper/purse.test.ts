import { describe, expect, it } from 'vitest';
import { type KeeperOptions, PAY_FEES, PAY_RESULTS } from '../../ts/keeper/keeperOptions.js';
import { parlayAccount } from '../../ts/sdk/program/account/parlay.js';
import { rootsAccount } from '../../ts/sdk/program/account/rootsAccountBytes.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { expectFires } from '../helpers/deploy/firing.js';
import { crowd, finalOf } from '../helpers/keeper/finalRecords.js';
import { allOf, type MarketOptions, single, TestMarket } from '../helpers/settlement/market.js';
import { TestParlay } from '../helpers/settlement/parlay.js';
import { AFTER, KeeperWorld } from '../helpers/world/keeperWorld.js';

/** What strangers can make a keeper pay, who may create markets, oracles, results and parlays. */

const FEE = 5_000n;
const DAY = 86_400;
const { oracle } = LOCALNET_PROGRAM_IDS;
const scene = new KeeperWorld().each();

const play = () => scene.play({ totals: { 1: 2, 2: 1, 7: 4, 8: 3 } });
const stateOf = async (market: TestMarket) => (await market.read()).state;

/** A match with a busy final slot, and terms whose proof needs a buffer there. */
function playBusy(): void {
  const records = scene.play({ totals: { 1: 2, 3: 1, 4: 2, 5: 1, 6: 1, 7: 9, 8: 4 } });
  scene.service.feed('soccer', crowd(finalOf(records)));
}
const wide = (): MarketOptions => ({
  statKeys: [1, 2, 4, 5, 6],
  outcomes: [allOf(...[0, -1, -1, -1, -1].map((threshold, i) => single(i, 'greaterThan', threshold)))],
  ...{ signer: scene.key.publicKey, finality: 'signed-final' },
});

/** A market that no one has staked on. */
async function unstaked({ terms: { fixtureId } }: TestMarket, options: MarketOptions = {}): Promise<TestMarket> {
  const market = await TestMarket.create(scene.chain, { fixtureId, ...options });
  scene.node.known.push(market.address);
  return market;
}

/** A keeper, and what it has paid since it was made. */
function paying(options: Partial<KeeperOptions> & { payer?: KeyPair } = {}) {
  const payer = scene.chain.fundedKeypair();
  const balance = async () => BigInt((await scene.chain.account(payer.address))?.lamports ?? 0);
  const full = balance();
  const keeper = scene.keeper({ payer, results: 'never', ...options });
  return { keeper, paid: async () => (await full) - (await balance()) };
}
const failuresOf = async (keeper: ReturnType<typeof paying>['keeper']) => (await keeper.round()).failures;

/** Markets of an oracle program whose roots are good in simulations only. */
async function foreignMarkets(honest: TestMarket, count: number) {
  const foreign = scene.chain.address();
  const { fixtureId } = honest.terms;
  const markets: TestMarket[] = [];
  for (let i = 0; i < count; i++) markets.push(await scene.backed({ oracleProgram: foreign, fixtureId }));
  const roots = (isGood: boolean): void => {
    const days = new Map<number, Map<number, Uint8Array>>();
    for (const { time, tree } of scene.service.batches) {
      const slots = days.get(time.epochDay) ?? new Map<number, Uint8Array>();
      days.set(time.epochDay, slots.set(time.slot, isGood ? tree.root : new Uint8Array(32)));
    }
    for (const [day, slots] of days) {
      const { address, data } = rootsAccount('scores', day, slots, foreign);
      scene.chain.setAccount(address, foreign, data);
    }
  };
  const { send } = scene.node;
  scene.node.send = async (transaction) => {
    roots(false);
    try {
      await send(transaction);
    } finally {
      roots(true);
    }
  };
  roots(true);
  return { foreign, markets, restore: () => Object.assign(scene.node, { send }) };
}

describe('an oracle program that is not named', () => {
  it('takes nothing from a default keeper', async () => {
    play();
    const honest = await scene.backed();
    const { markets, restore } = await foreignMarkets(honest, 3);
    await scene.at(AFTER);
    const { keeper, paid } = paying();
    expect(await failuresOf(keeper)).toBe(0);
    expect([await paid(), await stateOf(honest)]).toEqual([FEE, 'Proposed']);
    expect(await Promise.all(markets.map(stateOf))).toEqual(['Open', 'Open', 'Open']);
    expect(await keeper.metrics.text()).toContain('left_alone{kind="market",reason="oracle"} 3');
    restore();
  });

  it('is served where its market is chosen', async () => {
    play();
    const { foreign, restore } = await foreignMarkets(await scene.backed(), 0);
    restore();
    const market = await scene.backed({ oracleProgram: foreign });
    await scene.at(AFTER);
    const { keeper } = paying({ markets: [market.address] });
    await keeper.round();
    expect(scene.events().at(-1)).not.toContain('alone');
    expect(await keeper.metrics.text()).toContain('linesman_keeper_markets{state="Open"} 1');
  });
});

describe('what fails on chain after a good simulation', () => {
  it('is tried three times, and again when its account has changed', async () => {
    play();
    const honest = await scene.backed();
    const { foreign, markets, restore } = await foreignMarkets(honest, 4);
    const { keeper, paid } = paying({ oracles: [oracle, foreign], explain: true });
    for (let round = 0; round < 8; round++) {
      await scene.at(AFTER + 60 * round);
      await keeper.round();
    }
    // One fee for the honest market, three for each of the others.
    expect(await paid()).toBe(FEE * 13n);
    expect(await stateOf(honest)).toBe('Proposed');
    const [first] = markets as [TestMarket];
    expect(scene.lines.filter(({ event, market }) => event === 'not sent' && market === first.address)).toMatchObject([
      { reason: expect.stringContaining('Left to others') },
    ]);
    await first.overwrite({ parlays: 1 });
    for (let round = 8; round < 14; round++) {
      await scene.at(AFTER + 60 * round);
      await keeper.round();
    }
    expect(await paid()).toBe(FEE * 16n);
    restore();
  });

  it('does not count for the others of a batch', async () => {
    play();
    const options = { challengeWindow: 600 };
    const [bad, ...good] = [await scene.backed(options), await scene.backed(options), await scene.backed(options)];
    await scene.at(AFTER);
    const { keeper } = paying();
    const { send } = scene.node;
    // The transactions that make this one final fail once they are sent, and only these.
    scene.node.send = async (transaction) => {
      const account = await scene.chain.account(bad.address);
      const isIts = (await stateOf(bad)) === 'Proposed' && transaction.message.accounts.includes(bad.address);
      if (!account || !isIts) return await send(transaction);
      scene.chain.setAccount(bad.address, account.owner, new Uint8Array(8), account.lamports);
      await send(transaction);
      scene.chain.setAccount(bad.address, account.owner, account.data, account.lamports);
    };
    for (let round = 0; round < 6; round++) {
      await scene.at(AFTER + 600 * round);
      await keeper.round();
    }
    expect(await Promise.all([bad, ...good].map(stateOf))).toEqual(['Proposed', 'Final', 'Final']);
    expect(scene.lines.filter(({ event }) => event === 'finalise failed')).toHaveLength(3);
    Object.assign(scene.node, { send });
  });
});

describe('markets and parlays without stakes', () => {
  it('are left alone', async () => {
    play();
    const honest = await scene.backed();
    const none = [await unstaked(honest), await unstaked(honest, { statKeys: [7, 8] })];
    const parlay = await TestParlay.create(scene.chain, [honest, await scene.backed()]);
    scene.node.known.push(parlay.address);
    const { keeper, paid } = paying({ explain: true });
    for (const time of [AFTER, AFTER + 3_700, AFTER + 3 * DAY]) {
      await scene.at(time);
      expect(await failuresOf(keeper)).toBe(0);
    }
    // Two markets are settled and made final together, and their fees swept.
    expect(await paid()).toBe(FEE * 5n);
    expect(await Promise.all(none.map(stateOf))).toEqual(['Open', 'Open']);
    expect((await parlay.read()).results.slice(0, 2)).toEqual(['Open', 'Open']);
    const text = await keeper.metrics.text();
    expect(text).toContain('left_alone{kind="market",reason="unstaked"} 2');
    expect(text).toContain('left_alone{kind="parlay",reason="unstaked"} 1');
    expect(scene.lines.filter(({ event }) => event === 'alone')).toHaveLength(3);
  });

  it('are settled where a parlay with stakes needs them, or where they are chosen', async () => {
    play();
    const honest = await scene.backed({ challengeWindow: 0 });
    const leg = await unstaked(honest, { challengeWindow: 0 });
    const chosen = await unstaked(honest);
    const parlay = await scene.backedParlay([honest, leg]);
    await scene.at(AFTER);
    await paying().keeper.round();
    await paying().keeper.round();
    expect([(await parlay.read()).state, await stateOf(leg), await stateOf(chosen)]).toEqual([
      'Final',
      'Final',
      'Open',
    ]);
    await paying({ markets: [chosen.address] }).keeper.round();
    expect(await stateOf(chosen)).toBe('Proposed');
  });
});

describe('the market of a stranger with a fixture id', () => {
  /** A market whose fixture id is this i64, which the program itself refuses to create. */
  async function odd(id: bigint): Promise<TestMarket> {
    const market = await TestMarket.create(scene.chain);
    const account = await scene.chain.account(market.address);
    if (!account) throw new Error('no market');
    const changed = Uint8Array.from(account.data);
    // After the head, the oracle program, no splits, no sources, `agree`, and two options that are none.
    new DataView(changed.buffer).setBigInt64(203 + 32 + 1 + 4 + 1 + 1 + 1, id, true);
    scene.chain.setAccount(market.address, account.owner, changed, account.lamports);
    scene.node.known.push(market.address);
    return market;
  }

  it.each([
    ['2^63 − 1', 2n ** 63n - 1n],
    ['2^53 + 1', 2n ** 53n + 1n],
    ['2^48', 2n ** 48n],
    ['0', 0n],
    ['−5', -5n],
    ['−2^63', -(2n ** 63n)],
  ])('of %s is no failure, alone or in a parlay', async (_, id) => {
    play();
    const honest = await scene.backed();
    const market = await odd(id);
    const parlay = await scene.backedParlay([honest, await scene.backed()]);
    const legs = parlay.terms.legs.map((leg, i) => (i === 0 ? leg : { ...leg, market: market.address }));
    const account = await scene.chain.account(parlay.address);
    if (!account) throw new Error('no parlay');
    const { terms, ...rest } = parlayAccount.decode(account.data);
    const data = parlayAccount.encode({ ...rest, terms: { ...terms, legs } });
    scene.chain.setAccount(parlay.address, account.owner, data, account.lamports);
    await scene.at(AFTER);
    const { keeper } = paying({ explain: true });
    expect(await failuresOf(keeper)).toBe(0);
    expect(await stateOf(honest)).toBe('Proposed');
    expect(await keeper.metrics.text()).toContain('left_alone{kind="market",reason="unusable"} 1');
    expect(scene.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('of 2^48 − 1 is looked after', async () => {
    const market = await odd(2n ** 48n - 1n);
    const account = await scene.chain.account(market.address);
    if (account) await market.overwrite({ totals: Array.from({ length: 8 }, () => 1n) });
    await scene.at(AFTER);
    const { keeper } = paying();
    expect(await failuresOf(keeper)).toBe(0);
    expect(await keeper.metrics.text()).toContain('linesman_keeper_markets{state="Open"} 1');
  });
});

describe('the budget for fees', () => {
  it('holds within 24 hours, is told, and is full again a day later', async () => {
    play();
    const markets = [await scene.backed(), await scene.backed(), await scene.backed()];
    const { keeper, paid } = paying({ payFees: 2n * FEE + 1n, explain: true });
    const proposed = async () =>
      (await Promise.all(markets.map(stateOf))).filter((state) => state === 'Proposed').length;
    for (const time of [AFTER, AFTER + 600, AFTER + DAY - 60]) {
      await scene.at(time);
      expect(await failuresOf(keeper)).toBe(0);
      expect([await proposed(), await paid()]).toEqual([2, 2n * FEE]);
    }
    expect(await keeper.metrics.text()).toContain('budget_left_lamports{budget="fees"} 1\n');
    expectFires('LinesmanKeeperBudgetSpent', await keeper.metrics.text());
    expect(await keeper.metrics.text()).toMatch(/transactions_total\{action="(settle|finalise)",outcome="left"\}/);
    expect(scene.lines.filter(({ level }) => level === 'warn')).toMatchObject([{ payFees: 2n * FEE + 1n }]);
    const told = scene.lines.find(({ event }) => event === 'not sent');
    expect(told?.reason).toBe(
      `Not sent: the budget for fees is not enough; --pay-fees gives ${2n * FEE + 1n} lamports a day.`,
    );
    expect(scene.lines.filter(({ event }) => event === 'budgets')).toMatchObject([{ fees: 1n, results: PAY_RESULTS }]);
    await scene.at(AFTER + DAY + 60);
    await keeper.round();
    expect(await paid()).toBeGreaterThan(2n * FEE);
    expect(await paid()).toBeLessThanOrEqual(4n * FEE + 2n);
  });

  it('counts the priority fee that was paid, not the most that it could be', async () => {
    play();
    await scene.backed();
    await scene.at(AFTER);
    const priorityFee = { kind: 'fixed', microLamports: 1_000_000n } as const;
    const { keeper, paid } = paying({ payFees: 1_000_000n, priorityFee });
    await keeper.round();
    expect(await paid()).toBeGreaterThan(FEE);
    expect(await keeper.metrics.text()).toContain(
      `budget_left_lamports{budget="fees"} ${1_000_000n - (await paid())}\n`,
    );
  });

  it('lets no upload begin that it cannot end, and always closes the buffer', async () => {
    playBusy();
    const market = await scene.backed(wide());
    await scene.at(AFTER);
    const poor = paying({ payFees: 3n * FEE });
    await poor.keeper.round();
    expect([await poor.paid(), await stateOf(market)]).toEqual([0n, 'Open']);
    const rich = paying({ payFees: 8n * FEE });
    await rich.keeper.round();
    expect(await stateOf(market)).toBe('Proposed');
    expect(scene.actions()).toContain('buffer_close');
    // Its rent came back.
    expect(await rich.paid()).toBeLessThanOrEqual(8n * FEE);
  });
});

describe('a day of an adversary', () => {
  /** Markets with stakes of worthless tokens, odd ones, those of a foreign oracle, parlays, and a busy slot. */
  async function attack() {
    playBusy();
    const honest = await scene.backed();
    const { restore } = await foreignMarkets(honest, 2);
    const markets = [await scene.backed(wide()), await scene.backed({ resultsSettle: false, challengeWindow: 0 })];
    for (let i = 0; i < 6; i++) markets.push(await scene.backed({ challengeWindow: 600 * i, feeBps: 1_000 }));
    await unstaked(honest);
    await scene.backedParlay(markets.slice(0, 3) as TestMarket[]);
    return { restore };
  }

  async function costOf(options: Partial<KeeperOptions>): Promise<bigint> {
    const { restore } = await attack();
    const { keeper, paid } = paying({ results: 'auto', claim: true, ...options });
    for (let time = AFTER; time < AFTER + DAY - 60; time += 12_000) {
      await scene.at(time);
      await keeper.round();
    }
    restore();
    return await paid();
  }

  it('costs a default keeper at most its budgets for fees and results: 60,000,000 lamports', async () => {
    expect(PAY_FEES + PAY_RESULTS).toBe(60_000_000n);
    const cost = await costOf({});
    expect(cost).toBeGreaterThan(0n);
    expect(cost).toBeLessThanOrEqual(PAY_FEES + PAY_RESULTS);
  });

  it.each([
    ['without a priority fee', 6n * FEE, {}],
    ['with one', 10_000_000n, { priorityFee: { kind: 'fixed', microLamports: 500_000n } }],
    ['nothing by budgets of 0', 0n, { payResults: 0n }],
  ] as const)('costs one with other budgets at most these, %s', async (_, payFees, more) => {
    const cost = await costOf({ payFees, payResults: 3_000_000n, ...more });
    expect(cost > 0n).toBe(payFees > 0n);
    expect(cost).toBeLessThanOrEqual(payFees + ('payResults' in more ? more.payResults : 3_000_000n));
  });
});
