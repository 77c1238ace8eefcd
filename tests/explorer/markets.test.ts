import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedService, startEmbedded } from '../../ts/service/serve/index.js';
import {
  hasChromium,
  isTooWide,
  launchChromium,
  seriousFindings,
  type Visit,
  visit,
} from '../helpers/explorer/chromium.js';
import { leftOut } from '../helpers/leftOut.js';
import { surfpool } from '../helpers/surfpool.js';

/** Two people bet from the page alone, against a real service with its own chain, in two contexts of a browser. */

const none = surfpool() === null || !hasChromium();
if (none) leftOut('tests/explorer/markets.test.ts: the embedded chain or Chromium is not installed.');

const MINUTES = 60_000;

describe.skipIf(none)('a bet from the page alone', () => {
  let folder: string;
  let service: EmbeddedService;
  let browser: Browser;
  let [anna, ben]: Visit[] = [];
  const at = (name: 'anna' | 'ben'): Page => {
    const found = name === 'anna' ? anna : ben;
    if (!found) throw new Error(`${name} has not come yet`);
    return found.page;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'linesman-explorer-'));
    service = await startEmbedded({
      data: join(folder, 'data'),
      host: '127.0.0.1',
      port: 0,
      rpcPort: 0,
      speed: 1,
      seed: 'markets',
      hosts: 'own',
      requestsPerSecond: 1_000,
      log: false,
    });
    browser = await launchChromium();
    const mayReach = [service.chain.rpcUrl];
    [anna, ben] = await Promise.all([
      visit(browser, `${service.service.url}/#/wallet`, { mayReach }),
      visit(browser, `${service.service.url}/#/wallet`, { mayReach, width: 360 }),
    ]);
  }, 3 * MINUTES);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const go = (page: Page, hash: string): Promise<void> =>
    page.evaluate((to) => {
      location.hash = to;
    }, hash);

  /** Opens a test wallet, funds it, and subscribes in three clicks. */
  async function joins(page: Page, name: 'Anna' | 'Ben'): Promise<void> {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name: 'Get test money' }).click();
    await page.getByLabel('Balances').getByText('100000 stablecoins').waitFor();
    await page.getByLabel('Level', { exact: true }).selectOption('11');
    await page.getByRole('button', { name: '1 Show the price' }).click();
    await page.getByText('Costs 25000000 service tokens').waitFor();
    await page.getByRole('button', { name: '2 Buy the tokens' }).click();
    await page.getByRole('button', { name: '3 Subscribe' }).click();
    await page.getByLabel('Bought').getByText('Level 11').waitFor();
    await page.getByLabel('Balances').getByText('75000 stablecoins, 0 service tokens').waitFor();
  }

  test(
    'both get test money and a subscription',
    async () => {
      await Promise.all([joins(at('anna'), 'Anna'), joins(at('ben'), 'Ben')]);
      expect(await seriousFindings(at('ben'))).toEqual([]);
      expect(await isTooWide(at('ben'))).toBe(false);
    },
    3 * MINUTES,
  );

  test(
    'Anna makes a market, and both stake',
    async () => {
      const page = at('anna');
      await go(page, '/markets/new');
      await page.getByLabel('Yes if').fill('k1 - k2 >');
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('button', { name: 'Make the market' }).isDisabled()).toBe(true);
      await page.getByLabel('Yes if').fill('k1 - k2 > 0');
      // The soonest matches begin within seconds of machine time once the world speeds up.
      await page.getByLabel('Challenge window').selectOption('600');
      await page.getByRole('button', { name: 'Make the market' }).click();
      await page.getByText('Stakes are taken until').waitFor();
      const { hash } = new URL(page.url());
      expect(hash).toMatch(/^#\/markets\/[1-9A-HJ-NP-Za-km-z]{32,44}$/);
      await go(at('ben'), hash);
      await Promise.all([stakes(page, '0', '60'), stakes(at('ben'), '1', '40')]);
      for (const one of [page, at('ben')]) {
        await one.getByRole('cell', { name: '60 %' }).waitFor();
        await one.getByRole('cell', { name: '40 %' }).waitFor();
      }
      expect(await seriousFindings(at('ben'))).toEqual([]);
      expect(await isTooWide(at('ben'))).toBe(false);
    },
    3 * MINUTES,
  );

  async function stakes(page: Page, outcome: string, amount: string): Promise<void> {
    await page.getByLabel('Outcome', { exact: true }).selectOption(outcome);
    await page.getByLabel('Amount').fill(amount);
    await page.getByRole('button', { name: 'Stake', exact: true }).click();
    await page.getByLabel('Steps', { exact: true }).getByText(`Staked ${amount}`).waitFor();
  }

  test(
    'the match is played at a speed that Ben chooses, and Anna settles it step by step',
    async () => {
      const market = new URL(at('anna').url()).hash;
      await go(at('ben'), '/wallet');
      await at('ben').getByRole('button', { name: '× 300' }).click();
      await at('ben').getByRole('button', { name: '× 300', pressed: true }).waitFor();
      expect(service.clock.speed).toBe(300);

      const page = at('anna');
      const settles = page.getByRole('button', { name: 'Settle with a proof' });
      const verified = page.getByLabel('Steps', { exact: true }).getByText('The settlement program verified it');
      const refused = page.getByRole('alert').getByText('7025');
      // Until the match is over and its last root is on chain, the refusal says what is missing.
      for (;;) {
        await settles.click();
        await verified
          .or(refused)
          .or(settles.and(page.locator(':enabled')))
          .first()
          .waitFor();
        if (await verified.isVisible()) break;
        await settles.and(page.locator(':enabled')).or(verified).first().waitFor();
        if (await verified.isVisible()) break;
      }
      const proof = page.getByRole('link', { name: 'See the proof' });
      expect(await proof.getAttribute('href')).toMatch(/^#\/proof\?fixture=\d+&seq=\d+&keys=1%2C2&where=/);
      await page.getByRole('button', { name: 'Make it final' }).click();
      await page.getByText('The result is final').waitFor();

      await go(at('ben'), market);
      for (const one of [page, at('ben')]) {
        await one.getByRole('button', { name: 'Claim' }).click();
        await one.getByText(/^Claimed \d+$/).waitFor();
      }
      const paid = await Promise.all(
        [page, at('ben')].map(async (one) =>
          Number(/Claimed (\d+)/.exec(await one.getByText(/^Claimed/).innerText())?.[1]),
        ),
      );
      expect(paid.toSorted((a, b) => a - b)).toEqual([0, 100]);
      await page.getByText('Everything is paid.').waitFor();
    },
    6 * MINUTES,
  );

  test('nothing complained, and no secret is in an address or in storage that outlives the tab', async () => {
    for (const { page, complaints, requests } of [anna, ben].filter((one) => one !== undefined)) {
      // The refusals of the market are answers of the service that the browser notes.
      expect(complaints.filter((text) => !/the server responded with a status of (404|425|503)/.test(text))).toEqual(
        [],
      );
      const kept = await page.evaluate(() => ({ local: localStorage.length, session: JSON.stringify(sessionStorage) }));
      expect([kept.local, kept.session.includes('lsm_')]).toEqual([0, false]);
      for (const address of [...requests, page.url()]) expect(address).not.toMatch(/lsm_|eyJ/);
    }
  });
});
