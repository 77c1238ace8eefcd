import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { surfnetModule } from '../../ts/service/roots/chain/index.js';
import { hasChromium, launchChromium, visit } from '../helpers/explorer/chromium.js';
import { leftOut } from '../helpers/leftOut.js';
import { type Listening, ServeProcess, tokensOf } from '../helpers/service/serveProcess.js';

/** The explorer as `linesman serve` has it: a proof from the service, compared with the chain in the browser. */

const isHere = surfnetModule() !== null;
if (!isHere) leftOut('the served explorer: there is no embedded chain on this platform.');

/** What it says besides. */
interface Facts extends Listening {
  readonly programs: object;
  readonly matches: readonly { readonly fixtureId: number; readonly script: string; readonly sport: string }[];
}

describe.skipIf(!isHere || !hasChromium())('the explorer of linesman serve', () => {
  let folder: string;
  let browser: Browser;
  let said: Facts;
  let serve: ServeProcess;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'linesman-explorer-'));
    serve = new ServeProcess(['--data', folder, '--port', '0', '--rpc-port', '0', '--speed', '60']);
    browser = await launchChromium();
    said = (await serve.listening()) as Facts;
  });
  afterAll(async () => {
    await browser?.close();
    await ServeProcess.killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  const seen = new Set<object>();
  const isNew = (event: object): boolean => !seen.has(event) && Boolean(seen.add(event));

  test('is at /, under a strict policy, with the addresses of the service', async () => {
    const page = await fetch(`${said.url}/`);
    expect(page.headers.get('content-type')).toContain('text/html');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toMatch(/unsafe|data:/);
    const settings = (await (await fetch(`${said.url}/explorer.json`)).json()) as object;
    expect(settings).toEqual({ service: '.', rpc: said.rpc, ...said.programs });
    for (const path of ['/../package.json', '/assets/', '/assets/none.js', '/explorer'])
      expect([path, (await fetch(`${said.url}${path}`)).status]).toEqual([path, 404]);
  });

  test('proves a result of a match against the chain', async () => {
    await serve.until((event) => event.event === 'published' && event.kind === 'scores');
    const [match] = said.matches;
    if (!match) throw new Error('serve names no match');
    const asked = { fixture: `${match.fixtureId}`, keys: '1,2', where: 'k1 + k2 > -1', sport: match.sport };
    const { page, context, complaints } = await visit(browser, `${said.url}/#/settings`, { mayReach: [said.rpc] });
    const token = tokensOf(said)['x-api-token'] ?? '';
    await page.getByLabel('API token', { exact: true }).fill(token);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      `#/proof?${new URLSearchParams(asked)}`,
    );
    const verdict = page.locator('#verdict');
    // As somebody does who asks for a match that is not proven yet.
    for (;;) {
      const problem = page.locator('.problem .code');
      await verdict.or(problem).first().waitFor();
      if (await verdict.isVisible()) break;
      // It may just be replaced by the next answer.
      for (const text of await page.locator('.problem').allInnerTexts())
        expect(text).toMatch(/NoProofYet|NotPublishedYet/);
      await serve.until((event) => event.event === 'published' && event.kind === 'scores' && isNew(event));
      await page.getByRole('button', { name: 'Ask the service' }).click();
      await page.getByRole('button', { name: 'Ask the service' }).waitFor();
    }
    await verdict.getByText('True, and proven').waitFor();
    await page.getByText('the one on chain, read by this browser').waitFor();
    await page.getByText('Connected').waitFor();
    expect(await page.locator('.badge.good').count()).toBeGreaterThanOrEqual(4);
    await page.getByRole('tab', { name: 'Link' }).click();
    const link = await page.locator('.snippet code').innerText();
    expect(link).toContain(`fixture=${match.fixtureId}`);
    expect(link).toMatch(/seq=\d+/);
    expect(link).not.toContain(token);
    // The browser itself says so for what is not proven yet.
    expect(complaints.filter((one) => !one.includes('status of 404'))).toEqual([]);
    await context.close();
  });
});
