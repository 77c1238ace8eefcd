import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeeperChain } from '../../ts/keeper/keeperChain.js';
import type { KeeperOptions } from '../../ts/keeper/keeperOptions.js';
import { Part } from '../../ts/keeper/part.js';
import { BROKEN_INVARIANT } from '../../ts/sdk/error/codes/arguments.js';
import { signatureOf, type Transaction } from '../../ts/sdk/program/transaction/transaction.js';
import type { ProofSource } from '../../ts/sdk/prove/proofSource.js';
import { crowd, finalOf } from '../helpers/keeper/finalRecords.js';
import { VALID } from '../helpers/keeper/slowChain.js';
import { SlowScene } from '../helpers/keeper/slowScene.js';
import { allOf, type Staker, single, TestMarket } from '../helpers/settlement/market.js';
import { makeMint, makeTokenAccount, tokenAmount } from '../helpers/settlement/tokens.js';
import { AFTER } from '../helpers/world/keeperWorld.js';

/** Many transactions at once: each market alone, within limits, and a stop that does not wait for any of them. */

const HOUR = 3_600;
/** The fee of a transaction with one signature. */
const FEE = 5_000n;

let scene: SlowScene;
beforeEach(async () => {
  scene = await SlowScene.start();
  scene.play({ totals: { 1: 2, 2: 1, 7: 4, 8: 3 } });
});

const markets = async (count: number): Promise<TestMarket[]> => {
  const made: TestMarket[] = [];
  for (let i = 0; i < count; i++) made.push(await scene.market());
  return made;
};
const stateOf = async (market: TestMarket | undefined) => (await market?.read())?.state;
const names = (transaction: Transaction, market: TestMarket | undefined): boolean =>
  market !== undefined && transaction.message.accounts.includes(market.address);

/** Lets the chain refuse the transactions of a market, each after something else has happened. */
function refuse(market: TestMarket | undefined, meanwhile?: (count: number) => Promise<void> | undefined) {
  const { simulate } = scene.chain;
  const refusals = {
    count: 0,
    end: () => {
      scene.chain.simulate = simulate;
    },
  };
  scene.chain.simulate = async (transaction) => {
    const found = await simulate(transaction);
    if (!names(transaction, market)) return found;
    refusals.count++;
    await meanwhile?.(refusals.count);
    return { ...found, error: 'refused' };
  };
  return refusals;
}

/** Runs the loop until this many virtual seconds are over. */
async function runFor(seconds: number, options: Partial<KeeperOptions>) {
  const stop = new AbortController();
  const keeper = scene.keeper({ results: 'never', interval: 5_000, ...options });
  await scene.time.run(async () => {
    const running = keeper.run(stop.signal);
    await scene.time.sleep(1_000 * seconds);
    stop.abort();
    await running;
  });
  return keeper;
}

describe.each([200, 250, 600])('a market whose transaction is lost, at blocks of %i ms', (blockTime) => {
  /** Seconds for which a blockhash is valid. */
  const valid = (VALID * blockTime) / 1_000;

  it('is left alone until it is decided, and keeps no other waiting', async () => {
    const [lost, other] = await markets(2);
    const later = await scene.market();
    const sent: Transaction[] = [];
    await scene.whistle({
      blockTime,
      loses: (transaction) => {
        sent.push(transaction);
        return names(transaction, lost);
      },
    });
    // The third market comes when the round of the first two is still going on.
    scene.chain.known.delete(later.address);
    void scene.time.sleep(7_000).then(() => scene.chain.known.add(later.address));
    // A round begins every 2 seconds, and the blockhash has not expired yet.
    await runFor(valid - 5, { interval: 2_000 });
    expect([await stateOf(lost), await stateOf(other), await stateOf(later)]).toEqual(['Open', 'Proposed', 'Proposed']);
    // Several rounds have seen the lost one, and none has sent another transaction for it.
    expect(scene.chain.requests.accountsOf).toBeGreaterThan(10);
    const forIt = sent.filter((transaction) => names(transaction, lost));
    expect(forIt.length).toBeGreaterThan(10);
    expect(new Set(forIt.map(signatureOf)).size).toBe(1);
    expect(scene.lines.at(-2)).toMatchObject({
      event: 'settle: stopped before its outcome was known',
      market: lost?.address,
      signature: signatureOf(forIt[0] as Transaction),
    });
  });

  it('is settled once it can no longer land', async () => {
    const [lost] = await markets(1);
    let isLost = true;
    const sent = new Set<string>();
    await scene.whistle({
      blockTime,
      loses: (transaction) => {
        sent.add(signatureOf(transaction));
        return isLost;
      },
    });
    // Until after the first transaction can no longer land.
    void scene.time.sleep((valid + 1) * 1_000).then(() => {
      isLost = false;
    });
    const keeper = scene.keeper();
    const seconds = await scene.secondsOf(() => keeper.round());
    expect(seconds).toBeGreaterThan(valid);
    expect(seconds).toBeLessThan(valid + 10);
    expect(await stateOf(lost)).toBe('Proposed');
    expect(scene.chain.landed).toHaveLength(1);
    expect(sent.size).toBe(2);
  });
});

