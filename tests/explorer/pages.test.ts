import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scoresRootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { AccountNode } from '../helpers/accountNode.js';
import { ROOT } from '../helpers/cli.js';
import { hasChromium, seriousFindings, sharedBrowser, visit } from '../helpers/explorer/chromium.js';
import { MOCK_NAME, MockWallet } from '../helpers/explorer/mockWallet.js';
import { type StaticPages, staticPages } from '../helpers/explorer/staticPages.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

/** Pages of other people, built as theirs are, under the strictest policy that can work. */

const PROOF = join(ROOT, 'examples/proofs/two-nil.json');
const ROOTS = join(ROOT, 'examples/roots/scores.json');
/** Of the examples. */
const DAY = 20_833;
const { oracle } = LOCALNET_PROGRAM_IDS;
const ELEMENT = join(ROOT, 'ts/service/dist/explorer/linesman-proof.js');

describe.skipIf(!hasChromium())('pages with a proof or a wallet', () => {
  const folder = temporaryFolder('pages');
  const browser = sharedBrowser();
  let node: AccountNode;
  let pages: StaticPages;
  beforeAll(async () => {
    node = await AccountNode.start();
    const names = ['element', 'hook', 'wallet'];
    await build({
      root: join(ROOT, 'examples/pages'),
      base: './',
      logLevel: 'error',
      build: {
        outDir: folder,
        target: 'es2022',
        modulePreload: { polyfill: false },
        rolldownOptions: { input: names.map((name) => join(ROOT, 'examples/pages', `${name}.html`)) },
      },
    });
    writeFileSync(join(folder, 'proof.json'), readFileSync(PROOF));
    writeFileSync(join(folder, 'changed.json'), changed());
    writeFileSync(join(folder, 'node.json'), JSON.stringify({ rpc: node.url, oracle }));
    writeFileSync(join(folder, 'linesman-proof.js'), readFileSync(ELEMENT));
    writeFileSync(
      join(folder, 'alone.html'),
      `<!doctype html><title>alone</title><script type="module" src="./linesman-proof.js"></script>
       <linesman-proof src="changed.json" sport="soccer" rpc="${node.url}" oracle="${oracle}"></linesman-proof>`,
    );
    const data = Buffer.from((JSON.parse(readFileSync(ROOTS, 'utf8')) as { data: string }).data, 'base64');
    node.accounts.set(scoresRootsAddress(DAY, oracle).address, { owner: oracle, data });
    pages = await staticPages(folder, '/', `default-src 'none'; script-src 'self'; connect-src 'self' ${node.url}`);
  });
  afterAll(() => Promise.all([pages?.close(), node?.stop()]));

  /** The same proof of three goals. */
  function changed(): string {
    const text = readFileSync(PROOF, 'utf8');
    const other = text.replace(/("[Vv]alue":\s*)2\b/, '$13');
    expect(other).not.toBe(text);
    return other;
  }
  const open = (name: string) => visit(browser, `${pages.url}${name}`, { mayReach: [node.url] });
  const shown = (page: Page) => page.locator('linesman-proof');

  test('<linesman-proof> shows the answer and why, and another one for another question', async () => {
    const { page, complaints } = await open('element.html');
    await shown(page).getByText('✓ Proven on Solana').waitFor();
    await shown(page).getByText('Home goals: 2').waitFor();
    await shown(page).getByText('Why').click();
    await shown(page).getByText('The hash on chain').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await shown(page).evaluate((element) => element.setAttribute('where', 'k2 - k1 > 0'));
    await shown(page).getByText('✗ Proven not to be so').waitFor();
    await shown(page).evaluate((element) => element.setAttribute('src', 'changed.json'));
    await shown(page).getByText('✗ The proof is broken').waitFor();
    expect(complaints).toEqual([]);
  });

  test('the one file of it that a service has needs nothing else', async () => {
    const { page, complaints, requests } = await open('alone.html');
    await shown(page).getByText('✗ The proof is broken').waitFor();
    expect(requests.filter((path) => path.endsWith('.js'))).toEqual(['/linesman-proof.js']);
    expect(complaints).toEqual([]);
  });

  test('a chain without a root of that time is no proof, and no break', async () => {
    const { address } = scoresRootsAddress(DAY, oracle);
    const account = node.accounts.get(address);
    node.accounts.delete(address);
    const { page } = await open('element.html');
    await shown(page).getByText('… Not on chain yet').waitFor();
    if (account) node.accounts.set(address, account);
  });

  test('a refusal, a page and silence are not checked, with why', async () => {
    const { page } = await open('element.html');
    await shown(page).getByText('✓ Proven on Solana').waitFor();
    await shown(page).evaluate((element) => element.setAttribute('src', 'no-such-proof.json'));
    await shown(page).getByText('? Not checked').waitFor();
    await shown(page).getByText('answers 404').waitFor();
    await shown(page).evaluate((element) => element.setAttribute('src', 'element.html'));
    await shown(page).getByText('is not JSON').waitFor();
    await shown(page).getByText('? Not checked').waitFor();
  });

  test('useProof follows its question', async () => {
    const { page, complaints } = await open('hook.html');
    await page.getByText('k1 - k2 > 0: proven').waitFor();
    await page.getByRole('button', { name: 'And if the other team had won?' }).click();
    await page.getByText('k2 - k1 > 0: untrue').waitFor();
    expect(complaints).toEqual([]);
  });

  test('@linesman/sdk/wallet connects, follows and signs', async () => {
    const pair = KeyPair.fromSeed(new Uint8Array(32).fill(7));
    const { page, complaints } = await open('wallet.html');
    const wallet = await MockWallet.add(page, [pair]);
    await page.reload();
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText(`${MOCK_NAME}: ${pair.address} signed 64 bytes`).waitFor();
    expect(wallet.asked.map(({ what }) => what)).toEqual(['message']);
    expect(complaints).toEqual([]);
  });
});
