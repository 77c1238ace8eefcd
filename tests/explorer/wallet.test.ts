import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pricingMatrixAccount } from '../../ts/sdk/program/account/pricingMatrix.js';
import { pricingMatrixAddress } from '../../ts/sdk/program/address/oracle.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { hasChromium, isTooWide, seriousFindings, type Visit } from '../helpers/explorer/chromium.js';
import {
  countSent,
  EmbeddedVisit,
  openTestWallet,
  rpcCallOf,
  subscribeForFree,
} from '../helpers/explorer/embeddedVisit.js';
import { leftOut } from '../helpers/leftOut.js';

/** Subscriptions bought on the page of wallets, from the built service with its embedded chain. */

const isHere = surfnetModule() !== null && hasChromium();
if (!isHere) leftOut('tests/explorer/wallet.test.ts: the embedded chain or Chromium is not installed.');

const MINUTES = 60_000;

describe.skipIf(!isHere)('a subscription on the page', () => {
  let embedded: EmbeddedVisit;
  let visited: Visit;
  beforeAll(async () => {
    embedded = await EmbeddedVisit.start();
  }, 3 * MINUTES);
  afterEach(() => visited?.context.close());
  afterAll(() => embedded?.end());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  test(
    'is not paid a second time when its activation fails, not even after the page was loaded again',
    async () => {
      visited = await embedded.open('wallet');
      const { page } = visited;
      const sent = countSent(page);
      await openTestWallet(page, 'Anna');
      let refusals = 0;
      await page.route('**/api/token/activate', (route) => {
        refusals++;
        return route.fulfill({ status: 403, contentType: 'text/plain', body: 'not today' });
      });
      await subscribeForFree(page);
      await page.locator('.problem').getByText('not today').waitFor();
      await page.getByText('Nothing is paid again').waitFor();
      expect(sent()).toBe(1);
      for (const name of ['1 Show the price', '3 Subscribe']) expect(await button(page, name).count()).toBe(0);
      await page.reload();
      await button(page, 'Activate what is paid').click();
      await page.locator('.problem').getByText('not today').waitFor();
      expect([sent(), refusals]).toEqual([1, 2]);
      await page.unroute('**/api/token/activate');
      await button(page, 'Activate what is paid').click();
      await page.getByLabel('Bought').getByText('Level').waitFor();
      await button(page, '1 Show the price').waitFor();
      expect(sent()).toBe(1);
    },
    2 * MINUTES,
  );

  test(
    'belongs to its wallet: the second one activates too, and the first gets its token back',
    async () => {
      visited = await embedded.open('wallet');
      const { page } = visited;
      const tokens: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/api/subscription')
          tokens.push(request.headers()['x-api-token'] ?? '');
      });
      const bought = page.getByLabel('Bought').getByText('Level');
      await openTestWallet(page, 'Anna');
      await subscribeForFree(page);
      await bought.waitFor();
      const annas = tokens.at(-1);
      await openTestWallet(page, 'Ben');
      await page.getByText('The API token in use is that of another wallet').waitFor();
      await subscribeForFree(page);
      await bought.waitFor();
      expect(tokens.at(-1)).not.toBe(annas);
      expect(await page.getByText('that of another wallet').count()).toBe(0);
      await button(page, 'Anna').click();
      await bought.waitFor();
      expect(tokens.at(-1)).toBe(annas);
      expect(await button(page, 'Activate what is paid').count()).toBe(0);
      const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
      expect(kept).not.toContain('lsm_');
    },
    2 * MINUTES,
  );

  test(
    'keeps its token with the tab only if its owner asks for it',
    async () => {
      visited = await embedded.open('settings');
      const { page } = visited;
      await page.getByLabel('Keep the token until I close this tab').check();
      await button(page, 'Save').click();
      await page.getByRole('link', { name: 'Wallet', exact: true }).click();
      await openTestWallet(page, 'Anna');
      await subscribeForFree(page);
      await page.getByLabel('Bought').getByText('Level').waitFor();
      await page.reload();
      await page.getByLabel('Bought').getByText('Level').waitFor();
      expect(await button(page, 'Activate what is paid').count()).toBe(0);
      expect(await page.evaluate(() => sessionStorage.getItem('linesman.tokens'))).toContain('lsm_');
    },
    2 * MINUTES,
  );

  test(
    'is refused when the price on chain is no longer the one that was shown',
    async () => {
      visited = await embedded.open('wallet');
      const { page } = visited;
      const sent = countSent(page);
      await openTestWallet(page, 'Anna');
      const { address } = pricingMatrixAddress(LOCALNET_PROGRAM_IDS.oracle);
      let isDearer = false;
      await page.route(`${embedded.rpc}/**`, async (route) => {
        const call = rpcCallOf(route.request());
        if (!isDearer || call?.params[0] !== address) return route.continue();
        const answer = await route.fetch();
        const body = (await answer.json()) as { result: { value: { data: [string, string] } } };
        const matrix = pricingMatrixAccount.decode(Buffer.from(body.result.value.data[0], 'base64'));
        // One more token for each week. A free level did not cost any.
        const rows = matrix.rows.map((row) => ({ ...row, pricePerWeekToken: row.pricePerWeekToken + 1n }));
        const data = Buffer.from(pricingMatrixAccount.encode({ ...matrix, rows })).toString('base64');
        body.result.value.data = [data, 'base64'];
        return route.fulfill({ response: answer, json: body });
      });
      const free = page.locator('#level option', { hasText: 'free' }).first();
      await page.getByLabel('Level').selectOption((await free.getAttribute('value')) ?? '');
      await button(page, '1 Show the price').click();
      await page.getByText('Costs 0 service tokens').waitFor();
      isDearer = true;
      await button(page, '3 Subscribe').click();
      await page.locator('.problem').getByText('PriceChanged').waitFor();
      expect(sent()).toBe(0);
      await button(page, '1 Show the price').waitFor();
    },
    2 * MINUTES,
  );

  test(
    'fits a phone, in the dark',
    async () => {
      visited = await embedded.open('wallet', { dark: true, width: 360 });
      const { page, complaints } = visited;
      await openTestWallet(page, 'Anna');
      await page.locator('#level option').first().waitFor({ state: 'attached' });
      await button(page, 'Copy the address').click();
      // Beside the button: what is in it is its name, and not announced.
      await page.locator('button + [role=status]').getByText('Copied').waitFor({ state: 'attached' });
      expect([await isTooWide(page), await seriousFindings(page)]).toEqual([false, []]);
      expect(complaints).toEqual([]);
    },
    2 * MINUTES,
  );
});
