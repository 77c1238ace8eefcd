import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Option } from 'commander';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RowOption } from '../../ts/cli/command.js';
import { flagOf } from '../../ts/cli/option/row.js';
import { SETTINGS } from '../../ts/cli/option/settings.js';
import { CLUSTERS } from '../../ts/cli/settings/cluster.js';
import { readApiToken } from '../../ts/cli/settings/readApiToken.js';
import { activationMessage } from '../../ts/sdk/client/activationMessage.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { linesman } from '../helpers/cli.js';
import { type CommandNode, commandsWith, commandTree } from '../helpers/commandTree.js';
import { someValue } from '../helpers/optionValues.js';
import { codeOf, PACKAGE_SOURCES } from '../helpers/sources.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';
import { outcome } from '../helpers/thrown.js';

const home = process.cwd();
let folder: string;
let keyFile: string;
const pair = KeyPair.generate();
beforeEach(() => {
  folder = temporaryFolder('configuration');
  process.chdir(folder);
  keyFile = join(folder, 'wallet.json');
  writeFileSync(keyFile, JSON.stringify([...pair.secretKey]), { mode: 0o600 });
  for (const { variable } of Object.values(SETTINGS)) vi.stubEnv(variable, '');
  vi.stubEnv('LINESMAN_API_TOKEN', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  process.chdir(home);
});

const write = (content: unknown): void =>
  writeFileSync('linesman.json', typeof content === 'string' ? content : JSON.stringify(content));
const config = async (...args: string[]) => {
  const { code, stdout } = await linesman(['config', '--json', ...args]);
  return { code, ...JSON.parse(stdout) };
};

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';
const named = ({ words }: CommandNode): string => words.join(' ');
const isSetting = (one: Option): boolean => one instanceof RowOption && one.key in SETTINGS && !!one.row.elsewhere;
const configured = commandTree().filter(({ command }) => command.options.some(isSetting));
const each = (nodes: readonly CommandNode[]) => nodes.map((node) => [named(node), node] as const);

/** A call with values for all required options except settings. */
function call({ words, command }: CommandNode): string[] {
  const needed = command.options.filter(({ mandatory, defaultValue }) => mandatory && defaultValue === undefined);
  return [
    ...words,
    ...command.registeredArguments.filter(({ required }) => required).map(() => '1'),
    ...needed.filter((one) => !isSetting(one)).flatMap(({ long }) => [`${long}`, someValue(long)]),
  ];
}

describe('a setting', () => {
  it('comes from the flag, else the environment, else the file, else the default', async () => {
    expect((await config()).rpc).toEqual({ value: 'localnet (http://127.0.0.1:8899)', from: 'default' });
    expect((await config()).service).toEqual({ value: null, from: null });
    write({ rpc: 'https://file.example', service: 'https://service.file.example' });
    expect((await config()).rpc).toEqual({ value: 'https://file.example', from: 'linesman.json' });
    vi.stubEnv('LINESMAN_RPC', 'https://environment.example');
    expect((await config()).rpc).toEqual({ value: 'https://environment.example', from: 'LINESMAN_RPC' });
    // Even if it repeats the default.
    expect((await config('--rpc', 'localnet')).rpc).toEqual({
      value: 'localnet (http://127.0.0.1:8899)',
      from: '--rpc',
    });
    expect((await config()).service).toEqual({ value: 'https://service.file.example', from: 'linesman.json' });
    vi.stubEnv('LINESMAN_SERVICE', 'https://service.example');
    expect((await config()).service).toEqual({ value: 'https://service.example', from: 'LINESMAN_SERVICE' });
    const other = ['--service', 'https://flag.example'];
    expect((await config(...other)).service).toEqual({ value: 'https://flag.example', from: '--service' });
  });

  it.each(['keypair', 'apiTokenFile'] as const)('%s comes from the flag or the environment', async (name) => {
    const flag = flagOf(name);
    const { variable } = SETTINGS[name];
    expect((await config())[name]).toEqual({ value: null, from: null });
    vi.stubEnv(variable, 'one');
    expect((await config())[name]).toEqual({ value: 'one', from: variable });
    expect((await config(flag, 'other'))[name]).toEqual({ value: 'other', from: flag });
  });

  it('is shown without possible secrets', async () => {
    vi.stubEnv('LINESMAN_RPC', 'https://me:pass-word@rpc.example/short-key?api-key=other#x');
    vi.stubEnv('LINESMAN_SERVICE', 'https://service.example/third-key');
    vi.stubEnv('LINESMAN_API_TOKEN', 'token-of-mine');
    for (const more of [[], ['--json']]) {
      const { code, stdout, stderr } = await linesman(['config', ...more]);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('https://[hidden]@rpc.example/[hidden]');
      expect(stdout).toContain('https://service.example/[hidden]');
      expect(stdout).toContain('LINESMAN_API_TOKEN');
      expect(stdout).not.toMatch(/pass-word|short-key|other|third-key|token-of-mine/);
    }
  });

  it('is the same option in every command except serve, which has its own chain', () => {
    const flags = Object.keys(SETTINGS).map(flagOf);
    const bare = commandTree().flatMap((node) =>
      node.command.options
        .filter((option) => flags.includes(`${option.long}`) && !isSetting(option))
        .map(({ long }) => `${named(node)} ${long}`),
    );
    // An attester may have several services, none of them by default.
    expect(bare).toEqual(['serve --rpc', 'attest --service', 'attest --api-token-file']);
    expect(configured.length).toBeGreaterThan(18);
  });
});

describe('every command with settings', () => {
  it.each(each(configured))('%s reads them from the environment', async (_, node) => {
    for (const { variable } of Object.values(SETTINGS)) vi.stubEnv(variable, NOWHERE);
    const { code, stderr } = await linesman(call(node));
    expect(stderr).not.toMatch(/not specified/);
    if (node.words[0] !== 'config') expect(code).toBe(2);
  });

  it.each(each(configured))('%s reads service and chain from the file', async (_, node) => {
    write({ rpc: NOWHERE, service: NOWHERE });
    vi.stubEnv('LINESMAN_KEYPAIR', '/nowhere/key');
    expect((await linesman(call(node))).stderr).not.toMatch(/not specified/);
  });

  it.each(each(configured))('%s refuses a file that names a key or a token', async (_, node) => {
    for (const key of ['keypair', 'apiTokenFile', 'apiToken', 'LINESMAN_KEYPAIR', 'secret', 'wallet']) {
      write({ rpc: NOWHERE, [key]: keyFile });
      const { code, stdout, stderr } = await linesman([...call(node), '--json']);
      expect([code, stderr]).toEqual([2, '']);
      expect(JSON.parse(stdout).error).toMatchObject({ number: 7331, name: 'SecretInConfiguration' });
      expect(stdout).toContain(key);
      expect(stdout).not.toContain(keyFile);
    }
  });

  it.each(each(configured))('%s shows its help whatever the file contains', async (_, { words }) => {
    write('{');
    expect((await linesman([...words, '--help'])).code).toBe(0);
  });
});

it.each([
  ['{', 'is not JSON'],
  ['[]', 'is not a JSON object'],
  ['null', 'is not a JSON object'],
  [{ rpc: 5 }, '"rpc" in linesman.json is not a string'],
  [{ service: '' }, '"service" in linesman.json is not a string'],
  [{ rcp: 'devnet' }, 'has the unknown key "rcp"'],
  ['{"__proto__": "x"}', 'has the unknown key "__proto__"'],
  [' '.repeat(70_000), 'is larger than'],
])('a file with %j is refused', async (content, reason) => {
  write(content);
  const { code, stdout, stderr } = await linesman(['config']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('error 7330 InvalidConfiguration: ');
  expect(stderr).toContain(reason);
});

it('a file that cannot be read is refused, not ignored', async () => {
  mkdirSync('linesman.json');
  expect((await linesman(['config'])).stderr).toContain('error 7330 ');
  rmSync('linesman.json', { recursive: true });
  symlinkSync('/dev/zero', 'linesman.json');
  expect((await linesman(['config'])).stderr).toContain('error 7330 ');
});

describe('--rpc', () => {
  it.each(Object.entries(CLUSTERS))('%s is %s', async (name, address) => {
    const shown = `${name} (${address})`;
    expect((await config('--rpc', name)).rpc.value).toBe(shown);
    write({ rpc: name });
    expect((await config()).rpc.value).toBe(shown);
    vi.stubEnv('LINESMAN_RPC', name);
    expect((await config()).rpc.value).toBe(shown);
  });

  it('that is malformed is refused by its source, and not repeated', async () => {
    const refused = async (args: string[], place: string) => {
      const { code, stderr } = await linesman(['market', 'list', ...args]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`error 7313 MalformedUrl: ${place} is not`)]);
      expect(stderr).not.toContain('sekret');
      expect(stderr).toContain('or devnet, testnet');
    };
    await refused(['--rpc', 'sekret'], '--rpc');
    write({ rpc: 'sekret' });
    await refused([], 'rpc in linesman.json');
    vi.stubEnv('LINESMAN_RPC', 'ftp://sekret');
    await refused([], 'LINESMAN_RPC');
  });

  it.each(each(commandsWith('--rpc')))('%s lists the named clusters', async (_, { words }) => {
    const { stdout } = await linesman([...words, '--help']);
    for (const name of Object.keys(CLUSTERS)) expect(stdout).toContain(name);
  });
});

