import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEAGUES } from '../../ts/season/leagues.js';
import { linesman } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { EmbeddedMarket } from '../helpers/service/embeddedMarket.js';
import { Middleman } from '../helpers/service/middleman.js';
import { surfpool } from '../helpers/surfpool.js';

const none = surfpool() === null;
if (none) leftOut('linesman subscribe against a service: @solana/surfpool-linux-x64-gnu is not installed.');

describe('linesman subscribe, offline', () => {
  it('has help', async () => {
    const { code, stdout } = await linesman(['subscribe', '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}\$ linesman subscribe /);
  });

  it.each([
    [7307, ['--level', '6']],
    [7307, ['--weeks', '4']],
    [7311, ['--level', 'x', '--weeks', '4']],
    [7311, ['--level', '6', '--weeks', '256']],
    [7311, ['--level', '21', '--weeks', '4', '--leagues', '1,,2']],
    [7308, ['--activate', '5x', '--level', '6']],
    [7308, ['--activate', '5x', '--dry-run']],
    [7307, []],
  ])('refuses with %d: %j', async (number, args) => {
    const { code, stderr } = await linesman([
      'subscribe',
      ...args,
      '--service',
      'http://127.0.0.1:9',
      '--keypair',
      '/none',
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain(`error ${number} `);
  });
});

describe('a hint fits the case', () => {
  it.each([
    [['--level', '99', '--dry-run'], '--level 99 needs --weeks', '4, 8'],
    [['--weeks', '4', '--dry-run'], '--weeks 4 needs --level', 'linesman subscribe --help lists'],
    [['--dry-run'], '--level and --weeks are needed', '--activate'],
  ])('%j', async (args, message, hint) => {
    const common = ['--service', 'http://127.0.0.1:9', '--keypair', '/none', '--json'];
    const { stdout } = await linesman(['subscribe', ...args, ...common]);
    const { error } = JSON.parse(stdout);
    expect([error.number, error.message]).toEqual([7307, expect.stringContaining(message)]);
    expect(error.hint).toContain(hint);
    expect(error.hint).not.toBe('See --help.');
  });
});

describe.skipIf(none)('linesman subscribe', () => {
  let market: EmbeddedMarket;
  let ann: string;
  beforeAll(async () => {
    market = await EmbeddedMarket.start();
    ann = (await market.wallet('ann')).file;
    const { code, stderr } = await market.run(['buy', '5000000', '--keypair', ann]);
    expect(code, stderr).toBe(0);
  });
  afterAll(() => market?.stop());

  /** The competitions of the fixtures visible to a token. */
  const leagues = async (apiToken: string): Promise<Set<number>> => {
    const response = await fetch(`${market.url}/api/fixtures/snapshot`, {
      headers: { authorization: `Bearer ${market.service.sessionToken}`, 'x-api-token': apiToken },
    });
    expect(response.status).toBe(200);
    return new Set(((await response.json()) as { CompetitionId: number }[]).map(({ CompetitionId }) => CompetitionId));
  };

  it('pays, activates, and returns a valid token', async () => {
    const file = join(market.folder, 'api-token');
    const order = ['subscribe', '--level', '6', '--weeks', '4', '--keypair', ann, '--token-file', file];
    const dry = await market.run([...order, '--dry-run']);
    expect([dry.code, dry.stdout]).toEqual([0, 'would subscribe for 2500000 service tokens; simulated, not sent\n']);
    expect(existsSync(file)).toBe(false);
    const { code, stdout, stderr } = await market.run(order);
    expect(code, stderr).toBe(0);
    const token = readFileSync(file, 'utf8').trim();
    expect(stdout).toContain(`in ${file}\n`);
    expect(stdout + stderr).not.toContain(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(stderr).toContain('level 6 for 4 weeks: 2500000 service tokens');
    expect((await leagues(token)).size).toBeGreaterThan(0);
    // Only the price is spent.
    const left = JSON.parse((await market.run(['buy', '1', '--keypair', ann, '--dry-run', '--json'])).stdout);
    expect(left.balances.serviceTokens).toBe('2500000');
  });

  it('sells a selection of leagues, which can be corrected if one of them does not exist', async () => {
    const order = ['subscribe', '--level', '21', '--weeks', '4', '--leagues', '999999', '--keypair', ann, '--json'];
    const wrong = JSON.parse((await market.run(order)).stdout).error;
    expect(wrong).toMatchObject({ number: 7152, message: expect.stringContaining('failed with 7081') });
    const [, transaction = ''] = /--activate (\w+) --leagues <other leagues>$/.exec(wrong.hint) ?? [];
    const league = String(LEAGUES[0]?.id);
    const repeat = ['subscribe', '--activate', transaction, '--leagues', league, '--keypair', ann, '--json'];
    const { code, stdout, stderr } = await market.run(repeat);
    expect(code, stderr).toBe(0);
    const { subscription, apiToken } = JSON.parse(stdout);
    // The earlier level is not affected.
    expect(subscription.periods).toMatchObject([
      { level: 6, leagues: null },
      { level: 21, leagues: [LEAGUES[0]?.id], samplingSeconds: 60 },
    ]);
    expect((await leagues(apiToken)).size).toBeGreaterThan(1);
  });

  it('refuses before paying if the activation would fail', async () => {
    const refused = async (args: string[], number: number, keypair = ann) => {
      const { code, stderr } = await market.run(['subscribe', '--keypair', keypair, ...args]);
      expect(code).toBe(2);
      expect(stderr).toContain(`error ${number} `);
      expect(stderr).not.toContain('subscribed with');
    };
    await refused(['--level', '5', '--weeks', '5'], 6041);
    await refused(['--level', '99', '--weeks', '4'], 7083);
    const dry = await market.run(['subscribe', '--keypair', ann, '--level', '99', '--weeks', '4', '--dry-run']);
    expect(dry.stderr).toContain('There is no level 99; there are 0, 1, 2');
    expect(dry.stderr).toContain('linesman subscribe --help');
    await refused(['--level', '1', '--weeks', '4', '--leagues', '1'], 7078);
    await refused(['--level', '21', '--weeks', '4'], 7079);
    await refused(['--level', '21', '--weeks', '4', '--leagues', '1,1'], 7080);
    await refused(['--level', '21', '--weeks', '4', '--leagues', '1,2,3,4,5,6'], 7082);
    await refused(['--level', '11', '--weeks', '252'], 7153);
    await refused(['--level', '1', '--weeks', '4', '--token-file', join(market.folder, 'no/such/token')], 7156);
    await refused(['--level', '1', '--weeks', '4'], 7030, '/does/not/exist');
    await refused(['--activate', '1'.repeat(64)], 7072);
    expect(readdirSync(market.folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('refuses before paying if the wallet would not sign', async () => {
    const middle = await Middleman.before(market.url);
    const order = ['subscribe', '--level', '1', '--weeks', '4', '--keypair', ann, '--rpc', market.rpc];
    try {
      // The first names another host; the second names none.
      for (const args of [[], ['--bind-service']]) {
        const { code, stderr } = await linesman([...order, '--service', middle.url, ...args]);
        expect([code, stderr]).toEqual([2, expect.stringContaining('error 7192 ')]);
        expect(stderr).not.toContain('subscribed with');
        middle.instead = (path) =>
          path === '/.well-known/activation' ? { status: 404, body: 'Not found' } : undefined;
      }
    } finally {
      await middle.close();
    }
  });

  it('repeats a lost activation automatically, and pays once', async () => {
    const middle = await Middleman.before(market.url);
    const path = '/api/token/activate';
    middle.losing.set(path, 1);
    // Otherwise it would notice that this is not the host of the service, and sign nothing.
    middle.instead = (asked) => (asked === '/.well-known/activation' ? { status: 404, body: 'Not found' } : undefined);
    const order = ['subscribe', '--level', '1', '--weeks', '4', '--keypair', ann, '--json'];
    const { code, stdout } = await linesman([...order, '--service', middle.url, '--rpc', market.rpc]).finally(() =>
      middle.close(),
    );
    expect(code, stdout).toBe(0);
    const given = middle.seen.filter((answer) => answer.path === path);
    expect(given.map(({ status }) => status)).toEqual([200, 200]);
    const [lost, kept] = given.map(({ body }) => body);
    const { apiToken, subscription } = JSON.parse(stdout);
    expect(apiToken).toBe(kept);
    expect(subscription.periods.filter(({ level }: { level: number }) => level === 1)).toHaveLength(1);
    expect((await leagues(apiToken)).size).toBeGreaterThan(0);
    await expect(leagues(`${lost}`)).rejects.toThrow('403');
  });

  it('repeats only a failed activation', async () => {
    const file = join(market.folder, 'late-token');
    const failing = createServer((request, response) => {
      request.resume();
      const isGuest = request.url === '/auth/guest/start';
      response.writeHead(isGuest ? 200 : 403, { 'content-type': isGuest ? 'application/json' : 'text/plain' });
      response.end(isGuest ? JSON.stringify({ token: 'guest' }) : 'not today');
    });
    await new Promise<void>((resolve) => failing.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(failing.address() as AddressInfo).port}`;
    const { code, stdout } = await linesman(
      ['subscribe', '--level', '1', '--weeks', '4', '--keypair', ann, '--token-file', file, '--json'].concat([
        '--service',
        url,
        '--rpc',
        market.rpc,
      ]),
    ).finally(() => {
      failing.closeAllConnections();
      failing.close();
    });
    expect(code).toBe(2);
    expect(existsSync(file)).toBe(false);
    const { error } = JSON.parse(stdout);
    expect(error.number).toBe(7152);
    const [, transaction = ''] = /--activate (\w{64,90})$/.exec(error.hint) ?? [];
    expect(error.message).toContain(transaction);

    const again = ['subscribe', '--activate', transaction, '--keypair', ann, '--token-file', file];
    const stranger = (await market.wallet('ben')).file;
    const other = await market.run(['subscribe', '--activate', transaction, '--keypair', stranger]);
    expect(other.stderr).toMatch(/error (7071|7075) /);
    const repeated = await market.run(again);
    expect(repeated.code, repeated.stderr).toBe(0);
    const token = readFileSync(file, 'utf8').trim();
    expect((await leagues(token)).size).toBeGreaterThan(0);
    // Repeating it once more replaces the token and invalidates the previous one.
    const bound = await market.run([...again, '--bind-service', '--json']);
    expect(bound.code, bound.stderr).toBe(0);
    const { subscription } = JSON.parse(bound.stdout);
    const apiToken = readFileSync(file, 'utf8').trim();
    expect(apiToken).not.toBe(token);
    expect((await leagues(apiToken)).size).toBeGreaterThan(0);
    await expect(leagues(token)).rejects.toThrow('403');

    const own = ['subscription', '--service', market.url, '--api-token-file', file];
    const shown = await linesman([...own, '--json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({ wallet: subscription.wallet, periods: subscription.periods });
    expect((await linesman(own)).stdout).toMatch(
      /^wallet +\w+\nlevel 1 +until \d{4}-.* UTC \(27 days left\); odds every 60 s; 1 league: 901 Halcyon Free /,
    );
    expect(await linesman([...own, '--end'])).toMatchObject({ code: 0, stdout: 'the API token is ended\n' });
    expect((await linesman(own)).stderr).toContain('error 7061 ');
  });
});
