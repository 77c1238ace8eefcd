import type { Page } from 'playwright-core';
import { launchChromium, visit } from '../tests/helpers/explorer/chromium.js';
import { firstLoad, MAX_FIRST_BYTES } from '../tests/helpers/explorer/firstLoad.js';
import { type Benchmark, below, type Row } from './benchmark.js';
import { firstVisits } from './firstVisits.js';
import { ask, forked } from './forked.js';
import { median, quantile } from './rounds.js';

const UPDATES = 1_000;
const SLOTS = 24;
const PER_SECOND = 20;
/** The longest that a frame may take, in ms. */
const LONGEST = 50;
/** The benchmark fails if a page does not show the expected content within this time, in ms. */
const GIVES_UP = 30_000;
const QUIET = 'the same page without updates';

interface Opened {
  readonly url: string;
  readonly token: string;
  readonly fixtureId: number;
}

interface Frames {
  /** ms between frames. */
  readonly gaps: readonly number[];
  /** ms of each task of more than 50 ms. */
  readonly longTasks: readonly number[];
  /** Time in tasks of the page, in ms. */
  readonly busy: number;
}

/** A page, and measurements of it while `during` runs. */
async function watched(page: Page, ms: number, during: () => Promise<unknown>): Promise<Frames> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busy = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const before = await busy();
  const [seen] = await Promise.all([
    page.evaluate(
      (length) =>
        new Promise<{ gaps: number[]; longTasks: number[] }>((resolve) => {
          const gaps: number[] = [];
          const longTasks: number[] = [];
          const observer = new PerformanceObserver((list) => {
            for (const { duration } of list.getEntries()) longTasks.push(duration);
          });
          observer.observe({ type: 'longtask' });
          requestAnimationFrame((first) => {
            let last = first;
            // This is a method because the loader would add a helper to a named function, and the page lacks that
            // helper.
            const frames = {
              next(time: number): void {
                gaps.push(time - last);
                last = time;
                if (time - first < length) {
                  requestAnimationFrame(frames.next);
                  return;
                }
                observer.disconnect();
                resolve({ gaps, longTasks });
              },
            };
            requestAnimationFrame(frames.next);
          });
        }),
      ms,
    ),
    during(),
  ]);
  const frames = { ...seen, busy: (await busy()) - before };
  await session.detach();
  return frames;
}

export const explorer: Benchmark = {
  name: 'explorer',
  about:
    `the explorer: what a visitor loads first, and the frames of the page of a running match with ` +
    `${UPDATES.toLocaleString('en')} updates in headless Chromium while ${PER_SECOND} more come each second from ` +
    'another process',
  async run({ quick }, { note }) {
    const [rounds, ms] = quick ? [1, 1_000] : [3, 5_000];
    const { files, bytes } = firstLoad();
    const server = forked('explorerServer.ts');
    const browser = await launchChromium();
    try {
      const { url, token, fixtureId } = await ask<Opened>(server, { open: { updates: UPDATES, slots: SLOTS } });
      const { page, context, complaints } = await visit(browser, `${url}/#/settings`);
      context.setDefaultTimeout(GIVES_UP);
      await page.getByLabel('API token', { exact: true }).fill(token);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved').waitFor();
      await page.evaluate(
        (hash) => {
          location.hash = hash;
        },
        `#/match/${fixtureId}?seq=${UPDATES - 1}`,
      );
      const shows = (count: number): Promise<void> =>
        page.locator('#updates .badge').getByText(`${count}`, { exact: true }).waitFor();
      await shows(UPDATES);
      await page.locator('main .stream').getByText('Live').waitFor();
      await page.locator('.chart .legend').waitFor();
      const quiet: Frames[] = [];
      const live: Frames[] = [];
      let sent = 0;
      // One extra update comes first, because the first update and the first frames run code for the first time.
      for (let round = 0; round <= rounds; round++) {
        const still = await watched(page, ms, async () => {});
        let updates = 0;
        const moving = await watched(page, ms, async () => {
          const played = await ask<{ sent: number; updates: number }>(server, { play: { perSecond: PER_SECOND, ms } });
          updates = played.updates;
          if (round > 0) sent += played.sent;
        });
        await shows(updates);
        if (round === 0) continue;
        quiet.push(still);
        live.push(moving);
      }
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
      const gapsOf = (frames: readonly Frames[]): number[] => frames.flatMap(({ gaps }) => gaps);
      const busyOf = (frames: readonly Frames[]): number => frames.reduce((sum, { busy }) => sum + busy, 0);
      const frame = (what: string, of: (gaps: readonly number[]) => number): Row => {
        const [ours, theirs] = [of(gapsOf(live)), of(gapsOf(quiet))];
        return { what, value: ours, unit: 'ms', peer: { name: QUIET, value: theirs }, ratio: theirs / ours };
      };
      const longest = frame('a frame: longest', (gaps) => quantile(gaps, 1));
      const long = live.flatMap(({ longTasks }) => longTasks);
      note(`${files.size} files and the page are loaded first`);
      note(`${sent} updates in ${gapsOf(live).length} frames; ${gapsOf(quiet).length} frames without`);
      const longQuiet = quiet.flatMap(({ longTasks }) => longTasks);
      note(`tasks of more than 50 ms: ${long.length} with updates, ${longQuiet.length} without`);
      return [
        {
          what: 'first load, gzipped',
          value: bytes,
          unit: 'bytes',
          goal: below(bytes, MAX_FIRST_BYTES, 'bytes'),
        },
        frame('a frame: median', median),
        frame('a frame: p99', (gaps) => quantile(gaps, 0.99)),
        { ...longest, goal: below(longest.value, LONGEST, 'ms') },
        {
          what: 'time in tasks of the page, of an update',
          value: (busyOf(live) - busyOf(quiet)) / sent,
          unit: 'ms',
        },
        ...(await firstVisits(rounds)),
      ];
    } finally {
      server.kill('SIGKILL');
      await browser.close();
    }
  },
};
