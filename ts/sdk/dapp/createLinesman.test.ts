import { describe, expect, it } from 'vitest';
import { tokenAmount } from '../../../tests/helpers/settlement/tokens.js';
import { numberOf, thrown } from '../../../tests/helpers/thrown.js';
import { ACCEPT, dappScene, MONEY } from '../../../tests/helpers/world/dappScene.js';
import { AFTER, KeeperWorld } from '../../../tests/helpers/world/keeperWorld.js';
import { SERVICE_UNAVAILABLE, STAKES_CLOSE_AFTER_START, UNTRUSTED_MINT } from '../error/codes/library.js';
import { PROGRAM_NOT_DEPLOYED, TRANSACTION_NOT_KNOWN } from '../error/codes/operation.js';
import { MISSING_OPTION, NOT_CONFIRMED, OTHER_GENESIS, UNKNOWN_OPTION, WRONG_OPTION } from '../error/codes/options.js';
import { LOCALNET_PROGRAM_IDS as programs } from '../program/programId.js';
import { createLinesman, type Linesman } from './createLinesman.js';
import type { LinesmanOptions } from './deployment.js';

const scene = new KeeperWorld().each();
const start = (options: Partial<LinesmanOptions> = {}) => dappScene(scene, options);

describe('the first lines', () => {
  it('open a market, list it, stake, wait for what it takes, settle and claim', async () => {
    const { linesman, open, fixture, tokens, owner } = start();
    const shown: string[] = [];
    const { address, terms } = await open({ confirm: (words) => void shown.push(words) });
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatch(/^fixture +\d+ Home - Away, Cup, start .*\n(.*\n)+outcomes +0 yes: k1 - k2 > 0$/m);
    const [listed, ...others] = await linesman.markets({ fixture });
    expect([listed?.address, listed?.market.terms, others]).toEqual([address, terms, []]);
    expect(await linesman.markets({ fixture: fixture + 1 })).toEqual([]);
    expect(await linesman.market(address)).toMatchObject({ address, market: listed?.market, mint: { decimals: 6 } });

    await linesman.stake({ market: address, outcome: 0, amount: 60_000n });
    await linesman.stake({ market: address, outcome: 1, amount: 40_000n });
    const stakes = (await linesman.positions()).map(({ outcome, amount }) => [outcome.name, amount]);
    expect(stakes).toEqual([
      ['yes', 60_000n],
      ['no', 40_000n],
    ]);

    const waits: string[] = [];
    const times: (() => Promise<void>)[] = [
      // The times of the terms have come, but the match is not over.
      () => scene.at(6_000),
      // The service knows the end, whose root is not on chain.
      async () => {
        scene.service.now = Number.POSITIVE_INFINITY;
      },
      () => scene.at(AFTER),
      () => scene.at(AFTER + 3_600),
    ];
    scene.timers.onSleep = async () => await times.shift()?.();
    const states: string[] = [];
    const settled = await linesman.settleWhenReady({
      market: address,
      onWait: (wait) => waits.push(wait.for),
      onState: ({ state }) => states.push(state),
    });
    expect(settled).toEqual({ state: 'Final', outcome: 0 });
    expect(waits).toEqual(['time', 'proof', 'root', 'window']);
    expect(states).toEqual(['signing', 'sent', 'signing', 'sent']);
    // One for the client, one for all proofs, however often it has looked.
    expect(scene.service.asked('/auth/guest/start')).toBeLessThanOrEqual(2);

    const claimed = await linesman.claim({ market: address });
    expect([claimed.paid, await tokenAmount(scene.chain, tokens)]).toEqual([100_000n, MONEY]);
    expect(await linesman.positions(owner)).toEqual([]);
  });

  it('have paid a claim that landed, though the node does not tell how much', async () => {
    const { linesman, open, tokens } = start();
    const { address } = await open();
    await linesman.stake({ market: address, outcome: 0, amount: 60_000n });
    const times = [AFTER, AFTER + 3_600];
    scene.timers.onSleep = () => scene.at(times.shift() ?? 0);
    await linesman.settleWhenReady({ market: address });
    const { account } = scene.node;
    const onState = () => {
      scene.node.account = (asked) => (asked === tokens ? Promise.reject(new Error('gone')) : account(asked));
    };
    const claimed = await linesman.claim({ market: address, onState });
    scene.node.account = account;
    expect([claimed.paid, await tokenAmount(scene.chain, tokens)]).toEqual([null, MONEY]);
  });

  it('give the terms of a market alone, with every term that was chosen', async () => {
    const { linesman, wish } = start();
    const { confirm: _, ...question } = wish;
    const terms = await linesman.termsFor({ ...question, feeBps: 100, challengeWindow: 600 });
    expect(terms).toMatchObject({ feeBps: 100, challengeWindow: 600, minimumStake: 10_000n, finality: 'finalised' });
    const prepared = await linesman.prepareMarket(question);
    expect([prepared.terms.feeBps, prepared.instructions.length]).toEqual([0, 2]);
  });

  it('ask nothing of the service for a proof that nobody waits for', async () => {
    const { linesman, fixture } = start();
    const question = { fixture, sport: 'soccer', where: 'k1 - k2 > 0', signal: AbortSignal.abort() } as const;
    expect(await numberOf(linesman.verify(question))).toBe(SERVICE_UNAVAILABLE);
    expect(scene.service.requests).toEqual([]);
  });

  it('do not make a market that is not confirmed', async () => {
    const { open, signed } = start();
    expect([await numberOf(open({ confirm: () => false })), signed]).toEqual([NOT_CONFIRMED, []]);
  });

  it('void a market that nobody can settle, after its deadline', async () => {
    const { linesman, open, fixture } = start();
    const { address, terms } = await open();
    scene.service.clear();
    scene.service.feed('soccer', scene.play({ script: 'halfTime' }).slice(0, 1));
    const waits: (number | null)[] = [];
    scene.timers.onSleep = () => scene.chain.setTime(terms.voidAfter);
    scene.service.lie = (url, document) =>
      url.pathname === '/api/fixtures/snapshot'
        ? (document as object[]).map((one) => ({ ...one, FixtureId: fixture }))
        : document;
    const run = linesman.settleWhenReady({ market: address, onWait: ({ until }) => waits.push(until) });
    expect(await run).toEqual({ state: 'Void', outcome: null });
    expect(waits).toEqual([terms.stakesClose]);
  });

  it('list markets again after each change, until that is ended', async () => {
    const { linesman, open, fixture } = start();
    const seen: number[] = [];
    const changed = (count: number) =>
      new Promise<void>((resolve) => {
        const end = linesman.watchMarkets(
          { fixture },
          { onMarkets: (markets) => markets.length === count && resolve() },
        );
        ends.push(end);
      });
    const ends: (() => void)[] = [];
    await changed(0);
    const two = changed(1);
    seen.push(scene.node.watchers);
    await open();
    scene.node.announce();
    await two;
    for (const end of ends) end();
    expect([...seen, scene.node.watchers]).toEqual([2, 0]);
  });
});

