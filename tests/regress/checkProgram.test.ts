import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { PublicKey } from '@solana/web3.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anchorIdlAddress } from '../../ts/regress/deployed/idlOnChain.js';
import { securityText } from '../../ts/sdk/node/securityText.js';
import { addressBytes, addressOf } from '../../ts/sdk/program/address/address.js';
import { configAddress, programDataAddress } from '../../ts/sdk/program/address/oracle.js';
import { UPGRADEABLE_LOADER_ID, ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { DEFAULT_ORACLE_PROGRAM_ID } from '../../ts/sdk/program/programId.js';
import { AccountNode } from '../helpers/accountNode.js';
import { linesman } from '../helpers/cli.js';
import { configBytes } from '../helpers/oracleBank.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const read = (path: string): Buffer => readFileSync(new URL(`../../${path}`, import.meta.url));
const ARTIFACT = read('programs/artifacts/oracle.so');
const ID = DEFAULT_ORACLE_PROGRAM_ID;
const AUTHORITY = addressOf(new Uint8Array(32).fill(8));

let node: AccountNode;
const folder = temporaryFolder('check');
beforeAll(async () => {
  node = await AccountNode.start();
});
afterAll(() => node.stop());
beforeEach(() => {
  node.accounts.clear();
  node.accounts.set(ID, { owner: UPGRADEABLE_LOADER_ID, data: new Uint8Array(36) });
  deploy(ARTIFACT);
});

/** Deploys bytes as the loader does: state 3, slot, authority or none, the program, room for more. */
function deploy(bytes: Uint8Array, authority: string | null = AUTHORITY): void {
  const head = Buffer.alloc(45);
  head.writeUInt32LE(3);
  head.writeBigUInt64LE(77n, 4);
  if (authority !== null) {
    head[12] = 1;
    head.set(addressBytes(AUTHORITY), 13);
  }
  const data = Buffer.concat([head, bytes, Buffer.alloc(512)]);
  node.accounts.set(programDataAddress(ID).address, { owner: UPGRADEABLE_LOADER_ID, data });
}

const check = (...args: string[]) => linesman(['check-program', ID, '--rpc', node.url, ...args]);
const checkJson = async (...args: string[]) => {
  const { code, stdout, stderr } = await check('--json', ...args);
  expect(stderr).toBe('');
  return { code, document: JSON.parse(stdout) };
};

describe('check-program', () => {
  it('finds the bytes of this version, whatever the padding, and who may change them', async () => {
    const { code, document } = await checkJson();
    expect([code, document]).toMatchObject([
      0,
      {
        equal: true,
        firstDifference: null,
        deployed: { bytes: ARTIFACT.length, padding: 512, slot: '77', upgradeAuthority: AUTHORITY },
        idl: null,
        securityText: { name: 'Linesman oracle program', auditors: 'None' },
      },
    ]);
    expect(document.deployed.sha256).toBe(document.artifact.sha256);
    const { stdout } = await check();
    expect(stdout).toMatch(/^bytes +equal$/m);
    expect(stdout).toContain(`by ${AUTHORITY}`);
  });

  it('compares a settlement program with that of this package', async () => {
    const settlement = read('programs/artifacts/settlement.so');
    deploy(settlement);
    const { code, document } = await checkJson();
    expect([code, document]).toMatchObject([
      0,
      { equal: true, artifact: { bytes: settlement.length }, securityText: { name: 'Linesman settlement program' } },
    ]);
    // It has no configuration, so no bound for roots.
    expect((await check()).stdout).not.toContain('late roots');
    const changed = Uint8Array.from(settlement);
    changed[5_000] = (changed[5_000] ?? 0) ^ 1;
    deploy(changed);
    expect((await checkJson()).document).toMatchObject({ firstDifference: 5_000 });
  });

  it('says of an oracle until when its publisher alone may publish a root', async () => {
    const { address } = configAddress(ID);
    expect((await checkJson()).document.lateAfter).toBeNull();
    expect((await check()).stdout).not.toContain('late roots');
    for (const [lateAfter, words] of [
      [21_600, 'until 21600 s after its slot, then only with the admin'],
      [0, 'at any time'],
    ] as const) {
      node.accounts.set(address, { owner: ID, data: configBytes({ lateAfter }) });
      expect((await checkJson()).document.lateAfter).toBe(lateAfter);
      expect((await check()).stdout).toMatch(new RegExp(`^late roots +the publisher alone .* ${words}$`, 'm'));
    }
    node.accounts.set(address, { owner: ZERO_ADDRESS, data: configBytes() });
    expect((await checkJson()).document.lateAfter).toBeNull();
  });

  it('says that a frozen program cannot change', async () => {
    deploy(ARTIFACT, null);
    expect((await checkJson()).document.deployed.upgradeAuthority).toBeNull();
    expect((await check()).stdout).toMatch(/^upgrades +by nobody: the program is frozen$/m);
  });

  it('finds the first byte that differs', async () => {
    const other = Uint8Array.from(ARTIFACT);
    other[5_000] = (other[5_000] ?? 0) ^ 1;
    deploy(other);
    const { code, document } = await checkJson();
    expect([code, document.equal, document.firstDifference]).toEqual([1, false, 5_000]);
    expect((await check()).stdout).toMatch(/^bytes +differ from byte 5000 on$/m);
  });

  it('compares with a file', async () => {
    const file = join(folder, 'program.so');
    writeFileSync(file, ARTIFACT);
    expect((await check('--artifact', file)).code).toBe(0);
    writeFileSync(file, Buffer.concat([ARTIFACT, Buffer.of(1)]));
    const { code, document } = await checkJson('--artifact', file);
    expect([code, document.firstDifference]).toEqual([1, ARTIFACT.length]);
  });

  it.each<[string, () => void, string]>([
    ['no account', () => node.accounts.delete(ID), 'ProgramNotUsable'],
    ['no program', () => node.accounts.set(ID, { owner: ZERO_ADDRESS, data: new Uint8Array(36) }), 'ProgramNotUsable'],
    ['a closed program', () => node.accounts.delete(programDataAddress(ID).address), 'ProgramNotUsable'],
    ['bytes that are no program', () => deploy(new Uint8Array(200)), 'ProgramNotUsable'],
  ])('%s cannot be compared', async (_, change, name) => {
    change();
    const { code, document } = await checkJson();
    expect([code, document.error.name]).toEqual([2, name]);
  });

  it('refuses a file and an address that are none', async () => {
    expect((await check('--artifact', join(folder, 'none'))).code).toBe(2);
    expect((await linesman(['check-program', 'x', '--rpc', node.url])).code).toBe(2);
  });
});

describe('the IDL', () => {
  const putIdl = (content: Uint8Array, owner = ID): void => {
    const head = Buffer.alloc(44);
    head.writeUInt32LE(content.length, 40);
    node.accounts.set(anchorIdlAddress(ID), { owner, data: Buffer.concat([head, content, Buffer.alloc(64)]) });
  };

  it('is looked for where Anchor puts it', async () => {
    const base = PublicKey.findProgramAddressSync([], new PublicKey(ID))[0];
    const expected = await PublicKey.createWithSeed(base, 'anchor:idl', new PublicKey(ID));
    expect(anchorIdlAddress(ID)).toBe(expected.toBase58());
    putIdl(deflateSync(JSON.stringify({ metadata: { name: 'oracle' } })));
    const idl = { address: expected.toBase58(), kind: 'anchor', name: 'oracle' };
    expect((await checkJson()).document.idl).toEqual(idl);
    expect((await check()).stdout).toContain(`oracle, at ${idl.address} (anchor)`);
  });

  it('of another owner is none, and one that does not unpack has no name', async () => {
    putIdl(deflateSync('{}'), ZERO_ADDRESS);
    expect((await checkJson()).document.idl).toBeNull();
    putIdl(Uint8Array.of(1, 2, 3));
    expect((await checkJson()).document.idl.name).toBeNull();
  });

  it('is looked for in the program metadata, too', async () => {
    const metadata = new PublicKey('ProgM6JCCvbYkfKqJYHePx4xxSUSqJp7rh8Lyv7nk7S');
    const seeds = [addressBytes(ID), Buffer.from('idl'.padEnd(16, '\0'))];
    const [place] = PublicKey.findProgramAddressSync(seeds, metadata);
    const at = addressOf(place.toBytes());
    node.accounts.set(at, { owner: addressOf(metadata.toBytes()), data: new Uint8Array(96) });
    expect((await checkJson()).document.idl).toEqual({ address: at, kind: 'program-metadata', name: null });
  });
});

describe('security.txt', () => {
  const BEGIN = '=======BEGIN SECURITY.TXT V1=======\0';
  const END = '=======END SECURITY.TXT V1=======\0';
  const PLAIN = read('tests/programs/artifacts/payout-plain.so');
  const within = (text: string): Uint8Array => Buffer.concat([PLAIN, Buffer.from(text), PLAIN.subarray(0, 90)]);
  const { version, repository } = JSON.parse(read('ts/regress/package.json').toString('utf8'));
  const source = repository.url.replace(/\.git$/, '');

  it.each(['oracle', 'settlement'])('of the %s program names where to report a weakness', (name) => {
    const compiled = read(`programs/artifacts/${name}.so`);
    expect(securityText(compiled)).toEqual({
      name: `Linesman ${name} program`,
      project_url: new URL(source).origin,
      contacts: `link:${source}/security/advisories/new`,
      policy: `${source}/blob/main/SECURITY.md`,
      preferred_languages: 'en',
      source_code: source,
      source_release: `v${version}`,
      auditors: 'None',
    });
    // Readers that search for the markers must find one text.
    expect(compiled.indexOf(BEGIN, compiled.indexOf(BEGIN) + 1)).toBe(-1);
  });

  it.each(['proxy', 'payout', 'payout-plain'])('is not in the program %s, which only uses ours', (name) => {
    expect(securityText(read(`tests/programs/artifacts/${name}.so`))).toBeNull();
  });

  it('is shown', async () => {
    const { stdout } = await check();
    expect(stdout).toMatch(/^security +name: Linesman oracle program$/m);
    expect(stdout).toContain(`policy: ${source}/blob/main/SECURITY.md`);
  });

  it('is read from the bytes of the program', () => {
    const fields = 'name\0Oracle\0contacts\0email:security@oracle.example\0policy\0\0';
    expect(securityText(within(BEGIN + fields + END))).toEqual({
      name: 'Oracle',
      contacts: 'email:security@oracle.example',
      policy: '',
    });
  });

  it.each([
    ['without a marker', 'name\0Oracle\0'],
    ['that does not end', `${BEGIN}name\0Oracle\0`],
    ['that is too long', BEGIN + 'x'.repeat(20_000) + END],
  ])('%s is none', (_, text) => {
    expect(securityText(within(text))).toBeNull();
  });

  it('reaches the terminal without control characters', async () => {
    const hostile = Buffer.from(ARTIFACT);
    const text = Buffer.from(`${BEGIN}name\0\u001b[31mOracle\0${END}`);
    hostile.set(text, hostile.indexOf(BEGIN));
    deploy(hostile);
    const { stdout } = await check();
    expect(stdout).toMatch(/^security +name: /m);
    expect(stdout).not.toContain('\u001b');
  });
});
