import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bytesToHex } from '../../ts/sdk/format/hex.js';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { marketAccount } from '../../ts/sdk/program/account/market.js';
import { oracleConfigAccount } from '../../ts/sdk/program/account/oracleConfig.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { configAddress, scoresRootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { CLOCK_SYSVAR, ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { readCase } from '../../ts/sdk/prove/caseFile.js';
import { linesman } from '../helpers/cli.js';
import { API_TOKEN } from '../helpers/keeper/fakeService.js';
import { clockBytes } from '../helpers/moments.js';
import { FIXTURE, KICK_OFF, ProvingScene } from '../helpers/provingScene.js';
import { openMarket, TERMS } from '../helpers/sampleMarket.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

/** `linesman record` against a service and a node, and `linesman regress` on what it wrote. */

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;
const MARKET = 'A8qpLUhSBC2oSLvh3v7eZxhcTGZCkPXNPX6gWFNzFN7e' as Address;

let scene: ProvingScene;
let folder: string;
let out: string;

beforeAll(async () => {
  delete process.env.CI;
  scene = await ProvingScene.start();
});
afterAll(() => scene.stop());
beforeEach(() => {
  scene.play();
  folder = temporaryFolder('record');
  out = join(folder, 'cases');
  writeFileSync(join(folder, 'token'), API_TOKEN);
});

const record = (...options: string[]) =>
  linesman([
    'record',
    ...['--service', scene.service.baseUrl, '--api-token-file', join(folder, 'token'), '--rpc', scene.node.url],
    ...['--out', out],
    ...options,
  ]);
const wins = ['--fixture', String(FIXTURE), '--keys', '1,2', '--where', 'k1 - k2 > 0'];
const text = (name: string): string => readFileSync(join(out, `${name}.case.json`), 'utf8');

/** The oracle's configuration on chain. It names the oracle's key. */
function configure(): void {
  const { address, bump } = configAddress(oracle);
  const data = oracleConfigAccount.encode({
    admin: ZERO_ADDRESS,
    pendingAdmin: ZERO_ADDRESS,
    publisher: ZERO_ADDRESS,
    backendAdmin: ZERO_ADDRESS,
    oracleKey: new OracleKey(new Uint8Array(32).fill(4)).publicKey,
    nextOracleKey: scene.key.publicKey,
    serviceMint: ZERO_ADDRESS,
    stablecoinMint: ZERO_ADDRESS,
    creditPackPrice: 0n,
    bump,
    lateAfter: 0,
    before: 0,
    changed: 0,
    reserved: new Uint8Array(47),
  });
  scene.node.accounts.set(address, { owner: oracle, data });
}

describe('a fixture', () => {
  it('is recorded with the answer as it came, and its root from the chain', async () => {
    const answers: string[] = [];
    scene.service.lie = (path, document) => {
      if (path.pathname.includes('validation')) answers.push(JSON.stringify(document));
      return document;
    };
    const { code, stdout, stderr } = await record(...wins, '--final', '--notes', 'A win.');
    expect([code, stderr]).toEqual([0, '']);
    const [file = ''] = readdirSync(out);
    const name = file.replace('.case.json', '');
    expect(name).toMatch(/^9000001-\d+-v3-k1-k2$/);
    expect(stdout).toMatch(
      new RegExp(
        `^recorded +${join(out, file)}\nrecord +\\d+\nfacts +k1 .*\n +k2 .*\nfinal +yes\nverdict +true\nroot `,
      ),
    );
    const one = readCase(text(name), file);
    expect(text(name)).toContain(`"answer": ${answers[0]}\n`);
    expect(one).toMatchObject({
      name,
      request: { method: 'GET', path: '/api/scores/stat-validation-v3' },
      sport: 'soccer',
      where: 'k1 - k2 > 0',
      rootsMissing: null,
      oracleKey: null,
      notes: 'A win.',
    });
    expect(one.request.query).toEqual({ fixtureId: String(FIXTURE), seq: name.split('-')[1], statKeys: '1,2' });
    const { roots } = one;
    if (!roots) throw new Error('no root');
    expect(roots.address).toBe(scoresRootsAddress(roots.epochDay, oracle).address);
    const account = scene.node.accounts.get(roots.address)?.data ?? new Uint8Array();
    expect(bytesToHex(account.slice(10 + 32 * roots.slot, 42 + 32 * roots.slot))).toBe(roots.root);
  });

  it.each(['v1', 'v2', 'v3', 'v4'])('in form %s runs again, offline and in the program', async (form) => {
    configure();
    expect(await record(...wins, '--form', form, '--name', 'one')).toMatchObject({ code: 0, stderr: '' });
    expect(readCase(text('one'), 'x').oracleKey).toBe(form === 'v4' ? bytesToHex(scene.key.publicKey) : null);
    expect((await linesman(['regress', out, '--update'])).code).toBe(0);
    const { cases } = JSON.parse(readFileSync(join(out, 'ledger.json'), 'utf8'));
    expect(cases.one).toMatchObject({
      offline: { result: 'true', error: null },
      builds: { oracle: { result: 'true', error: null, form } },
    });
    expect((await linesman(['regress', out])).code).toBe(0);
  });

  it('can be recorded again, but not over another case', async () => {
    await record(...wins, '--name', 'one');
    const first = text('one');
    expect((await record(...wins, '--name', 'one')).stdout).toMatch(/^unchanged /);
    expect(await record(...wins.slice(0, 4), '--name', 'one')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('error 7363 CaseExists'),
    });
    expect(text('one')).toBe(first);
  });

  it('without a chain has no root, and says why', async () => {
    scene.node.down = true;
    try {
      const { code, stdout } = await record(...wins, '--name', 'one');
      expect([code, stdout]).toEqual([0, expect.stringMatching(/root +none: The chain cannot be reached/)]);
    } finally {
      scene.node.down = false;
    }
    expect(readCase(text('one'), 'x')).toMatchObject({
      roots: null,
      rootsMissing: expect.stringContaining('cannot be reached'),
    });
    expect(text('one')).not.toContain(new URL(scene.node.url).port);
    await linesman(['regress', out, '--update']);
    const { cases } = JSON.parse(readFileSync(join(out, 'ledger.json'), 'utf8'));
    // The program needs the account, the verifier does not.
    expect(cases.one).toMatchObject({
      root: null,
      offline: { result: 'true' },
      builds: { oracle: { result: 'refused' } },
    });
  });

  it('whose root is not the one on chain is not recorded', async () => {
    for (const [address, { owner }] of scene.node.accounts) {
      const data = new Uint8Array(9232).fill(7);
      data.set(scene.node.accounts.get(address)?.data.subarray(0, 10) ?? []);
      scene.node.accounts.set(address, { owner, data });
    }
    const { code, stderr } = await record(...wins);
    expect([code, stderr]).toEqual([2, expect.stringContaining('error 6004 ')]);
    expect(() => readdirSync(out)).toThrow('ENOENT');
  });
});

