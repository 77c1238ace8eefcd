import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished, TestRunner } from 'vitest';

/** The distribution's. */
const EXECUTABLE = '/usr/bin/chromium';

const FLAGS = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A sandbox needs another user than root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Whether tests can use a browser. `LINESMAN_REQUIRE_SERVERS` makes them fail instead of skipping without one. */
export function hasChromium(): boolean {
  if (existsSync(EXECUTABLE)) return true;
  if (process.env.LINESMAN_REQUIRE_SERVERS) throw new Error(`${EXECUTABLE} is missing: apt-get install chromium`);
  console.info(`skipped: ${EXECUTABLE} is missing`);
  return false;
}

export const launchChromium = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: EXECUTABLE, args: [...FLAGS, ...more], headless: true });

/** One that the tests of a block share. */
export function sharedBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  return () => browser as Browser;
}

/** A picture to look at, in the folder `LINESMAN_SCREENSHOTS`, if there is one. */
export async function toLookAt(page: Page, name: string): Promise<void> {
  const folder = process.env.LINESMAN_SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the console, of scripts and of the policy, and requests to anywhere but the pages' own origin. */
  readonly complaints: string[];
  /** Path and query of each request. */
  readonly requests: string[];
}

interface VisitOptions {
  readonly width?: number;
  readonly dark?: boolean;
  /** Over plain HTTP from another host, a page has no clipboard, so it needs no permission. */
  readonly plain?: true;
  /** Other origins that the page may talk to. */
  readonly mayReach?: readonly string[];
  /** Stays open when the test ends, for those that go on from there. */
  readonly stays?: boolean;
}

/** Opens an address in its own context, which ends with the test, and notes whatever should not happen. */
export async function visit(
  browser: Browser | ReturnType<typeof sharedBrowser>,
  address: string,
  options: VisitOptions = {},
): Promise<Visit> {
  const { width = 1280, dark = false, plain = false, mayReach = [], stays = false } = options;
  const context = await (typeof browser === 'function' ? browser() : browser).newContext({
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    ...(!plain && { permissions: ['clipboard-read', 'clipboard-write'] }),
  });
  if (!stays && TestRunner.getCurrentTest()) onTestFinished(() => context.close());
  // Tests wait for what happens, and only the runner gives up on them.
  context.setDefaultTimeout(0);
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  const origins = [new URL(address).origin, ...mayReach];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const { origin, protocol, pathname, search } = new URL(request.url());
    if (protocol === 'blob:') return;
    requests.push(pathname + search);
    if (!origins.includes(origin)) complaints.push(`a request to ${request.url()}`);
  });
  await page.goto(address);
  return { page, context, complaints, requests };
}

/** Goes to another part of the page, such as `#/matches`, without loading it again. */
export const go = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds serious or critical on a page as it is now, with the elements. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // The policy of the page forbids scripts from elsewhere, so it is given to the engine.
  await page.evaluate(readFileSync(AXE, 'utf8'));
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
}

/** Whether something sticks out of the window to the side. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
