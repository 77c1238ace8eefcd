import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { ROOT } from '../helpers/cli.js';
import { BuiltServe } from '../helpers/explorer/builtServe.js';
import {
  hasChromium,
  isTooWide,
  launchChromium,
  seriousFindings,
  toLookAt,
  type Visit,
  visit,
} from '../helpers/explorer/chromium.js';
import { MAX_FIRST_REQUESTS } from '../helpers/explorer/firstLoad.js';
import { PICTURE_WIDTH, PICTURES, sizeOfPng, Walker } from '../helpers/explorer/walker.js';
import { leftOut } from '../helpers/leftOut.js';

/**
 * The steps of a reader who follows the first half of docs/first-bet.md, from the first line of the built `linesman
 * serve` to a bet that is won, and to the reasons why its result is proven. `LINESMAN_WRITE=1` writes the pictures of
 * the document.
 */

const isHere = surfnetModule() !== null && hasChromium();
if (!isHere) leftOut('tests/explorer/walk.test.ts: the embedded chain or Chromium is not installed.');

const MINUTES = 60_000;

/** A fixed beginning, so that every run and every picture has the same matches with the same ends. */
const BEGINNING = '2030-06-08T15:00:00Z';
/** A season in which the second team wins the first match 2 to 1. */
const SEASON = '26';

/** Heights of the pictures, in px. */
const HEIGHTS: Readonly<Record<string, number>> = {
  wallet: 820,
  matches: 620,
  'new-market': 620,
  stakes: 820,
  match: 560,
  paid: 780,
  proof: 760,
  levels: 820,
  broken: 620,
};

const DOCUMENT = readFileSync(join(ROOT, 'docs/first-bet.md'), 'utf8');
/** The walk through the pages: what stands before that through the terminal. */
const [PAGES = ''] = DOCUMENT.split('\n## In the terminal\n');

