import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hexToBytes } from '../../ts/sdk/format/hex.js';
import { marketAccount } from '../../ts/sdk/program/account/market.js';
import { oracleConfigAccount } from '../../ts/sdk/program/account/oracleConfig.js';
import { rootsAccount } from '../../ts/sdk/program/account/rootsAccountBytes.js';
import { configAddress, oddsRootsAddress, programDataAddress } from '../../ts/sdk/program/address/oracle.js';
import { CLOCK_SYSVAR, UPGRADEABLE_LOADER_ID, ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { DEFAULT_ORACLE_PROGRAM_ID, LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { parseCondition, strategyOf } from '../../ts/sdk/proof/condition.js';
import { parseProof } from '../../ts/sdk/proof/parse.js';
import { rootsPlaceOf } from '../../ts/sdk/proof/rootsPlace.js';
import { readCase } from '../../ts/sdk/prove/caseFile.js';
import { linesman, ROOT } from '../helpers/cli.js';
import { API_TOKEN } from '../helpers/keeper/fakeService.js';
import { clockBytes } from '../helpers/moments.js';
import { FIXTURE, KICK_OFF, ProvingScene } from '../helpers/provingScene.js';
import { EXAMPLE_NAMES, writeExampleCases } from '../helpers/regress/exampleCases.js';
import { key, openMarket, TERMS } from '../helpers/sampleMarket.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';
import { vouchingAccounts } from '../helpers/vouching.js';

/** Every example in the help of the commands about proofs is run by a shell, with names for what it leaves open. */

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;
const MARKET = key(40);
const OTHER_ORACLE = key(41);

let scene: ProvingScene;
let attesters: string;
const folder = temporaryFolder('examples');
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  scene = await ProvingScene.start();
  scene.play();
  putAccounts();
  for (const name of ['proofs', 'target/deploy', '.linesman', 'bin']) mkdirSync(at(name), { recursive: true });
  for (const name of ['final-win', 'final-win-v3', 'all-zero'])
    copyFileSync(`${ROOT}examples/proofs/${name}.json`, at(`proofs/${name}.json`));
  copyFileSync(`${ROOT}examples/proofs/final-win.json`, at('answer.json'));
  copyFileSync(`${ROOT}examples/proofs/basketball.json`, at('basketball.json'));
  copyFileSync(`${ROOT}examples/roots/scores.json`, at('20643.json'));
  for (const name of ['oracle', 'settlement'])
    copyFileSync(`${ROOT}programs/artifacts/${name}.so`, at(`target/deploy/${name}.so`));
  for (const name of ['cases', 'more-cases']) {
    writeExampleCases(at(name));
    expect(await shell(`linesman regress ${name} --update`)).toMatchObject({ code: 0 });
  }
  vouch();
  publish();
  writeFileSync(at('.linesman/api-token'), API_TOKEN, { mode: 0o600 });
  // A package of a repository.
  for (const name of ['.git', 'packages/dapp']) mkdirSync(at(name), { recursive: true });
  writeFileSync(at('packages/dapp/package.json'), '{}');
  // As an installed package has it.
  const shipped = 'node_modules/@linesman/regress/examples/conform';
  mkdirSync(at(shipped), { recursive: true });
  copyFileSync(`${ROOT}examples/conform/verifier.py`, at(`${shipped}/verifier.py`));
  writeFileSync(at('my-verifier'), `#!/bin/sh\nexec python3 ${shipped}/verifier.py\n`);
  chmodSync(at('my-verifier'), 0o755);
});
afterAll(() => scene.stop());

/** What the examples expect on chain: configuration, clock, a market, roots of odds, two deployed programs. */
function putAccounts(): void {
  const { accounts } = scene.node;
  const { address, bump } = configAddress(oracle);
  accounts.set(address, {
    owner: oracle,
    data: oracleConfigAccount.encode({
      ...{ admin: ZERO_ADDRESS, pendingAdmin: ZERO_ADDRESS, publisher: ZERO_ADDRESS, backendAdmin: ZERO_ADDRESS },
      ...{ oracleKey: scene.key.publicKey, nextOracleKey: new Uint8Array(32) },
      ...{ serviceMint: ZERO_ADDRESS, stablecoinMint: ZERO_ADDRESS, creditPackPrice: 0n },
      ...{ bump, lateAfter: 0, before: 0, changed: 0, reserved: new Uint8Array(47) },
    }),
  });
  accounts.set(CLOCK_SYSVAR, { owner: ZERO_ADDRESS, data: clockBytes(KICK_OFF / 1000 + 200_000) });
  const terms = {
    ...{ ...TERMS, fixtureId: FIXTURE, statKeys: [1, 2] },
    outcomes: [strategyOf(parseCondition('k1 - k2 > 0'), [1, 2])],
    ...{ stakesClose: KICK_OFF / 1000, earliest: KICK_OFF / 1000, latest: KICK_OFF / 1000 + 100_000 },
  };
  accounts.set(MARKET, { owner: settlement, data: marketAccount.encode(openMarket(terms)) });
  const odds = rootsAccount('odds', 20_643, new Map([[7, new Uint8Array(32).fill(1)]]), OTHER_ORACLE);
  expect(odds.address).toBe(oddsRootsAddress(20_643, OTHER_ORACLE).address);
  accounts.set(odds.address, { owner: OTHER_ORACLE, data: odds.data });
  for (const [id, name] of [
    [oracle, 'oracle'],
    [settlement, 'settlement'],
  ] as const) {
    const head = Buffer.alloc(45);
    head.writeUInt32LE(3);
    const data = Buffer.concat([head, readFileSync(`${ROOT}programs/artifacts/${name}.so`)]);
    accounts.set(id, { owner: UPGRADEABLE_LOADER_ID, data: new Uint8Array(36) });
    accounts.set(programDataAddress(id).address, { owner: UPGRADEABLE_LOADER_ID, data });
  }
}

