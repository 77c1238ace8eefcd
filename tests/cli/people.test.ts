import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { linesman, type Ran } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { EmbeddedMarket, onTestChain } from '../helpers/service/embeddedMarket.js';
import { until } from '../helpers/service/until.js';
import { surfpool } from '../helpers/surfpool.js';

const none = surfpool() === null;
if (none) leftOut('two people with two wallets: @solana/surfpool-linux-x64-gnu is not installed.');

/** Two people who share one machine and use only the command line. The tests depend on their order. */
describe.skipIf(none)('two people with two wallets', () => {
  let scene: EmbeddedMarket;
  let fixture = 0;
  let market = '';
  const people: Record<string, string> = {};
  beforeAll(async () => {
    // Slow at first: stakes must be placed before the match starts.
    scene = await EmbeddedMarket.start({ speed: 1 });
    fixture = scene.match.fixtureId;
  });
  afterAll(() => scene?.stop());

  const file = (name: string): string => join(scene.folder, `${name}.json`);
  const wallet = (...args: string[]): Promise<Ran> => linesman(['wallet', ...args, '--rpc', scene.rpc]);
  const known = () => ['--service', scene.url, '--api-token-file', join(scene.folder, 'token')];
  const done = async (running: Promise<Ran>): Promise<Ran> => {
    const ran = await running;
    expect(ran.code, ran.stderr + ran.stdout).toBe(0);
    return ran;
  };
  const document = async (running: Promise<Ran>) => JSON.parse((await done(running)).stdout);
  const refused = async (number: number, running: Promise<Ran>): Promise<string> => {
    const { code, stdout, stderr } = await running;
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`error ${number} `);
    return stderr;
  };
  const holds = async (name: string): Promise<{ sol: string; stablecoin: string; service: string }> => {
    const { sol, tokens } = await document(wallet('show', '--keypair', file(name), '--json'));
    const of = (token: string) => tokens.find((one: { name: string }) => one.name === token)?.balance ?? '0';
    return { sol, stablecoin: of('stablecoin'), service: of('service token') };
  };

  it('create their wallets, which are never overwritten', async () => {
    for (const name of ['ann', 'ben']) {
      const { stdout } = await done(linesman(['wallet', 'new', file(name)]));
      people[name] = stdout.trim();
      const bytes = readFileSync(file(name), 'utf8');
      expect(statSync(file(name)).mode & 0o777).toBe(0o600);
      expect(KeyPair.fromSecretKey(Uint8Array.from(JSON.parse(bytes))).address).toBe(people[name]);
      await refused(7243, linesman(['wallet', 'new', file(name)]));
      expect(readFileSync(file(name), 'utf8')).toBe(bytes);
    }
    expect(people.ann).not.toBe(people.ben);
    await refused(7243, linesman(['wallet', 'new', join(scene.folder, 'no/such.json')]));
    expect(existsSync(join(scene.folder, 'no'))).toBe(false);
    const third = await document(linesman(['wallet', 'new', file('third'), '--json']));
    expect(third).toEqual({ wallet: expect.stringMatching(/^\w{32,44}$/), file: file('third') });
    rmSync(file('third'));
  });

  it('get test money', async () => {
    expect(await holds('ann')).toEqual({ sol: '0', stablecoin: '0', service: '0' });
    const data = ['--data', join(scene.folder, 'data')];
    await done(wallet('fund', '--keypair', file('ann'), ...data, '--dry-run'));
    expect(await holds('ann')).toEqual({ sol: '0', stablecoin: '0', service: '0' });
    await done(wallet('fund', '--keypair', file('ann'), ...data));
    const given = await document(
      wallet('fund', people.ben ?? '', ...data, '--sol', '0.25', '--stablecoin', '500.5', '--json'),
    );
    expect(given).toMatchObject({ wallet: people.ben, balances: { sol: '0.25', stablecoin: '500.5' } });
    expect(given.transactions).toHaveLength(2);
    expect(await holds('ann')).toEqual({ sol: '1', stablecoin: '1000', service: '0' });
    // The issuer's key is not available here, and this oracle program does not have a faucet.
    const elsewhere = ['--data', join(scene.folder, 'elsewhere')];
    await refused(7242, wallet('fund', '--keypair', file('ann'), ...elsewhere));
    expect(await holds('ann')).toMatchObject({ sol: '1' });
    const much = await refused(
      7242,
      wallet('fund', '--keypair', file('ann'), '--sol', '9000000000', '--stablecoin', '0'),
    );
    expect(much).toContain('linesman serve');
    await refused(7307, wallet('fund', ...data));
    await refused(7325, wallet('fund', people.ben ?? '', '--keypair', file('ann'), ...data));
    await refused(7316, wallet('fund', people.ben ?? '', '--sol', '1.0000000001', ...data));
  });

  it('send each other tokens, and see what has arrived', async () => {
    const { ann = '', ben = '' } = people;
    const toBen = ['--to', ben, '--keypair', file('ann')];
    await done(wallet('send', '0.1', ...toBen, '--dry-run'));
    expect((await holds('ben')).sol).toBe('0.25');
    const sol = await done(wallet('send', '0.1', ...toBen));
    expect(sol.stderr).toContain('send  0.1 SOL\n');
    expect(sol.stdout).toContain('received     0.1, and holds 0.35 now\n');
    const tokens = await document(wallet('send', '99.5', '--token', 'stablecoin', ...toBen, '--json'));
    expect(tokens).toMatchObject({ from: ann, to: ben, received: '99.5', balance: '600' });
    expect((await holds('ann')).stablecoin).toBe('900.5');

    await refused(7153, wallet('send', '5', ...toBen));
    await refused(7153, wallet('send', '901', '--token', 'stablecoin', ...toBen));
    await refused(7326, wallet('send', '1', '--to', ann, '--keypair', file('ann')));
    await refused(7316, wallet('send', '0', ...toBen));
    await refused(7316, wallet('send', '0.0000001', '--token', 'stablecoin', ...toBen));
    await refused(7327, wallet('send', '0.0001', '--to', KeyPair.generate().address, '--keypair', file('ann')));
    await refused(7157, wallet('send', '1', '--token', ben, ...toBen));
    // Token accounts and mints are not wallets: tokens sent to them would be lost.
    const { tokens: held } = await document(wallet('show', ben, '--json'));
    const [{ account, mint }] = held;
    expect(await refused(7244, wallet('send', '1', '--to', account, '--keypair', file('ann')))).toContain(ben);
    await refused(7244, wallet('send', '1', '--token', 'stablecoin', '--to', mint, '--keypair', file('ann')));
  });

  it('buy credits and service tokens, which cannot be transferred', async () => {
    const order = ['--rpc', scene.rpc, '--keypair', file('ann')];
    await refused(7153, linesman(['credits', 'buy', '1', ...order]));
    await done(linesman(['buy', '1000', '--service', scene.url, ...order]));
    expect((await holds('ann')).service).toBe('1000');
    const toBen = ['--to', people.ben ?? '', '--keypair', file('ann')];
    expect(await refused(7245, wallet('send', '1', '--token', 'service', ...toBen))).toContain('frozen');

    const credits = async () => document(linesman(['credits', 'show', people.ann ?? '', '--rpc', scene.rpc, '--json']));
    expect(await credits()).toMatchObject({ credits: 0, packPrice: '5', creditsPerPack: 100, serviceTokens: '1000' });
    await done(linesman(['credits', 'buy', '2', ...order, '--dry-run']));
    expect((await credits()).credits).toBe(0);
    const { stdout } = await done(linesman(['credits', 'buy', '2', ...order]));
    expect(stdout).toMatch(/^bought +200 credits for 10 service tokens\ncredits +200\n/);
    expect(await credits()).toMatchObject({ credits: 200, serviceTokens: '990' });
    await refused(7311, linesman(['credits', 'buy', '0', ...order]));
    await refused(7307, linesman(['credits', 'show', '--rpc', scene.rpc]));
  });

  it('bet against each other', async () => {
    writeFileSync(join(scene.folder, 'token'), scene.service.apiToken, { mode: 0o600 });
    const on = (name: string, ...args: string[]) => ['market', ...args, '--keypair', file(name), '--rpc', scene.rpc];
    const terms = ['--fixture', String(fixture), '--sport', 'soccer', '--where', 'k1 - k2 > 0'];
    const made = await done(
      linesman([...on('ann', 'create', ...terms), '--challenge-window', '600', ...onTestChain(known())]),
    );
    market = made.stdout.trim();
    const bet = (outcome: string, amount: string) => [
      'stake',
      '--market',
      market,
      '--outcome',
      outcome,
      '--amount',
      amount,
    ];
    await done(linesman([...on('ann', ...bet('yes', '60')), ...onTestChain(known())]));
    await done(linesman([...on('ben', ...bet('no', '40')), ...onTestChain(known())]));
    const before = { ann: await holds('ann'), ben: await holds('ben') };

    await scene.restart(600);
    const settle = () => linesman([...on('ben', 'settle', '--market', market), ...known()]);
    await until(async () => (await settle()).code === 0);
    await until(async () => (await linesman(on('ben', 'finalise', '--market', market))).code === 0);
    const { state, proposal } = await document(
      linesman(['market', 'show', '--market', market, '--rpc', scene.rpc, '--json']),
    );
    expect(state).toBe('Final');
    for (const name of ['ann', 'ben']) await done(linesman(on(name, 'claim', '--market', market)));
    await done(linesman(on('ann', 'close', '--market', market)));
    const winner = proposal.outcome === 0 ? 'ann' : 'ben';
    const loser = winner === 'ann' ? 'ben' : 'ann';
    expect(Number((await holds(winner)).stablecoin)).toBe(Number(before[winner].stablecoin) + 100);
    expect((await holds(loser)).stablecoin).toBe(before[loser].stablecoin);
  });
});