describe('a token from the environment', () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(JSON.stringify(request.headers));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"token": "guest"}');
  });
  let service: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    requests.length = 0;
    writeFileSync('token', 'token-of-mine', { mode: 0o600 });
  });

  const sending = each(
    commandsWith('--api-token-file').filter(({ words }) => !/^(config|attest)$/.test(words[0] ?? '')),
  );
  it('is tested with every command that sends one', () => expect(sending.length).toBeGreaterThan(4));

  it.each(sending)('is not sent by %s to a service named only by the file', async (_, node) => {
    write({ service, rpc: NOWHERE });
    for (const [variable, value] of [
      ['LINESMAN_API_TOKEN', 'token-of-mine'],
      ['LINESMAN_API_TOKEN_FILE', 'token'],
    ] as const) {
      vi.stubEnv('LINESMAN_API_TOKEN', '');
      vi.stubEnv(variable, value);
      const { code, stdout, stderr } = await linesman([...call(node), '--keypair', keyFile].filter(known(node)));
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('error 7332 TokenNotSent');
      expect(stderr).toContain(variable);
      expect(stderr).not.toContain('token-of-mine');
    }
    expect(requests).toEqual([]);
  });

  it('is sent to a service named by the environment or a flag, as is a token from a flag', async () => {
    const ask = async (...args: string[]): Promise<number> => {
      requests.length = 0;
      await linesman(['subscription', ...args]);
      return requests.filter((headers) => headers.includes('token-of-mine')).length;
    };
    vi.stubEnv('LINESMAN_API_TOKEN', 'token-of-mine');
    write({ service });
    expect(await ask()).toBe(0);
    expect(await ask('--service', service)).toBeGreaterThan(0);
    expect(await ask('--api-token-file', 'token')).toBeGreaterThan(0);
    vi.stubEnv('LINESMAN_SERVICE', service);
    expect(await ask()).toBeGreaterThan(0);
    expect((await config()).apiToken).toEqual({ from: 'LINESMAN_API_TOKEN', isSent: true });
    vi.stubEnv('LINESMAN_SERVICE', '');
    expect((await config()).apiToken).toEqual({ from: 'LINESMAN_API_TOKEN', isSent: false });
  });

  it('is not read by the libraries themselves', () => {
    vi.stubEnv('LINESMAN_API_TOKEN', 'token-of-mine');
    expect(outcome(() => readApiToken({ service, from: { service: 'file' } }))).toBe(7332);
    expect(readApiToken({ service, from: { service: 'environment' } })).toBe('token-of-mine');
    expect(readApiToken({ service })).toBe('token-of-mine');
  });
});

