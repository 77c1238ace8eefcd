import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchAccount } from '../../ts/sdk/program/account/fetchAccount.js';
import { marketAccount } from '../../ts/sdk/program/account/market.js';
import { address } from '../../ts/sdk/program/address/address.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { rpcChain } from '../../ts/sdk/web3/rpcChain.js';
import { hasChromium, launchChromium, visit } from '../helpers/explorer/chromium.js';
import { MOCK_NAME, MockWallet } from '../helpers/explorer/mockWallet.js';
import { staticPages } from '../helpers/explorer/staticPages.js';
import { leftOut } from '../helpers/leftOut.js';
import { builtPage, startServer } from '../helpers/package/dapps.js';
import { expectInstalls } from '../helpers/package/expectInstalls.js';
import { Packed, Project } from '../helpers/package/packed.js';
import { allOf, binary, TestMarket } from '../helpers/settlement/market.js';
import { SurfChain } from '../helpers/settlement/surfChain.js';
import { surfpool } from '../helpers/surfpool.js';

/**
 * Empty projects of the kinds that users have, with the packed packages: each settles a market on the embedded chain.
 * Those for browsers run in a real one, with a wallet of the Wallet Standard.
 */

const isHere = surfpool() !== null && hasChromium();
if (!isHere) leftOut('tests/package/projects.test.ts: the embedded chain or Chromium is not installed.');

const json = (path: string) => JSON.parse(readFileSync(new URL(`../../examples/${path}`, import.meta.url), 'utf8'));
const ANSWER = JSON.stringify(json('proofs/final-win.json'));
/** Kick-off of the example match, s: 2027-01-15 15:00 UTC. */
const START = Date.UTC(2027, 0, 15, 15) / 1_000;
const MINUTES = 60_000;

const VITE = ['vite@8'];

describe.skipIf(!isHere)('a project', { timeout: 10 * MINUTES }, () => {
  const packed = new Packed();
  const projects: Project[] = [];
  let started: NonNullable<Awaited<ReturnType<typeof SurfChain.start>>>;
  let browser: Browser;
  const markets: TestMarket[] = [];
  beforeAll(async () => {
    const surf = await SurfChain.start(START - 7_200);
    if (!surf) throw new Error('surfpool does not start');
    started = surf;
    browser = await launchChromium();
    const roots = json('roots/scores.json') as { address: string; owner: string; data: string };
    surf.chain.setAccount(address(roots.address), address(roots.owner), Buffer.from(roots.data, 'base64'));
    for (let i = 0; i < 4; i++)
      markets.push(
        await TestMarket.create(surf.chain, {
          fixtureId: json('proofs/final-win.json').summary.fixtureId,
          stakesClose: START,
          earliest: START + 95 * 60,
          outcomes: [allOf(binary(0, 'subtract', 1, 'greaterThan', 0))],
        }),
      );
    await surf.chain.setTime(START + 3 * 3_600);
  }, 3 * MINUTES);
  afterAll(async () => {
    await browser?.close();
    started?.stop();
    for (const project of projects) project.end();
    packed.end();
  });

  /** A market that takes the proof, and whether it has been settled. */
  const nextMarket = (): TestMarket => markets.pop() ?? expect.fail('too few markets');
  const stateOf = async ({ address: market }: TestMarket): Promise<string> =>
    (await fetchAccount(rpcChain(started.connection), marketAccount, market, LOCALNET_PROGRAM_IDS.settlement)).state;

  function projectOf(manifest: object, dependencies: readonly string[]): Project {
    const project = new Project(manifest);
    projects.push(project);
    expectInstalls(project, packed.archive('@linesman/sdk'), ...dependencies);
    return project;
  }

  async function settleInBrowser(script: string, dependencies: readonly string[]): Promise<void> {
    const project = projectOf({ type: 'module' }, [...VITE, ...dependencies]);
    const pages = await staticPages(builtPage(project, script, ANSWER), '/');
    const market = nextMarket();
    const rpc = started.connection.rpcEndpoint;
    // Not yet the page itself: wallets register before it loads.
    const visited = await visit(browser, `${pages.url}answer.json`, { mayReach: [new URL(rpc).origin] });
    try {
      const { page, complaints } = visited;
      await MockWallet.add(page, [market.creator]);
      await page.goto(`${pages.url}?${new URLSearchParams({ rpc, market: market.address })}`);
      await page.getByRole('button', { name: MOCK_NAME }).click();
      await page.getByRole('button', { name: 'Settle' }).click();
      const said = page.locator('output', { hasText: /settled|failed|expired/ });
      await said.waitFor();
      expect([await said.textContent(), complaints]).toEqual([expect.stringMatching(/^settled \w{80,}$/), []]);
      expect(await stateOf(market)).toBe('Proposed');
    } finally {
      await visited.context.close();
      await pages.close();
    }
  }

  it('with Vite, React and the wallet adapter', () =>
    settleInBrowser('adapter.jsx', [
      ...['react@19', 'react-dom@19', '@vitejs/plugin-react@6'],
      ...['@solana/web3.js@1', '@solana/wallet-adapter-react@0.15'],
    ]));

  it.each([5, 8])('with Vite and Kit %i', (version) =>
    settleInBrowser('kit.js', [`@solana/kit@${version}`, '@wallet-standard/app@1']),
  );

  it('in CommonJS, a server', async () => {
    const project = projectOf({ type: 'commonjs' }, ['@solana/web3.js@1']);
    const market = nextMarket();
    project.write('key.json', JSON.stringify([...market.creator.secretKey]));
    const server = await startServer(project, 'server.cjs', [started.connection.rpcEndpoint, 'key.json']);
    try {
      const answer = await fetch(`${server.url}/${market.address}`, { method: 'POST', body: ANSWER });
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/^settled \w{80,}$/)]);
      expect(await stateOf(market)).toBe('Proposed');
    } finally {
      await server.stop();
    }
  });
});
