import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { mounted } from '../../tests/helpers/react/mounted.js';
import { ACCEPT, dappScene } from '../../tests/helpers/world/dappScene.js';
import { AFTER, KeeperWorld } from '../../tests/helpers/world/keeperWorld.js';
import type { StreamOptions } from '../sdk/client/streamRecords.js';
import type { Linesman } from '../sdk/dapp/createLinesman.js';
import type { SettleQuestion, SettleWait } from '../sdk/dapp/settleWhenReady.js';
import { FIXTURE_UNKNOWN } from '../sdk/error/codes/customers.js';
import { SERVICE_UNAVAILABLE, TRANSACTION_NOT_LANDED, UNTRUSTED_MINT } from '../sdk/error/codes/library.js';
import { TRANSACTION_NOT_KNOWN } from '../sdk/error/codes/operation.js';
import { MISSING_OPTION, OUTSIDE_FAILURE } from '../sdk/error/codes/options.js';
import { API_TOKEN_NEEDED } from '../sdk/error/codes/service.js';
import { errorOf } from '../sdk/error/linesmanError.js';
import { LOCALNET_PROGRAM_IDS as programs } from '../sdk/program/programId.js';
import { useClaim, useSettle, useStake } from './actions.js';
import { LinesmanProvider } from './context.js';
import { useMarket, useMarkets, usePositions } from './markets.js';
import { useLiveScore, useMatches } from './matches.js';

/** Answers that a test gives when it wants to, one request after the other. */
class Answers<T> {
  readonly asked: unknown[] = [];
  private readonly open: { resolve(value: T): void; reject(error: unknown): void }[] = [];
  private onAsked = (): void => {};

  readonly ask = (question?: unknown): Promise<T> => {
    this.asked.push(question);
    const answer = new Promise<T>((resolve, reject) => this.open.push({ resolve, reject }));
    this.onAsked();
    return answer;
  };

  async next(): Promise<{ resolve(value: T): void; reject(error: unknown): void }> {
    while (this.open.length === 0)
      await new Promise<void>((resolve) => {
        this.onAsked = resolve;
      });
    return this.open.shift() as never;
  }
}

/** A chain whose changes a test announces; `watchers` counts who follows it. */
function fakeLinesman(methods: object): { linesman: Linesman; change: () => void; watchers: Set<() => void> } {
  const watchers = new Set<() => void>();
  const watch = (_program: unknown, _filters: unknown, onChange: () => void) => {
    watchers.add(onChange);
    return () => watchers.delete(onChange);
  };
  const linesman = { chain: { watch }, programs, client: null, ...methods } as unknown as Linesman;
  return { linesman, watchers, change: () => watchers.forEach((one) => void one()) };
}
const gone = errorOf(SERVICE_UNAVAILABLE, { problem: 'no answer' });

const Page = () => createElement('p', null, useMatches().state, useStake().state, usePositions().state);

