import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { go, hasChromium, sharedBrowser, visit } from '../helpers/explorer/chromium.js';
import { PagedService } from '../helpers/explorer/pagedService.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { fixtures, ID, MINUTE, SLOT, START, scores } from '../helpers/service/sentRecords.js';
import { until } from '../helpers/service/until.js';

/** What a page that lives by streams misses, holds and draws, in a real browser. */

const countAt = (time: number): number => scores.filter((one) => one.fixtureId === ID.soccer && one.ts <= time).length;
const MATCH = `#/match/${ID.soccer}`;

describe.skipIf(!hasChromium())('pages that live by streams', () => {
  const database = sharedDatabase();
  const browser = sharedBrowser();

  const shows = (page: Page, count: number): Promise<void> =>
    page.locator('#updates .badge').getByText(`${count}`, { exact: true }).waitFor();
  const isLive = (page: Page): Promise<void> => page.locator('main .stream').getByText('Live').waitFor();
  /** As a browser does when another tab comes to the front. */
  const show = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);

  async function scene(prepare: (paged: PagedService) => Promise<unknown>) {
    const paged = await PagedService.start(await database.fresh());
    onTestFinished(() => paged.stop());
    await prepare(paged);
    const token = await paged.service.subscribed('w', 0);
    const visited = await visit(browser, `${paged.url}/#/settings`, { mayReach: [paged.node.url] });
    const { page } = visited;
    await page.getByLabel('API token', { exact: true }).fill(token);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    return { ...visited, paged };
  }

  test('what comes before the stream is open is not missed', async () => {
    const now = START + 20 * MINUTE;
    const { page, paged } = await scene(({ service }) => service.comeTo(now));
    await page.route('**/api/scores/stream*', async (route) => {
      await paged.service.comeTo(now + 2 * MINUTE);
      await route.continue();
    });
    expect(countAt(now + 2 * MINUTE)).toBeGreaterThan(countAt(now));
    await go(page, MATCH);
    await isLive(page);
    await shows(page, countAt(now + 2 * MINUTE));
  });

  test('a page that is opened while the service is away becomes live when it comes back, however late', async () => {
    const now = START + 20 * MINUTE;
    const { page, paged, requests } = await scene(({ service }) => service.comeTo(now));
    // This loads the code of the page.
    await go(page, MATCH);
    await shows(page, countAt(now));
    await go(page, '#/settings');
    await page.getByText('API token', { exact: true }).waitFor();
    await paged.vanish();
    const before = requests.length;
    await go(page, MATCH);
    await page.locator('main .stream').getByText('Connection lost').waitFor();
    const attempts = (): number => requests.slice(before).filter((path) => path.includes('/scores/stream')).length;
    await until(() => attempts() > 5);
    await paged.service.comeTo(now + 2 * MINUTE);
    await paged.comeBack();
    await isLive(page);
    await shows(page, countAt(now + 2 * MINUTE));
  });

  test.each([MATCH, '#/matches'])('%s holds no stream while nobody sees it, and misses nothing', async (hash) => {
    const now = START + 20 * MINUTE;
    const { page, paged, requests, complaints } = await scene(({ service }) => service.comeTo(now));
    await go(page, hash);
    await isLive(page);
    await until(async () => (await paged.openStreams()) === 2);
    // There is a record to resume after, and then there is none.
    for (const minutes of [1, 2]) {
      await show(page, 'hidden');
      await until(async () => (await paged.openStreams()) === 0);
      await paged.service.comeTo(now + minutes * MINUTE);
      await show(page, 'visible');
      await until(async () => (await paged.openStreams()) === 2);
      const latest = scores.findLast(({ fixtureId, ts }) => fixtureId === ID.soccer && ts <= now + minutes * MINUTE);
      const stats = latest?.record.Stats as Record<string, number>;
      if (hash === MATCH) await shows(page, countAt(now + minutes * MINUTE));
      else
        await page
          .locator(`.match-row[data-fixture="${ID.soccer}"]`)
          .getByRole('img', { name: `${stats['1']} to ${stats['2']}` })
          .waitFor();
    }
    expect(requests.filter((path) => path.includes('/scores/stream'))).toHaveLength(3);
    expect(complaints).toEqual([]);
  });

  test('odds are read slot by slot, the newest first; one that fails is said, and two in a row end it', async () => {
    const now = START + 40 * MINUTE;
    const { page } = await scene(({ service }) => service.comeTo(now));
    const asked: string[] = [];
    let [reading, most] = [0, 0];
    let refused: (nth: number) => boolean = (nth) => nth === 3;
    await page.route(/\/api\/odds\/updates\/\d+\/\d+\/\d+\?/, async (route) => {
      const { pathname } = new URL(route.request().url());
      asked.push(pathname);
      most = Math.max(most, ++reading);
      const isRefused = refused(asked.length);
      const response = isRefused ? { status: 400, body: 'no' } : { response: await route.fetch() };
      reading--;
      await route.fulfill(response);
    });
    await go(page, MATCH);
    await page.getByText('1 of the five-minute slots could not be read.').waitFor();
    await page.getByText('Earlier ones are being read').waitFor({ state: 'detached' });
    const placeOf = (path: string): number => {
      const [day = 0, hour = 0, interval = 0] = path.split('/').slice(-3).map(Number);
      return (day * 24 + hour) * 12 + interval;
    };
    expect(most).toBe(1);
    // Half an hour before the start is the earliest.
    expect(placeOf(asked.at(-1) ?? '')).toBe(START / SLOT - 6);
    expect(asked.map(placeOf)).toEqual(asked.map((_, i) => placeOf(asked[0] ?? '') - i));

    await go(page, '#/settings');
    await page.getByText('API token', { exact: true }).waitFor();
    asked.length = 0;
    refused = (nth) => nth > 4;
    await go(page, MATCH);
    await page.getByText(/Read back to \d\d:\d\d only: /).waitFor();
    expect(asked).toHaveLength(6);
  });

  test('choosing updates by keyboard adds nothing to the way back, and a link to an old one shows it', async () => {
    const now = START + 95 * MINUTE;
    const { page } = await scene(({ service }) => service.comeTo(now));
    await go(page, `${MATCH}?seq=2`);
    const row = page.locator('.update[aria-selected="true"]');
    await row.waitFor();
    const isInSight = (): Promise<boolean> =>
      row.evaluate((one) => {
        const [inner, outer] = [one, one.closest('.updates') as Element].map((each) => each.getBoundingClientRect());
        return (inner?.top ?? 0) >= (outer?.top ?? 0) && (inner?.bottom ?? 0) <= (outer?.bottom ?? 0);
      });
    expect(await isInSight()).toBe(true);
    const depth = await page.evaluate(() => history.length);
    await page.getByRole('listbox').focus();
    for (const key of ['ArrowUp', 'ArrowUp', 'Home', 'End', 'PageUp']) {
      await page.keyboard.press(key);
      await until(isInSight);
    }
    await page.getByRole('heading', { name: 'Update 10', exact: true }).waitFor();
    expect(page.url()).toContain('seq=10');
    expect(await page.evaluate(() => history.length)).toBe(depth);
  });

  test('a search looks into further pages, and says what it has searched', async () => {
    const [template] = fixtures;
    const { page, paged } = await scene(({ service }) => service.comeTo(START + MINUTE));
    const many = (count: number, first: number) =>
      Array.from({ length: count }, (_, i) => ({
        ...template?.wire,
        FixtureId: first + i,
        StartTime: START + (first - 12_500_000 + i + 60) * MINUTE,
        GameState: 'scheduled',
        Participant1: first + i === 12_500_149 ? 'Farthest Town' : 'Somebody',
      }));
    await paged.service.accept(many(150, 12_500_000));
    await go(page, '#/matches?tab=coming');
    await page.locator('#coming .badge').getByText('100', { exact: true }).waitFor();
    await page.getByLabel('Search', { exact: true }).fill('farthest');
    await page.locator('.match-row[data-fixture="12500149"]').waitFor();
    await page.getByLabel('Search', { exact: true }).fill('nowhere');
    await page.locator('section[aria-labelledby=coming]').getByText('None of 150 fits.').waitFor();
    await paged.service.accept(many(450, 12_500_150));
    await go(page, '#/settings');
    await page.getByText('API token', { exact: true }).waitFor();
    await go(page, '#/matches?tab=coming');
    await page.locator('#coming .badge').getByText('100', { exact: true }).waitFor();
    await page.getByLabel('Search', { exact: true }).fill('nowhere');
    await page
      .locator('section[aria-labelledby=coming]')
      .getByText('None of the 500 that begin first fits; there are more.')
      .waitFor();
  });

  test('a match with 1,000 updates draws few of them, and as few again for each that comes', async () => {
    const [FIRST, FIXTURE] = [1_000, 12_600_001];
    const template = scores.find(({ record }) => Object.keys(record.Stats as object).length > 0);
    const zeros = Object.fromEntries(Object.keys(template?.record.Stats as object).map((key) => [key, 0]));
    /** One per second, each with another score, of the first half. */
    const wireOf = (Seq: number) => ({
      ...template?.wire,
      ...{ FixtureId: FIXTURE, Seq, Id: Seq + 1, Ts: START + 1_000 * Seq },
      Stats: { ...zeros, 1: Seq % 7, 1001: Seq % 7, 2: Seq % 5, 1002: Seq % 5 },
    });
    const accept = ({ service }: PagedService, from: number, until: number) => {
      service.clock.set(START + 1_000 * until);
      return service.accept(Array.from({ length: until - from }, (_, i) => wireOf(from + i)));
    };
    const { page, paged } = await scene(async (paged) => {
      paged.service.clock.set(START);
      await paged.service.accept([{ ...fixtures[0]?.wire, FixtureId: FIXTURE, GameState: 'live' }]);
      await accept(paged, 0, FIRST);
    });
    await go(page, `#/match/${FIXTURE}`);
    await shows(page, FIRST);
    await isLive(page);
    await page.locator('.slots .badge').first().waitFor();
    const nodes = (): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length);
    const before = await nodes();
    expect(before).toBeLessThan(600);
    await page.evaluate(() => {
      const counted = { added: 0, removed: 0 };
      Object.assign(window, { counted });
      new MutationObserver((changes) => {
        for (const { addedNodes, removedNodes } of changes) {
          counted.added += addedNodes.length;
          counted.removed += removedNodes.length;
        }
      }).observe(document.body, { childList: true, subtree: true });
    });
    const MORE = 20;
    for (let i = 0; i < MORE; i++) {
      await accept(paged, FIRST + i, FIRST + i + 1);
      await shows(page, FIRST + i + 1);
    }
    const { added, removed } = await page.evaluate(
      () => (window as unknown as { counted: { added: number; removed: number } }).counted,
    );
    // A row of the list and one of what happened come, and others go; the rest is changed in place.
    expect(added / MORE).toBeLessThan(20);
    expect(removed / MORE).toBeLessThan(20);
    expect((await nodes()) - before).toBeLessThan(60);
  });
});
