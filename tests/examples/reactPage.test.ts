import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { ROOT } from '../helpers/cli.js';
import { hasChromium, seriousFindings, sharedBrowser, visit } from '../helpers/explorer/chromium.js';
import { rpcCallOf } from '../helpers/explorer/embeddedVisit.js';
import { staticPages } from '../helpers/explorer/staticPages.js';
import { leftOut } from '../helpers/leftOut.js';
import { freePair } from '../helpers/ports.js';
import { ServeProcess } from '../helpers/service/serveProcess.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const isHere = surfnetModule() !== null && hasChromium();
if (!isHere) leftOut('examples/react: the embedded chain or Chromium is not installed.');

describe.runIf(isHere)('examples/react, built with Vite, against linesman serve', () => {
  const browser = sharedBrowser();
  afterAll(() => ServeProcess.killAll());

  it('opens a market, stakes, follows the score, settles, proves and claims', { timeout: 600_000 }, async () => {
    const folder = temporaryFolder('react-page');
    const pages = await staticPages(folder, '/');
    const { origin } = new URL(pages.url);
    const data = temporaryFolder('react-page-data');
    const ports = ['--port', '0', '--rpc-port', `${await freePair()}`];
    const service = new ServeProcess(['--data', data, ...ports, '--dev-origin', origin]);
    const { url, rpc, apiTokenFile } = await service.listening();
    vi.stubEnv('VITE_SERVICE', url);
    vi.stubEnv('VITE_RPC', rpc);
    vi.stubEnv('VITE_API_TOKEN', readFileSync(join(ROOT, apiTokenFile), 'utf8').trim());
    await build({
      root: join(ROOT, 'examples/react'),
      logLevel: 'error',
      // StrictMode does everything twice only in a development build.
      mode: 'development',
      define: { 'process.env.NODE_ENV': '"development"' },
      build: { outDir: folder },
    });
    const { page, complaints } = await visit(browser, pages.url, { mayReach: [url, rpc] });
    const sent = new Set<unknown>();
    page.on('request', (request) => {
      const call = rpcCallOf(request);
      if (call?.method === 'sendTransaction') sent.add(call.params[0]);
    });
    const confirmed: string[] = [];
    page.on('dialog', (dialog) => {
      confirmed.push(dialog.message());
      void dialog.accept();
    });
    const click = (name: string | RegExp) => page.getByRole('button', { name }).click();
    const says = (text: string | RegExp) => page.getByText(text).waitFor();
    await click(/^Open a market on /);
    await says(/^Open: /);
    expect(confirmed).toEqual([expect.stringContaining('k1 - k2 > 0')]);
    await says('? Not proven yet');
    await click('Stake 10 on yes');
    await says('Stake: landed');
    await click('Stake 10 on no');
    await says(/Staked: 20$/);
    expect(await seriousFindings(page)).toEqual([]);
    await click('Settle');
    await says(/^Settlement: Waits for the match to be played/);
    await click('600 times faster');
    await says('Settlement: landed');
    await says(/^Final: /);
    await click('Prove it');
    await says(/✓ Proven on Solana|✗ Proven not to be so/);
    await click('Claim');
    await says('Claim: landed');
    await says(/Staked: 0$/);
    // A market, two stakes, a settlement, its end, a claim.
    expect(sent.size).toBe(6);
    // That is the answer for a proof whose root is not on chain yet.
    expect(complaints.filter((text) => !text.endsWith('404 (Not Found)'))).toEqual([]);
    await pages.close();
    expect(await service.end('SIGINT')).toMatchObject({ code: 0 });
  });
});
