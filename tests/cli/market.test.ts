import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { baseUnitsOf, wholeTokens } from '../../ts/keeper/commands/wholeTokens.js';
import { timeDistance } from '../../ts/sdk/format/timeDistance.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { keysOfCondition, parseCondition, strategyOf } from '../../ts/sdk/proof/condition.js';
import { conditionText } from '../../ts/sdk/proof/conditionText.js';
import { linesman, type Ran } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { chainReaches } from '../helpers/service/chainReaches.js';
import { EmbeddedMarket, onTestChain } from '../helpers/service/embeddedMarket.js';
import { until } from '../helpers/service/until.js';
import { surfpool } from '../helpers/surfpool.js';
import { outcome } from '../helpers/thrown.js';

const none = surfpool() === null;
if (none) leftOut('linesman market against a service: @solana/surfpool-linux-x64-gnu is not installed.');

const DAY = 86_400_000;
const SUBCOMMANDS = ['create', 'stake', 'show', 'list', 'settle', 'claim', 'finalise', 'void', 'close'];

describe('linesman market, offline', () => {
  it.each([[], ...SUBCOMMANDS.map((name) => [name])].map((args) => [args]))('explains %j', async (args) => {
    const { code, stdout, stderr } = await linesman(['market', ...args, '--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/Examples:\n {2}\$ linesman market /);
  });

  const create = ['create', '--keypair', '/none', '--sport', 'soccer'];
  const address = '11111111111111111111111111111112';
  it.each<[string[], number]>([
    [[...create, '--fixture', 'x', '--where', 'k1 > 0'], 7311],
    [[...create, '--fixture', '7', '--where', 'k1 > 0'], 7030],
    [[...create, '--fixture', '7', '--where', 'k1 > 0', '--finality', 'never'], 7310],
    [[...create, '--fixture', '7', '--line', 'home'], 7249],
    [[...create, '--fixture', '7', '--line', 'draw:0'], 7249],
    [[...create, '--fixture', '7', '--line', 'home:1e1'], 7249],
    [[...create, '--fixture', '7', '--total', 'two'], 7249],
    [['stake', '--keypair', '/none', '--market', address, '--outcome', 'yes', '--amount', '1'], 7030],
    [['show', '--market', 'nowhere'], 7312],
    [['show', '--market', address], 7068],
    [['show', '--market', address, '--settlement', 'x'], 7312],
    [['list', '--fixture', '0'], 7311],
    [['list', '--owner', 'x'], 7312],
    [['list'], 7068],
    [['claim', '--keypair', '/none', '--market', address], 7030],
    [['finalise', '--keypair', '/none', '--market', address], 7030],
    [['void', '--keypair', '/none', '--market', address], 7030],
    [['close', '--keypair', '/none', '--market', address], 7030],
    [['settle', '--keypair', '/none', '--market', address, '--service', 'http://127.0.0.1:9'], 7030],
  ])('refuses %j with %d', async (args, number) => {
    const { code, stdout, stderr } = await linesman(['market', ...args, '--rpc', 'http://127.0.0.1:9']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`error ${number} `);
  });
});

describe('words and amounts', () => {
  it.each([
    'k1 - k2 > 0',
    'k1 > -3 and k2 + k7 < 4 and k8 == 0',
    'distance(k1: 2, k2: 1) < 2',
    'k1 == 1 and distance(k7: -2, k8: 5) == 3',
  ])('%s survives formatting and parsing', (text) => {
    const condition = parseCondition(text);
    const keys = keysOfCondition(condition);
    const shown = conditionText(strategyOf(condition, keys), keys);
    expect(keysOfCondition(parseCondition(shown)).sort()).toEqual(keys.sort());
    expect(shown.split(' and ').sort()).toEqual(text.split(' and ').sort());
  });

  it('converts whole tokens exactly', () => {
    expect(baseUnitsOf('amount', '5.25', 6)).toBe(5_250_000n);
    expect(baseUnitsOf('amount', '18446744073709.551615', 6)).toBe(2n ** 64n - 1n);
    for (const text of ['0', '0.0000001', '-1', '1e3', '', '1.', '.5', '1,5', '18446744073709.551616'])
      expect(outcome(() => baseUnitsOf('amount', text, 6))).toBe(7316);
    expect(outcome(() => baseUnitsOf('amount', '1.5', 0))).toBe(7316);
    expect([5_250_000n, 0n, 1n, 10n ** 6n].map((units) => wholeTokens(units, 6))).toEqual([
      '5.25',
      '0',
      '0.000001',
      '1',
    ]);
    expect(wholeTokens(7n, 0)).toBe('7');
  });

  it('describes times relative to now', () => {
    expect([60, 600, 7_300, 200_000].map((later) => timeDistance(later, 0))).toEqual([
      'in 60 s',
      'in 10 min',
      'in 2 h',
      'in 2 days',
    ]);
    expect(timeDistance(0, 600)).toBe('10 min ago');
  });
});

/** A bet from a new wallet to the end. The tests depend on their order. */
describe.skipIf(none)('linesman market', () => {
  let scene: EmbeddedMarket;
  const wallets: Record<string, { readonly file: string; readonly key: Address }> = {};
  let fixture = 0;
  let yesNo = '';
  let byHand = '';
  let line = '';
  /** Further markets for single tests. */
  const others: string[] = [];
  beforeAll(async () => {
    // Slow at first: stakes must be placed before the match starts.
    scene = await EmbeddedMarket.start({ speed: 1 });
    for (const name of ['ann', 'ben', 'poor']) {
      const { file, pair } = await scene.wallet(name, { isPoor: name === 'poor' });
      wallets[name] = { file, key: pair.address };
    }
    fixture = scene.match.fixtureId;
  });
  afterAll(() => scene?.stop());

  const file = (name: string): string => wallets[name]?.file ?? '';
  const key = (name: string): string => wallets[name]?.key ?? '';
  const known = () => ['--service', scene.url, '--api-token-file', scene.service.folder.apiToken];
  const market = (...args: string[]): Promise<Ran> =>
    linesman(['market', ...(/^(create|stake)$/.test(args[0] ?? '') ? onTestChain(args) : args), '--rpc', scene.rpc]);
  const done = async (running: Promise<Ran>): Promise<Ran> => {
    const ran = await running;
    expect(ran.code, ran.stderr + ran.stdout).toBe(0);
    return ran;
  };
  const refused = async (number: number, ...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await market(...args);
    expect([args, code, stdout]).toEqual([args, 2, '']);
    expect(stderr).toContain(`error ${number} `);
    return stderr;
  };
  const create = (...args: string[]) => [
    'create',
    '--fixture',
    String(fixture),
    '--sport',
    'soccer',
    '--keypair',
    file('ann'),
    ...args,
  ];
  const stake = (name: string, ...args: string[]) => ['stake', '--market', yesNo, '--keypair', file(name), ...args];
  const shown = async (address = yesNo) =>
    JSON.parse((await done(market('show', '--market', address, '--json'))).stdout);

  it('is created: the terms are shown, the address is printed', async () => {
    const order = [...create('--where', 'k1 - k2 > 0', '--fee-bps', '100', '--challenge-window', '3600'), ...known()];
    const dry = await done(market(...order, '--dry-run'));
    expect(dry.stdout).toBe('');
    expect(dry.stderr).toMatch(/^would be +\w{32,44}\n/m);
    expect(JSON.parse((await done(market(...order, '--dry-run', '--json'))).stdout)).toMatchObject({
      market: null,
      wouldBe: expect.stringMatching(/^\w{32,44}$/),
      transaction: null,
    });
    const excluded = await done(market(...order, '--dry-run', '--no-results'));
    expect(excluded.stderr).toMatch(/^result +none, because the terms exclude results\n/m);
    expect((await done(market('list'))).stdout).toBe('');
    const { stdout, stderr } = await done(market(...order));
    yesNo = stdout.trim();
    const { teams, startTime } = scene.match;
    expect(stderr).toContain(`k1 participant 1 goals (${teams[0]})`);
    expect(stderr).toContain('outcomes      0 yes: k1 - k2 > 0\n              1 no: none of them\n');
    expect(stderr).toContain('1% of the losing stakes');
    expect(await shown()).toMatchObject({
      market: yesNo,
      creator: key('ann'),
      state: 'Open',
      sport: 'soccer',
      fixture: { id: fixture },
      outcomes: [
        { index: 0, name: 'yes', condition: 'k1 - k2 > 0', pool: '0', odds: null },
        { index: 1, name: 'no', condition: null },
      ],
      terms: {
        stakesClose: new Date(startTime - 300_000).toISOString().replace('.000Z', 'Z'),
        challengeWindow: 3600,
        minimumStake: '0.01',
      },
      next: { what: 'stake' },
    });
  });

  it('is refused with invalid terms, or terms that nobody should stake on', async () => {
    const ok = ['--where', 'k1 > 0'];
    const { serviceMint } = scene.service.config;
    const later = new Date(scene.match.startTime + 60_000).toISOString();
    await refused(7005, ...create('--where', 'k1 >> 0'), ...known());
    await refused(6202, ...create('--where', 'k9 > 0'), ...known());
    await refused(
      6201,
      ...create(...Array.from({ length: 8 }, (_, i) => ['--where', `k1 == ${i}`]).flat()),
      ...known(),
    );
    await refused(6201, ...create('--where', 'distance(k1: 0, k2: 0, k3: 0, k4: 0, k5: 0, k6: 0) > 1'), ...known());
    await refused(7007, ...create(...ok, '--sport', 'chess'), ...known());
    await refused(7155, ...create(...ok, '--fixture', '5'), ...known());
    await refused(7307, ...create(...ok));
    await refused(7019, ...create(...ok, '--stakes-close', later));
    await refused(7019, ...create(...ok, '--stakes-close', later), ...known());
    await refused(7162, ...create(...ok, '--stakes-close', new Date(scene.match.startTime).toISOString()), ...known());
    await refused(7020, ...create(...ok, '--challenge-window', '0'), ...known());
    await refused(7039, ...create(...ok, '--challenge-window', '599'), ...known());
    await refused(7018, ...create(...ok, '--mint', serviceMint), ...known());
    for (const sport of ['basketball', 'us-football'])
      await refused(7160, ...create(...ok, '--sport', sport, '--accept', '7019,7161'), ...known());
    await refused(7161, ...create(...ok, '--stakes-close', later, '--accept', '7019,7160'));
    // The program rejects tokens whose accounts can start frozen.
    await refused(
      6208,
      ...create(...ok, '--mint', serviceMint, '--accept', '7018', '--fee-account', key('ann')),
      ...known(),
    );
    await refused(7157, ...create(...ok, '--mint', key('ann')), ...known());
    await refused(7310, ...create(...ok, '--accept', '7021'), ...known());
    await refused(7314, ...create(...ok, '--latest', 'tomorrow'), ...known());
    await refused(7311, ...create(...ok, '--fee-bps', '1001'), ...known());
    await refused(7311, ...create(...ok, '--id', '18446744073709551616'), ...known());
    await refused(6204, ...create(...ok, '--latest', '2020-01-01T00:00:00Z'), ...known());
    await refused(7014, ...create(...ok), '--service', scene.url, '--api-token-file', '/does/not/exist');
  });

  it('is created without a service if the creator accepts that', async () => {
    const close = new Date(scene.match.startTime).toISOString();
    const three = create(
      '--where',
      'k1 - k2 > 0',
      '--where',
      'k1 - k2 == 0',
      '--stakes-close',
      close,
      '--accept',
      '7019,7161',
    );
    const { stdout } = await done(market(...three, '--json'));
    const made = JSON.parse(stdout);
    expect(made.outcomes.map(({ name }: { name: string }) => name)).toEqual(['0', '1', 'none']);
    const all = JSON.parse((await done(market('list', '--json'))).stdout);
    expect(all.map((one: { market: string }) => one.market).sort()).toEqual([yesNo, made.market].sort());
    await refused(6224, 'finalise', '--market', made.market, '--keypair', file('ann'));
    await refused(6225, 'void', '--market', made.market, '--keypair', file('ann'));
  });

  it('is created days before the first score record, with the sport from the service', async () => {
    const { season, clock } = scene.service;
    const now = clock.now();
    for (const sport of ['soccer', 'basketball', 'us-football'] as const) {
      const later = season.schedule(now + DAY, now + 2 * DAY).find((one) => one.sport === sport);
      const order = ['--fixture', String(later?.fixtureId), '--where', 'k1 > 0', '--dry-run', ...known()];
      await done(market(...create('--sport', sport, ...order)));
      const other = sport === 'soccer' ? 'basketball' : 'soccer';
      await refused(7160, ...create('--sport', other, ...order));
    }
  });

  it('with the wrong sport is refused to stakers, and shown as such', async () => {
    const order = create('--where', 'k1001 > 0', '--sport', 'basketball', '--accept', '7160', '--json');
    const made = JSON.parse((await done(market(...order, ...known()))).stdout).market;
    const bet = ['stake', '--market', made, '--keypair', file('ben'), '--outcome', 'yes', '--amount', '1', '--dry-run'];
    await refused(7160, ...bet, ...known());
    await refused(7160, ...bet, '--accept', '7161', ...known());
    await refused(7161, ...bet, '--accept', '7019,7160');
    await done(market(...bet, '--accept', '7160', ...known()));
    const { stdout } = await done(market('show', '--market', made, ...known()));
    expect(stdout).toContain('basketball, but the service says soccer\n');
    const { sport, fixture: about } = JSON.parse(
      (await done(market('show', '--market', made, '--json', ...known()))).stdout,
    );
    expect([sport, about.sport]).toEqual(['basketball', 'soccer']);
    others.push(made);
  });

  it('is created for manual settlement', async () => {
    const order = create('--where', 'k1 + k2 > 2', '--challenge-window', '600', ...known());
    byHand = (await done(market(...order))).stdout.trim();
    others.push(byHand);
    const settle = ['settle', '--market', byHand, '--keypair', file('poor'), ...known()];
    const early = await refused(6215, ...settle);
    const { terms, time } = await shown(byHand);
    expect(early).toContain(terms.earliest);
    expect(early).toContain(time.slice(0, 10));
    await refused(6226, 'close', '--market', byHand, '--keypair', file('ann'));
  });

  it('is created with a line, and tells what each case pays', async () => {
    await refused(7307, ...create(), ...known());
    await refused(7308, ...create('--line', 'home:0', '--total', '3'), ...known());
    await refused(7308, ...create('--three-way', '--where', 'k1 > 0'), ...known());
    await refused(7249, ...create('--line', 'home:-0.3'), ...known());
    const terms = ['--fee-bps', '100', '--challenge-window', '600'];
    const made = await done(market(...create('--line', 'home:-0.25', ...terms), ...known()));
    line = made.stdout.trim();
    others.push(line);
    expect(made.stderr).toContain('outcomes      0 home, 1 away\nline          home -0.25, away +0.25\n');
    expect(made.stderr).toContain('              k1 - k2 == 0: home half lost, away half won\n');
    const opposite = await done(market(...create('--line', 'away:+0.25', '--dry-run'), ...known()));
    expect(opposite.stderr).toContain('line          home -0.25, away +0.25\n');
    const on = (name: string, ...args: string[]) => ['stake', '--market', line, '--keypair', file(name), ...args];
    await refused(6213, ...on('ann', '--outcome', 'home', '--amount', '0.010001'), ...known());
    await refused(6214, ...on('ann', '--outcome', 'none', '--amount', '1'), ...known());
    await refused(6214, ...on('ann', '--outcome', '2', '--amount', '1'), ...known());
    await done(market(...on('ann', '--outcome', 'home', '--amount', '60'), ...known()));
    const staked = await done(market(...on('ben', '--outcome', 'away', '--amount', '40'), ...known()));
    expect(staked.stdout).toMatch(/^pays +up to 2.485 for 1 if it wins, as the pools stand$/m);
    const { ending, cases, outcomes, terms: shownTerms } = await shown(line);
    expect([ending, cases.length, shownTerms.splits]).toEqual([null, 3, undefined]);
    expect(outcomes).toMatchObject([
      { name: 'home', odds: 1.66 },
      { name: 'away', odds: 2.485 },
    ]);
    expect((await done(market('list'))).stdout).toContain(
      `${line}  fixture ${fixture}  home -0.25, away +0.25  Open\n`,
    );
  });

  it('accepts stakes after the terms were shown', async () => {
    await refused(
      7022,
      'stake',
      '--market',
      '11111111111111111111111111111112',
      '--keypair',
      file('ben'),
      '--outcome',
      'yes',
      '--amount',
      '1',
    );
    await refused(7019, ...stake('ben', '--outcome', 'yes', '--amount', '1'));
    await refused(7161, ...stake('ben', '--outcome', 'yes', '--amount', '1', '--accept', '7019'));
    await refused(6214, ...stake('ben', '--outcome', '2', '--amount', '1'), ...known());
    await refused(6214, ...stake('ben', '--outcome', 'k1 > 5', '--amount', '1'), ...known());
    await refused(6213, ...stake('ben', '--outcome', 'yes', '--amount', '0.009'), ...known());
    await refused(7316, ...stake('ben', '--outcome', 'yes', '--amount', '0'), ...known());
    await refused(7153, ...stake('poor', '--outcome', 'yes', '--amount', '1'), ...known());
    const dry = await done(market(...stake('ben', '--outcome', 'yes', '--amount', '1', '--dry-run'), ...known()));
    expect(dry.stdout).toMatch(/^would stake/);
    expect((await shown()).openPositions).toBe(0);
    await refused(7154, 'claim', '--market', yesNo, '--keypair', file('ben'));

    const first = await done(market(...stake('ann', '--outcome', 'k1 - k2 > 0', '--amount', '60'), ...known()));
    expect(first.stderr).toContain('stake         60 on 0 yes: k1 - k2 > 0\n');
    await done(market(...stake('ben', '--outcome', 'NO', '--amount', '30.5'), ...known()));
    // Other positions of the loser do not affect the winners.
    await done(market(...stake('ben', '--outcome', '1', '--amount', '9.5', '--accept', '7019,7161')));
    const { outcomes, openPositions } = await shown();
    expect(outcomes.map(({ pool, odds }: { pool: string; odds: number }) => [pool, odds])).toEqual([
      ['60', 1.66],
      ['40', 2.485],
    ]);
    expect(openPositions).toBe(2);
    await refused(6226, 'claim', '--market', yesNo, '--keypair', file('ben'));
    const listed = async (...args: string[]) => (await done(market('list', ...args))).stdout.split('\n').length - 1;
    expect(await listed('--owner', key('ben'))).toBe(2);
    expect(await listed('--owner', key('poor'))).toBe(0);
    expect(await listed('--creator', key('ann'))).toBe(2 + others.length);
    expect(await listed('--creator', key('ben'))).toBe(0);
    expect(await listed('--fixture', String(fixture))).toBe(2 + others.length);
    expect(await listed('--fixture', '5')).toBe(0);
  });

  it('is settled by a keeper, finalised after its window, and paid out', async () => {
    await scene.restart(600);
    const watching = market('show', '--market', yesNo, '--watch', '--json');
    const keeper = (): Promise<Ran> =>
      linesman([
        ...['keeper', '--once', '--market', yesNo, '--keypair', file('ann'), ...known()],
        ...['--rpc', scene.rpc, '--ws', scene.service.chain.wsUrl],
      ]);
    await until(async () => (await shown()).state === 'Proposed', keeper);
    const { proposal } = await shown();
    await refused(6211, ...stake('ben', '--outcome', 'yes', '--amount', '1'), ...known());
    await until(async () => (await shown()).next.what === 'finalise');
    const final = await done(market('finalise', '--market', yesNo, '--keypair', file('ben')));
    expect(final.stdout).toMatch(/^state +Final: /);
    const seen = (await done(watching)).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).state);
    expect([seen[0], seen.at(-1)]).toEqual(['Open', 'Final']);
    expect(seen).toContain('Proposed');

    const winner = proposal.outcome === 0 ? 'ann' : 'ben';
    const loser = winner === 'ann' ? 'ben' : 'ann';
    const paid = winner === 'ann' ? '99.6' : '99.4';
    const claim = ['claim', '--market', yesNo, '--owner', key(winner), '--keypair', file(loser)];
    expect((await done(market(...claim, '--dry-run'))).stdout).toMatch(/^stakes .*\nwould pay/);
    expect((await done(market(...claim))).stdout).toContain(`paid         ${paid} to ${key(winner)}\n`);
    await refused(7154, ...claim);
    const lost = JSON.parse(
      (await done(market('claim', '--market', yesNo, '--keypair', file(loser), '--json'))).stdout,
    );
    expect(lost).toMatchObject({ owner: key(loser), paid: '0' });
    expect(await shown()).toMatchObject({ state: 'Final', openPositions: 0, next: { what: 'close' } });
  });

  it('with a line is settled by a keeper and pays halves', async () => {
    const keeper = (): Promise<Ran> =>
      linesman([
        ...['keeper', '--once', '--claim', '--market', line, '--keypair', file('poor'), ...known()],
        ...['--rpc', scene.rpc, '--ws', scene.service.chain.wsUrl],
      ]);
    const balances = async (): Promise<number[]> => {
      const found = ['ann', 'ben'].map((name) =>
        linesman(['wallet', 'show', '--keypair', file(name), '--rpc', scene.rpc, '--json']),
      );
      const tokens = (await Promise.all(found)).map(({ stdout }) => JSON.parse(stdout).tokens);
      return tokens.map((all) => Number(all.find(({ name }: { name: string }) => name === 'stablecoin').balance));
    };
    const before = await balances();
    await until(async () => (await shown(line)).openPositions === 0, keeper);
    const { state, ending, cases } = await shown(line);
    expect([state, ending]).toEqual(['Final', 'decided']);
    // 60 on home and 40 on away. The fee, 1 % of what is lost, goes to ann, who made the market.
    const BY_CASE = [
      { words: 'home won, away lost', paid: [100, 0] },
      { words: 'home half lost, away half won', paid: [30.3, 69.7] },
      { words: 'home lost, away won', paid: [0.6, 99.4] },
    ];
    const { stdout } = await done(market('show', '--market', line));
    const decided = BY_CASE.findIndex(({ words }) => stdout.includes(`Final: ${words}\n`));
    expect(cases[decided]).toBeDefined();
    const after = await balances();
    expect(after.map((one, i) => Number((one - (before[i] ?? 0)).toFixed(6)))).toEqual(BY_CASE[decided]?.paid);
  });

  it('is refused for a match that has started, and says when', async () => {
    const kickOff = new Date(scene.match.startTime).toISOString().replace('.000Z', 'Z');
    const today = new Date(scene.service.clock.now()).toISOString().slice(0, 10);
    const says = (text: string) => {
      expect(text).toContain(kickOff);
      expect(text).toContain(today);
    };
    says(await refused(7240, ...create('--where', 'k1 > 0'), ...known()));
    says(await refused(7240, ...create('--where', 'k1 > 0', '--dry-run'), ...known()));
    says(await refused(6204, ...create('--where', 'k1 > 0', '--stakes-close', kickOff, '--accept', '7019,7161')));
    const open = JSON.parse((await done(market('list', '--json'))).stdout).find(
      (one: { market: string; state: string }) => one.state === 'Open' && !others.includes(one.market),
    ).market;
    const bet = ['stake', '--market', open, '--keypair', file('ben'), '--outcome', '0', '--amount', '1'];
    says(await refused(7240, ...bet, ...known()));
    says(await refused(6212, ...bet, '--accept', '7019,7161'));
  });

  it('is settled by hand with a proof that the command finds', async () => {
    const settle = ['settle', '--market', byHand, '--keypair', file('poor'), ...known()];
    await until(async () => (await market(...settle, '--dry-run')).code === 0);
    expect((await shown(byHand)).state).toBe('Open');
    const dry = JSON.parse((await done(market(...settle, '--dry-run', '--json'))).stdout);
    expect(dry).toMatchObject({ market: byHand, action: 'settle', state: 'Open', transactions: [] });
    const explained = await done(market(...settle, '--explain'));
    expect(explained.stderr).toMatch(/^compact|^v3/m);
    expect(explained.stderr).toMatch(/Taken: /);
    expect(explained.stdout).toMatch(/^outcome +[01] (yes|no)/);
    expect(explained.stdout).toMatch(/^state +Proposed: /m);
    expect((await shown(byHand)).state).toBe('Proposed');
    // A second proof of the same outcome changes nothing.
    const again = await refused(7025, ...settle);
    expect(again).toContain('as proposed');
    // A market with a disputed sport is not settled by accident.
    await refused(7160, 'settle', '--market', others[0] ?? '', '--keypair', file('poor'), ...known());
    await until(async () => (await shown(byHand)).next.what === 'finalise');
    await done(market('finalise', '--market', byHand, '--keypair', file('ben')));
    await refused(6211, ...settle);
  });

  it('is closed by its creator after the fee is swept', async () => {
    await refused(6233, 'close', '--market', yesNo, '--keypair', file('ben'));
    const close = ['close', '--market', yesNo, '--keypair', file('ann')];
    const dry = await done(market(...close, '--dry-run'));
    expect(dry.stdout).toMatch(/^would close +\w+\nswept first +0\.[46]/);
    const { next } = await shown();
    expect(next.by).toContain('linesman market close');
    const { stdout } = await done(market(...close, '--json'));
    expect(JSON.parse(stdout)).toMatchObject({ market: yesNo, swept: expect.stringMatching(/^0\.[46]$/) });
    await refused(7022, 'show', '--market', yesNo);
    // There is nothing to sweep.
    expect((await done(market('close', '--market', byHand, '--keypair', file('ann')))).stdout).toMatch(/^closed /);
  });

  it('can be voided if nobody has settled it', async () => {
    const [other] = JSON.parse((await done(market('list', '--json'))).stdout).filter(
      (one: { market: string }) => one.market !== yesNo && !others.includes(one.market),
    );
    await chainReaches(scene.service.chain, Date.parse(other.terms.voidAfter) + 1_000);
    expect((await shown(other.market)).next.what).toBe('void');
    const { stdout } = await done(market('void', '--market', other.market, '--keypair', file('ben'), '--json'));
    expect(JSON.parse(stdout).state).toBe('Void');
  });
});