describe('a hook that reads', () => {
  it('asks once in StrictMode, again when it is told, and drops what nobody waits for', async () => {
    const answers = new Answers<number>();
    const { linesman } = fakeLinesman({ matches: answers.ask });
    const { now, until, unmount } = await mounted(linesman, () => useMatches({ stage: 'coming' }));
    expect(now()).toMatchObject({ state: 'reading', value: null, error: null });
    (await answers.next()).resolve(1);
    const first = await until(({ state }) => state === 'ready');
    expect([first.value, answers.asked.length]).toEqual([1, 1]);
    first.refresh();
    first.refresh();
    expect(answers.asked).toHaveLength(2);
    (await answers.next()).reject(gone);
    // What was told meanwhile is asked after it.
    expect(await until(({ state }) => state === 'failed')).toMatchObject({ value: 1, error: gone });
    (await answers.next()).resolve(2);
    await until(({ value }) => value === (2 as never));
    now().refresh();
    const last = await answers.next();
    const { signal } = answers.asked.at(-1) as { signal: AbortSignal };
    const ended = new Promise((resolve) => signal.addEventListener('abort', resolve));
    unmount();
    await ended;
    last.resolve(3);
    first.refresh();
    expect([answers.asked.length, now().value]).toEqual([4, 2]);
  });

  it('shows no answer to an earlier question, and no number for an error of somebody else', async () => {
    const answers = new Answers<unknown>();
    const { linesman } = fakeLinesman({ markets: answers.ask });
    const { change, until } = await mounted(linesman, () => useMarkets({ fixture: 7 }));
    const late = await answers.next();
    change(() => useMarkets({ fixture: 8 }));
    const cause = new Error('of a node');
    (await answers.next()).reject(cause);
    const failed = await until(({ state }) => state === 'failed');
    expect(failed.error).toMatchObject({
      number: OUTSIDE_FAILURE,
      cause,
      message: expect.stringMatching(/of a node$/),
    });
    late.resolve([]);
    change(() => useMarkets({ fixture: 8 }));
    await until(() => true);
    expect([failed.value, answers.asked]).toEqual([null, [{ fixture: 7 }, { fixture: 8 }]]);
  });

  it('of markets and positions follows the chain, all by one subscription, until the last is unmounted', async () => {
    const [list, stakes] = [new Answers<unknown>(), new Answers<unknown>()];
    const { linesman, change, watchers } = fakeLinesman({
      markets: list.ask,
      positions: stakes.ask,
      market: stakes.ask,
    });
    const both = await mounted(linesman, () => [useMarkets(), usePositions()] as const);
    (await list.next()).resolve([]);
    (await stakes.next()).resolve([]);
    await both.until((all) => all.every(({ state }) => state === 'ready'));
    expect(watchers.size).toBe(1);
    change();
    (await list.next()).resolve([1]);
    (await stakes.next()).resolve([1]);
    await both.until((all) => all.every(({ value }) => value?.length === 1));
    both.change(() => [useMarkets(), usePositions()] as const, { ...linesman });
    await list.next();
    both.unmount();
    const one = await mounted(linesman, () => useMarket(programs.oracle));
    expect([stakes.asked.at(-1), watchers.size]).toEqual([programs.oracle, 1]);
    one.unmount();
  });

  it('on a server shows that nothing is known yet, and asks nothing', () => {
    const answers = new Answers<unknown>();
    const { linesman } = fakeLinesman({ matches: answers.ask });
    const page = createElement(LinesmanProvider, { linesman }, createElement(Page));
    expect([renderToStaticMarkup(page), answers.asked]).toEqual(['<p>readingidlereading</p>', []]);
    expect(() => renderToStaticMarkup(createElement(Page))).toThrow(
      expect.objectContaining({ number: MISSING_OPTION, message: 'useLinesman needs LinesmanProvider.' }),
    );
  });
});

describe('useLiveScore', () => {
  it('reads again with each record, and says when it can no longer follow', async () => {
    const answers = new Answers<object>();
    const records = new Answers<IteratorResult<unknown>>();
    const needed = errorOf(API_TOKEN_NEEDED, { endpoint: '/api/scores/stream' });
    const opened: (() => void)[] = [];
    const stream = ({ onNotice }: Required<StreamOptions>) => {
      opened.push(() => onNotice({ kind: 'open' }));
      return { [Symbol.asyncIterator]: () => ({ next: records.ask }) };
    };
    const { linesman } = fakeLinesman({ matches: answers.ask, client: { scores: { stream } } });
    const { until, now } = await mounted(linesman, () => useLiveScore(7));
    (await answers.next()).resolve({ matches: [{ fixtureId: 7, updates: 1 }] });
    await until(({ value }) => value?.updates === 1);
    for (const tell of opened) tell();
    (await answers.next()).resolve({ matches: [{ fixtureId: 7, updates: 1 }] });
    (await records.next()).resolve({ done: false, value: {} });
    (await answers.next()).resolve({ matches: [{ fixtureId: 7, updates: 2 }] });
    await until(({ value }) => value?.updates === 2);
    (await records.next()).reject(needed);
    await until(({ state }) => state === 'failed');
    now().refresh();
    (await answers.next()).resolve({ matches: [{ fixtureId: 7, updates: 3 }] });
    expect(await until(({ value }) => value?.updates === 3)).toMatchObject({ state: 'failed', error: needed });
    now().refresh();
    (await answers.next()).resolve({ matches: [] });
    expect((await until(({ error }) => error?.number === FIXTURE_UNKNOWN)).value?.updates).toBe(3);
  });
});