/** Puts the root of the answer on the chain, and attesters, three of whom vouch for it. */
function vouch(): void {
  const { address, owner, data } = JSON.parse(readFileSync(at('20643.json'), 'utf8'));
  scene.node.accounts.set(address, { owner, data: Buffer.from(data, 'base64') });
  const place = rootsPlaceOf(parseProof(readFileSync(at('answer.json'), 'utf8')));
  const accounts = vouchingAccounts(place, 3);
  for (const [address, account] of accounts) scene.node.accounts.set(address, account);
  attesters = accounts[0][0];
}

/** Puts the roots of the cases on the chain. */
function publish(): void {
  const { accounts } = scene.node;
  for (const name of EXAMPLE_NAMES) {
    const { roots } = readCase(readFileSync(at(`cases/${name}.case.json`)), name);
    if (!roots) throw new Error(`${name} has no root`);
    const data = accounts.get(roots.address)?.data ?? new Uint8Array(9232);
    data.set(hexToBytes(roots.root), 10 + 32 * roots.slot);
    accounts.set(roots.address, { owner: roots.program, data });
  }
}

/** Runs a line in the folder, `linesman` being the built command. */
function shell(line: string): Promise<{ code: number; stderr: string }> {
  const command = `linesman() { '${process.execPath}' '${ROOT}ts/cli/bin/linesman.js' "$@"; }`;
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST|CI$|GITHUB_)/.test(name));
  const env = { ...Object.fromEntries(inherited), LINESMAN_RPC: scene.node.url, LINESMAN_API_TOKEN: API_TOKEN };
  return new Promise((resolve) => {
    // Without pipefail, the end of a pipe would hide that its first command fails.
    execFile('bash', ['-c', `set -o pipefail\n${command}\n${line}`], { cwd: folder, env }, (error, _, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stderr }),
    );
  });
}

/** What an example leaves open, or names for illustration. */
const named = (example: string): string =>
  [
    ['curl …', 'cat basketball.json'],
    ['http://127.0.0.1:8080', scene.service.baseUrl],
    ['https://oracle.example', scene.service.baseUrl],
    ['18400001', `${FIXTURE}`],
    ['7Yb…', MARKET],
    ['4Qr…', attesters],
    ['9Xw…', OTHER_ORACLE],
    ['5M8j…', DEFAULT_ORACLE_PROGRAM_ID],
    ['8sCh…', settlement],
    ['--rpc mainnet-beta', `--rpc ${scene.node.url}`],
    ['--rpc devnet', `--rpc ${scene.node.url}`],
  ].reduce((text, [part = '', by = '']) => text.replaceAll(part, by), example);

const COMMANDS = ['verify', 'inspect', 'roots', 'record', 'regress', 'conform', 'check-program', 'init'];

/** It runs for as long as a stream does: `recordStream.test.ts` runs it. */
const ELSEWHERE = /record --stream/;

it.each(COMMANDS)('the examples of %s work as they stand', async (command) => {
  const { stdout } = await linesman([command, '--help']);
  const examples = [...stdout.matchAll(/^ {2}\$ (.*)$/gm)].map(([, example = '']) => example);
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples.filter((one) => !ELSEWHERE.test(one))) {
    const line = named(example);
    // Nothing may be left open.
    expect(line).not.toContain('…');
    const { code, stderr } = await shell(line);
    expect([example, code, stderr]).toEqual([example, 0, expect.not.stringMatching(/error/)]);
  }
});

it('a failing example would be seen', async () => {
  expect(await shell(named("linesman verify answer.json --where 'k2 - k1 > 0'"))).toMatchObject({ code: 1 });
  expect(await shell('cat missing.json | linesman inspect answer.json')).toMatchObject({ code: 1 });
});
