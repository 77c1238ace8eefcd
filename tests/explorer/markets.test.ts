import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Match } from '../../ts/sdk/client/match.js';
import { systemTimers } from '../../ts/sdk/client/timers.js';
import { epochDay, milliseconds, slotIndex } from '../../ts/sdk/format/slotTime.js';
import { type Market, marketAccount } from '../../ts/sdk/program/account/market.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { bufferAddress } from '../../ts/sdk/program/address/settlement.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { bufferIdOf } from '../../ts/sdk/program/settlement/bufferId.js';
import { bufferCreate } from '../../ts/sdk/program/settlement/instructions.js';
import { orderKeyOf } from '../../ts/sdk/program/settlement/rules/orderKey.js';
import { sendTransaction } from '../../ts/sdk/program/transaction/send.js';
import type { MarketTerms } from '../../ts/sdk/program/wire/terms.js';
import { termsHash } from '../../ts/sdk/program/wire/termsHash.js';
import { fetchNode } from '../../ts/sdk/rpc/fetchNode.js';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { hasChromium, isTooWide, seriousFindings, type Visit } from '../helpers/explorer/chromium.js';
import {
  countSent,
  EmbeddedVisit,
  openTestWallet,
  rpcCallOf,
  showPage,
  subscribeForFree,
} from '../helpers/explorer/embeddedVisit.js';
import { leftOut } from '../helpers/leftOut.js';
import { momentAt } from '../helpers/moments.js';
import { key, openMarket } from '../helpers/sampleMarket.js';

/** What can go wrong around a market, in the pages of the built service with its embedded chain. */

const isHere = surfnetModule() !== null && hasChromium();
if (!isHere) leftOut('tests/explorer/markets.test.ts: the embedded chain or Chromium is not installed.');

const MINUTES = 60_000;
const DAY = 24 * 60 * MINUTES;