describe('an action', () => {
  const scene = new KeeperWorld().each();
  const stake = { outcome: 0, amount: 60_000n };
  const inUse = (linesman: Linesman) =>
    mounted(linesman, () => ({ stake: useStake(), settle: useSettle(), claim: useClaim() }));

  it('stakes, waits and settles, and claims', async () => {
    const { linesman, open, signed } = dappScene(scene);
    const { address: market } = await open();
    signed.length = 0;
    const page = await inUse(linesman);
    page.now().stake.run({ market, ...stake });
    const staked = await page.until((all) => all.stake.state === 'landed');
    expect([staked.stake.result, signed.length]).toEqual([staked.stake.signature, 1]);
    const times = [AFTER, AFTER + 3_600];
    const waits: unknown[] = [];
    scene.timers.onSleep = async () => {
      waits.push((await page.until((all) => all.settle.state === 'waiting')).settle.wait?.for);
      await scene.at(times.shift() ?? 0);
    };
    page.now().settle.run({ market });
    const { settle } = await page.until((all) => all.settle.state === 'landed');
    expect([settle.result, settle.wait, waits]).toEqual([{ state: 'Final', outcome: 0 }, null, ['time', 'window']]);
    page.now().claim.run({ market });
    expect((await page.until((all) => all.claim.state === 'landed')).claim.result?.paid).toBe(60_000n);
    page.unmount();
  });

  it('is refused by the guard, or by its signer, and nothing is sent', async () => {
    const { address: market } = await dappScene(scene).open();
    const { linesman } = dappScene(scene, { trust: { accept: ACCEPT } });
    const declining = fakeLinesman({ stake: () => Promise.reject(new Error('declined')) });
    for (const [by, number, message] of [
      [linesman, UNTRUSTED_MINT, /mint/],
      [declining.linesman, OUTSIDE_FAILURE, /declined$/],
    ] as const) {
      const page = await inUse(by);
      page.now().stake.run({ market, ...stake });
      const { stake: shown } = await page.until((all) => all.stake.error !== null);
      expect(shown).toMatchObject({ state: 'refused', signature: null, error: { number } });
      expect(shown.error?.message).toMatch(message);
      page.unmount();
    }
  });

  it('that is unmounted may have landed, and a retry waits for it without another signature', async () => {
    const { linesman, open, signed } = dappScene(scene);
    const { address: market } = await open();
    signed.length = 0;
    const { status } = scene.node;
    scene.node.status = async () => null;
    const first = await inUse(linesman);
    const isGone = new Promise<void>((resolve) => {
      scene.timers.onSleep = () => {
        first.unmount();
        resolve();
      };
    });
    const { run } = first.now().stake;
    run({ market, ...stake });
    await isGone;
    expect(await linesman.stake({ market, ...stake }).catch(({ number }) => number)).toBe(TRANSACTION_NOT_KNOWN);
    run({ market, ...stake });
    scene.node.status = status;
    const again = await inUse(linesman);
    again.now().stake.run({ market, ...stake });
    await again.until((all) => all.stake.state === 'landed');
    expect(signed).toHaveLength(1);
  });

  it.each([
    ['expired', errorOf(TRANSACTION_NOT_LANDED, { attempts: 3 })],
    ['unknown', errorOf(TRANSACTION_NOT_KNOWN, { signature: 's' })],
    ['refused', gone],
    ['landed', null],
  ] as const)('that is %s shows how it came to that', async (state, error) => {
    const answers = new Answers<object>();
    const list = new Answers<unknown>();
    const { linesman } = fakeLinesman({ settleWhenReady: answers.ask, markets: list.ask });
    const page = await mounted(linesman, () => ({ list: useMarkets(), ...useSettle() }));
    (await list.next()).resolve([]);
    await page.until((now) => now.list.state === 'ready');
    page.now().run({ market: programs.oracle });
    page.now().run({ market: programs.settlement });
    const asked = answers.asked as Required<SettleQuestion>[];
    expect(asked).toMatchObject([{ market: programs.oracle }]);
    const [how] = asked;
    const wait: SettleWait = { for: 'time', until: null, text: '', error: null };
    how?.onWait(wait);
    await page.until((now) => now.state === 'waiting' && now.wait === wait);
    how?.onState({ state: 'sent', signature: 's' });
    await page.until((now) => now.state === 'sent' && now.wait === null && now.signature === 's');
    how?.onWait(wait);
    const result = { state: 'Void', outcome: null };
    const answer = await answers.next();
    if (error) answer.reject(error);
    else answer.resolve(result);
    const ended = await page.until((now) => now.state === state);
    expect(ended).toMatchObject({ error, wait: null, signature: 's', result: error ? null : result });
    expect(list.asked).toHaveLength(error ? 1 : 2);
    page.now().run({ market: programs.oracle });
    expect(await page.until((now) => now.state === 'checking')).toMatchObject({
      error: null,
      result: null,
      signature: null,
    });
  });
});