it('a market that fails is put off by itself', async () => {
  const [broken, fine] = await markets(2);
  await scene.whistle();
  const refusals = refuse(broken);
  const keeper = scene.keeper({ results: 'never' });
  const round = () => scene.time.run(() => keeper.round());
  expect(await round()).toMatchObject({ sent: 1, failures: 1 });
  await scene.setTime(AFTER + HOUR + 10);
  // The other one goes on at once, although this one has failed a moment ago.
  expect(await round()).toMatchObject({ failures: 0 });
  expect([await stateOf(broken), await stateOf(fine)]).toEqual(['Open', 'Final']);
  expect(refusals.count).toBe(1);
  refusals.end();
  await scene.time.run(() => scene.time.sleep(6_000));
  await round();
  expect(await stateOf(broken)).not.toBe('Open');
});

it('a market that a fault leaves in the plan after its round is over is not acted on again', async () => {
  const [broken] = await markets(1);
  await scene.whistle();
  const refusals = refuse(broken);
  const drop = vi.spyOn(Part.prototype, 'drop').mockImplementationOnce(() => {});
  const keeper = scene.keeper({ results: 'never' });
  await scene.time.run(() => keeper.round());
  drop.mockRestore();
  expect(refusals.count).toBe(1);
  expect(scene.lines.map(({ error }) => error)).toContain(BROKEN_INVARIANT);
});

it('a market that others keep changing takes four steps of a round at most', async () => {
  const [market] = await markets(1);
  await scene.whistle();
  const refusals = refuse(market, (count) => market?.overwrite({ parlays: count }));
  const keeper = scene.keeper({ results: 'never' });
  expect(await scene.time.run(() => keeper.round())).toMatchObject({ sent: 0, failures: 0 });
  expect(refusals.count).toBe(4);
});

it('reads the accounts of the moment together, and asks the service for few things at once', async () => {
  const all = await markets(40);
  await scene.whistle();
  const { source } = scene;
  let [now, most] = [0, 0];
  const slow: ProofSource = {
    latest: source.latest,
    history: source.history,
    prove: async (request) => {
      most = Math.max(most, ++now);
      await scene.time.sleep(100);
      now--;
      return source.prove(request);
    },
  };
  const keeper = scene.keeper({ results: 'never', source: slow });
  await scene.time.run(() => keeper.round());
  for (const market of all) expect(await stateOf(market)).toBe('Proposed');
  expect(most).toBe(16);
  const { account = 0, accounts = 0 } = scene.chain.requests;
  expect([account, accounts < all.length]).toEqual([0, true]);
});

it('warns of no leak, however many markets there are', async () => {
  await markets(40);
  await scene.whistle();
  const warnings: string[] = [];
  const warned = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', warned);
  const stop = new AbortController();
  await scene.time.run(() => scene.keeper({ results: 'never' }).round(stop.signal));
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', warned);
  expect(warnings).toEqual([]);
});