describe('the service that a wallet signs an activation for', () => {
  const TRANSACTION = '5'.repeat(88);
  const guest = 'guest';
  const signed: unknown[] = [];
  let hosts: readonly string[] | null;
  let url: string;
  const service = createServer(async (request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const text = Buffer.concat(await request.toArray()).toString();
    if (request.url === '/auth/guest/start') return answer(200, { token: guest });
    if (request.url === '/.well-known/activation') return answer(hosts ? 200 : 404, { hosts });
    signed.push(JSON.parse(text).walletSignature);
    answer(403, {});
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  });
  afterAll(() => service.close());

  /** The error of an activation, and what was signed. */
  const activated = async (...more: string[]) => {
    signed.length = 0;
    const { stderr } = await linesman(['subscribe', '--activate', TRANSACTION, '--keypair', keyFile, ...more]);
    return [/error (\d+) /.exec(stderr)?.[1], ...signed];
  };
  const signature = (host?: string): string =>
    Buffer.from(pair.sign(activationMessage(TRANSACTION, [], guest, host))).toString('base64');

  it('is named in the message, or nothing is signed, where only the file names the service', async () => {
    hosts = null;
    write({ service: url });
    expect(await activated()).toEqual(['7192']);
    expect((await activated('--service', url)).slice(1)).toEqual([signature()]);
    vi.stubEnv('LINESMAN_SERVICE', url);
    expect((await activated()).slice(1)).toEqual([signature()]);
    vi.stubEnv('LINESMAN_SERVICE', '');
    hosts = [new URL(url).host];
    expect((await activated()).slice(1)).toEqual([signature(new URL(url).host)]);
  });
});

