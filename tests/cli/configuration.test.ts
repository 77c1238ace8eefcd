import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CLUSTERS } from '../../ts/linesman/cli/settings/cluster.js';
import { SETTINGS, SettingOption } from '../../ts/linesman/cli/settings/configuration.js';
import { readApiToken } from '../../ts/linesman/cli/settings/readApiToken.js';
import { KeyPair } from '../../ts/linesman/program/index.js';
import { linesman } from '../helpers/cli.js';
import { type CommandNode, commandsWith, commandTree } from '../helpers/commandTree.js';
import { codeText, PACKAGE_SOURCES } from '../helpers/packageSources.js';
import { outcome } from '../helpers/thrown.js';

const home = process.cwd();
let folder: string;
let keyFile: string;
const pair = KeyPair.generate();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linesman-configuration-'));
  process.chdir(folder);
  keyFile = join(folder, 'wallet.json');
  writeFileSync(keyFile, JSON.stringify([...pair.secretKey]), { mode: 0o600 });
  for (const { variable } of Object.values(SETTINGS)) vi.stubEnv(variable, '');
  vi.stubEnv('LINESMAN_API_TOKEN', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  process.chdir(home);
  rmSync(folder, { recursive: true, force: true });
});

const write = (content: unknown): void =>
  writeFileSync('linesman.json', typeof content === 'string' ? content : JSON.stringify(content));
const config = async (...args: string[]) => {
  const { code, stdout } = await linesman(['config', '--json', ...args]);
  return { code, ...JSON.parse(stdout) };
};

/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9';
const named = ({ words }: CommandNode): string => words.join(' ');
const configured = commandTree().filter(({ command }) => command.options.some((one) => one instanceof SettingOption));
const each = (nodes: readonly CommandNode[]) => nodes.map((node) => [named(node), node] as const);

/** A call with a value for whatever is needed besides settings. */
function call({ words, command }: CommandNode): string[] {
  const needed = command.options.filter(({ mandatory, defaultValue }) => mandatory && defaultValue === undefined);
  return [
    ...words,
    ...command.registeredArguments.filter(({ required }) => required).map(() => '1'),
    ...needed.filter((one) => !(one instanceof SettingOption)).flatMap(({ long }) => [`${long}`, '/nowhere']),
  ];
}