describe('the limit', () => {
  it('on transactions in flight holds', async () => {
    const all = await markets(12);
    await scene.whistle();
    const keeper = scene.keeper({ results: 'never', inFlight: 3 });
    let most = 0;
    const { send } = scene.chain;
    scene.chain.send = async (transaction) => {
      const shown = (await keeper.metrics.inFlight.get()).values[0]?.value ?? 0;
      most = Math.max(most, shown);
      return send(transaction);
    };
    await scene.time.run(() => keeper.round());
    expect(most).toBe(3);
    for (const market of all) expect(await stateOf(market)).toBe('Proposed');
  });

  it('on lamports in flight holds', async () => {
    const all = await markets(12);
    await scene.whistle();
    const keeper = scene.keeper({ results: 'never', lamportsInFlight: 3n * FEE + 1n });
    const shown: number[] = [];
    const { send } = scene.chain;
    scene.chain.send = async (transaction) => {
      shown.push((await keeper.metrics.lamportsInFlight.get()).values[0]?.value ?? 0);
      return send(transaction);
    };
    await scene.time.run(() => keeper.round());
    expect(Math.max(...shown)).toBe(Number(3n * FEE));
    for (const market of all) expect(await stateOf(market)).toBe('Proposed');
    expect((await keeper.metrics.lamportsInFlight.get()).values[0]?.value).toBe(0);
  });

  it('on lamports that not even one transaction fits in is named', async () => {
    await markets(2);
    await scene.whistle();
    const keeper = scene.keeper({ results: 'never', lamportsInFlight: FEE - 1n });
    expect(await scene.time.run(() => keeper.round())).toMatchObject({ sent: 0, failures: 2 });
    expect(scene.logged('settle failed')).toMatchObject([{ error: 7033 }, { error: 7033 }]);
  });

  it('on lamports counts the rents of buffers, which are uploaded one after the other for it', async () => {
    const records = scene.play({ totals: { 1: 2, 3: 1, 4: 2, 5: 1, 6: 1, 7: 9, 8: 4 } });
    scene.source.feed('soccer', crowd(finalOf(records)));
    const statKeys = [1, 2, 4, 5, 6];
    const outcomes = [allOf(...[0, -1, -1, -1, -1].map((threshold, i) => single(i, 'greaterThan', threshold)))];
    const all: TestMarket[] = [];
    for (let i = 0; i < 3; i++) all.push(await scene.market({ statKeys, outcomes }));
    await scene.whistle();
    const payer = scene.test.fundedKeypair();
    const balance = async () => (await scene.test.account(payer.address))?.lamports ?? 0;
    const before = await balance();
    let least = before;
    scene.chain.watch(payer.address, [], () => {
      void balance().then((lamports) => {
        least = Math.min(least, lamports);
      });
    });
    // Room for one buffer, not for two.
    const limit = 14_000_000n;
    const keeper = scene.keeper({ payer, results: 'never', lamportsInFlight: limit });
    expect(await scene.time.run(() => keeper.round())).toMatchObject({ failures: 0 });
    for (const market of all) expect(await stateOf(market)).toBe('Proposed');
    expect(scene.logged('buffer_create')).toHaveLength(3);
    const spent = Number(FEE) * scene.chain.landed.length;
    expect(before - (await balance())).toBe(spent);
    expect(before - least).toBeLessThan(Number(limit) + spent);
    expect(before - least).toBeGreaterThan(5_000_000);
  });
});

describe('positions of one market', () => {
  const OWNERS = 15;
  let market: TestMarket;
  let stakers: Staker[];
  beforeEach(async () => {
    const mint = makeMint(scene.test);
    const any = TestMarket.plan(scene.test, { mint });
    stakers = Array.from({ length: OWNERS }, () => any.staker());
    const stakes = stakers.map((staker, i) => ({ staker, outcome: i % 2, amount: 1_000n }));
    market = await scene.market({ mint, challengeWindow: 0 }, stakes);
    await scene.whistle();
  });
  const freeze = ({
    publicKey: owner,
    tokens: address,
  }: Staker | { publicKey: Staker['publicKey']; tokens: Staker['tokens'] }) =>
    makeTokenAccount(scene.test, { mint: market.terms.mint, owner, frozen: true, address });

  it('are paid several in a transaction', async () => {
    const keeper = scene.keeper({ claim: true });
    expect(await scene.time.run(() => keeper.round())).toMatchObject({ failures: 0 });
    expect(scene.logged('claim')).toHaveLength(OWNERS);
    expect(new Set(scene.logged('claim').map(({ signature }) => signature)).size).toBeLessThanOrEqual(OWNERS / 4);
    expect(await market.read()).toMatchObject({ owed: 0n, openPositions: 0n });
    // The losing 7,000 less the fee of 2.5 % go to 8 winners.
    const share = 1_000n + (7_000n - 175n) / 8n;
    for (const [i, { tokens }] of stakers.entries())
      expect(await tokenAmount(scene.test, tokens)).toBe(1_000_000n - 1_000n + (i % 2 === 0 ? share : 0n));
  });

  it('of which some cannot be paid do not hold up the others', async () => {
    // Winners.
    for (const i of [0, 6]) freeze(stakers[i] as Staker);
    const keeper = scene.keeper({ claim: true });
    expect(await scene.time.run(() => keeper.round())).toMatchObject({ failures: 2 });
    expect(scene.logged('claim')).toHaveLength(OWNERS - 2);
    expect((await market.read()).openPositions).toBe(2n);
    expect(scene.logged('claim failed')).toHaveLength(2);
  });
});

