import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { marketAccount } from '../../ts/sdk/program/account/market.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import type { MarketTerms } from '../../ts/sdk/program/wire/terms.js';
import { parseCondition, strategyOf } from '../../ts/sdk/proof/condition.js';
import { linesman } from '../helpers/cli.js';
import { API_TOKEN } from '../helpers/keeper/fakeService.js';
import { FIXTURE, KICK_OFF, ProvingScene } from '../helpers/provingScene.js';
import { key, openMarket, TERMS } from '../helpers/sampleMarket.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;
const MARKET = key(40);
/** Of no oracle; a public key all the same. */
const ORACLE_KEY = KeyPair.fromSeed(new Uint8Array(32).fill(7)).address;

let scene: ProvingScene;
beforeAll(async () => {
  scene = await ProvingScene.start();
});
afterAll(() => scene.stop());
beforeEach(() => {
  scene.play();
  vi.stubEnv('LINESMAN_API_TOKEN', API_TOKEN);
});
afterEach(() => vi.unstubAllEnvs());

const verify = (...args: string[]) =>
  linesman(['verify', '--service', scene.service.baseUrl, '--rpc', scene.node.url, ...args]);
const verifyJson = async (...args: string[]) => {
  const { code, stdout, stderr } = await verify('--json', ...args);
  expect(stderr).toBe('');
  return { code, document: JSON.parse(stdout) };
};

/** Puts a market on the match on the chain. */
function putMarket(terms: Partial<MarketTerms> = {}): void {
  const full: MarketTerms = {
    ...TERMS,
    statKeys: [1, 2],
    outcomes: [strategyOf(parseCondition('k1 - k2 > 0'), [1, 2])],
    fixtureId: FIXTURE,
    earliest: KICK_OFF / 1000,
    latest: KICK_OFF / 1000 + 100_000,
    ...terms,
  };
  scene.node.accounts.set(MARKET, { owner: settlement, data: marketAccount.encode(openMarket(full)) });
}

describe('verify --fixture', () => {
  it('proves the final record against the chain', async () => {
    const { code, document } = await verifyJson('--fixture', `${FIXTURE}`, '--final', '--where', 'k1 - k2 > 0');
    expect([code, document]).toMatchObject([
      0,
      {
        valid: true,
        verdict: true,
        final: true,
        published: true,
        fixtureId: FIXTURE,
        rootsAccount: expect.any(String),
      },
    ]);
    expect(scene.records[document.seq]).toMatchObject({ Seq: document.seq, StatusId: 100 });
    const { stdout } = await verify('--fixture', `${FIXTURE}`, '--final', '--keys', '7,8');
    expect(stdout).toMatch(/^valid +stats of fixture 9000001 \(version 3\)$/m);
    expect(stdout).toMatch(/^record +15$/m);
    expect(stdout).toMatch(/^root +[\da-f]{64} \(published\)$/m);
    expect(stdout).toMatch(/k7 .*: 4, period 100/);
  });

  it('a condition that does not hold ends with 1', async () => {
    expect((await verify('--fixture', `${FIXTURE}`, '--where', 'k2 - k1 > 0')).code).toBe(1);
  });

  it('another record, signed', async () => {
    const oracleKey = Buffer.from(scene.key.publicKey).toString('hex');
    const { code, document } = await verifyJson(
      '--fixture',
      `${FIXTURE}`,
      '--seq',
      '6',
      '--keys',
      '1',
      '--oracle-key',
      oracleKey,
    );
    expect([code, document]).toMatchObject([0, { seq: 6, signed: true, final: false }]);
  });

  it.each<[string[], number]>([
    [['--fixture', `${FIXTURE}`], 7307],
    [['--fixture', '5', '--keys', '1'], 7025],
    [['--fixture', 'x', '--keys', '1'], 7311],
    [['--fixture', `${FIXTURE}`, '--keys', '1,x'], 7311],
    // Nothing to wait for.
    [['--fixture', `${FIXTURE}`, '--keys', '3099', '--seq', '6'], 7064],
    [['--fixture', `${FIXTURE}`, '--keys', '1', '--seq', '99'], 7064],
    [['--fixture', `${FIXTURE}`, '--keys', '1', '--seq', '3', '--final'], 7308],
    [['--fixture', `${FIXTURE}`, '--keys', '1', '--market', MARKET], 7308],
    [['--fixture', `${FIXTURE}`, '--keys', '1', '--roots', 'x.json'], 7309],
    [['--fixture', `${FIXTURE}`, '--keys', '1', 'answer.json'], 7309],
    [['--fixture', `${FIXTURE}`, '--keys', '1', '--oracle', 'x'], 7312],
  ])('refuses %j', async (args, number) => {
    const { code, document } = await verifyJson(...args);
    expect([code, document.valid, document.error.number]).toEqual([2, false, number]);
  });

  it('needs a service', async () => {
    vi.stubEnv('LINESMAN_SERVICE', '');
    const { code, stdout } = await linesman(['verify', '--fixture', '5', '--keys', '1', '--json']);
    expect([code, JSON.parse(stdout).error]).toMatchObject([
      2,
      { name: 'OptionNeeded', hint: expect.stringContaining('--service') },
    ]);
  });
});

