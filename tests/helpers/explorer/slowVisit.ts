import type { Browser } from 'playwright-core';
import { visit } from './chromium.js';

/** A phone far from the service: bytes a second, and ms until the first byte of an answer. */
const LINE = { downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400 } as const;

/** What a first visit took until it was of use. */
export interface FirstVisit {
  /** ms until there was something to read. */
  readonly readable: number;
  /** ms until the score could be changed, and its proof broken. */
  readonly usable: number;
  readonly requests: readonly string[];
  /** The longest row of requests of which each was sent after the answer to the one before had begun. */
  readonly roundTrips: number;
  /** Of all answers, in the form in which they were transferred. */
  readonly bytes: number;
  readonly complaints: readonly string[];
}

/** Visits the first page over a slow line, with nothing kept from before. */
export async function firstVisit(browser: Browser, address: string, mayReach: readonly string[]): Promise<FirstVisit> {
  const { page, context, complaints } = await visit(browser, 'about:blank', {
    mayReach: [new URL(address).origin, ...mayReach],
  });
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', { offline: false, ...LINE });
  const requests: string[] = [];
  let bytes = 0;
  let roundTrips = 0;
  /** How many answers in a row had begun when a request was sent. */
  const after = new Map<string, number>();
  // The page requests everything else once it can be used, including the hashes of the day from the node.
  const others = mayReach.map((one) => new URL(one).origin);
  let isAfter = false;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname, searchParams, origin } = new URL(request.url);
    isAfter ||= searchParams.has('stage', 'running') || others.includes(origin);
    if (isAfter) return;
    requests.push(pathname);
    // Nothing waits for the icon.
    if (!pathname.endsWith('/icon.svg')) after.set(requestId, roundTrips);
  });
  session.on('Network.responseReceived', ({ requestId }) => {
    roundTrips = Math.max(roundTrips, (after.get(requestId) ?? -1) + 1);
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    if (!isAfter) bytes += encodedDataLength;
  });
  await page.goto(address, { waitUntil: 'commit' });
  const breaks = page.getByRole('button', { name: 'Change the score, and see the proof fail' });
  await page.locator('button:enabled').and(breaks).waitFor();
  // Both are times of the page's clock. It begins with the request.
  const usable = await page.evaluate(() => performance.now());
  const readable = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  // And only then the hash of its day comes from the chain.
  await page.getByText('proven on chain').first().waitFor();
  await context.close();
  return { requests, roundTrips, bytes, readable, usable, complaints };
}
