import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, sharedBrowser } from '../helpers/explorer/chromium.js';
import { MAX_FIRST_BYTES, MAX_FIRST_REQUESTS, MAX_ROUND_TRIPS } from '../helpers/explorer/firstLoad.js';
import { PagedService } from '../helpers/explorer/pagedService.js';
import { firstVisit } from '../helpers/explorer/slowVisit.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { END } from '../helpers/service/sentRecords.js';

interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

function gate(): Gate {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** What the first visit costs over a slow line. How long it takes is in the benchmark: `npm run bench -- explorer`. */
describe.skipIf(!hasChromium())('a first visit over a slow line', () => {
  const database = sharedDatabase();
  const browser = sharedBrowser();
  let paged: PagedService;
  beforeAll(async () => {
    paged = await PagedService.start(await database.fresh());
    await paged.service.comeTo(END);
    await paged.publish();
  });
  afterAll(() => paged?.stop());

  test('few requests and few bytes until a result can be broken, and its root has come from the chain', async () => {
    const { requests, roundTrips, bytes, complaints } = await firstVisit(browser(), `${paged.url}/`, [paged.node.url]);
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(MAX_FIRST_REQUESTS);
    expect(roundTrips, requests.join('\n')).toBeLessThanOrEqual(MAX_ROUND_TRIPS);
    expect(bytes).toBeLessThanOrEqual(MAX_FIRST_BYTES);
    // Whatever was asked ahead is what the page shows: nothing is asked twice.
    expect(requests).toEqual([...new Set(requests)]);
    // A result of the service, not the example, and compared with the chain.
    expect(requests.filter((path) => /^\/api\/public\/scores\/\d+\/proof$/.test(path))).toHaveLength(1);
    expect(paged.node.asked.length).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });

  test('its text is there before any script, and the result is asked for before the scripts are there', async () => {
    const context = await browser().newContext();
    const page = await context.newPage();
    const waits = { ahead: gate(), first: gate() };
    for (const [name, { opened }] of Object.entries(waits))
      await page.route(`**/assets/${name}-*.js`, async (route) => {
        await opened;
        await route.continue();
      });
    await page.goto(paged.url, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Results you can check yourself' }).waitFor();
    // In the style of the page, whose text is as wide as it is read.
    expect(await page.locator('.lead').evaluate((lead) => getComputedStyle(lead).maxWidth)).not.toBe('none');
    const proof = page.waitForRequest(/\/api\/public\/scores\/\d+\/proof\?/);
    waits.ahead.open();
    await proof;
    waits.first.open();
    await page
      .getByRole('button', { name: 'Change the score, and see the proof fail' })
      .and(page.locator(':enabled'))
      .waitFor();
    await context.close();
  });

  test('what the page is about stands in its HTML, for whoever waits for the rest', async () => {
    const context = await browser().newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(paged.url);
    await page.getByRole('heading', { name: 'Results you can check yourself' }).waitFor();
    await page.getByText('This page checks it in your browser').waitFor();
    await context.close();
  });
});
