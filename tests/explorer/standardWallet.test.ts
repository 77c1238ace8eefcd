import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { hasChromium, seriousFindings, type Visit } from '../helpers/explorer/chromium.js';
import { countSent, EmbeddedVisit, subscribeForFree } from '../helpers/explorer/embeddedVisit.js';
import { MOCK_NAME, MockWallet } from '../helpers/explorer/mockWallet.js';
import { leftOut } from '../helpers/leftOut.js';

/**
 * A wallet of the browser, on a service that says its chain is a cluster. The chain is the embedded one: transactions
 * land for real.
 */

const isHere = surfnetModule() !== null && hasChromium();
if (!isHere) leftOut('tests/explorer/standardWallet.test.ts: the embedded chain or Chromium is not installed.');

const MINUTES = 60_000;

describe.skipIf(!isHere)('a wallet of the browser', () => {
  let embedded: EmbeddedVisit;
  let visited: Visit;
  let page: Page;
  beforeAll(async () => {
    embedded = await EmbeddedVisit.start();
  }, 3 * MINUTES);
  afterEach(() => visited?.context.close());
  afterAll(() => embedded?.end());

  async function fund({ address }: KeyPair): Promise<void> {
    const answer = await fetch(`${embedded.address}api/world/money`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ wallet: address, sol: 1, stablecoin: 500 }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }

  /** The page of wallets, with an installed wallet that shares this number of accounts. */
  async function scene(pairs: readonly KeyPair[], shared = 1): Promise<MockWallet> {
    visited = await embedded.open('proof');
    page = visited.page;
    const wallet = await MockWallet.add(page, pairs, shared);
    await page.route('**/.well-known/deployment', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), chain: 'cluster' } });
    });
    await page.goto(`${embedded.address}#/wallet`);
    await page.reload();
    await button('Connect a wallet in this browser').click();
    await button(MOCK_NAME).click();
    return wallet;
  }

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const opened = (address: string) => page.locator('section[aria-labelledby=wallets] > p').getByText(address);
  const problem = (text: string) => page.locator('.problem').getByText(text).first();

  test(
    'pays and activates with what it signs; its key is nowhere in the page, and no test wallet is offered',
    async () => {
      const pair = KeyPair.generate();
      await fund(pair);
      const wallet = await scene([pair]);
      const bodies: string[] = [];
      page.on('request', (request) => bodies.push(`${request.url()} ${request.postData() ?? ''}`));
      const sent = countSent(page);
      await opened(pair.address).waitFor();
      await page.getByLabel('Balances').getByText('500 stablecoins').waitFor();
      for (const name of ['Anna', 'Ben', 'Get test money']) expect(await button(name).count()).toBe(0);

      wallet.mood = 'declines';
      await subscribeForFree(page);
      await problem('The owner has declined.').waitFor();
      wallet.mood = 'answers nothing';
      await subscribeForFree(page);
      await problem('WalletNotSigned').waitFor();
      wallet.mood = 'leaves the signature out';
      await subscribeForFree(page);
      await problem('is not signed by').waitFor();
      expect(sent()).toBe(0);

      wallet.mood = 'signs';
      wallet.asked.length = 0;
      await subscribeForFree(page);
      await page.getByLabel('Bought').getByText('Level').waitFor();
      expect(sent()).toBe(1);
      // One for the payment, with the only chain that the account names, and one for the activation.
      expect(wallet.asked).toEqual([
        { what: 'transaction', address: pair.address, chain: 'solana:devnet' },
        { what: 'message', address: pair.address, chain: null },
      ]);
      expect(await seriousFindings(page)).toEqual([]);
      const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
      const secrets = [Buffer.from(pair.secretKey).toString('base64'), Buffer.from(pair.secretKey).toString('hex')];
      for (const text of [kept, await page.content(), ...bodies])
        for (const secret of secrets) expect(text).not.toContain(secret.slice(0, 20));
    },
    2 * MINUTES,
  );

  test(
    'signs nothing for a service that does not accept a message with its name, and pays nothing there',
    async () => {
      const pair = KeyPair.generate();
      await fund(pair);
      const wallet = await scene([pair]);
      const sent = countSent(page);
      await page.route('**/.well-known/activation', (route) => route.fulfill({ status: 404, body: 'none' }));
      await subscribeForFree(page);
      await problem('ServiceNotBound').waitFor();
      expect([sent(), wallet.asked]).toEqual([0, []]);
    },
    2 * MINUTES,
  );

  test(
    'is followed to another account, and when it leaves; of several accounts one is chosen',
    async () => {
      const [first, second] = [KeyPair.generate(), KeyPair.generate()] as const;
      const wallet = await scene([first, second], 2);
      await opened(first.address).waitFor();
      const name = `${second.address.slice(0, 4)} … ${second.address.slice(-4)}`;
      await button(name).click();
      await opened(second.address).waitFor();
      // The one that is chosen here stays, as long as it is shared.
      await wallet.share([second.address, first.address]);
      await wallet.share([first.address]);
      await opened(first.address).waitFor();
      expect(await page.getByRole('group', { name: 'Account' }).count()).toBe(0);
      await page.getByRole('link', { name: 'Proof', exact: true }).click();
      await wallet.share([second.address]);
      await page.getByRole('link', { name: 'Wallet', exact: true }).click();
      await opened(second.address).waitFor();
      await wallet.share([]);
      await opened(second.address).waitFor({ state: 'detached' });
      expect(await page.getByRole('heading', { name: 'Subscription' }).count()).toBe(0);
    },
    2 * MINUTES,
  );

  test(
    'that shares no account is an error',
    async () => {
      await scene([KeyPair.generate()], 0);
      await problem('WalletNotShared').waitFor();
    },
    2 * MINUTES,
  );
});
