import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { Store } from '../../ts/service/data/store/store.js';
import { apiTokenHash, newApiToken } from '../../ts/service/edge/auth/apiToken.js';
import { MS_PER_WEEK, storeAuth } from '../../ts/service/edge/auth/authStore.js';
import { linesman } from '../helpers/cli.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const wallet = KeyPair.fromSeed(new Uint8Array(32).fill(5)).address;
const TERMS = { level: 2, samplingSeconds: 60, leagueBundle: 2, leagues: [], marketBundle: 0 };

const folder = temporaryFolder('access');
const store = join(folder, 'store');

const access = (...args: string[]) => linesman(['access', ...args]);
const json = async (step: string) => JSON.parse((await access(step, wallet, '--store', store, '--json')).stdout);

async function activate(txSig: string): Promise<unknown> {
  const opened = await Store.open({ folder: store });
  const tokenHash = apiTokenHash(newApiToken()) as Uint8Array;
  const now = await opened.time();
  const done = await storeAuth(opened).activate({
    txSig,
    wallet,
    weeks: 4,
    terms: TERMS,
    tokenHash,
    now,
    realTime: now,
  });
  await opened.close();
  return done;
}

describe('linesman access', () => {
  it('has help, and refuses invalid calls', async () => {
    const help = await access('--help');
    expect([help.code, help.stdout]).toEqual([0, expect.stringMatching(/Examples:\n {2}\$ linesman access /)]);
    const asked = [
      [7307, 'show', wallet],
      [7310, 'erase', wallet, '--store', store],
      [7312, 'show', 'x', '--store', store],
    ] as const;
    for (const [number, ...args] of asked)
      expect(await access(...args)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(`error ${number} `),
      });
    const away = await access('show', wallet, '--store', 'postgres://user:p%40ssw0rd@127.0.0.1:1/db');
    expect(away).toMatchObject({ code: 2, stderr: expect.stringContaining('error 7117 ') });
    expect(away.stderr).not.toMatch(/p%40ssw0rd|p@ssw0rd/);
  });

  it('shows a wallet, ends its tokens, blocks it and allows it again', async () => {
    expect(await activate('tx1')).toMatchObject({ level: 2 });
    const shown = await json('show');
    expect(shown).toMatchObject({ wallet, tokens: 1, blockedAt: null, periods: [{ level: 2, samplingSeconds: 60 }] });
    expect(shown.periods[0].endsAt - shown.periods[0].startsAt).toBe(4 * MS_PER_WEEK);
    expect(await json('revoke')).toMatchObject({ ended: 1, tokens: 0, blockedAt: null });
    expect(await activate('tx2')).toMatchObject({ level: 2 });

    expect(await json('block')).toMatchObject({ ended: 1, tokens: 0, blockedAt: expect.any(Number) });
    expect(await activate('tx3')).toBe('blocked');
    const text = await access('show', wallet, '--store', store);
    expect(text.stdout).toMatch(/^wallet +\w+\ntokens +0\nblocked +since \d{4}-.*\nlevel 2 +\d{4}-.* to .*\nlevel 2 /);
    expect(await json('allow')).toMatchObject({ allowed: true, blockedAt: null });
    expect(await json('allow')).toMatchObject({ allowed: false });
    expect(await activate('tx3')).toMatchObject({ level: 2 });
  });

  it('refuses a folder that a running service uses, and says what to do', async () => {
    const running = await Store.open({ folder: store });
    for (const step of ['show', 'revoke', 'block', 'allow']) {
      const { code, stdout, stderr } = await access(step, wallet, '--store', store);
      expect([step, code, stdout]).toEqual([step, 2, '']);
      expect(stderr).toContain('error 7133 ');
      expect(stderr).toContain('Stop it first');
    }
    expect(await running.subscriptions.wallet(wallet, 0)).toMatchObject({ blockedAt: null });
    await running.close();
  });

  it('does not create a missing database', async () => {
    const nowhere = join(folder, 'nowhere');
    const { code, stdout, stderr } = await access('show', wallet, '--store', nowhere);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(nowhere);
    expect(readdirSync(folder).filter((name) => name.startsWith('nowhere'))).toEqual([]);
  });

  it('reports an unknown wallet without storing it', async () => {
    const stranger = KeyPair.fromSeed(new Uint8Array(32).fill(7)).address;
    for (const step of ['show', 'revoke', 'allow', 'revoke']) {
      const { stdout } = await access(step, stranger, '--store', store, '--json');
      expect([step, JSON.parse(stdout)]).toMatchObject([step, { isKnown: false, tokens: 0, blockedAt: null }]);
    }
    expect((await access('revoke', stranger, '--store', store)).stdout).toMatch(/^wallet .*\nknown +no/);
    expect((await json('revoke')).isKnown).toBe(true);
    const opened = await Store.open({ folder: store });
    expect(await opened.subscriptions.wallet(stranger, 0)).toBeUndefined();
    await opened.close();
  });

  it('suggests the database folder if it is given the parent folder', async () => {
    const { code, stderr } = await access('show', wallet, '--store', folder);
    expect([code, stderr]).toEqual([2, expect.stringContaining('error 7230 ')]);
    expect(stderr).toContain(`Pass the folder of the database: ${store}.`);
  });

  it('compares subscriptions with the world time of the database', async () => {
    const { periods } = await json('show');
    const world = { seed: 'a', start: periods[0].startsAt, scripts: [], time: periods[0].endsAt + 1 };
    writeFileSync(join(folder, 'world.json'), JSON.stringify(world));
    const inWorld = await json('show');
    expect(inWorld.periods).toEqual(periods.slice(1));
    // Sessions are compared with real time.
    expect((await json('block')).blockedAt).toBeLessThan(world.time);
    await json('allow');
    writeFileSync(join(folder, 'world.json'), '{');
    expect(await access('show', wallet, '--store', store)).toMatchObject({ code: 2, stdout: '' });
    rmSync(join(folder, 'world.json'));
  });

  it('blocks a wallet that is not known yet', async () => {
    const other = KeyPair.fromSeed(new Uint8Array(32).fill(6)).address;
    const { stdout } = await access('block', other, '--store', store, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ ended: 0, tokens: 0, blockedAt: expect.any(Number), periods: [] });
  });
});