it('the rent of token accounts that are missing counts against the limit on lamports', async () => {
  const mint = makeMint(scene.test);
  const any = TestMarket.plan(scene.test, { mint });
  const stakers = Array.from({ length: 6 }, () => any.staker());
  const stakes = stakers.map((staker) => ({ staker, outcome: 0, amount: 1_000n }));
  const market = await scene.market({ mint, challengeWindow: 0 }, stakes);
  for (const { tokens } of stakers) scene.test.bank.remove(tokens);
  await scene.whistle();
  // Room for one of them at a time.
  const limit = 2_100_000n;
  const keeper = scene.keeper({ claim: true, payAccounts: 20_000_000n, lamportsInFlight: limit });
  let most = 0;
  const { send } = scene.chain;
  scene.chain.send = async (transaction) => {
    most = Math.max(most, (await keeper.metrics.lamportsInFlight.get()).values[0]?.value ?? 0);
    return send(transaction);
  };
  expect(await scene.time.run(() => keeper.round())).toMatchObject({ failures: 0 });
  expect(await market.read()).toMatchObject({ openPositions: 0n });
  for (const { tokens } of stakers) expect(await tokenAmount(scene.test, tokens)).toBe(1_000n);
  expect(most).toBeGreaterThan(2_000_000);
  expect(most).toBeLessThanOrEqual(Number(limit));
  expect(new Set(scene.logged('claim').map(({ signature }) => signature)).size).toBe(6);
});

describe('a stop waits for no silent service', () => {
  it.each([
    ['when it answers nothing', 'latest', 'never'],
    ['when it proves nothing', 'prove', 'never'],
    ['when it proves nothing to post', 'prove', 'auto'],
    ['nor for the roots of a proof', 'roots', 'never'],
    ['nor for the roots of a post', 'roots', 'auto'],
  ] as const)('%s', async (_, what, results) => {
    await markets(3);
    await scene.whistle();
    const { source } = scene;
    const silence = () => new Promise<never>(() => {});
    let isAsked = false;
    const silent: ProofSource = {
      latest: (fixtureId) => (what === 'latest' ? silence() : source.latest(fixtureId)),
      history: source.history,
      prove: (request) => {
        isAsked = true;
        if (what === 'prove') return silence();
        scene.chain.accounts = silence;
        return source.prove(request);
      },
    };
    const stop = new AbortController();
    const after = await scene.time.run(async () => {
      const running = scene.keeper({ results, source: silent }).run(stop.signal);
      await scene.time.sleep(20_000);
      const from = scene.time.now();
      stop.abort();
      await running;
      return scene.time.now() - from;
    });
    expect([isAsked, after]).toEqual([what !== 'latest', 0]);
    // It says nothing about a match that it has not looked at.
    expect(scene.events()).toEqual(['stopped']);
  });
});

describe('a stop waits for no silent node', () => {
  const REQUESTS = [
    'accountsOf',
    'accounts',
    'recentBlockhash',
    'simulate',
    'send',
    'statuses',
    'blockHeight',
  ] as const;

  it.each(REQUESTS)('when it answers no %s', async (request: keyof KeeperChain & (typeof REQUESTS)[number]) => {
    await markets(3);
    await scene.whistle({ loses: () => true });
    let isSilent = false;
    Object.assign(scene.chain, {
      [request]: (given: unknown) => {
        isSilent = true;
        if (request === 'send') scene.chain.submitted.add(signatureOf(given as Transaction));
        return new Promise(() => {});
      },
    });
    const stop = new AbortController();
    const keeper = scene.keeper({ results: 'never' });
    const after = await scene.time.run(async () => {
      const running = keeper.run(stop.signal);
      await scene.time.sleep(20_000);
      const from = scene.time.now();
      stop.abort();
      await running;
      return scene.time.now() - from;
    });
    expect([isSilent, after]).toEqual([true, 0]);
    expect(scene.events().at(-1)).toBe('stopped');
    const unknown = scene.logged('settle: stopped before its outcome was known');
    // Whatever was submitted is named.
    expect(unknown.map(({ signature }) => signature).sort()).toEqual([...scene.chain.submitted].sort());
    expect(unknown.length).toBe(request === 'send' || request === 'statuses' || request === 'blockHeight' ? 3 : 0);
    expect(scene.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
