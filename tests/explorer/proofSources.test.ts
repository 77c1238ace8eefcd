import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scoresRootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { parseProof } from '../../ts/sdk/proof/parse.js';
import { rootsPlaceOf } from '../../ts/sdk/proof/rootsPlace.js';
import { AccountNode } from '../helpers/accountNode.js';
import { go, hasChromium, launchChromium, sharedBrowser, type Visit, visit } from '../helpers/explorer/chromium.js';
import { PagedService } from '../helpers/explorer/pagedService.js';
import { type StaticPages, staticPages } from '../helpers/explorer/staticPages.js';
import { olderTreeAnswer } from '../helpers/olderTreeAnswer.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { ID, MINUTE, START } from '../helpers/service/sentRecords.js';
import { vouchingAccounts } from '../helpers/vouching.js';

/** Where a proof, its roots and its question come from, and that nothing of one is taken for another. */

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));
const PROOFS = readdirSync(join(EXAMPLES, 'proofs'));
const pathOf = (name: string): string => join(EXAMPLES, name);
const TWO_NIL = pathOf('proofs/two-nil.json');
const SCORES = pathOf('roots/scores.json');
const CASE = pathOf('project/cases/home-win.case.json');
/** A day of the examples. */
const DAY = 20_833;
/** A service that answers nothing, or what a test says: no request leaves the browser. */
const SILENT = 'http://oracle.example:1';

const sportOf = (file: string): string =>
  file === 'basketball.json' ? 'basketball' : file === 'us-football.json' ? 'us-football' : 'soccer';
const rootsOf = (file: string): string => {
  if (file.startsWith('odds')) return pathOf('roots/odds.json');
  return pathOf(file.startsWith('fixture') ? 'roots/fixtures.json' : 'roots/scores.json');
};

interface Chosen {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}
const fileAt = (path: string): Chosen => ({
  ...{ name: basename(path), mimeType: 'application/json' },
  buffer: readFileSync(path),
});
const choose = (page: Page, ...paths: string[]): Promise<void> =>
  page.locator('input[type=file]').setInputFiles(paths.map(fileAt));
const paste = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('button', { name: 'Paste text' }).click();
  await page.getByLabel('Answer of the service, roots account or case, as JSON').fill(text);
  await page.getByRole('button', { name: 'Verify' }).click();
};
const verdict = (page: Page) => page.locator('#verdict');
const compared = (page: Page) => page.locator('.compared-with');
const sport = (page: Page) => page.locator('#sport');

/** Goes to the settings, fills them in, and waits until the page has started with them. */
async function set(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await go(page, '#/settings');
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Save' }).click();
}

