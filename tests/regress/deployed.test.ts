import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hexToBytes } from '../../ts/sdk/format/hex.js';
import { programDataAddress } from '../../ts/sdk/program/address/oracle.js';
import { UPGRADEABLE_LOADER_ID, ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { DEFAULT_ORACLE_PROGRAM_ID } from '../../ts/sdk/program/programId.js';
import { readCase } from '../../ts/sdk/prove/caseFile.js';
import { AccountNode } from '../helpers/accountNode.js';
import { linesman } from '../helpers/cli.js';
import { EXAMPLE_NAMES, writeExampleCases } from '../helpers/regress/exampleCases.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

/** Deployed programs and published roots, read from an RPC node. */

const ARTIFACT = readFileSync(new URL('../../programs/artifacts/oracle.so', import.meta.url));
const ID = DEFAULT_ORACLE_PROGRAM_ID;
const PROGRAM_DATA = programDataAddress(ID).address;

let node: AccountNode;
const folder = temporaryFolder('regress');
const cases = join(folder, 'cases');

const regress = (...options: string[]) => linesman(['regress', cases, ...options]);

beforeAll(async () => {
  // The tests say themselves whether they run in CI.
  delete process.env.CI;
  node = await AccountNode.start();
  mkdirSync(cases);
  writeExampleCases(cases);
  expect((await regress('--update')).code).toBe(0);
});
afterAll(() => node.stop());

/** Deploys these bytes, in an account with room for more. */
beforeEach(() => {
  node.accounts.clear();
  node.accounts.set(ID, { owner: UPGRADEABLE_LOADER_ID, data: new Uint8Array(36) });
  deploy(ARTIFACT);
  publish();
});

const deploy = (bytes: Uint8Array): void => {
  const data = Buffer.concat([Buffer.alloc(45, 1), bytes, Buffer.alloc(4096)]);
  node.accounts.set(PROGRAM_DATA, { owner: UPGRADEABLE_LOADER_ID, data });
};

/** Puts the root of every case where the case says that it is. */
function publish(change: (root: Uint8Array, name: string) => Uint8Array = (root) => root): void {
  for (const name of EXAMPLE_NAMES) {
    const { roots } = readCase(readFileSync(join(cases, `${name}.case.json`)), name);
    if (!roots) throw new Error(`${name} has no root`);
    const data = node.accounts.get(roots.address)?.data ?? new Uint8Array(9232);
    data.set(change(hexToBytes(roots.root), name), 10 + 32 * roots.slot);
    node.accounts.set(roots.address, { owner: roots.program, data });
  }
}

it('the deployed bytes are compared and executed, without the padding of their account', async () => {
  const { code, stdout } = await regress('--program-id', ID, '--rpc', node.url);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`oracle: ${ID}, sha256 `)]);
});

it('other deployed bytes are found', async () => {
  const other = Uint8Array.from(ARTIFACT);
  // In the last section header. The loader does not read it.
  other.set([7], other.length - 1);
  deploy(other);
  const { code, stdout } = await regress('--program-id', ID, '--rpc', node.url);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/program by oracle: .* → .*\n.*\n11 cases: 1 changed program\.\n$/),
  ]);
});

it('a root that the chain has replaced or lost is found', async () => {
  publish((root, name) => (name === 'basketball' ? new Uint8Array(32).fill(0xcd) : root));
  const { code, stdout } = await regress('--rpc', node.url);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(
      /basketball\.case\.json: root: \w{12}… → cdcdcdcdcdcd…\. The chain has another root at \w+, day \d+, slot/,
    ),
  ]);
  node.accounts.clear();
  expect((await regress('--rpc', node.url)).stdout).toContain('11 cases: 11 changed roots.');
});

it('nothing is read from a chain that no flag names', async () => {
  node.asked.length = 0;
  process.env.LINESMAN_RPC = node.url;
  try {
    expect((await regress()).code).toBe(0);
  } finally {
    delete process.env.LINESMAN_RPC;
  }
  expect(node.asked).toEqual([]);
});

it.each<[string, RegExp, () => void]>([
  ['no account', /error 7368 .*There is no program/, () => node.accounts.clear()],
  [
    'an account of nobody',
    /error 7368 .*not a program/,
    () => node.accounts.set(ID, { owner: ZERO_ADDRESS, data: new Uint8Array(36) }),
  ],
  ['no code', /error 7368 .*no 64-bit ELF/, () => deploy(new Uint8Array(100))],
  [
    'code of nobody',
    /error 7368 .*not a program/,
    () => node.accounts.set(PROGRAM_DATA, { owner: ZERO_ADDRESS, data: ARTIFACT }),
  ],
])('a program with %s cannot be used', async (_, message, prepare) => {
  prepare();
  const { code, stderr } = await regress('--program-id', ID, '--rpc', node.url);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});