/** Values for options of the command. */
const known =
  ({ command }: CommandNode) =>
  (word: string, i: number, words: string[]): boolean => {
    const option = word.startsWith('--') ? word : (words[i - 1] ?? '');
    return !option.startsWith('--') || command.options.some(({ long }) => long === option);
  };

describe('the signing key pair', () => {
  const signing = commandsWith('--keypair').filter(({ words }) => words[0] !== 'config');

  it.each(each(signing))('%s has no default wallet', async (_, node) => {
    const usual = join(folder, '.config/solana');
    mkdirSync(usual, { recursive: true });
    for (const file of [join(usual, 'id.json'), 'id.json', 'keypair.json'])
      writeFileSync(file, JSON.stringify([...pair.secretKey]), { mode: 0o600 });
    vi.stubEnv('HOME', folder);
    const args = [...call(node), '--service', NOWHERE, '--rpc', NOWHERE].filter(known(node));
    const { code, stdout, stderr } = await linesman(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/option '--keypair <file>' not specified, and LINESMAN_KEYPAIR is not set|error 7307 /);
    expect(stderr).not.toContain(pair.address);
  });

  const needing = signing.filter(({ command }) =>
    command.options.some((one) => one.long === '--keypair' && one.mandatory),
  );
  // Keeper and attester say it in their logs.
  it.each(each(needing.filter(({ words }) => !/^(keeper|attest)$/.test(words[0] ?? ''))))(
    '%s shows the payer and the cluster',
    async (_, node) => {
      vi.stubEnv('LINESMAN_KEYPAIR', keyFile);
      vi.stubEnv('LINESMAN_SERVICE', NOWHERE);
      write({ rpc: `${NOWHERE}/secret-key` });
      const args = [
        ...call(node).map((word) => (word === '/nowhere' ? pair.address : word)),
        ...(SAID[named(node)] ?? []),
      ];
      for (const more of [[], ['--json']]) {
        const { stderr } = await linesman([...args, ...more]);
        expect(stderr).toContain(`payer    ${pair.address}\n`);
        expect(stderr).toContain(`cluster  ${NOWHERE}/[hidden], as linesman.json says\n`);
      }
    },
  );
  /** Other arguments that a call needs before it reads the key. */
  const SAID: Readonly<Record<string, readonly string[]>> = {
    subscribe: ['--level', '1', '--weeks', '4'],
    'market create': ['--fixture', '7', '--sport', 'soccer', '--where', 'k1 > 0'],
    'result post': ['--fixture', '7', '--sport', 'soccer', '--keys', '1'],
  };

  it('is read in one place', () => {
    const reading = PACKAGE_SOURCES.filter((file) => /\breadKeypair\(/.test(codeOf(file)));
    expect(reading.filter((file) => !file.startsWith('ts/service/serve/'))).toEqual([
      'ts/cli/settings/signer.ts',
      // These need only an address, the log of the keeper, or the key of the local chain.
      'ts/keeper/commands/keeper/runKeeper.ts',
      'ts/keeper/commands/wallet/runFund.ts',
      'ts/keeper/commands/walletOf.ts',
      'ts/sdk/node/readKeypair.ts',
      // The log of the attester.
      'ts/service/commands/attest/runAttest.ts',
      // The key of the program's address, which is not the payer.
      'ts/service/commands/oracle/runDeploy.ts',
      // The next authority also signs, beside the payer.
      'ts/service/commands/oracle/runUpgradeAuthority.ts',
    ]);
  });

  it('can be another one than the wallet in the environment, where only an address is needed', async () => {
    vi.stubEnv('LINESMAN_KEYPAIR', keyFile);
    const other = KeyPair.generate().address;
    for (const words of [
      ['wallet', 'show'],
      ['credits', 'show'],
    ]) {
      expect((await linesman([...words, other, '--rpc', NOWHERE])).stderr).toContain('error 7068 ');
      expect((await linesman([...words, other, '--keypair', keyFile, '--rpc', NOWHERE])).stderr).toContain(
        'error 7325 ',
      );
    }
  });
});
