import type { Browser, Page, Request } from 'playwright-core';
import { BuiltServe } from './builtServe.js';
import { launchChromium, type Visit, visit } from './chromium.js';
import { type FirstVisit, firstVisit } from './slowVisit.js';

/** A fixed beginning, so that every run has the same matches. */
const BEGINNING = '2030-06-08T15:00:00Z';

/** The built `linesman serve` with its embedded chain, and a browser. */
export class EmbeddedVisit {
  private constructor(
    private readonly serve: BuiltServe,
    private readonly browser: Browser,
    /** With a slash at its end. */
    readonly address: string,
    readonly rpc: string,
  ) {}

  static async start(): Promise<EmbeddedVisit> {
    const serve = new BuiltServe(['--at', BEGINNING]);
    const [first, browser] = await Promise.all([serve.line(), launchChromium()]);
    const address = /^▶ Open (http:\/\/127\.0\.0\.1:\d+\/)$/.exec(first)?.[1];
    if (address === undefined) throw new Error(`The first line has no address: ${first}`);
    const given = (await (await fetch(`${address}explorer.json`)).json()) as { readonly rpc: string };
    return new EmbeddedVisit(serve, browser, address, given.rpc);
  }

  open(hash: string, options: { readonly dark?: boolean; readonly width?: number } = {}): Promise<Visit> {
    return visit(this.browser, `${this.address}#/${hash}`, { ...options, mayReach: [this.rpc] });
  }

  /** A first visit over a slow line. */
  firstVisit(): Promise<FirstVisit> {
    return firstVisit(this.browser, this.address, [this.rpc]);
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.serve.end();
  }
}

/** The question to a node that a request carries; null for any other request. */
export function rpcCallOf(request: Request): { readonly method: string; readonly params: readonly unknown[] } | null {
  try {
    const { method, params } = request.postDataJSON() as { method?: unknown; params?: unknown };
    return typeof method === 'string' && Array.isArray(params) ? { method, params } : null;
  } catch {
    return null;
  }
}

/** Counts the transactions that a page sends from now on; one that is sent again counts once. */
export function countSent(page: Page): () => number {
  const sent = new Set<unknown>();
  page.on('request', (request) => {
    const call = rpcCallOf(request);
    if (call?.method === 'sendTransaction') sent.add(call.params[0]);
  });
  return () => sent.size;
}

/** Shows or hides the page, as far as its scripts know. */
export const showPage = (page: Page, isShown: boolean): Promise<void> =>
  page.evaluate((shown) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => !shown });
    const state = shown ? 'visible' : 'hidden';
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isShown);

/** Opens a test wallet with test money on the page of wallets, where the page already is. */
export async function openTestWallet(page: Page, name: 'Anna' | 'Ben'): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Get test money' }).click();
  await page.getByLabel('Balances').getByText('100,000 stablecoins').waitFor();
}

/** Buys a subscription for the open wallet, of a level that costs nothing. */
export async function subscribeForFree(page: Page): Promise<void> {
  const free = page.locator('#level option', { hasText: 'free' }).first();
  await page.getByLabel('Level').selectOption((await free.getAttribute('value')) ?? '');
  await page.getByRole('button', { name: '1 Show the price' }).click();
  await page.getByText('Costs 0 service tokens').waitFor();
  await page.getByRole('button', { name: '3 Subscribe' }).click();
}
