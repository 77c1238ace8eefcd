import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rootOf } from '../../ts/sdk/format/hash.js';
import { hexToBytes } from '../../ts/sdk/format/hex.js';
import { configAddress, scoresRootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { insertScoresRoot } from '../../ts/sdk/program/oracle/instructions.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import {
  go,
  hasChromium,
  isTooWide,
  seriousFindings,
  sharedBrowser,
  toLookAt,
  visit,
} from '../helpers/explorer/chromium.js';
import { rpcCallOf } from '../helpers/explorer/embeddedVisit.js';
import { layoutFaults } from '../helpers/explorer/layoutFaults.js';
import { PagedService } from '../helpers/explorer/pagedService.js';
import { putMarkets } from '../helpers/explorer/putMarkets.js';
import { key } from '../helpers/sampleMarket.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { DAY, END, fixtures, ID, MINUTE, SLOT, START, scores } from '../helpers/service/sentRecords.js';

/** The ways of a visitor without a token: search, roots, transactions, accounts, the match and how it was proven. */

const day = Math.floor(START / DAY);
const { oracle } = LOCALNET_PROGRAM_IDS;
const soccer = fixtures.find(({ fixtureId }) => fixtureId === ID.soccer);
const NAMES = [soccer?.record.participant1 ?? '', soccer?.record.participant2 ?? ''] as const;