describe('the guard', () => {
  it('runs for every stake', async () => {
    const { linesman, open } = start();
    const { address } = await open();
    const stake = { market: address, outcome: 0, amount: 60_000n };
    const others = start({ trust: { accept: ACCEPT } }).linesman;
    expect(await numberOf(others.stake(stake))).toBe(UNTRUSTED_MINT);
    // No service is guessed, so nobody knows the kick-off.
    const alone = start();
    const without = createLinesman({
      ...{ rpc: scene.node, signer: scene.chain.fundedKeypair(), timers: scene.timers },
      trust: { mints: [alone.mint], accept: ACCEPT },
    });
    const { address: theirs } = await alone.open();
    expect(await numberOf(without.stake({ ...stake, market: theirs }))).toBe(STAKES_CLOSE_AFTER_START);
    expect(await linesman.stake(stake)).toEqual(expect.any(String));
  });

  it('refuses another chain than that of the programs, and a chain without them', async () => {
    const ends: (() => void)[] = [];
    const onChain = (genesis?: string) => start({ programs: { ...programs, ...(genesis && { genesis }) } });
    expect(await numberOf(onChain('A').linesman.markets())).toBe(OTHER_GENESIS);
    const watched = await new Promise((onError) => {
      ends.push(onChain('A').linesman.watchMarkets({}, { onMarkets: onError, onError }));
    });
    for (const end of ends) end();
    expect(watched).toMatchObject({ number: OTHER_GENESIS });
    expect(await numberOf(onChain('A').linesman.market(programs.oracle))).toBe(OTHER_GENESIS);
    const rpc = { ...scene.node, genesis: async () => 'B' };
    expect(await numberOf(start({ rpc, programs: { ...programs, genesis: 'A' } }).linesman.markets())).toBe(
      OTHER_GENESIS,
    );
    expect(await start({ rpc, programs: { ...programs, genesis: 'B' } }).linesman.markets()).toEqual([]);
    const { mint } = start();
    const missing = createLinesman({
      rpc: scene.node,
      programs: { ...programs, settlement: mint.replace(/./, '9') as never },
    });
    expect(await numberOf(missing.markets())).toBe(PROGRAM_NOT_DEPLOYED);
  });
});

