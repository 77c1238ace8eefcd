import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ScoresRecord } from '../../ts/records/record/scores/scoresRecord.js';
import type { Odds } from '../../ts/sdk/format/odds.js';
import { scoresRootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import type { Health } from '../../ts/service/edge/http/operation.js';
import {
  go,
  hasChromium,
  isTooWide,
  seriousFindings,
  sharedBrowser,
  toLookAt,
  visit,
} from '../helpers/explorer/chromium.js';
import { PagedService } from '../helpers/explorer/pagedService.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { DAY, END, fixtures, ID, MINUTE, odds, SLOT, START, scores } from '../helpers/service/sentRecords.js';
import type { StoredServiceOptions } from '../helpers/service/storedService.js';
import { DEPLOYMENT } from '../helpers/service/testWorld.js';

/** Matches, match, roots and status, in a real browser against a real service whose time the test moves on. */

const isWinner = ({ fixtureId, marketParameters, marketPeriod }: Odds): boolean =>
  fixtureId === ID.soccer && marketParameters === null && marketPeriod === null;
const day = Math.floor(START / DAY);
const mine = scores.filter(({ fixtureId }) => fixtureId === ID.soccer);
const scoreAt = (time: number): string => {
  const stats = mine.findLast(({ ts, record }) => ts <= time && Object.keys(record.Stats as object).length > 0)?.record
    .Stats as Record<string, number>;
  return `${stats['1']} to ${stats['2']}`;
};

describe.skipIf(!hasChromium())('the live pages', () => {
  const database = sharedDatabase();
  const browser = sharedBrowser();

  async function scene(
    until: number,
    options: { dark?: boolean; width?: number; guest?: true; health?: Health } & StoredServiceOptions = {},
  ) {
    const { dark, width, guest, health, ...ofService } = options;
    const paged = await PagedService.start(await database.fresh(), {
      ...ofService,
      app: { ...(health && { health }) },
    });
    onTestFinished(() => paged.stop());
    await paged.service.comeTo(until);
    await paged.publish();
    const token = await paged.service.subscribed('w', 0);
    const visited = await visit(browser, `${paged.url}/#/settings`, {
      ...(dark && { dark }),
      ...(width !== undefined && { width }),
      mayReach: [paged.node.url],
    });
    if (!guest) await signIn(visited.page, token);
    return { paged, token, ...visited };
  }

  async function signIn(page: Page, token: string): Promise<void> {
    await page.getByLabel('API token', { exact: true }).fill(token);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
  }

  const row = (page: Page, fixtureId: number) => page.locator(`.match-row[data-fixture="${fixtureId}"]`);

  test('matches change as their records come, and search and sport narrow them', async () => {
    const now = START + 20 * MINUTE;
    const one = await scene(now);
    const { page, paged, complaints, token } = one;
    await go(page, '#/matches');
    await row(page, ID.soccer)
      .getByRole('img', { name: scoreAt(now) })
      .waitFor();
    await page.locator('main .stream').getByText('Live').waitFor();
    expect(await page.locator('section[aria-labelledby=running] .match-row').count()).toBe(3);
    const clock = await row(page, ID.soccer).locator('strong').innerText();
    const later = START + 95 * MINUTE;
    expect(scoreAt(later)).not.toBe(scoreAt(now));
    await paged.service.comeTo(later);
    await row(page, ID.soccer)
      .getByRole('img', { name: scoreAt(later) })
      .waitFor();
    expect(await row(page, ID.soccer).locator('strong').innerText()).not.toBe(clock);
    const priced = odds.find(({ record }) => isWinner(record) && record.prices.length === 3);
    await paged.service.accept([{ ...priced?.wire, MessageId: '0000000001:00003:000001-0-7001-stab', Ts: later }]);
    await row(page, ID.soccer).locator('.prices').getByText('X', { exact: true }).waitFor();

    await page.getByLabel('Search', { exact: true }).fill(`${ID.basketball}`);
    await row(page, ID.soccer).waitFor({ state: 'detached' });
    expect(await page.locator('.match-row').count()).toBe(1);
    await page.getByLabel('Search', { exact: true }).fill('no such team');
    await page.getByText('None of 3 fits.').or(page.getByText('None of 2 fits.')).first().waitFor();
    await page.getByLabel('Search', { exact: true }).fill('');
    await page.getByLabel('Sport').selectOption('us-football');
    await row(page, ID.soccer).waitFor({ state: 'detached' });
    expect(await page.locator('.match-row').count()).toBe(1);
    expect(await seriousFindings(page)).toEqual([]);
    expect(page.url()).not.toContain(token);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(token);
    expect(complaints).toEqual([]);
  });

  test('a lost connection is said, and so is whether anything was missed when it is back', async () => {
    const now = START + 20 * MINUTE;
    const one = await scene(now);
    const { page, paged, complaints } = one;
    await go(page, '#/matches');
    const note = page.locator('main .stream');
    await note.getByText('Live', { exact: true }).waitFor();
    // Waits for an id to resume after.
    await paged.service.comeTo(now + MINUTE);
    await row(page, ID.soccer)
      .getByRole('img', { name: scoreAt(now + MINUTE) })
      .waitFor();
    await paged.vanish();
    await note.getByText('Connection lost').waitFor();
    await page.locator('.tools').getByText('Connection lost').waitFor();
    await paged.service.comeTo(now + 2 * MINUTE);
    await paged.comeBack();
    await note.getByText('resumed without missing a record').waitFor();

    await paged.vanish();
    await note.getByText('Connection lost').waitFor();
    // Longer than the service keeps updates at hand.
    const later = START + 95 * MINUTE;
    await paged.service.comeTo(later);
    await paged.comeBack();
    await page.getByText('Some records were missed').waitFor();
    await note.getByText('Live').waitFor();
    await paged.publish();
    await row(page, ID.soccer)
      .getByRole('img', { name: scoreAt(later) })
      .waitFor();
    const others = complaints.filter((text) => !/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|status of 503/.test(text));
    expect(others).toEqual([]);
  });

  test('without a token a page shows what everybody may see, and says calmly what a subscription is for', async () => {
    const one = await scene(START + MINUTE, { guest: true });
    const { page, paged, complaints } = one;
    const notice = page.locator('main .subscribers');
    await go(page, '#/matches');
    await row(page, ID.soccer).getByText('running since').waitFor();
    await notice.getByText('Live scores and odds come with a subscription.').waitFor();
    await go(page, `#/match/${ID.soccer}`);
    await notice.getByText('The running score comes with a subscription.').waitFor();
    await go(page, '#/match/999');
    await page.getByRole('heading', { name: 'There is no match 999' }).waitFor();
    // Nothing of it looks like an error.
    expect(await page.locator('main .problem').count()).toBe(0);

    await paged.service.comeTo(END);
    await paged.publish();
    await page.goto(`${paged.url}/#/matches?tab=finished`);
    const result = row(page, ID.soccer);
    await result.getByRole('img', { name: scoreAt(END) }).waitFor();
    await result.getByText('proven on chain').waitFor();
    await result.getByRole('link').click();
    await page.locator('.timeline').getByText('full time, confirmed').first().waitFor();
    await page.getByRole('link', { name: 'See the proof' }).first().click();
    await page.locator('#verdict').getByText('The proof holds').waitFor();
    await page.getByText('the one on chain, read by this browser').waitFor();
    // Back is where it was.
    await page.goBack();
    await page.goBack();
    await page.getByRole('tab', { name: 'Finished', selected: true }).waitFor();
    expect(complaints).toEqual([]);

    await page.goto(`${paged.url}/#/settings`);
    await signIn(page, 'lsm_of-somebody-else');
    await go(page, '#/matches');
    await page.locator('main .problem').getByText('The service does not accept the API token.').waitFor();
  });

  test('a service that shows results to subscribers only says so calmly', async () => {
    const one = await scene(START + MINUTE, { guest: true, ports: { results: undefined } });
    const { page } = one;
    for (const hash of ['#/matches', `#/match/${ID.soccer}`]) {
      await go(page, hash);
      await page.locator('main .subscribers').getByText('come with a subscription').waitFor();
    }
    expect(await page.locator('main .problem').count()).toBe(0);
    await page.getByRole('link', { name: 'Get a subscription' }).click();
    await page.getByRole('heading', { name: 'Wallet', exact: true }).waitFor();
  });

  test('a match: what happened, every update, odds, slots; an update and stats lead to their proof', async () => {
    const now = START + 40 * MINUTE;
    const one = await scene(now);
    const { page, paged, complaints, token } = one;
    const known = mine.filter(({ ts }) => ts <= now);
    await go(page, `#/match/${ID.soccer}`);
    await page.locator('#updates .badge').getByText(`${known.length}`, { exact: true }).waitFor();
    const options = page.locator('.update');
    expect(await options.count()).toBeLessThan(40);
    // They come by a separate request.
    await page.locator('.slots .badge.good').nth(3).waitFor();
    await page.locator('.chart .legend').waitFor();
    // By keyboard: from the newest to the oldest and back.
    const list = page.getByRole('listbox');
    await list.focus();
    await page.keyboard.press('End');
    await page.getByRole('heading', { name: 'Update 0', exact: true }).waitFor();
    await page.keyboard.press('Home');
    const last = known.at(-1)?.record as ScoresRecord;
    await page.getByRole('heading', { name: `Update ${last.Seq}`, exact: true }).waitFor();

    const proven = known.findLast(
      ({ ts, record }) => ts < now - 2 * SLOT && Object.keys(record.Stats as object).length > 0,
    )?.record as ScoresRecord;
    await go(page, `#/match/${ID.soccer}?seq=${proven.Seq}`);
    await page.getByRole('heading', { name: `Update ${proven.Seq}`, exact: true }).waitFor();
    await page.getByRole('checkbox', { name: /^k7 / }).check();
    await page.getByRole('link', { name: 'See the proof' }).click();
    await page.locator('#verdict').getByText('The proof holds').waitFor();
    await page.getByText('the one on chain, read by this browser').waitFor();
    expect(page.url()).toContain(`fixture=${ID.soccer}&seq=${proven.Seq}&keys=1%2C2%2C7`);
    expect(page.url()).not.toContain(token);

    await go(page, `#/match/${ID.soccer}`);
    await page.locator('main .stream').getByText('Live').waitFor();
    await paged.service.comeTo(now + 5 * MINUTE);
    const count = mine.filter(({ ts }) => ts <= now + 5 * MINUTE).length;
    await page.locator('#updates .badge').getByText(`${count}`, { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('a match that ends while somebody watches is said to be over', async () => {
    const one = await scene(START - MINUTE);
    const { page, paged, complaints } = one;
    await go(page, `#/match/${ID.soccer}`);
    await page.locator('.title .badge').getByText('not begun').waitFor();
    await page.locator('main .stream').getByText('Live').waitFor();
    await paged.service.comeTo(END);
    await page.locator('.title .badge').getByText('full time').waitFor();
    expect(await page.getByRole('link', { name: 'Make a market' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('names and actions of records never become markup', async () => {
    const one = await scene(START + 20 * MINUTE);
    const { page, paged, complaints } = one;
    const nasty = '<img src=x onerror="document.title=1"><b>bold</b>';
    const [fixture] = fixtures;
    await paged.service.accept([
      { ...fixture?.wire, FixtureId: 12_700_001, Participant1: nasty, Competition: nasty, GameState: 'live' },
    ]);
    await go(page, '#/matches');
    await row(page, 12_700_001).getByText('<b>bold</b>').first().waitFor();
    expect(await page.locator('main img, main b').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('roots: what the chain contradicts is an alarm, and arrows go over the cells', async () => {
    const one = await scene(START + 20 * MINUTE);
    const { page, paged, complaints } = one;
    const { address } = scoresRootsAddress(day, LOCALNET_PROGRAM_IDS.oracle);
    const account = paged.node.accounts.get(address);
    if (!account) throw new Error('nothing is published');
    const place = (START % DAY) / SLOT;
    const data = account.data.slice();
    // One bit of one root; and the next root is gone.
    data[10 + 32 * place + 7] = (data[10 + 32 * place + 7] ?? 0) ^ 1;
    data.fill(0, 10 + 32 * (place + 1), 10 + 32 * (place + 2));
    // And there is one for a slot without records.
    data.fill(9, 10 + 32 * (place - 2), 10 + 32 * (place - 1));
    paged.node.accounts.set(address, { ...account, data });
    await go(page, `#/roots/${day}`);
    const grid = page.getByRole('table', { name: 'Roots of scores' });
    const cell = (from: number) => grid.locator(`[data-from="${from}"]`);
    await cell(START).waitFor();
    expect(await grid.locator('.cell').count()).toBe(288);
    const hours = page.getByRole('table', { name: 'Roots of fixtures' }).locator('.cell');
    await hours.first().waitFor();
    expect(await hours.count()).toBe(24);
    const stateOf = async (from: number) => (await cell(from).getAttribute('class'))?.split(' ').at(-1);
    expect(await Promise.all([-2, 0, 1, 2].map((i) => stateOf(START + i * SLOT)))).toEqual([
      'unknown',
      'alarm',
      'missing',
      'published',
    ]);
    await cell(START).click();
    await page.getByText('The chain has another root, read by this browser.').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText('The chain has the same root, read by this browser.').waitFor();
    await page.keyboard.press('Home');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-from'))).toBe(`${day * DAY}`);
    expect(await seriousFindings(page)).toEqual([]);
    await cell(START - 2 * SLOT).click();
    await page.locator('.slot-state').getByText('unknown: the chain has a root, but the service lists none').waitFor();
    await page.getByText('but the service lists none, even when asked twice.').waitFor();
    await go(page, '#/roots/99999');
    await page.getByRole('alert').getByText('There is no day “99999”').waitFor();
    expect(await page.locator('.cell').count()).toBe(0);
    paged.node.down = true;
    await go(page, `#/roots/${day - 1}`);
    await page.getByText('Nothing here is compared with the chain.').waitFor();
    expect(complaints.filter((text) => !/ERR_EMPTY_RESPONSE|ERR_CONNECTION/.test(text))).toEqual([]);
  });

  test('status: each check, the lag of roots, streams and rates', async () => {
    const checks: { name: string; ok: boolean; reason?: string }[] = [{ name: 'database', ok: true }];
    const health = { report: async () => ({ ready: checks.every(({ ok }) => ok), checks: [...checks] as never }) };
    const one = await scene(START + 20 * MINUTE, { health });
    const { page, complaints } = one;
    await go(page, '#/status');
    await page.locator('.badge').getByText('ready', { exact: true }).waitFor();
    await page.locator('.checks .holds').getByText('database').waitFor();
    await page.getByText('Scores are proven until').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    const figure = (name: string) => page.locator('.measures div').filter({ hasText: name }).locator('dd');
    await figure('Open streams').getByText(/^\d+$/).waitFor();
    await figure('Requests per second')
      .getByText(/^\d+\.\d$/)
      .waitFor();
    await figure('Records accepted per second')
      .getByText(/^\d+\.\d$/)
      .waitFor();
    checks.push({ name: 'roots', ok: false, reason: 'The root of 08:00 is late.' });
    await page.locator('.badge').getByText('not ready').waitFor();
    await page.locator('.checks .broken').getByText('The root of 08:00 is late.').waitFor();
  });

  test('status: that the metrics of a service on a cluster are out of reach', async () => {
    const deployment = { ...DEPLOYMENT, chain: 'cluster' as const };
    const one = await scene(START + 20 * MINUTE, { ports: { deployment }, metrics: undefined });
    await go(one.page, '#/status');
    await one.page.getByRole('button', { name: 'Request metrics' }).click();
    await one.page.getByText('The metrics are not reachable from here').waitFor();
  });

  test.each([true, false])('fits a phone, dark: %s', async (dark) => {
    const now = START + 40 * MINUTE;
    const one = await scene(now, { width: 360, dark });
    const { page, complaints } = one;
    const seq = mine.filter(({ ts }) => ts <= now).at(-1)?.record as ScoresRecord;
    for (const [hash, sign] of [
      ['#/matches', '.match-row'],
      [`#/match/${ID.soccer}?seq=${seq.Seq}`, '.chart .legend'],
      [`#/roots/${day}?kind=scores&at=${START}`, '.slot-state'],
      ['#/status', '.measures'],
    ] as const) {
      await go(page, hash);
      await page.locator(sign).first().waitFor();
      expect([hash, await isTooWide(page)]).toEqual([hash, false]);
      expect([hash, await seriousFindings(page)]).toEqual([hash, []]);
      await toLookAt(page, `${hash.split(/[/?]/)[1]}-${dark}`);
    }
    expect(complaints).toEqual([]);
  });
});