describe.skipIf(!hasChromium())('ways through the explorer', () => {
  const database = sharedDatabase();
  const browser = sharedBrowser();

  async function scene(until: number, options: { readonly width?: number; readonly dark?: boolean } = {}) {
    const paged = await PagedService.start(await database.fresh());
    onTestFinished(() => paged.stop());
    await paged.service.comeTo(until);
    await paged.publish();
    const visited = await visit(browser, `${paged.url}/`, { ...options, mayReach: [paged.node.url] });
    return { paged, ...visited };
  }

  /** The transaction that put the root of the first slot on chain. */
  function landRoot({ node, service }: PagedService): { readonly signature: string; readonly root: string } {
    const root = service.published.roots.get(`scores/${START}`) ?? '';
    const minutes = (START % DAY) / MINUTE;
    const addresses = {
      authority: key(9),
      dailyScoresRoots: scoresRootsAddress(day, oracle).address,
      systemProgram: SYSTEM_PROGRAM_ID,
      config: configAddress(oracle).address,
    };
    const at = (minute: number) => ({
      epochDay: day,
      hourOfDay: Math.floor(minute / 60),
      minuteOfHour: minute % 60,
      root: rootOf(hexToBytes(root)),
    });
    const seconds = Math.floor(END / 1_000);
    // Another slot's, nearer in time than the one that is wanted.
    node.land(key(9), insertScoresRoot.build(oracle, addresses, at(minutes + 5)), seconds);
    const instruction = insertScoresRoot.build(oracle, addresses, at(minutes));
    return { signature: node.land(key(9), instruction, seconds - 400), root };
  }

  const search = async (page: Page, text: string): Promise<void> => {
    const box = page.getByRole('searchbox', { name: /^Search: team/ });
    await box.fill(text);
    await box.press('Enter');
  };

  test('a root leads to its matches, its transaction and its account, and each of them back', async () => {
    const { page, paged, complaints } = await scene(END);
    const { signature } = landRoot(paged);
    const { address } = scoresRootsAddress(day, oracle);
    await go(page, `#/roots/${day}?kind=scores&at=${START}`);
    const detail = page.locator('section[aria-labelledby=slot]');
    await detail.getByRole('link', { name: `${NAMES[0]} – ${NAMES[1]}` }).waitFor();
    await detail.getByRole('link', { name: address }).waitFor();
    await detail.getByRole('link', { name: signature }).click();
    await page.getByRole('heading', { name: 'Published the root of a slot of scores' }).waitFor();
    expect(await page.title()).toBe(`Transaction ${signature} · linesman`);
    const says = page.locator('section[aria-labelledby=instruction-1]');
    for (const text of ['hour of day', 'minute of hour', paged.service.published.roots.get(`scores/${START}`) ?? ''])
      await says.getByText(text, { exact: true }).waitFor();
    expect([await isTooWide(page), await seriousFindings(page)]).toEqual([false, []]);
    await toLookAt(page, 'transaction');
    await says.getByRole('link', { name: address }).click();
    await page.getByRole('heading', { name: /^Hashes of scores, / }).waitFor();
    await page.getByRole('link', { name: signature }).waitFor();
    expect([await isTooWide(page), await seriousFindings(page)]).toEqual([false, []]);
    await toLookAt(page, 'account');
    await page.getByRole('link', { name: 'See each of them' }).click();
    await page.getByRole('table', { name: 'Roots of scores' }).waitFor();
    await go(page, '#/transaction/nonsense');
    await page.getByRole('alert').getByText('This is not a transaction signature').waitFor();
    await go(page, `#/transaction/${'5'.repeat(88)}`);
    await page.getByText('The node has no such transaction').waitFor();
    await go(page, `#/account/${key(77)}`);
    await page.getByText('There is no such account now.').waitFor();
    expect(complaints).toEqual([]);
  });

  test('a transaction is asked for until it has an outcome, and then no more', async () => {
    const { page, paged, complaints } = await scene(END);
    const { signature } = landRoot(paged);
    await page.clock.install();
    await page.reload();
    let asked = 0;
    await page.route(`${paged.node.url}/**`, async (route) => {
      if (rpcCallOf(route.request())?.method !== 'getTransaction' || ++asked > 1) return route.continue();
      return route.fulfill({ json: { jsonrpc: '2.0', id: 1, result: null } });
    });
    await go(page, `#/transaction/${signature}`);
    await page.getByText('The node has no such transaction').waitFor();
    await page.clock.fastForward(MINUTE);
    await page.getByRole('heading', { name: 'Published the root of a slot of scores' }).waitFor();
    await page.clock.fastForward(10 * MINUTE);
    // A question that was due would have been sent before this one.
    await page.evaluate(() => fetch('./explorer.json').then((answer) => answer.text()));
    expect([asked, complaints]).toEqual([2, []]);
  });

  test('one box finds teams, matches, hashes, transactions and accounts', async () => {
    const { page, paged, complaints } = await scene(END);
    const { signature, root } = landRoot(paged);
    const { address } = scoresRootsAddress(day, oracle);
    const [word = ''] = NAMES[1].toLowerCase().split(' ');
    await search(page, `  ${word} `);
    const found = page.locator('section[aria-labelledby=matches]');
    await found.getByRole('link', { name: NAMES[1] }).waitFor();
    expect(new URL(page.url()).hash).toBe(`#/search?q=${word}`);
    expect([await isTooWide(page), await seriousFindings(page)]).toEqual([false, []]);
    await toLookAt(page, 'search');
    await search(page, 'no such team');
    await page.getByText('No match found.').waitFor();
    await search(page, root);
    await page.getByRole('link', { name: 'See it beside the one on chain' }).click();
    await page.locator('.slot-state').waitFor();
    expect(new URL(page.url()).hash).toBe(`#/roots/${day}?kind=scores&at=${START}`);
    await search(page, 'ab'.repeat(32));
    await page.getByText('No hash of the last 14 days matches.').waitFor();
    await search(page, signature);
    await page.getByRole('heading', { name: 'Transaction', exact: true }).waitFor();
    await search(page, address);
    await page.getByRole('heading', { name: /^Hashes of scores, / }).waitFor();
    await search(page, `${ID.soccer}`);
    await page.locator('.versus').getByText(NAMES[0]).waitFor();
    // The way back leads through what was searched.
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await page.getByText('No hash of the last 14 days').waitFor();
    expect(await page.getByRole('searchbox', { name: /^Search: team/ }).inputValue()).toBe('ab'.repeat(32));
    expect(complaints).toEqual([]);
  });

  test('a search shows no more of a running match than the list does', async () => {
    const { page } = await scene(START + 95 * MINUTE);
    await search(page, NAMES[0]);
    const found = page.locator('section[aria-labelledby=matches] li');
    await found.getByText('running').waitFor();
    expect(await found.getByRole('link').first().innerText()).toBe(`${NAMES[0]} – ${NAMES[1]}`);
  });

  test('what happened says when each goal was proven, and one chart has goals, cards and proofs', async () => {
    const { page, complaints } = await scene(END);
    await go(page, `#/match/${ID.soccer}`);
    const timeline = page.locator('.timeline');
    await timeline.getByText('full time, confirmed').first().waitFor();
    const goals = timeline.locator('li.score').filter({ has: page.locator('.team-mark') });
    await goals.first().locator('.badge.good').getByText('✓ proven at').waitFor();
    const stats = scores.findLast(({ fixtureId, record }) => fixtureId === ID.soccer && record.StatusId === 100)?.record
      .Stats as Record<string, number>;
    expect(await goals.count()).toBeGreaterThanOrEqual((stats['1'] ?? 0) + (stats['2'] ?? 0));
    const chart = page.locator('.chart');
    await chart.locator('.proven').first().waitFor();
    expect(await chart.locator('circle.team-fill').count()).toBeGreaterThanOrEqual(await goals.count());
    expect(await chart.locator('.card-mark').count()).toBe(await timeline.locator('li.yellow, li.red').count());
    // A visitor sees no odds.
    expect(await chart.locator('.line-1').count()).toBe(0);
    // The colours are there, under the policy of the page.
    const colours = await page
      .locator('.versus .team-mark')
      .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).backgroundColor));
    expect([colours.length, new Set(colours).size, colours.includes('rgba(0, 0, 0, 0)')]).toEqual([2, 2, false]);
    expect([await isTooWide(page), await seriousFindings(page), complaints]).toEqual([false, [], []]);
  });

  test('status says how fast roots came in the last 30 days', async () => {
    const { page, paged, complaints } = await scene(START + SLOT + 20_000);
    const { roots, median } = await paged.service.store.batches.delays('scores', 0, START + SLOT);
    // Records from before the start are published with the others only now.
    expect([roots > 1, (median ?? 0) > 10 * MINUTE]).toEqual([true, true]);
    await go(page, '#/status');
    const line = page.locator('.latency tr', { has: page.getByRole('rowheader', { name: 'scores' }) });
    await line
      .locator('[data-label=Median]')
      .getByText(`${Math.round((median ?? 0) / MINUTE)} minutes`)
      .waitFor();
    await line.locator('[data-label=Roots]').getByText(`${roots}`, { exact: true }).waitFor();
    expect([await isTooWide(page), await seriousFindings(page), complaints]).toEqual([false, [], []]);
  });

  test('tab, search, sport and place of a list are in its address, and come back with Back', async () => {
    const { page } = await scene(END, { width: 360 });
    await page.getByRole('link', { name: 'Matches', exact: true }).click();
    await page.getByRole('tab', { name: 'Finished' }).click();
    await page.locator('#search').fill('a');
    await page.getByLabel('Sport').selectOption('soccer');
    const row = page.locator(`.match-row[data-fixture="${ID.soccer}"]`);
    await row.waitFor();
    await page.evaluate(() => {
      document.body.style.minHeight = '3000px';
      scrollTo(0, 400);
    });
    await page.waitForFunction(() => scrollY === 400);
    await page.evaluate((fixture) => {
      location.hash = `#/match/${fixture}`;
    }, ID.soccer);
    await page.locator('.versus').waitFor();
    await page.goBack();
    await row.waitFor();
    await page.waitForFunction(() => scrollY === 400);
    expect(new URL(page.url()).hash).toBe('#/matches?tab=finished&search=a&sport=soccer');
    expect(await page.locator('#search').inputValue()).toBe('a');
  });

  test.each([
    [360, true],
    [360, false],
    [768, true],
    [768, false],
    [1400, true],
    [1400, false],
  ])(
    '%i px wide, dark %s: every page fits in every state, is whole, and axe finds nothing',
    async (width, dark) => {
      const { page, paged, complaints } = await scene(END, { width, dark });
      const { signature } = landRoot(paged);
      const markets = putMarkets(paged.node, END);
      const look = async (name: string, hash: string, sign: string): Promise<void> => {
        await go(page, hash);
        await page.locator(sign).first().waitFor();
        expect([hash, await isTooWide(page), await layoutFaults(page)]).toEqual([hash, false, []]);
        expect([hash, await seriousFindings(page)]).toEqual([hash, []]);
        await toLookAt(page, `${name}-${width}-${dark ? 'dark' : 'light'}`);
      };
      for (const [name, hash, sign] of [
        ['home', '#/home', '.result .badge'],
        ['matches', '#/matches?tab=finished', '.match-row'],
        ['match', `#/match/${ID.soccer}`, '.chart .proven'],
        ['match-none', '#/match/999', 'h1:text("There is no match")'],
        ['transaction', `#/transaction/${signature}`, '.tree'],
        ['transaction-none', `#/transaction/${'5'.repeat(88)}`, 'main [role=status]'],
        ['transaction-wrong', '#/transaction/nonsense', 'main [role=alert]'],
        ['account', `#/account/${scoresRootsAddress(day, oracle).address}`, '.listed'],
        ['account-none', `#/account/${key(77)}`, 'main :text("There is no such account")'],
        ['roots', `#/roots/${day}?kind=scores&at=${START}`, '.compared li'],
        ['roots-wrong', '#/roots/99999', 'main [role=alert]'],
        ['search', '#/search?q=a', '.some li'],
        ['search-nothing', '#/search?q=no+such+team', 'main [role=status]'],
        ['search-root', `#/search?q=${'ab'.repeat(32)}`, 'main [role=status]'],
        ['proof-none', '#/proof', 'h1:text("See a proof")'],
        ['proof', `#/proof?result=${ID.soccer}&keys=1%2C2&sport=soccer`, '.verdict .badge, #verdict'],
        ['markets', '#/markets', '.markets li'],
        ...Object.entries(markets).map(
          ([state, address]) => [`market-${state}`, `#/markets/${address}`, '.pools'] as const,
        ),
        ['market-none', `#/markets/${key(77)}`, 'h1:text("There is no such market")'],
        ['market-wrong', '#/markets/nonsense', 'h1:text("There is no such market")'],
        ['market-new', '#/markets/new', 'h1:text("Make a market")'],
        ['wallet', '#/wallet', '#world'],
        ['settings', '#/settings', 'h1:text("Settings")'],
        ['status', '#/status', '.latency'],
        ['no-page', '#/nonsense', 'h1:text("No such page")'],
      ] as const)
        await look(name, hash, sign);
      // The navigation is whole.
      const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
      for (const link of await links.all()) {
        const box = await link.boundingBox();
        expect([await link.innerText(), (box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 0) <= width]).toEqual([
          await link.innerText(),
          true,
          true,
        ]);
      }
      expect(complaints).toEqual([]);
      // The service goes away, and then the node as well.
      await paged.vanish();
      const problem = (heading: string) => `main:has(h1:text("${heading}")) [role=alert]`;
      for (const [name, hash, sign] of [
        ['matches', '#/matches', problem('Matches')],
        ['match', `#/match/${ID.soccer}`, 'main:has(.lead:text-matches("^number [0-9]+$")) [role=alert]'],
        ['roots', `#/roots/${day - 1}`, problem('Roots')],
        ['search', '#/search?q=b', problem('Search')],
        ['status', '#/status', `${problem('Status')} :text("The service does not answer.")`],
        ['wallet', '#/wallet', 'h1:text("Wallet")'],
      ] as const)
        await look(`away-${name}`, hash, sign);
      paged.node.down = true;
      for (const [name, hash, sign] of [
        ['markets', '#/markets', problem('Markets')],
        ['market', `#/markets/${markets.Open}`, problem('Market')],
        ['account', `#/account/${key(78)}`, problem('Account')],
      ] as const)
        await look(`no-node-${name}`, hash, sign);
    },
    6 * MINUTE,
  );
});