describe('a retry', () => {
  it('signs nothing while it is not known whether the first has landed', async () => {
    const { linesman, open, signed, tokens } = start();
    const { address } = await open();
    const stake = { market: address, outcome: 0, amount: 60_000n };
    signed.length = 0;
    const { status } = scene.node;
    const stop = new AbortController();
    scene.node.status = async () => null;
    scene.timers.onSleep = () => stop.abort();
    expect(await numberOf(linesman.stake({ ...stake, signal: stop.signal }))).toBe(TRANSACTION_NOT_KNOWN);
    scene.node.status = status;
    const signature = await linesman.stake(stake);
    expect([signed.length, scene.node.landed.filter((one) => one === signature).length]).toEqual([1, 1]);
    expect(await tokenAmount(scene.chain, tokens)).toBe(MONEY - 60_000n);
    // Known now, so the same stake again is another one.
    await linesman.stake(stake);
    expect([signed.length, await tokenAmount(scene.chain, tokens)]).toEqual([2, MONEY - 120_000n]);
  });

  it('signs again once the first can no longer land', async () => {
    const { linesman, open, signed, tokens } = start();
    const { address } = await open();
    signed.length = 0;
    scene.node.losing = 1;
    await linesman.stake({ market: address, outcome: 0, amount: 60_000n });
    expect([signed.length, new Set(signed).size, await tokenAmount(scene.chain, tokens)]).toEqual([2, 2, 940_000n]);
  });

  it('of an action that is running joins it', async () => {
    const { linesman, open, signed, tokens } = start();
    const { address } = await open();
    signed.length = 0;
    const stake = () => linesman.stake({ market: address, outcome: 0, amount: 60_000n });
    const [one, other] = await Promise.all([stake(), stake()]);
    expect([one === other, signed.length, await tokenAmount(scene.chain, tokens)]).toEqual([true, 1, 940_000n]);
  });
});

describe('wrong values', () => {
  const market = programs.oracle;
  const confirm = () => true;
  const wish = { fixture: 7, where: 'k1 > 0', confirm };
  it.each([60, 0n, -1n, Number.NaN, '60', null])('the amount %o is refused by number', async (amount) => {
    const stake = start().linesman.stake({ market, outcome: 0, amount: amount as never });
    expect(await numberOf(stake)).toBe(WRONG_OPTION);
  });

  it.each<[string, (linesman: Linesman) => Promise<unknown>, number]>([
    ['no amount', (one) => one.stake({ market, outcome: 0 } as never), MISSING_OPTION],
    ['outcome NaN', (one) => one.stake({ market, outcome: Number.NaN, amount: 1n }), WRONG_OPTION],
    [
      'a misspelt option of stake',
      (one) => one.stake({ market, outcome: 0, amount: 1n, seen: 1 } as never),
      UNKNOWN_OPTION,
    ],
    ['a misspelt term', (one) => one.openMarket({ ...wish, feeBips: 1 } as never), UNKNOWN_OPTION],
    ['no confirm', (one) => one.openMarket({ ...wish, confirm: undefined } as never), MISSING_OPTION],
    [
      'a time in ms',
      (one) => one.termsFor({ fixture: 7, where: 'k1 > 0', stakesClose: Date.UTC(2026, 8) }),
      WRONG_OPTION,
    ],
    [
      'a stake as a number',
      (one) => one.termsFor({ fixture: 7, where: 'k1 > 0', minimumStake: 5 as never }),
      WRONG_OPTION,
    ],
    ['no condition', (one) => one.termsFor({ fixture: 7, where: [] }), WRONG_OPTION],
    ['a filter that is lost', (one) => one.markets({ owner: undefined as never }), MISSING_OPTION],
    ['no market to claim', (one) => one.claim({} as never), MISSING_OPTION],
    ['no market to settle', (one) => one.settleWhenReady({ market: 'x' as never }), WRONG_OPTION],
    [
      'a misspelt option of verify',
      (one) => one.verify({ fixture: 7, sport: 'soccer', were: 'k1' } as never),
      UNKNOWN_OPTION,
    ],
    ['a market that is no address', (one) => one.market('x' as never), WRONG_OPTION],
    ['an owner that is no address', (one) => one.positions('x' as never), WRONG_OPTION],
  ])('%s is refused by number', async (_, work, number) => {
    expect(await numberOf(work(start().linesman))).toBe(number);
  });

  it('of the options too, and what needs a service or a signer says so', async () => {
    const made = (options: object) => thrown(() => createLinesman({ rpc: scene.node, ...options } as never));
    expect(made({ sevice: 'http://x' })).toMatchObject({ number: UNKNOWN_OPTION });
    expect(made({ signer: {} })).toMatchObject({ number: WRONG_OPTION });
    expect(made({ programs: { oracle: programs.oracle } })).toMatchObject({ number: MISSING_OPTION });
    expect(made({ trust: { mint: [] } })).toMatchObject({ number: UNKNOWN_OPTION });
    const reader = createLinesman({ rpc: scene.node });
    expect(await numberOf(reader.matches())).toBe(MISSING_OPTION);
    expect(await numberOf(reader.stake({ market, outcome: 0, amount: 1n }))).toBe(MISSING_OPTION);
    expect(await numberOf(reader.openMarket(wish))).toBe(MISSING_OPTION);
    expect(await numberOf(reader.positions())).toBe(MISSING_OPTION);
  });
});