describe('a setting', () => {
  it('is what the flag says, else the environment, else the file, else what is usual', async () => {
    expect((await config()).rpc).toEqual({ value: 'localnet (http://127.0.0.1:8899)', from: 'default' });
    expect((await config()).service).toEqual({ value: null, from: null });
    write({ rpc: 'https://file.example', service: 'https://service.file.example' });
    expect((await config()).rpc).toEqual({ value: 'https://file.example', from: 'linesman.json' });
    vi.stubEnv('LINESMAN_RPC', 'https://environment.example');
    expect((await config()).rpc).toEqual({ value: 'https://environment.example', from: 'LINESMAN_RPC' });
    // Also when it says what is usual.
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

  it.each(['keypair', 'apiTokenFile'] as const)('%s comes from flag or environment', async (name) => {
    const { flag, variable } = SETTINGS[name];
    expect((await config())[name]).toEqual({ value: null, from: null });
    vi.stubEnv(variable, 'one');
    expect((await config())[name]).toEqual({ value: 'one', from: variable });
    expect((await config(flag, 'other'))[name]).toEqual({ value: 'other', from: flag });
  });

  it('is shown without what may be secret', async () => {
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

  it('is the same option wherever it is one, but for serve, which has a chain of its own', () => {
    const flags = Object.values(SETTINGS).map(({ flag }): string => flag);
    const bare = commandTree().flatMap((node) =>
      node.command.options
        .filter((option) => flags.includes(`${option.long}`) && !(option instanceof SettingOption))
        .map(({ long }) => `${named(node)} ${long}`),
    );
    expect(bare).toEqual(['serve --rpc']);
    expect(configured.length).toBeGreaterThan(18);
  });
});

describe('every command with settings', () => {
  it.each(each(configured))('%s takes them from the environment', async (_, node) => {
    for (const { variable } of Object.values(SETTINGS)) vi.stubEnv(variable, NOWHERE);
    const { code, stderr } = await linesman(call(node));
    expect(stderr).not.toMatch(/not specified/);
    if (node.words[0] !== 'config') expect(code).toBe(2);
  });

  it.each(each(configured))('%s takes service and chain from the file', async (_, node) => {
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

  it.each(each(configured))('%s explains itself whatever stands in the file', async (_, { words }) => {
    write('{');
    expect((await linesman([...words, '--help'])).code).toBe(0);
  });
});

it.each([
  ['{', 'is not JSON'],
  ['[]', 'is not a JSON object'],
  ['null', 'is not a JSON object'],
  [{ rpc: 5 }, '"rpc" in linesman.json is not a text'],
  [{ service: '' }, '"service" in linesman.json is not a text'],
  [{ rcp: 'devnet' }, 'has the key "rcp"'],
  ['{"__proto__": "x"}', 'has the key "__proto__"'],
  [' '.repeat(70_000), 'is larger than'],
])('a file with %j is refused', async (content, reason) => {
  write(content);
  const { code, stdout, stderr } = await linesman(['config']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('error 7330 InvalidConfiguration: ');
  expect(stderr).toContain(reason);
});

it('a file that cannot be read is refused, not left out', async () => {
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

  it('that is none is refused by the name of the place, and not repeated', async () => {
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

  it.each(each(commandsWith('--rpc')))('%s says which clusters have names', async (_, { words }) => {
    const { stdout } = await linesman([...words, '--help']);
    for (const name of Object.keys(CLUSTERS)) expect(stdout).toContain(name);
  });
});

describe('a token of the environment', () => {
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

  const sending = each(commandsWith('--api-token-file').filter(({ words }) => words[0] !== 'config'));
  it('is tried with the commands that send one', () => expect(sending.length).toBeGreaterThan(4));

  it.each(sending)('is not sent by %s to a service that only the file names', async (_, node) => {
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

  it('is sent to one that the environment or a flag names, and so is one that a flag names', async () => {
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
    expect(await ask('--token-file', 'token')).toBeGreaterThan(0);
    vi.stubEnv('LINESMAN_SERVICE', service);
    expect(await ask()).toBeGreaterThan(0);
    expect((await config()).apiToken).toEqual({ from: 'LINESMAN_API_TOKEN', isSent: true });
    vi.stubEnv('LINESMAN_SERVICE', '');
    expect((await config()).apiToken).toEqual({ from: 'LINESMAN_API_TOKEN', isSent: false });
  });

  it('is not read, either, by what has no command line around it', () => {
    vi.stubEnv('LINESMAN_API_TOKEN', 'token-of-mine');
    expect(outcome(() => readApiToken({ service, from: { service: 'file' } }))).toBe(7332);
    expect(readApiToken({ service, from: { service: 'environment' } })).toBe('token-of-mine');
    expect(readApiToken({ service })).toBe('token-of-mine');
  });
});

/** Words for options that the command has. */
const known =
  ({ command }: CommandNode) =>
  (word: string, i: number, words: string[]): boolean => {
    const option = word.startsWith('--') ? word : (words[i - 1] ?? '');
    return !option.startsWith('--') || command.options.some(({ long }) => long === option);
  };

describe('what signs', () => {
  const signing = commandsWith('--keypair').filter(({ words }) => words[0] !== 'config');

  it.each(each(signing))('%s takes no wallet by default', async (_, node) => {
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
  it.each(each(needing.filter(({ words }) => words[0] !== 'keeper')))('%s says who pays and where', async (_, node) => {
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
  });
  /** What else a call needs to get as far as the key. */
  const SAID: Readonly<Record<string, readonly string[]>> = {
    subscribe: ['--level', '1', '--weeks', '4'],
    'market create': ['--fixture', '7', '--sport', 'soccer', '--where', 'k1 > 0'],
    'result post': ['--fixture', '7', '--sport', 'soccer', '--keys', '1'],
  };

  it('is read in one place, which says so', () => {
    const reading = PACKAGE_SOURCES.filter((file) => /\breadKeypair\(/.test(codeText(file)));
    expect(reading.filter((file) => !file.startsWith('service/serve/'))).toEqual([
      // Only an address, the log of the keeper, the key of the chain that runs here.
      'keeper/commands/keeper/runKeeper.ts',
      'keeper/commands/wallet/runFund.ts',
      'keeper/commands/walletOf.ts',
      'linesman/cli/settings/signer.ts',
      'linesman/node/readKeypair.ts',
    ]);
  });

  it('may be asked about another wallet than that of the environment', async () => {
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