describe.skipIf(!hasChromium())('sources of the proof page', () => {
  const browser = sharedBrowser();
  let pages: StaticPages;
  const database = sharedDatabase();
  let node: AccountNode;
  beforeAll(async () => {
    [pages, node] = await Promise.all([staticPages(), AccountNode.start()]);
  });
  afterAll(() => Promise.all([pages?.close(), node?.stop()]));

  /** The page with a node, and a service that is silent unless a test answers for it. */
  async function withSilentService(): Promise<Visit> {
    const one = await visit(browser, `${pages.url}#/proof`, { mayReach: [SILENT, node.url] });
    await one.page.getByRole('heading', { name: 'See a proof' }).waitFor();
    await one.context.route(`${SILENT}/**`, () => {});
    const started = one.page.waitForEvent('load');
    await set(one.page, { Service: SILENT, 'RPC node of the chain': node.url });
    await started;
    return one;
  }

  describe('a proof of every kind', () => {
    let one: Visit;
    beforeAll(async () => {
      one = await visit(browser, `${pages.url}#/proof`);
    });
    afterAll(() => one?.context.close());

    test.each(PROOFS)('%s holds, with its sport and the roots of its kind', async (file) => {
      const { page, complaints } = one;
      await choose(page, pathOf(`proofs/${file}`), rootsOf(file));
      await verdict(page).waitFor();
      await sport(page).selectOption(sportOf(file));
      await verdict(page).getByText('The proof holds', { exact: true }).waitFor();
      expect(await compared(page).innerText()).toContain('The root is the one in the roots account of');
      expect(await page.locator('.badge.bad').count()).toBe(0);
      // Anyone can make a proof that holds together.
      await choose(page, pathOf(`proofs/${file}`));
      await verdict(page).getByText('The proof holds, if its root is on chain', { exact: true }).waitFor();
      expect(await page.locator('.verdict.good').count()).toBe(0);
      expect(complaints).toEqual([]);
    });
  });

  test('a signature by the given key proves what the chain was not asked for', async () => {
    const { page } = await visit(browser, `${pages.url}#/proof`);
    await choose(page, pathOf('proofs/final-win-v4.json'));
    await verdict(page).getByText('if its root is on chain').waitFor();
    await page.getByLabel('Key of the oracle').fill(readFileSync(pathOf('oracle-key.txt'), 'utf8').trim());
    await verdict(page).getByText('The proof holds', { exact: true }).waitFor();
  });

  test('roots of one proof, and what a case asked, are not taken for the next one', async () => {
    const { page, complaints } = await visit(browser, `${pages.url}#/proof`);
    await page.getByRole('button', { name: 'Show me an example' }).click();
    await verdict(page).getByText('True, and proven').waitFor();
    await choose(page, pathOf('proofs/odds.json'));
    await verdict(page).getByText('The proof holds, if its root is on chain').waitFor();

    const text = readFileSync(CASE, 'utf8').replace('"sport": "soccer"', '"sport": "basketball"');
    await paste(page, text);
    await verdict(page).waitFor();
    await sport(page).and(page.locator('select')).waitFor();
    expect(await sport(page).inputValue()).toBe('basketball');
    await choose(page, TWO_NIL, SCORES);
    await verdict(page).getByText('The proof holds', { exact: true }).waitFor();
    expect(await sport(page).inputValue()).toBe('soccer');
    // Roots that come before any proof wait for it.
    await page.reload();
    await choose(page, SCORES);
    await page.getByText('Now choose a proof of its day.').waitFor();
    await choose(page, TWO_NIL);
    await verdict(page).getByText('The proof holds', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('a root that a case recorded is shown as claimed by the case, not as on chain', async () => {
    const { page } = await visit(browser, `${pages.url}#/proof`);
    await choose(page, CASE);
    await verdict(page).getByText('True, if its root is on chain').waitFor();
    expect(await page.locator('.verdict.good, .compared-with.good').count()).toBe(0);
    expect(await compared(page).innerText()).toMatch(/is claimed by .+, not read from the chain/);
    const words = await page.locator('.levels').innerText();
    expect(words).toContain('as the case recorded it');
    expect(words).not.toMatch(/published (root|one)|is published/);
  });

  test('a dropped proof is compared with the chain where a node is set', async () => {
    const one = await withSilentService();
    const { page, complaints } = one;
    node.accounts.clear();
    await go(page, '#/proof');
    await choose(page, TWO_NIL);
    await verdict(page).getByText('The proof holds, if its root is on chain').waitFor();
    await compared(page).getByText('Not compared with the chain: There is no scores roots account').waitFor();

    const { oracle } = LOCALNET_PROGRAM_IDS;
    const { data } = JSON.parse(readFileSync(SCORES, 'utf8')) as { data: string };
    const { address } = scoresRootsAddress(DAY, oracle);
    node.accounts.set(address, { owner: oracle, data: Buffer.from(data, 'base64') });
    await choose(page, TWO_NIL);
    await compared(page).getByText('The root is the one on chain, read by this browser').waitFor();
    await verdict(page).getByText('The proof holds', { exact: true }).waitFor();

    // Another root on chain: the proof breaks there, whatever the file says.
    const bytes = Buffer.from(data, 'base64');
    for (let at = 10; at < 9_226; at++) bytes[at] = bytes[at] === 0 ? 0 : (bytes[at] ?? 0) ^ 1;
    node.accounts.set(address, { owner: oracle, data: bytes });
    await choose(page, TWO_NIL);
    await verdict(page).getByText('Broken at').waitFor();
    node.down = true;
    await choose(page, TWO_NIL);
    await compared(page).getByText('Not compared with the chain: ').waitFor();
    await verdict(page).getByText('The proof holds, if its root is on chain').waitFor();
    node.down = false;
    expect(complaints.filter((text) => !/ERR_EMPTY_RESPONSE|ERR_CONNECTION/.test(text))).toEqual([]);
  });

  test('a proof of the older tree is told from a broken one, and verified as what it is', async () => {
    const { page, complaints } = await visit(browser, `${pages.url}#/proof`);
    await paste(page, JSON.stringify(olderTreeAnswer()));
    await verdict(page).getByText('Broken at level 2').waitFor();
    await page.getByText('It is a valid proof of the older tree').waitFor();
    await page.getByRole('button', { name: 'Verify it as such' }).click();
    await verdict(page).getByText('The proof holds, if its root is on chain').waitFor();
    await page.getByRole('tab', { name: 'Command' }).click();
    expect(await page.locator('.snippet code').innerText()).toContain('--format all-stats');
    // A broken one is broken in either way, and the next proof is read as ever.
    const edited = { ...olderTreeAnswer(), statsToProve: [{ key: 2, value: 1, period: 4 }] };
    await paste(page, JSON.stringify(edited));
    await verdict(page).getByText('Broken at').waitFor();
    expect(await page.getByRole('button', { name: 'Verify it as such' }).count()).toBe(0);
    await choose(page, TWO_NIL, SCORES);
    await verdict(page).getByText('The proof holds', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('while a question is open, no other answer is shown; leaving it ends it, and a file comes instead', async () => {
    const one = await withSilentService();
    const { page, complaints } = one;
    await set(page, { 'API token': 'lsm_a_test' });
    await page.getByText('Saved').waitFor();
    await go(page, '#/proof');
    await choose(page, TWO_NIL, SCORES);
    await verdict(page).getByText('The proof holds', { exact: true }).waitFor();
    await go(page, '#/proof?fixture=99&seq=4&keys=1,2&where=k1%20-%20k2%20%3E%200');
    const asking = page.getByRole('button', { name: 'Asking …' });
    await asking.waitFor();
    expect(await verdict(page).count()).toBe(0);
    // A file is what its owner wants now.
    await choose(page, TWO_NIL, SCORES);
    await verdict(page).getByText('True, and proven').waitFor();
    await asking.waitFor({ state: 'detached' });
    await go(page, '#/proof?fixture=100&seq=4&keys=1,2');
    await asking.waitFor();
    await page.getByRole('link', { name: 'Proof', exact: true }).click();
    await asking.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ask the service' }).and(page.locator(':enabled')).waitFor();
    expect(complaints).toEqual([]);
  });

  test('a page that fails says so, and shows nothing else', async () => {
    const { page, complaints } = await visit(browser, `${pages.url}#/proof`);
    await choose(page, TWO_NIL, SCORES);
    await verdict(page).getByText('The proof holds').waitFor();
    // What looks like bytes, and is no JSON, once ended the page with the old verdict on it.
    await paste(page, `{"x":"[${Array(32).fill('01').join(',')}]"}`);
    await verdict(page).getByText('This is no proof').waitFor();
    expect(complaints).toEqual([]);
    // Something that the browser lacks.
    await page.evaluate(() => {
      Object.defineProperty(window, 'ResizeObserver', { value: undefined });
    });
    await choose(page, TWO_NIL, SCORES);
    await page.getByRole('heading', { name: 'This page has failed' }).waitFor();
    expect(await verdict(page).count()).toBe(0);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
  });

  test('a token goes to the service that it was given for, and settings follow the page that came', async () => {
    const one = await withSilentService();
    const { page, context } = one;
    const token = 'lsm_secret_of_a_test';
    const sent: string[] = [];
    await context.route(/oracle2?\.example/, (route) => {
      const { 'x-api-token': found } = route.request().headers();
      if (found) sent.push(new URL(route.request().url()).hostname);
      return route.fulfill({
        status: 503,
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      });
    });
    await set(page, { 'API token': token });
    await page.getByText('Saved').waitFor();
    const started = page.waitForEvent('load');
    await set(page, { Service: 'http://oracle2.example:1' });
    await started;
    const field = page.getByLabel('API token', { exact: true });
    await field.waitFor();
    expect(await field.inputValue()).toBe('');
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(token);
    await page.getByRole('link', { name: 'Matches' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(sent).toEqual([]);
    // An address with a query would end every page.
    await set(page, { Service: 'http://oracle.example/?key=1' });
    await page.getByText('Not an http or https address without a query.').waitFor();
    await set(page, { 'Trusted attesters': '11111111111111111111111111111112:17' });
    await page.getByText('Each is the address of a set, a colon, and a number from 1 to 16.').waitFor();

    // The node was changed here; the programs were not, so they are what the page comes with.
    const settlement = '11111111111111111111111111111112';
    await context.route('**/explorer.json', (route) =>
      route.fulfill({
        json: {
          ...{ service: 'http://oracle3.example:1', rpc: 'http://node.example:1', settlement },
          attesters: `${settlement}:2`,
        },
      }),
    );
    await page.reload();
    await page.getByLabel('Settlement program').waitFor();
    expect(await page.getByLabel('Settlement program').inputValue()).toBe(settlement);
    expect(await page.getByLabel('Trusted attesters').inputValue()).toBe(`${settlement}:2`);
    expect(await page.getByLabel('RPC node of the chain').inputValue()).toBe(node.url);
    expect(await page.getByLabel('Service', { exact: true }).inputValue()).toBe('http://oracle2.example:1');
  });

  test('says how many of the trusted attesters vouch for a root, and which set could not be asked', async () => {
    const { page, complaints } = await withSilentService();
    const { oracle } = LOCALNET_PROGRAM_IDS;
    const { data } = JSON.parse(readFileSync(SCORES, 'utf8')) as { data: string };
    const place = rootsPlaceOf(parseProof(readFileSync(TWO_NIL, 'utf8')));
    const { address: roots } = scoresRootsAddress(DAY, oracle);
    const [[attesters]] = vouchingAccounts(place, 3);
    const bytes = Buffer.from(data, 'base64');
    const shown = async (count: number, trusted: string): Promise<string[]> => {
      node.accounts.clear();
      node.accounts.set(roots, { owner: oracle, data: bytes });
      for (const [address, found] of vouchingAccounts(place, count)) node.accounts.set(address, found);
      await set(page, { 'Trusted attesters': trusted });
      await page.getByText('Saved').waitFor();
      await go(page, '#/proof');
      await choose(page, TWO_NIL);
      await page.getByText(attesters).waitFor();
      return compared(page).allInnerTexts();
    };
    const [root, three, other] = await shown(3, `${attesters}:3, ${LOCALNET_PROGRAM_IDS.settlement}:1`);
    expect(root).toContain('The root is the one on chain, read by this browser');
    expect(three).toBe(`Vouched for by 3 of 4 attesters: the set ${attesters}`);
    expect(other).toContain(`Attesters ${LOCALNET_PROGRAM_IDS.settlement} could not be asked`);
    expect(await shown(1, `${attesters}:2`)).toEqual([
      expect.stringContaining('The root is the one on chain'),
      `Only 1 of 4 attesters vouch for it yet, and your settings require 2: the set ${attesters}`,
    ]);
    expect(await page.locator('.badge.bad').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('static pages, with a service elsewhere: a link asks it, and the sport is the match’s own', async () => {
    const paged = await PagedService.start(await database.fresh());
    await paged.service.comeTo(START + 40 * MINUTE);
    await paged.publish();
    const token = await paged.service.subscribed('w', 0);
    const { page, complaints } = await visit(browser, `${pages.url}#/proof`, {
      mayReach: [paged.url, paged.node.url],
    });
    await page.getByRole('heading', { name: 'See a proof' }).waitFor();
    const started = page.waitForEvent('load');
    await set(page, { Service: paged.url, 'RPC node of the chain': paged.node.url, 'API token': token });
    await started;
    await page.getByRole('link', { name: 'Matches' }).click();
    await page.locator('.match-row').first().waitFor();
    await page.locator('main .stream').getByText('Live').waitFor();

    await page.getByRole('link', { name: 'Proof', exact: true }).click();
    await page.getByLabel('Match', { exact: true }).fill(`${ID.basketball}`);
    await page.getByLabel('Condition').fill('k1 + k2 > 0');
    await page.getByRole('button', { name: 'Ask the service' }).click();
    await verdict(page).getByText('True, and proven').waitFor();
    await compared(page).getByText('read by this browser').waitFor();
    expect(await sport(page).inputValue()).toBe('basketball');
    expect(await page.locator('.asked .words').innerText()).toMatch(/ points$/);
    // A link that says another sport is told to be wrong.
    const link = new URL(page.url());
    await page.goto(`${link.href}&sport=soccer`);
    await page.getByText('The service says that this match is basketball.').waitFor();
    // The newest record may lack the stats. The service then says so.
    expect(complaints.filter((text) => !/status of 404/.test(text))).toEqual([]);
    await paged.stop();
  });
});

describe.skipIf(!hasChromium())('over plain HTTP, away from this machine', () => {
  test('proofs and signatures are verified without WebCrypto', async () => {
    const pages = await staticPages();
    const browser = await launchChromium(['--host-resolver-rules=MAP explorer.example 127.0.0.1']);
    const { port, pathname } = new URL(pages.url);
    const { page, complaints } = await visit(browser, `http://explorer.example:${port}${pathname}#/proof`, {
      plain: true,
    });
    expect(await page.evaluate(() => [isSecureContext, typeof crypto.subtle])).toEqual([false, 'undefined']);
    await page.getByRole('button', { name: 'Show me an example' }).click();
    await verdict(page).getByText('True, and proven').waitFor();
    await choose(page, pathOf('proofs/final-win-v4.json'));
    await page.getByLabel('Key of the oracle').fill(readFileSync(pathOf('oracle-key.txt'), 'utf8').trim());
    await verdict(page).getByText('The proof holds', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Command' }).click();
    await page.getByRole('button', { name: 'Copy the command' }).click();
    await page.getByText('Not allowed here').first().waitFor();
    expect(complaints).toEqual([]);
    await browser.close();
    await pages.close();
  });
});
