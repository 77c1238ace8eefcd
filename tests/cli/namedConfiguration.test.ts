import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { oracleConfigAccount } from '../../ts/sdk/program/account/oracleConfig.js';
import { configAddress } from '../../ts/sdk/program/address/oracle.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { AccountNode } from '../helpers/accountNode.js';
import { linesman } from '../helpers/cli.js';
import { commandsWith } from '../helpers/commandTree.js';
import { logFaults } from '../helpers/service/logFaults.js';
import { configBytes } from '../helpers/settlement/oracleConfig.js';

const folder = mkdtempSync(join(tmpdir(), 'linesman-named-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** The path of a file with this content. */
function write(content: unknown, name = 'edge.json'): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
  return path;
}

/** The number and the text of the error of a command. */
async function refused(words: readonly string[]): Promise<string> {
  const { code, stderr } = await linesman(words);
  expect(code).toBe(2);
  return stderr;
}

describe('--config', () => {
  it('is an option of everything that runs for long', () => {
    expect(commandsWith('--config').map(({ words }) => words.join(' '))).toEqual(
      expect.arrayContaining(['serve', 'ingest', 'attest', 'keeper']),
    );
  });

  it.each([
    [{ prot: 8080 }, 'has the unknown key "prot"'],
    [{ config: 'x' }, 'has the unknown key "config"'],
    [{ requestsPerSecond: 5 }, 'has the unknown key "requestsPerSecond"'],
    [{ explorer: 'yes' }, '"explorer" in FILE is not true'],
    [{ explorer: false }, '"explorer" in FILE is not true'],
    [{ rpc: true }, '"rpc" in FILE is not <url>'],
    [{ role: ['edge', 'publish'] }, '"role" in FILE is not <roles>'],
    [{ store: '' }, '"store" in FILE is not <url>'],
    [{ port: null }, '"port" in FILE is not <port>'],
    ['{', 'is not JSON'],
    ['[]', 'is not a JSON object'],
  ])('%j is refused', async (content, reason) => {
    const file = write(content);
    const said = await refused(['serve', '--config', file]);
    expect(said).toContain('error 7330 InvalidConfiguration: ');
    expect(said).toContain(reason.replace('FILE', file));
  });

  it('that names no file is refused, unlike a missing linesman.json', async () => {
    expect(await refused(['serve', '--config', join(folder, 'none.json')])).toMatch(
      /error 7330 .*none\.json cannot be/,
    );
  });

  it('has values that the option reads, and names the place of a wrong one', async () => {
    const file = write({ rpc: 'https://rpc.example', 'requests-per-second': 0 });
    expect(await refused(['serve', '--config', file])).toContain(`requests-per-second in ${file}`);
    // 7105: without --rpc. The file gives what no flag does, and a flag comes first.
    const embedded = write({ store: 'postgres://db.example/linesman', speed: 5 });
    expect(await refused(['serve', '--config', embedded])).toContain('--store');
    const onCluster = ['serve', '--config', embedded, '--rpc', 'https://rpc.example'];
    expect(await refused(onCluster)).toContain('--speed 5');
    expect(await refused([...onCluster, '--speed', '7'])).toContain('--speed 7');
  });

  it('gives required options, repeated ones and negated ones', async () => {
    const settings = { set: 'x', keypair: '/nowhere', store: ['a', 'b'] };
    expect(await refused(['attest', '--config', write(settings)])).toMatch(/set in .*edge\.json/);
    const set = LOCALNET_PROGRAM_IDS.oracle;
    expect(await refused(['attest', '--config', write({ ...settings, set })])).toContain('/nowhere');
    expect(await refused(['attest', '--config', write({ set })])).toContain("required option '--keypair");
    const negated = { rpc: 'https://rpc.example', 'no-public-results': true, source: 'generator' };
    expect(await refused(['serve', '--config', write(negated)])).toContain('--source generator');
  });

  it('takes the place of linesman.json, and may name the service that gets a token', async () => {
    vi.stubEnv('LINESMAN_API_TOKEN', 'token');
    const home = process.cwd();
    process.chdir(folder);
    write({ keypair: 'stranger' }, 'linesman.json');
    const keeper = ['keeper', '--keypair', '/nowhere'];
    const file = write({ service: 'http://127.0.0.1:9' });
    expect(await refused(keeper)).toContain('error 7331 ');
    expect(await refused([...keeper, '--config', file])).toContain('/nowhere');
    process.chdir(home);
    vi.unstubAllEnvs();
  });
});

describe('serve --check', () => {
  const SEED = new Uint8Array(32).fill(1);
  const publisher = KeyPair.generate();
  const { oracle } = LOCALNET_PROGRAM_IDS;
  let node: AccountNode;
  beforeAll(async () => {
    node = await AccountNode.start();
    const config = oracleConfigAccount.decode(configBytes(new OracleKey(SEED).publicKey));
    const { address } = publisher;
    const data = oracleConfigAccount.encode({ ...config, publisher: address, backendAdmin: address });
    node.accounts.set(configAddress(oracle).address, { owner: oracle, data });
    mkdirSync(join(folder, 'keys'));
  });
  afterAll(() => node.stop());

  const key = (pair: KeyPair, name = 'publisher'): string => write([...pair.secretKey], `keys/${name}.json`);
  const check = (more: object = {}) => {
    const file = write({ rpc: node.url, data: folder, role: 'publish', json: true, ...more });
    return linesman(['serve', '--json', '--check', '--config', file]);
  };
  const errorOf = async (more: object = {}): Promise<unknown> => {
    const { code, stdout } = await check(more);
    return [code, JSON.parse(stdout).error?.number];
  };

  it('says what it found, and exits with 0', async () => {
    key(publisher);
    const { code, stdout } = await check();
    expect(logFaults(stdout)).toEqual([]);
    const { time: _, level: __, ...found } = JSON.parse(stdout);
    expect([code, found]).toEqual([
      0,
      { event: 'checked', oracle, publisher: publisher.address, roles: 'publish', database: null, nats: null },
    ]);
  });

  it('exits with 2 and the error of a start', async () => {
    expect(await errorOf({ role: 'edge' })).toEqual([2, 7030]);
    expect(await errorOf({ nats: 'nats://127.0.0.1:9' })).toEqual([2, 7307]);
    expect(await errorOf({ store: 'postgres://127.0.0.1:9/x' })).toEqual([2, 7128]);
    expect(await errorOf({ tables: write({ leagues: [] }, 'tables.json') })).toEqual([2, 7014]);
    const tables = { leagues: [], leagueBundles: [], marketBundles: [], freeBundle: 1 };
    expect(await errorOf({ tables: write(tables, 'tables.json') })).toEqual([2, 7089]);
    expect(await errorOf({ oracle: publisher.address })).toEqual([2, 7022]);
    expect(await errorOf({ rpc: 'http://127.0.0.1:9' })).toEqual([2, 7068]);
    key(KeyPair.generate());
    expect(await errorOf()).toEqual([2, 7134]);
    rmSync(join(folder, 'keys/publisher.json'));
    expect(await errorOf()).toEqual([2, 7030]);
  });

  it('looks at every key of an edge', async () => {
    const role = 'edge';
    key(publisher, 'backend-admin');
    const seed = Buffer.from(SEED).toString('hex');
    write({ current: seed.replace('01', '02') }, 'keys/oracle-keys.json');
    expect(await errorOf({ role })).toEqual([2, 7134]);
    write({ current: seed }, 'keys/oracle-keys.json');
    expect(await errorOf({ role })).toEqual([2, 7070]);
    write(seed, 'keys/session-key');
    expect(await errorOf({ role })).toEqual([0, undefined]);
  });

  it('is for a service on a cluster', async () => {
    expect(await refused(['serve', '--check'])).toContain('--rpc');
  });
});