describe.skipIf(!isHere)('markets', () => {
  let embedded: EmbeddedVisit;
  let visited: Visit;
  let page: Page;
  /** Of the market that Anna makes first, and that all the others are about. */
  let address = '';
  /** Of the market on a line. */
  let lineAddress = '';
  let fixture = 0;
  beforeAll(async () => {
    embedded = await EmbeddedVisit.start();
    visited = await embedded.open('wallet');
    page = visited.page;

    const subscribed = async (): Promise<void> => {
      await openTestWallet(page, 'Anna');
      await subscribeForFree(page);
      await page.getByLabel('Bought').getByText('Level').waitFor();
    };
    // What the page says went wrong is why this would wait for ever.
    const refused = page.locator('main .problem').first().innerText();
    await Promise.race([
      subscribed(),
      refused.then((text) => {
        throw new Error(text);
      }),
    ]);
  }, 3 * MINUTES);
  afterAll(async () => {
    await visited?.context.close();
    await embedded?.end();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const problem = (text: string) => page.locator('.problem').getByText(text).first();
  const go = (hash: string): Promise<void> =>
    page.evaluate((to) => {
      location.hash = to;
    }, hash);

  /** Changes the matches that the service lists, until it is called off. */
  async function withMatches(change: (matches: Match[], now: number) => Match[]): Promise<() => Promise<void>> {
    const place = '**/api/matches?**';
    await page.route(place, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { now: number; matches: Match[] };
      await route.fulfill({ response: answer, json: { ...body, matches: change(body.matches, body.now) } });
    });
    return () => page.unrouteAll({ behavior: 'wait' });
  }

  /** Changes what the node answers to some questions, until it is called off. */
  async function withNode(
    isMeant: (call: NonNullable<ReturnType<typeof rpcCallOf>>) => boolean,
    change: (result: never) => unknown,
  ): Promise<() => Promise<void>> {
    const place = `${embedded.rpc}/**`;
    await page.route(place, async (route) => {
      const call = rpcCallOf(route.request());
      if (!call || !isMeant(call)) return route.continue();
      const answer = await route.fetch();
      const body = (await answer.json()) as { result: never };
      return route.fulfill({ response: answer, json: { ...body, result: change(body.result) } });
    });
    return () => page.unrouteAll({ behavior: 'wait' });
  }

  /** Lets a market of the node be decided, until it is called off. */
  function withDecision(at: string, outcome: number): Promise<() => Promise<void>> {
    const orderKey = orderKeyOf({ epochDay: epochDay(22_073), slot: slotIndex(200), updateIndex: 3 });
    return withNode(
      ({ params }) => params[0] === at,
      (result: { readonly value: { readonly data: readonly [string, string] } }) => {
        const market = marketAccount.decode(Buffer.from(result.value.data[0], 'base64'));
        const proposal = { outcome, orderKey, since: momentAt(market.terms.stakesClose), void: false };
        const data = marketAccount.encode({ ...market, state: 'Final', proposal });
        return { ...result, value: { ...result.value, data: [Buffer.from(data).toString('base64'), 'base64'] } };
      },
    );
  }

  test(
    'a new market keeps the match that was seen chosen, and shows the terms that are signed',
    async () => {
      await go('#/markets/new');
      const chosen = page.getByLabel('Match', { exact: true });
      await chosen.locator('option').first().waitFor({ state: 'attached' });
      await page.getByText('What is signed').waitFor();
      const first = await chosen.inputValue();
      const options = await chosen.locator('option').count();
      expect(options).toBeGreaterThan(1);
      // Stakes would close now: the service lists it no longer.
      const end = await withMatches((matches) => matches.filter(({ fixtureId }) => `${fixtureId}` !== first));
      await page.getByText(`Match ${first} begins too soon`).waitFor();
      expect(await chosen.inputValue()).toBe('');
      expect(await button('Make the market').isDisabled()).toBe(true);
      await end();
      await page.getByText(`Match ${first} begins too soon`).waitFor({ state: 'detached' });
      expect(await chosen.inputValue()).toBe(first);
      await page.getByLabel('Challenge window').selectOption('600');
      const terms = page.locator('.terms');
      for (const text of [`number ${first}`, '10 min after a proof', 'the end of the match'])
        await terms.getByText(text).waitFor();
      await button('Make the market').click();
      await page.getByText('You can stake until').waitFor();
      address = new URL(page.url()).hash.split('/')[2] ?? '';
      fixture = Number(first);
    },
    2 * MINUTES,
  );

  test('each view of the page has its title, and begins at its top with the focus there', async () => {
    await go('#/markets');
    await page.locator('.markets a').first().waitFor();
    expect(await page.title()).toBe('Markets · linesman');
    await page.locator('.markets a').first().focus();
    await page.keyboard.press('Enter');
    await page.getByText('You can stake until').waitFor();
    await page.waitForFunction(() => / – .* · market · linesman$/.test(document.title));
    expect(await page.evaluate(() => [document.activeElement?.id, scrollY])).toEqual(['content', 0]);
    // The distance changes every second, and is not said again each time.
    const said = page.locator('[role=status]').filter({ hasText: 'You can stake until' });
    expect(await said.innerText()).toMatch(/\d\d:\d\d\.$/);
    // The region of the steps waits for the first of them.
    expect(await page.locator('main [aria-live=polite]').count()).toBe(1);
  });

  test(
    'who leaves while a stake is sent finds it running, cannot send a second one, and sees what became of it',
    async () => {
      await go(`#/markets/${address}`);
      const sent = countSent(page);
      let release = (): void => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const holding = page.waitForRequest((request) => rpcCallOf(request)?.method === 'sendTransaction');
      const place = `${embedded.rpc}/**`;
      await page.route(place, async (route) => {
        if (rpcCallOf(route.request())?.method === 'sendTransaction') await released;
        await route.continue();
      });
      await button('Stake').click();
      await holding;
      await page.getByRole('link', { name: 'Status', exact: true }).click();
      await page.getByRole('heading', { name: 'Status' }).waitFor();
      await page.goBack();
      await button('Stake').waitFor();
      expect(await button('Stake').isDisabled()).toBe(true);
      release();
      await page.getByLabel('Steps', { exact: true }).getByText('Staked 10 on: ').waitFor();
      await page.getByRole('row').nth(1).getByRole('cell').last().getByText('10', { exact: true }).waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      expect(sent()).toBe(1);
    },
    2 * MINUTES,
  );

  test(
    'a stake is refused under other terms than those that were shown, and once the match has begun',
    async () => {
      await go(`#/markets/${address}`);
      await button('Stake').waitFor();
      const sent = countSent(page);
      // What is shown stays as it is.
      await showPage(page, false);
      const other = (terms: MarketTerms): MarketTerms => ({ ...terms, challengeWindow: terms.challengeWindow + 1 });
      const end = await withNode(
        ({ params }) => params[0] === address,
        (result: { readonly value: { readonly data: readonly [string, string] } }) => {
          const market = marketAccount.decode(Buffer.from(result.value.data[0], 'base64'));
          const terms = other(market.terms);
          const data = marketAccount.encode({ ...market, terms, termsHash: termsHash(terms) });
          return { ...result, value: { ...result.value, data: [Buffer.from(data).toString('base64'), 'base64'] } };
        },
      );
      await button('Stake').click();
      await problem('TermsHashMismatch').waitFor();
      await end();
      const endMatches = await withMatches((matches, now) =>
        matches.map((match) => ({ ...match, startTime: milliseconds(now - 60 * MINUTES) })),
      );
      await button('Stake').click();
      await problem('MatchBegun').waitFor();
      await endMatches();
      await showPage(page, true);
      expect(sent()).toBe(0);
    },
    2 * MINUTES,
  );

  test(
    'the list has own markets first, then those that close next, and hides what another oracle or token decides',
    async () => {
      const { mints, programs } = (await (await fetch(`${embedded.address}.well-known/deployment`)).json()) as {
        readonly mints: { readonly stablecoin: Address };
        readonly programs: { readonly oracle: Address };
      };
      const made = (i: number, about: Partial<MarketTerms> = {}): Market =>
        openMarket({
          ...openTerms,
          ...{ oracleProgram: programs.oracle, mint: mints.stablecoin, fixtureId: 99_000_000 + i },
          stakesClose: Date.UTC(2031, 0, 1 + i) / 1_000,
          ...about,
        });
      const { terms: openTerms } = await real();
      const others = [
        ...Array.from({ length: 25 }, (_, i) => made(i)),
        made(90, { oracleProgram: key(9) }),
        made(91, { mint: key(8) }),
      ];
      const end = await withNode(
        // The other question names an owner as well.
        ({ method, params }) =>
          method === 'getProgramAccounts' && (params[1] as { filters: readonly unknown[] }).filters.length === 1,
        (result: readonly { readonly account: object }[]) => [
          ...others.toReversed().map((market, i) => ({
            pubkey: key(100 + i),
            account: {
              ...result[0]?.account,
              data: [Buffer.from(marketAccount.encode(market)).toString('base64'), 'base64'],
            },
          })),
          ...result,
        ],
      );
      await go('#/markets');
      const rows = page.locator('.markets li');
      await rows.first().getByText('Yours').waitFor();
      const fixtures = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-fixture')));
      const soonest = Array.from({ length: 25 }, (_, i) => `${99_000_000 + i}`);
      expect(await fixtures()).toEqual([`${fixture}`, ...soonest.slice(0, 19)]);
      await button('Show more').click();
      await page.getByText('Match 99000024').waitFor();
      expect(await fixtures()).toEqual([`${fixture}`, ...soonest]);
      await page.getByLabel('Show 2 that another oracle decides').check();
      for (const text of ['another oracle program than yours', 'is not the stablecoin'])
        await page.locator('.fault').getByText(text).waitFor();
      expect(await rows.count()).toBe(28);
      await page.setViewportSize({ width: 360, height: 900 });
      expect([await isTooWide(page), await seriousFindings(page)]).toEqual([false, []]);
      await page.setViewportSize({ width: 1_280, height: 900 });
      await go('#/markets?fixture=99000003');
      await page.getByText('Only those on Match 99000003').waitFor();
      expect(await fixtures()).toEqual(['99000003']);
      await end();
    },
    2 * MINUTES,
  );

  /** The market on chain. */
  async function real(): Promise<Market> {
    const answer = await fetch(embedded.rpc, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'getAccountInfo' },
        params: [address, { encoding: 'base64' }],
      }),
    });
    const { result } = (await answer.json()) as { result: { value: { data: [string, string] } } };
    return marketAccount.decode(Buffer.from(result.value.data[0], 'base64'));
  }

  test(
    'everything else has a name, is explained by the condition that does not hold, and leads to the chain',
    async () => {
      await go(`#/markets/${address}`);
      const end = await withDecision(address, 1);
      // The other outcome of a win has a name, and the proof shows the condition that does not hold.
      await page
        .locator('section[aria-labelledby=why]')
        .getByText(/ win, or draw: a proof shows this/)
        .waitFor();
      const why = await page.getByRole('link', { name: 'Why is this proven?' }).getAttribute('href');
      expect(why).toBe(`#/proof?market=${address}&sport=${(await real()).terms.sport}&where=k1+-+k2+%3E+0`);
      const slot = await page.getByRole('link', { name: 'Its slot on chain' }).getAttribute('href');
      expect(slot).toBe(`#/roots/22073?kind=scores&at=${22_073 * DAY + 200 * 5 * MINUTES}`);
      await end();
    },
    2 * MINUTES,
  );

  test(
    'a buffer that an earlier attempt has left can be closed, which returns its rent',
    async () => {
      const kept = await page.evaluate(() => sessionStorage.getItem('linesman.testWallets') ?? '[]');
      const [, secret = ''] = (JSON.parse(kept) as [string, string][]).find(([name]) => name === 'Anna') ?? [];
      const payer = KeyPair.fromSecretKey(Buffer.from(secret, 'base64'));
      const id = bufferIdOf(address as Address);
      const { settlement } = LOCALNET_PROGRAM_IDS;
      const accounts = {
        owner: payer.address,
        buffer: bufferAddress(payer.address, id, settlement).address,
        systemProgram: SYSTEM_PROGRAM_ID,
      };
      const creating = bufferCreate.build(settlement, accounts, { id, length: 900, sha256: new Uint8Array(32) });
      const { sleep } = systemTimers;
      const chain = fetchNode(embedded.rpc);
      await sendTransaction({ chain, programs: LOCALNET_PROGRAM_IDS, payer, instructions: [creating], sleep });
      await go(`#/markets/${address}`);
      await button('Close my buffer').click();
      await page.getByLabel('Steps', { exact: true }).getByText('The buffer was closed').waitFor();
      await button('Close my buffer').waitFor({ state: 'detached' });
      expect(await chain.account(accounts.buffer)).toBeNull();
    },
    2 * MINUTES,
  );

  test(
    'a line is made in the steps of its sport, and its market says what each result pays before and after a stake',
    async () => {
      await go('#/markets/new');
      const bet = page.getByLabel('Bet on');
      const match = async (sport: string): Promise<string> => {
        const option = page
          .getByLabel('Match', { exact: true })
          .locator('option', { hasText: `, ${sport}, ` })
          .first();
        await option.waitFor({ state: 'attached' });
        await page.getByLabel('Match', { exact: true }).selectOption(await option.getAttribute('value'));
        return (await option.innerText()).split(`, ${sport}, `)[0] ?? '';
      };
      // No match of basketball ends in a draw, and its lines go in halves.
      const endMatches = await withMatches((matches) => matches.map((one) => ({ ...one, sport: 'basketball' })));
      await match('Basketball');
      expect((await bet.locator('option').allInnerTexts()).filter((text) => /draw/i.test(text))).toEqual([]);
      await bet.selectOption('line');
      const line = page.getByLabel(/^Handicap of /);
      await line.fill('-0.25');
      await page.locator('.fault').getByText('There are no quarter lines in basketball').waitFor();
      expect(await button('Make the market').isDisabled()).toBe(true);
      await endMatches();
      const [home, away] = (await match('Soccer')).split(' – ') as [string, string];
      expect((await bet.locator('option').allInnerTexts()).filter((text) => /draw/i.test(text))).toHaveLength(2);
      await line.fill('');
      await page.locator('.fault').getByText('A number').waitFor();
      await line.fill('-0.25');
      const [one, other] = [`${home} −0.25`, `${away} +0.25`];
      const pays = page.getByRole('table', { name: 'What each result pays' });
      const paid = (): Promise<string[]> => pays.getByRole('row').allInnerTexts();
      const rows = [
        ...[`Result\t${one}\t${other}`, `${home} win\twon\tlost`],
        ...['Draw\thalf lost\thalf won', `${away} win\tlost\twon`],
      ];
      await pays.waitFor();
      expect((await paid()).map((text) => text.trim())).toEqual(rows);
      await button('Make the market').click();
      await page.getByText('You can stake until').waitFor();
      lineAddress = new URL(page.url()).hash.split('/')[2] ?? '';
      expect((await paid()).map((text) => text.trim())).toEqual(rows);
      // Half of an odd number of units cannot be paid.
      await page.getByLabel('Outcome', { exact: true }).selectOption({ label: other });
      await page.getByLabel('Amount').fill('10.000001');
      await button('Stake').click();
      await problem('StakeOutOfRange').waitFor();
      await page.getByLabel('Amount').fill('10');
      await button('Stake').click();
      await page.getByLabel('Steps', { exact: true }).getByText(`Staked 10 on: ${other}`).waitFor();
      await page.locator('.pools').first().getByText('up to 1').waitFor();
      const end = await withDecision(lineAddress, 1);
      await page.getByText(`Draw: half of a stake on ${one} is lost, half of one on ${other} is won.`).waitFor();
      await page.getByText('Decided: Draw', { exact: true }).waitFor();
      await pays.getByRole('row', { name: 'Draw Proven' }).waitFor();
      const why = await page.getByRole('link', { name: 'Why is this proven?' }).getAttribute('href');
      expect(why).toBe(`#/proof?market=${lineAddress}&sport=soccer&where=k1+-+k2+%3D%3D+0`);
      await end();
    },
    2 * MINUTES,
  );

  test.each([true, false])(
    'a new market and its page fit a phone, dark: %s',
    async (dark) => {
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      await page.setViewportSize({ width: 360, height: 900 });
      for (const [hash, sign] of [
        ['#/markets/new', 'What is signed'],
        [`#/markets/${address}`, 'What is staked on each outcome'],
        [`#/markets/${lineAddress}`, 'What each result pays'],
        ['#/markets', 'Yours'],
      ] as const) {
        await go(hash);
        await page.getByText(sign, { exact: true }).first().waitFor();
        expect([hash, await isTooWide(page)]).toEqual([hash, false]);
        expect([hash, await seriousFindings(page)]).toEqual([hash, []]);
      }
      await page.setViewportSize({ width: 1_280, height: 900 });
    },
    2 * MINUTES,
  );

  test(
    'nobody is asked while the page is hidden, and at once when it is seen again',
    async () => {
      await page.clock.install();
      await go('#/markets');
      await page.reload();
      await page.locator('.markets a').first().waitFor();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(rpcCallOf(request)?.method ?? new URL(request.url()).pathname));
      await showPage(page, false);
      await page.clock.fastForward(10 * MINUTES);
      // What was under way before has been asked when this has been answered.
      await page.evaluate(() => fetch('./explorer.json').then((answer) => answer.text()));
      const before = asked.length;
      await page.clock.fastForward(10 * MINUTES);
      await page.evaluate(() => fetch('./explorer.json').then((answer) => answer.text()));
      expect(asked.slice(before)).toEqual(['/explorer.json']);
      const again = page.waitForRequest((request) => rpcCallOf(request)?.method === 'getProgramAccounts');
      await showPage(page, true);
      await again;
    },
    2 * MINUTES,
  );

  test('nothing complained', () => {
    expect(
      visited.complaints.filter((text) => !/the server responded with a status of (404|425|503)/.test(text)),
    ).toEqual([]);
  });
});
