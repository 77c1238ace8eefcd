import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCase } from '../../ts/sdk/prove/caseFile.js';
import { go, hasChromium, isTooWide, seriousFindings, sharedBrowser, visit } from '../helpers/explorer/chromium.js';
import { layoutFaults } from '../helpers/explorer/layoutFaults.js';
import { type StaticPages, staticPages } from '../helpers/explorer/staticPages.js';

/** The proof page in a real browser, as static files without a service. */

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));
const PROOF = join(EXAMPLES, 'proofs/two-nil.json');
const ROOTS = join(EXAMPLES, 'roots/scores.json');
const DROPPED = 'two-nil.json';

const fileAt = (path: string) => ({ name: basename(path), mimeType: 'application/json', buffer: readFileSync(path) });

describe.skipIf(!hasChromium())('the proof page', () => {
  const browser = sharedBrowser();
  let pages: StaticPages;
  beforeAll(async () => {
    pages = await staticPages();
  });
  afterAll(() => pages?.close());

  const choose = (page: Page, ...files: (string | { name: string; mimeType: string; buffer: Buffer })[]) =>
    page
      .locator('input[type=file]')
      .setInputFiles(files.map((file) => (typeof file === 'string' ? fileAt(file) : file)));
  const verdict = (page: Page) => page.locator('#verdict');
  const where = (page: Page) => page.getByRole('textbox', { name: 'Condition' });

  test('verifies dropped files with no network', async () => {
    const { page, context, complaints, requests } = await visit(browser, `${pages.url}#/proof`);
    await page.getByRole('heading', { name: 'See a proof' }).waitFor();
    await context.setOffline(true);
    const before = requests.length;
    // As a browser drops them, which no input element can imitate.
    const data = await page.evaluateHandle(
      ([proof = '', roots = '']) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([proof], 'two-nil.json'));
        transfer.items.add(new File([roots], 'scores.json'));
        return transfer;
      },
      [PROOF, ROOTS].map((file) => readFileSync(file, 'utf8')),
    );
    await page.dispatchEvent('body', 'drop', { dataTransfer: data });
    await verdict(page).getByText('The proof holds').waitFor();
    await where(page).fill('k1 - k2 > 0');
    await verdict(page).getByText('True, and proven').waitFor();
    expect(await page.locator('.asked').innerText()).toContain('2 - 0 > 0');
    await where(page).fill('k1 - k2 < 0');
    await verdict(page).getByText('False, and proven so').waitFor();
    await where(page).fill('k1 ? 2');
    await page.getByRole('alert').getByText('column').first().waitFor();
    expect(await page.locator('.level').count()).toBe(4);
    // What it would load to weigh the proof, and does without.
    expect(
      requests
        .slice(before)
        .filter(
          (path) => !/assets\/(Measures|compute-units|compile|message|signatureInstruction|size|shared)/.test(path),
        ),
    ).toEqual([]);
    expect(complaints.filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  test.each([
    ['slot', 'slot.s0', 'level 3', 'two-nil'],
    ['fixture', 'fixture.s0', 'level 2', 'final-win-v3'],
    ['event', 'event.0.s0', 'level 1', 'two-nil'],
  ])('a digit that is changed in the %s breaks that level, and undo mends it', async (level, node, words, proof) => {
    const { page, complaints } = await visit(browser, `${pages.url}#/proof`);
    await choose(page, join(EXAMPLES, `proofs/${proof}.json`), ROOTS);
    await verdict(page).getByText('The proof holds').waitFor();
    await page.locator(`[data-node="${node}"]`).click();
    const hash = page.getByLabel('Hash, 64 hex digits');
    const original = await hash.inputValue();
    await page.getByRole('button', { name: 'Change one digit' }).click();
    await verdict(page).getByText('Broken at').waitFor();
    expect(await verdict(page).innerText()).toContain(words);
    expect(await page.locator('.level.breaks').getAttribute('aria-labelledby')).toBe(`level-${level}`);
    expect(await page.locator('.verdict .code').innerText()).toMatch(/^error \d{4} \w+$/);
    expect(await page.locator('.verdict .sentence').innerText()).not.toMatch(/\(\d{4}\)$/);
    expect(await hash.inputValue()).not.toBe(original);
    await page.getByRole('button', { name: 'Undo' }).click();
    await verdict(page).getByText('The proof holds').waitFor();
    expect(await hash.inputValue()).toBe(original);
    expect(complaints).toEqual([]);
  });

  test('typing overwrites digits of a hash, and nothing else can be typed', async () => {
    const { page } = await visit(browser, `${pages.url}#/proof`);
    await choose(page, PROOF, ROOTS);
    await page.locator('[data-node="slot.s0"]').click();
    const hash = page.getByLabel('Hash, 64 hex digits');
    const original = await hash.inputValue();
    const digit = original.startsWith('0') ? '1' : '0';
    await hash.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('xyz');
    expect(await hash.inputValue()).toBe(original);
    await page.keyboard.type(digit);
    await verdict(page).getByText('Broken at level 3').waitFor();
    expect(await hash.inputValue()).toBe(digit + original.slice(1));
    await page.getByRole('button', { name: 'Restore the original' }).click();
    await verdict(page).getByText('The proof holds').waitFor();
  });

  test('a file that is tampered with is broken, and one that is no proof is refused', async () => {
    const { page, complaints } = await visit(browser, `${pages.url}#/proof`);
    const file = (text: string) => ({ name: DROPPED, mimeType: 'application/json', buffer: Buffer.from(text) });
    const text = readFileSync(PROOF, 'utf8');
    await choose(page, file(text.replace('"value":2', '"value":3')), ROOTS);
    await verdict(page).getByText('Broken at level 1').waitFor();
    await choose(page, file('{"hello": "<img src=x onerror=alert(1)>"}'));
    await verdict(page).getByText('This is no proof').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    await choose(page, file('not JSON'));
    await verdict(page).getByText('This is no proof').waitFor();
    expect(complaints).toEqual([]);
  });

  test('a roots account of another day breaks at the account', async () => {
    const { page } = await visit(browser, `${pages.url}#/proof`);
    const { data } = JSON.parse(readFileSync(ROOTS, 'utf8')) as { data: string };
    const bytes = Buffer.from(data, 'base64');
    bytes.writeUInt16LE(bytes.readUInt16LE(8) + 1, 8);
    await choose(page, PROOF, { name: 'other.bin', mimeType: 'application/octet-stream', buffer: bytes });
    await verdict(page).getByText('Broken at the roots account on chain').waitFor();
  });

  test('saves a case that linesman reads, and opens it again', async () => {
    const { page } = await visit(browser, `${pages.url}#/proof`);
    await choose(page, PROOF, ROOTS);
    await where(page).fill('k1 - k2 > 0');
    await verdict(page).getByText('True, and proven').waitFor();
    await page.getByRole('tab', { name: 'Command' }).click();
    expect(await page.locator('.snippet code').innerText()).toBe(
      "npx linesman verify two-nil.json \\\n  --roots scores.json \\\n  --where 'k1 - k2 > 0'",
    );
    await page.getByRole('tab', { name: 'Files' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save a case' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('two-nil.case.json');
    const text = readFileSync(await download.path(), 'utf8');
    const one = readCase(text, 'two-nil.case.json');
    expect(one.answer).toEqual(JSON.parse(readFileSync(PROOF, 'utf8')));
    expect(one).toMatchObject({ where: 'k1 - k2 > 0', sport: 'soccer', roots: { slot: 202 } });
    await page.reload();
    await choose(page, { name: 'a.case.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await verdict(page).getByText('True, if its root is on chain').waitFor();
  });

  test('a link says what is asked, and never has a token', async () => {
    const token = 'lsm_secret_of_a_test';
    const { page } = await visit(browser, `${pages.url}#/settings`);
    await page.getByLabel('API token', { exact: true }).fill(token);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toContain(token);
    await page.getByRole('link', { name: 'Proof', exact: true }).click();
    const text = readFileSync(join(EXAMPLES, 'proofs/final-win-v3.json'), 'utf8');
    const query = { fixtureId: '18400001', seq: '65' };
    const asked = { method: 'GET', path: '/api/scores/stat-validation-v3', query };
    const one = { linesman: 1, name: 'one', request: asked, sport: 'soccer', where: 'k1 > 0', notes: '' };
    const content = JSON.stringify({ ...one, rootsMissing: 'none', answer: JSON.parse(text) });
    await choose(page, { name: 'one.case.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    const link = await page.locator('.snippet code').last().innerText();
    const { searchParams } = new URL(new URL(link).hash.slice(1), pages.url);
    expect(Object.fromEntries(searchParams)).toEqual({
      fixture: '18400001',
      seq: '65',
      keys: '1,2,7,8',
      where: 'k1 > 0',
      sport: 'soccer',
    });
    expect(link.startsWith(`${pages.url}#/proof?`)).toBe(true);
    for (const name of ['Command', 'Code', 'QR code', 'Link'] as const) {
      await page.getByRole('tab', { name, exact: true }).click();
      expect(await page.locator('main').innerHTML()).not.toContain(token);
    }
  });

  test('a link has the whole proof: who opens it verifies it with no service, and a cut one is refused', async () => {
    const { page } = await visit(browser, `${pages.url}#/proof`);
    await choose(page, PROOF, ROOTS);
    await where(page).fill('k1 - k2 > 0');
    await verdict(page).getByText('True, and proven').waitFor();
    const link = await page.locator('.snippet code').first().innerText();
    expect(link.length).toBeLessThan(2_000);
    await page.getByRole('tab', { name: 'QR code' }).click();
    await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
    const other = await visit(browser, link);
    await verdict(other.page).getByText('True, if its root is on chain').waitFor();
    expect(await other.page.locator('.asked').innerText()).toContain('2 - 0 > 0');
    expect(other.requests.filter((path) => path.includes('p='))).toEqual([]);
    await go(other.page, `${new URL(link).hash.slice(0, 300)}`);
    await other.page.getByText('The link is incomplete').waitFor();
    expect(other.complaints).toEqual([]);
  });

  test('the first page has an example to break, and never says of it that it is on chain', async () => {
    const { page, complaints } = await visit(browser, pages.url);
    await page.getByText('✓ the proof holds').waitFor();
    expect(await page.locator('.result').innerText()).not.toMatch(/on chain|on Solana/);
    await page.getByRole('button', { name: 'Change the score, and see the proof fail' }).click();
    await page.getByText('this score hashes to').waitFor();
    await page.getByRole('button', { name: 'Put it back' }).click();
    await page.getByText('✓ the proof holds').waitFor();
    for (const width of [360, 768, 1_000, 1_220]) {
      await page.setViewportSize({ width, height: 900 });
      const isCut = await page.locator('nav').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
      expect([width, isCut, await isTooWide(page), await seriousFindings(page)]).toEqual([width, false, false, []]);
    }
    expect(complaints).toEqual([]);
  });

  test('its policy stops requests to anybody whom the settings do not name', async () => {
    const { page, complaints } = await visit(browser, `${pages.url}#/proof`);
    await page.getByRole('heading', { name: 'See a proof' }).waitFor();
    const refused = await page.evaluate(() =>
      fetch('http://127.0.0.1:9/').then(
        () => 'sent',
        () => 'refused',
      ),
    );
    expect(refused).toBe('refused');
    expect(complaints.join()).toContain('Content Security Policy');
  });

  test.each([
    [1280, false],
    [1280, true],
    [360, false],
    [360, true],
  ])('at %d px, dark: %s, nothing sticks out, and axe finds nothing serious', async (width, dark) => {
    const { page, complaints } = await visit(browser, `${pages.url}#/proof`, { width, dark });
    await page.getByRole('heading', { name: 'See a proof' }).waitFor();
    expect([await isTooWide(page), await seriousFindings(page)]).toEqual([false, []]);
    await choose(page, PROOF, ROOTS);
    await page.locator('[data-node="fixture.s0"]').click();
    expect([await isTooWide(page), await layoutFaults(page), await seriousFindings(page)]).toEqual([false, [], []]);
    // Every tree is seen whole, down to its leaves.
    const hidden = await page
      .locator('.drawing')
      .evaluateAll((drawings) => drawings.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
    expect(hidden).toBe(0);
    await page.getByRole('button', { name: 'Change one digit' }).click();
    await verdict(page).getByText('Broken at').waitFor();
    expect([await isTooWide(page), await seriousFindings(page)]).toEqual([false, []]);
    await page.goto(`${pages.url}#/settings`);
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect([await isTooWide(page), await seriousFindings(page)]).toEqual([false, []]);
    expect(complaints).toEqual([]);
  });

  test('works by keyboard alone', async () => {
    const { page } = await visit(browser, `${pages.url}#/proof`);
    await page.getByRole('heading', { name: 'See a proof' }).waitFor();
    const tabTo = async (selector: string): Promise<void> => {
      for (let presses = 0; presses < 80; presses++) {
        await page.keyboard.press('Tab');
        if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
      }
      throw new Error(`Tab does not lead to ${selector}`);
    };
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Skip');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await tabTo('.intake button:last-child');
    await page.keyboard.press('Enter');
    await verdict(page).getByText('True, and proven').waitFor();
    await tabTo('[data-node="slot.s0"]');
    await page.keyboard.press('Enter');
    await tabTo('.danger');
    await page.keyboard.press('Space');
    await verdict(page).getByText('Broken at level 3').waitFor();
    await page.locator('[role=tab]').first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('QR code');
  });
});
