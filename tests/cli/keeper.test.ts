import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { keeperLog } from '../../ts/keeper/commands/keeper/keeperLog.js';
import { secretsOf } from '../../ts/sdk/node/hideSecrets.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { linesman } from '../helpers/cli.js';
import { logFaults } from '../helpers/service/logFaults.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const SECRET = 'not-for-anybodys-eyes';

const folder = temporaryFolder('keeper');
let keypair: string;
beforeAll(() => {
  keypair = file('keypair.json', JSON.stringify([...KeyPair.fromSeed(new Uint8Array(32).fill(1)).secretKey]));
});

function file(name: string, content: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

const keeper = (...args: string[]) =>
  linesman(['keeper', '--service', 'http://127.0.0.1:9', '--rpc', 'http://127.0.0.1:9', '--once', ...args]);

describe('linesman keeper', () => {
  it('has help', async () => {
    const { code, stdout } = await linesman(['keeper', '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}\$ linesman keeper /);
  });

  it('does not start without a service and a key pair', async () => {
    expect(await linesman(['keeper', '--service', 'http://x'])).toMatchObject({ code: 2, stdout: '' });
    expect(await linesman(['keeper', '--keypair', keypair])).toMatchObject({ code: 2, stdout: '' });
  });

  it.each([
    ['--priority-fee', 'much', 7279],
    ['--interval', '0', 7311],
    ['--in-flight', '0', 7311],
    ['--lamports-in-flight', '0.5', 7311],
    ['--lookup-table', 'x', 7312],
    ['--results', 'sometimes', 7310],
    ['--metrics', '70000', 7311],
    ['--market', 'nowhere', 7312],
    ['--oracle', '1', 7312],
    ['--settlement', 'x', 7312],
    ['--rpc', 'ftp://127.0.0.1', 7313],
    ['--ws', 'http://127.0.0.1', 7313],
    ['--service', 'http://user:pass@127.0.0.1', 7344],
    ['--service', 'nowhere', 7344],
    ['--api-token-file', '/does/not/exist', 7014],
  ])('refuses %s %s with %d', async (option, value, number) => {
    const { code, stderr } = await keeper('--keypair', keypair, option, value);
    expect(code).toBe(2);
    expect(stderr).toContain(`error ${number} `);
    expect(stderr).not.toContain('user:pass');
  });

  it('reads a key pair only from a private file, and never prints it', async () => {
    const bytes = [...KeyPair.fromSeed(new Uint8Array(32).fill(1)).secretKey];
    const files: [string, string][] = [
      [file('open.json', JSON.stringify(bytes), 0o644), 'can be read by others (mode 644)'],
      [file('short.json', JSON.stringify(bytes.slice(1))), 'contains no key pair'],
      [file('wrong.json', JSON.stringify([...bytes.slice(0, 63), (bytes[63] ?? 0) ^ 1])), 'contains no key pair'],
      [file('text.json', SECRET), 'contains no key pair'],
      [join(folder, 'missing.json'), 'cannot be read: there is no such file'],
    ];
    for (const [path, message] of files) {
      const { code, stdout, stderr } = await keeper('--keypair', path);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('error 7030 ');
      expect(stderr).toContain(message);
      expect(stderr).not.toContain(SECRET);
      expect(stderr).not.toContain(bytes.slice(0, 6).join(','));
    }
  });

  it.each([
    ['http://127.example.org', true],
    ['http://localhost.example.org', true],
    ['HTTP://oracle.example', true],
    ['https://oracle.example', false],
    ['http://127.0.0.1:9', false],
    ['http://[::1]:9', false],
    ['http://LOCALHOST:9', false],
  ])('warns that a token for %s is readable by others: %s', async (service, isSaid) => {
    const token = file('token', `${SECRET}\n`);
    const { stdout } = await keeper('--keypair', keypair, '--service', service, '--api-token-file', token);
    expect(stdout.includes('travel unencrypted')).toBe(isSaid);
  });

  it('hides secrets in its addresses if the chain does not answer', async () => {
    const token = file('token', `${SECRET}\n`);
    const rpc = `http://127.0.0.1:9/${SECRET}-path/?key=${SECRET}-key`;
    const { code, stdout, stderr } = await keeper(
      '--keypair',
      keypair,
      '--api-token-file',
      token,
      '--rpc',
      rpc,
      '--json',
    );
    expect(code).toBe(2);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ event }) => event)).toEqual(['started', 'round failed']);
    expect(lines.flatMap(logFaults)).toEqual([]);
    expect(stdout + stderr).not.toContain(SECRET);
  });
});

describe('the log of the keeper', () => {
  const written = (json: boolean, verbose = false): string => {
    let text = '';
    const terminal = {
      stdin: (async function* () {})(),
      err: () => {},
      out: (line: string) => {
        text += line;
      },
    };
    const log = keeperLog(terminal, { json, verbose, secrets: [SECRET, 'a"b'], now: () => 0 });
    log('info', 'settle', { market: 'M1', amount: 2n ** 60n, detail: `says ${SECRET}\n\u001b[31m`, none: undefined });
    log('debug', 'more', { quoted: 'a"b' });
    return text;
  };

  it('has one line per event, in text or JSON', () => {
    expect(written(false)).toBe(
      '1970-01-01T00:00:00.000Z info  settle market=M1 amount=1152921504606846976 ' +
        'detail="says [hidden]\\n\\u001b[31m"\n',
    );
    expect(JSON.parse(written(true))).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      level: 'info',
      event: 'settle',
      market: 'M1',
      amount: '1152921504606846976',
      detail: 'says [hidden]\n\u001b[31m',
    });
    expect(written(true, true).split('\n')[1]).toContain('"quoted":"[hidden]"');
  });

  it('knows the secret parts of an address', () => {
    expect(secretsOf('https://rpc.example/')).toEqual(['', '']);
    expect(secretsOf('https://rpc.example/k3y?api-key=abc')).toEqual(expect.arrayContaining(['/k3y', '?api-key=abc']));
  });
});