describe('verify --market', () => {
  it('proves what the terms want, and tells the outcome', async () => {
    putMarket();
    const { code, document } = await verifyJson('--market', MARKET);
    expect([code, document]).toMatchObject([
      0,
      { valid: true, final: true, published: true, sport: 'soccer', market: MARKET, oracle, outcome: 0 },
    ]);
    const { stdout } = await verify('--market', MARKET);
    expect(stdout).toMatch(/^outcome +0: k1 - k2 > 0$/m);
  });

  it('a signed one, by the signer of the terms', async () => {
    putMarket({ finality: 'signed-final', signer: scene.key.publicKey });
    expect((await verifyJson('--market', MARKET)).document).toMatchObject({ signed: true, outcome: 0 });
    putMarket({ finality: 'signed-final', signer: new Uint8Array(32).fill(3) });
    expect((await verifyJson('--market', MARKET)).code).toBe(2);
  });

  it('says why there is none', async () => {
    scene.at(KICK_OFF + 40.5 * 60_000);
    putMarket();
    const { code, document } = await verifyJson('--market', MARKET);
    expect([code, document.error]).toMatchObject([2, { name: 'NoProofYet' }]);
  });

  it('refuses an account of another program', async () => {
    putMarket();
    const { data } = scene.node.accounts.get(MARKET) as { data: Uint8Array };
    scene.node.accounts.set(MARKET, { owner: oracle, data });
    expect((await verifyJson('--market', MARKET)).document.error.name).toBe('UnexpectedAccount');
  });

  it.each([['--keys', '1'], ['--final'], ['--sport', 'soccer'], ['--seq', '1'], ['--oracle-key', ORACLE_KEY]])(
    'leaves no %s to the caller',
    async (...args) => {
      putMarket();
      expect((await verifyJson('--market', MARKET, ...args)).document.error.number).toBe(7309);
    },
  );
});

describe('roots', () => {
  const roots = (...args: string[]) => linesman(['roots', '--rpc', scene.node.url, ...args]);

  it('prints the account that verify takes', async () => {
    const day = Math.floor(KICK_OFF / 86_400_000);
    const { code, stdout, stderr } = await roots('--day', '2026-07-09');
    expect([code, stderr]).toEqual([0, '']);
    const document = JSON.parse(stdout);
    const found = [...scene.node.accounts];
    expect(found.length).toBe(1);
    const [[address, { data }] = ['', { data: new Uint8Array(0) }]] = found;
    expect(document).toEqual({
      epochDay: day,
      address,
      owner: oracle,
      data: Buffer.from(data).toString('base64'),
    });
    expect((await roots('--day', `${day}`)).stdout).toBe(stdout);
  });

  it('verifies a saved answer with it', async () => {
    const folder = temporaryFolder('roots');
    const [file, rootsFile] = [join(folder, 'answer.json'), join(folder, 'roots.json')];
    writeFileSync(file, await scene.answer(15, [1, 2]));
    writeFileSync(rootsFile, (await roots('--day', '2026-07-09')).stdout);
    const { code, stdout } = await linesman(['verify', file, '--roots', rootsFile, '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { published: true }]);
  });

  it.each<[string[], string]>([
    [['--day', '2026-02-30'], 'MalformedDay'],
    [['--day', '2026-07-08'], 'AccountNotFound'],
    [['--day', '2026-07-09', '--kind', 'goals'], 'UnknownChoice'],
    [['--day', '2026-07-09', '--kind', 'odds'], 'AccountNotFound'],
    [['--day', '2026-07-09', '--oracle', 'x'], 'MalformedAddress'],
  ])('refuses %j', async (args, name) => {
    const { code, stdout } = await roots('--json', ...args);
    expect([code, JSON.parse(stdout).error.name]).toEqual([2, name]);
  });
});