describe('secrets', () => {
  it('are not in a case: neither the token nor the session', async () => {
    configure();
    await record(...wins, '--form', 'v4', '--name', 'one');
    expect(text('one')).not.toMatch(/token|session|header\.|authorization|cookie/i);
    expect(text('one')).not.toContain(API_TOKEN);
  });

  it.each([
    ['the API token', (): string => API_TOKEN],
    ['a session token', (): string => 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl'],
  ])('a service that repeats %s in its answer is not recorded', async (_, secret) => {
    scene.service.lie = (path, document) =>
      path.pathname.includes('validation') ? { ...(document as object), echo: secret() } : document;
    const { code, stderr } = await record(...wins);
    expect([code, stderr]).toEqual([2, expect.stringContaining('error 7370 SecretInCase')]);
    expect(() => readdirSync(out)).toThrow('ENOENT');
  });
});

describe('a market', () => {
  it('is recorded by the proof that its terms want, with the outcome as the condition', async () => {
    const goal = { single: { index: 0, predicate: { threshold: 1, comparison: { greaterThan: {} } } } } as const;
    const terms = {
      ...TERMS,
      fixtureId: FIXTURE,
      statKeys: [1],
      outcomes: [
        { geometricTargets: [], distancePredicate: null, discretePredicates: [goal] },
        { geometricTargets: [], distancePredicate: null, discretePredicates: [] },
      ],
      stakesClose: KICK_OFF / 1000,
      earliest: KICK_OFF / 1000,
      latest: KICK_OFF / 1000 + 100_000,
      voidAfter: KICK_OFF / 1000 + 300_000,
    };
    const clock = clockBytes(KICK_OFF / 1000 + 200_000);
    scene.node.accounts.set(CLOCK_SYSVAR, { owner: ZERO_ADDRESS, data: clock });
    scene.node.accounts.set(MARKET, { owner: settlement, data: marketAccount.encode(openMarket(terms)) });
    const { code, stderr } = await record('--market', MARKET, '--name', 'market');
    expect([code, stderr]).toEqual([0, '']);
    expect(readCase(text('market'), 'x')).toMatchObject({ where: 'k1 > 1', sport: 'soccer' });
    await linesman(['regress', out, '--update']);
    const { cases } = JSON.parse(readFileSync(join(out, 'ledger.json'), 'utf8'));
    expect(cases.market).toMatchObject({
      offline: { result: 'true', final: true },
      builds: { oracle: { result: 'true' } },
    });
  });
});

describe('options', () => {
  it.each<[number, string[]]>([
    [7307, []],
    [7307, ['--fixture', '7']],
    [7308, ['--fixture', '7', '--market', MARKET]],
    [7308, [...wins, '--seq', '3', '--final']],
    [7309, ['--market', MARKET, '--keys', '1']],
    [7309, ['--market', MARKET, '--where', 'k1 > 0']],
    [7309, [...wins, '--settlement', MARKET]],
    [7312, [...wins, '--settlement', 'x']],
    [7309, [...wins, '--wire', 'observed']],
    [7310, [...wins, '--form', 'v5']],
    [7360, [...wins, '--name', '../x']],
  ])('error %i: record %j', async (number, options) => {
    expect(JSON.parse((await record(...options, '--json')).stdout).error.number).toBe(number);
  });
});