describe.skipIf(!isHere)('a first bet, in the browser', () => {
  let serve: BuiltServe;
  let browser: Browser;
  let address: string;
  let visited: Visit;
  let page: Page;
  let walker: Walker;
  beforeAll(async () => {
    serve = new BuiltServe(['--at', BEGINNING, '--seed', SEASON]);
    const [first, opened] = await Promise.all([serve.line(), launchChromium()]);
    browser = opened;
    address = /^▶ Open (http:\/\/127\.0\.0\.1:\d+\/)$/.exec(first)?.[1] ?? '';
    if (address === '') throw new Error(`The first line has no address: ${first}`);
  }, 3 * MINUTES);
  afterAll(async () => {
    await browser?.close();
    await serve?.end();
  });

  /** Reads as widely as a telephone, and by what axe knows of those who do not see. */
  async function checkReadable(): Promise<void> {
    await page.setViewportSize({ width: 360, height: 900 });
    expect([await isTooWide(page), await seriousFindings(page)]).toEqual([false, []]);
    await page.setViewportSize({ width: PICTURE_WIDTH, height: 900 });
  }

  const picture = (name: string, top?: string): Promise<void> =>
    walker.picture(name, HEIGHTS[name] ?? 0, top === undefined ? undefined : page.locator(top));

  test('the printed address has the pages, under a strict policy, with the addresses of the service', async () => {
    const answer = await fetch(address);
    expect(answer.headers.get('content-type')).toContain('text/html');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'sha256-");
    expect(policy).not.toMatch(/unsafe|data:/);
    for (const path of ['../package.json', 'assets/', 'assets/none.js', 'explorer'])
      expect([path, (await fetch(`${address}${path}`)).status]).toEqual([path, 404]);
    const given = (await (await fetch(`${address}explorer.json`)).json()) as Record<string, string>;
    expect(Object.keys(given).toSorted()).toEqual(['oracle', 'rpc', 'service', 'settlement']);
    expect(given.service).toBe('.');

    visited = await visit(browser, address, { mayReach: [given.rpc ?? ''], stays: true });
    page = visited.page;
    walker = new Walker(page);
    await page.getByRole('heading', { name: 'Results you can check yourself' }).waitFor();
  });

  test(
    'two wallets with test money, and a subscription in three clicks',
    async () => {
      await walker.follow('Wallet');
      for (const name of ['Anna', 'Ben']) {
        await walker.press(name);
        await walker.press('Get test money');
        await page.getByLabel('Balances').getByText('100,000 stablecoins').waitFor();
      }
      await walker.press('Anna');
      await walker.press('1 Show the price');
      await page.getByText('Costs 25,000,000 service tokens').waitFor();
      await walker.press('2 Buy the tokens');
      await walker.press('3 Subscribe');
      await page.getByLabel('Bought').getByText('Level 11').waitFor();
      await page.getByLabel('Balances').getByText('75,000 stablecoins, 0 service tokens').waitFor();
      await picture('wallet', 'section[aria-labelledby=wallets]');
      await checkReadable();
    },
    3 * MINUTES,
  );

  /** The second team of that match. */
  let away = '';
  test(
    'a market on the next match, with a stake on each side',
    async () => {
      await walker.follow('Matches');
      await walker.tab('Coming');
      const next = page.locator('section[aria-labelledby=coming] .match-row').first();
      await next.waitFor();
      const [home = '', second = ''] = await next.locator('.sides span').allInnerTexts();
      away = second;
      await picture('matches', '#coming');
      await next.getByRole('link').click();
      await walker.follow('Make a market');
      // That match, and no other.
      const chosen = page.getByLabel('Match', { exact: true }).locator('option:checked');
      await chosen.getByText(`${home} – ${away}`).waitFor({ state: 'attached' });
      await page.getByLabel('Yes if').fill('k1 - k2 >');
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('button', { name: 'Make the market' }).isDisabled()).toBe(true);
      await walker.choose('Bet on', 'k2 - k1 > 0');
      expect(await page.getByLabel('Yes if').inputValue()).toBe('k2 - k1 > 0');
      await walker.choose('Challenge window', '600');
      await picture('new-market');
      await walker.press('Make the market');
      await walker.read('You can stake until');
      expect(new URL(page.url()).hash).toMatch(/^#\/markets\/[1-9A-HJ-NP-Za-km-z]{32,44}$/);
      await page.getByRole('heading', { name: `${home} – ${away}` }).waitFor();
      await stake('0', '60');

      await walker.follow('Wallet');
      await walker.press('Ben');
      await walker.follow('Markets');
      await page.locator('.markets a').first().click();
      await stake('1', '40');
      for (const share of ['60 %', '40 %']) await page.getByRole('cell', { name: share }).waitFor();
      await picture('stakes');
      await checkReadable();
    },
    3 * MINUTES,
  );

  async function stake(outcome: string, amount: string): Promise<void> {
    await walker.choose('Outcome', outcome);
    await walker.fill('Amount', amount);
    await walker.press('Stake');
    await page.getByLabel('Steps', { exact: true }).getByText(`Staked ${amount}`).waitFor();
  }

  /** Goes from a market to its match, at another speed, until it is over, and returns to the market. */
  async function watchTheMatch(): Promise<void> {
    await walker.follow('Watch the match');
    const match = new URL(page.url()).hash;
    await walker.follow('Wallet');
    await walker.press('Anna');
    await walker.press('× 300');
    await page.getByRole('button', { name: '× 300', pressed: true }).waitFor();
    await page.goBack();
    expect(new URL(page.url()).hash).toBe(match);
    await page.locator('.timeline').getByText('full time, confirmed').waitFor();
    await picture('match');
    await page.goBack();
  }

  /** Until the last root of the match is on chain, the refusal says what is missing. */
  async function settle(): Promise<void> {
    const settles = page.getByRole('button', { name: 'Settle with a proof' });
    const verified = page.getByLabel('Steps', { exact: true }).getByText('The settlement program verified it');
    const again = settles.and(page.locator(':enabled'));
    const refusal = page.locator('main .problem');
    walker.names.push('Settle with a proof');
    while (!(await verified.isVisible())) {
      await again.click();
      await again.or(verified).first().waitFor();
      // Any other refusal would come for ever.
      if (await refusal.isVisible()) expect(await refusal.innerText()).toContain('NoProofYet');
    }
  }

  test(
    'the match is played, and whoever was right is paid',
    async () => {
      await watchTheMatch();
      await settle();
      await walker.press('Make it final');
      await page.getByText('The result is final').waitFor();
      await walker.press('Claim');
      await walker.read('Claimed 100');
      await page.getByRole('link', { name: 'Why is this proven?' }).waitFor();
      // The market as it is after the claim, read again from the chain.
      await page.getByText('1 position is still to be claimed').waitFor();
      await picture('paid');
      await page.getByRole('link', { name: 'Wallet' }).first().click();
      await page.getByRole('button', { name: 'Ben' }).click();
      await page.goBack();
      await page.getByRole('button', { name: 'Claim' }).click();
      await page.getByText('Claimed 0').waitFor();
      await page.getByText('Everything is paid.').waitFor();
      await checkReadable();
    },
    6 * MINUTES,
  );

  test('the market leads to its proof, and the page explains why it is true', async () => {
    await walker.follow('Why is this proven?');
    await page.getByRole('heading', { name: 'Why this is true, or not' }).waitFor();
    const verdict = page.locator('.verdict');
    // An explanation of the result: the condition, the proven numbers in it, and that the chain has the root.
    await walker.read('True, and proven', verdict);
    await verdict.getByText(`${away} win`).waitFor();
    await verdict.getByText('2 - 1 > 0', { exact: true }).waitFor();
    await walker.read('the match is over', verdict);
    await walker.read('The root is the one on chain, read by this browser', verdict);
    // The question is that of the market, and the proof the one that its transaction carries: no service was asked.
    expect(await page.getByRole('textbox', { name: 'Condition' }).inputValue()).toBe('k2 - k1 > 0');
    expect(new URL(page.url()).hash).toMatch(/^#\/proof\?market=/);
    const levels = await page.locator('.level').allInnerTexts();
    const sentences = [
      /On chain[\s\S]*holds[\s\S]*The oracle program keeps one hash for every five minutes/i,
      /Level 3[\s\S]*holds[\s\S]*All matches of this slot are leaves of one tree/i,
      /Level 2[\s\S]*holds[\s\S]*All score records of this match in this slot/i,
      /Level 1[\s\S]*holds[\s\S]*Everything that was known at one moment of the match/i,
    ];
    for (const [i, sentence] of sentences.entries()) expect(levels[i]).toMatch(sentence);
    await picture('proof', '.verdict');
    walker.names.push('From the chain down to the numbers');
    await picture('levels', '#levels');
    await checkReadable();
  });

  test('a digit that is changed breaks the proof, and undoing it mends it', async () => {
    await page.locator('.level:has(#level-slot) .node.sibling').first().click();
    await walker.press('Change one digit');
    await walker.read('Broken at level 3', page.locator('#verdict'));
    await picture('broken', 'form.ask');
    await walker.press('Undo');
    await page.locator('#verdict').getByText('True, and proven').waitFor();
    expect(await page.locator('.snippet code').first().innerText()).toContain('#/proof?p=');
  });

  /** A first visitor, whose clicks are counted. */
  async function stranger(width: number, dark: boolean) {
    const come = await visit(browser, address, { width, dark, mayReach: [new URL(await nodeAddress()).origin] });
    let clicks = 0;
    return {
      ...come,
      clicks: () => clicks,
      click: async (wanted: Locator): Promise<void> => {
        clicks++;
        await wanted.click();
      },
    };
  }
  const nodeAddress = async (): Promise<string> =>
    ((await (await fetch(`${address}explorer.json`)).json()) as { readonly rpc: string }).rpc;

  test.each([
    [1400, false],
    [360, true],
  ])(
    'a stranger, %i px wide, dark %s: a broken hash in two clicks, the proof of a market in three',
    async (width, dark) => {
      const { page: first, context, click, clicks, complaints, requests } = await stranger(width, dark);
      await first.getByText('proven on chain').first().waitFor();
      // All that was asked for until the page was of use.
      const breaks = first.getByRole('button', { name: 'Change the score, and see the proof fail' });
      await first.locator('button:enabled').and(breaks).waitFor();
      expect(clicks()).toBe(0);
      // Whatever else the page shows is asked for once it can be used.
      const usable = requests.findIndex((path) => path.includes('stage=running'));
      expect(usable < 0 ? requests.length : usable).toBeLessThanOrEqual(MAX_FIRST_REQUESTS);
      await click(breaks);
      await first.getByText('this score hashes to').waitFor();
      await first.getByText('not proven').waitFor();
      expect([clicks() <= 2, await isTooWide(first), await seriousFindings(first)]).toEqual([true, false, []]);
      await toLookAt(first, `home-${width}`);

      await first.goto(address);
      await first.reload();
      const from = clicks();
      await click(first.getByRole('link', { name: 'Markets', exact: true }));
      await click(first.locator('section[aria-labelledby=Decided] .markets a').first());
      await click(first.getByRole('link', { name: 'Why is this proven?' }));
      await first.locator('#verdict').getByText('True, and proven').waitFor();
      await first.locator('.verdict').getByText(`${away} win`).waitFor();
      await first.getByText('The root is the one on chain, read by this browser').waitFor();
      expect([clicks() - from, await isTooWide(first), await seriousFindings(first)]).toEqual([3, false, []]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test(
    'a stranger makes a bet of their own in eight clicks',
    async () => {
      // A person cannot read and click while matches go by in seconds.
      const body = JSON.stringify({ speed: 1 });
      await fetch(`${address}api/world/speed`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const { page: first, context, click, clicks, complaints } = await stranger(1400, false);
      await click(first.getByRole('region', { name: 'Coming' }).getByRole('link', { name: 'Bet' }).last());
      await click(first.getByRole('link', { name: 'Open a wallet' }));
      await click(first.getByRole('button', { name: 'Anna' }));
      await click(first.getByRole('button', { name: 'Get test money' }));
      await first.getByLabel('Balances').getByText('100,000 stablecoins').waitFor();
      await click(first.getByRole('link', { name: 'Back to the market' }));
      await click(first.getByRole('button', { name: 'Make the market' }).and(first.locator(':enabled')));
      await click(first.getByRole('button', { name: 'Stake' }).and(first.locator(':enabled')));
      await first.getByLabel('Steps', { exact: true }).getByText('Staked 10').waitFor();
      expect(clicks()).toBeLessThanOrEqual(8);
      expect([await seriousFindings(first), complaints]).toEqual([[], []]);
      await context.close();
    },
    2 * MINUTES,
  );

  test('nothing complained, and no secret is in an address or in storage that outlives the tab', async () => {
    const { complaints, requests } = visited;
    // The browser itself logs refusals of the service.
    expect(complaints.filter((text) => !/the server responded with a status of (404|425|503)/.test(text))).toEqual([]);
    const kept = await page.evaluate(() => ({ local: localStorage.length, session: JSON.stringify(sessionStorage) }));
    expect([kept.local, kept.session.includes('lsm_')]).toEqual([0, false]);
    for (const one of [...requests, page.url()]) expect(one).not.toMatch(/lsm_|eyJ/);
  });

  test('the document names what was used, in that order', () => {
    const named = [...PAGES.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(15);
    let at = 0;
    for (const name of named) {
      const next = walker.names.indexOf(name ?? '', at);
      expect(next, `**${name}** was not used after ${walker.names[at - 1]}`).toBeGreaterThanOrEqual(0);
      at = next + 1;
    }
  });
});

describe('the pictures of the walk', () => {
  test.each(Object.entries(HEIGHTS))('%s.png is in the document, in its size, and small', (name, height) => {
    const file = join(ROOT, PICTURES, `${name}.png`);
    expect(PAGES).toContain(`](pictures/${name}.png)`);
    expect(sizeOfPng(file)).toEqual([PICTURE_WIDTH, height]);
    expect(statSync(file).size).toBeLessThanOrEqual(120_000);
  });

  test('there are no others', () => {
    expect(readdirSync(join(ROOT, PICTURES)).toSorted()).toEqual(
      Object.keys(HEIGHTS)
        .map((name) => `${name}.png`)
        .toSorted(),
    );
  });
});
