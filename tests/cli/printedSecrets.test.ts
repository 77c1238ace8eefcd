import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { linesman, start } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { onTestChain } from '../helpers/service/embeddedMarket.js';
import { expectNoSecrets } from '../helpers/service/secretsOf.js';
import { type Listening, ServeProcess, tokensOf } from '../helpers/service/serveProcess.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const isHere = surfnetModule() !== null;
if (!isHere) leftOut('secrets in the output of commands: there is no embedded chain on this platform.');

/** Output ends up in logs that not only the owner of a key can read. */
describe.runIf(isHere)('no key and no token is printed', () => {
  const folder = temporaryFolder('secrets');
  const data = join(folder, 'data');
  let service: ServeProcess;
  let said: Listening;
  beforeAll(async () => {
    service = new ServeProcess(['--data', data, '--port', '0', '--rpc-port', '0', '--verbose']);
    said = await service.listening();
  });
  afterAll(() => ServeProcess.killAll());

  const key = (name: string): string => join(data, 'keys', name);
  const rpc = () => ['--rpc', said.rpc];
  const both = () => ['--service', said.url, ...rpc()];
  const wallet = () => ['--keypair', key('wallet.json')];
  const token = () => ['--api-token-file', join(data, 'api-token')];
  const commands: Record<string, () => string[]> = {
    deploy: () => ['deploy', ...rpc(), '--keys', join(data, 'keys')],
    'deploy with made keys': () => ['deploy', ...rpc(), '--keys', join(folder, 'made'), '--make-keys'],
    configure: () => ['configure', ...rpc()],
    'configure by the admin': () => ['configure', ...rpc(), '--admin', key('admin.json'), '--dry-run'],
    buy: () => ['buy', '5', ...both(), ...wallet()],
    'subscribe to a file': () =>
      ['subscribe', '--level', '1', '--weeks', '4', ...both(), ...wallet()].concat(
        '--token-file',
        join(folder, 'token'),
      ),
    'market create': () =>
      ['market', 'create', '--fixture', '12000001', '--sport', 'soccer', '--where', 'k1 > 0'].concat(
        both(),
        wallet(),
        onTestChain(token()),
      ),
    'a token for a key': () => ['buy', '5', ...both(), '--keypair', join(data, 'api-token')],
    'a seed for a key': () => ['buy', '5', ...both(), '--keypair', key('session-key')],
    'oracle keys for a key': () => ['buy', '5', ...both(), '--keypair', key('oracle-keys.json')],
    'a key for a token': () => ['keeper', ...both(), ...wallet(), '--api-token-file', key('admin.json')],
    'a folder that is in use': () => ['serve', '--data', data, '--port', '0', '--rpc-port', '0'],
  };

  it.each(Object.keys(commands))('%s', async (name) => {
    for (const more of [[], ['--json']]) {
      const { stdout, stderr } = await linesman([...(commands[name] as () => string[])(), ...more]);
      expect((stdout + stderr).length).toBeGreaterThan(20);
      expectNoSecrets(data, stdout + stderr);
      const made = join(folder, 'token');
      if (name === 'subscribe to a file') expect(stdout + stderr).not.toContain(readFileSync(made, 'utf8').trim());
    }
  });

  it('nor by serve, neither as JSON nor in its log', async () => {
    const headers = tokensOf(said);
    expect((await fetch(`${said.url}/api/fixtures/snapshot`, { headers })).status).toBe(200);
    await service.end('SIGINT');
    expect(service.stderr).toContain('answered');
    expectNoSecrets(data, JSON.stringify(service.events) + service.stderr);
  });

  it('serve prints its tokens on request, and the next steps', async () => {
    const flags = ['--data', data, '--port', '0', '--rpc-port', '0', '--show-tokens'];
    const asJson = new ServeProcess(flags);
    const event = (await asJson.listening()) as Listening & Record<'apiToken' | 'sessionToken', string>;
    const { authorization, 'x-api-token': apiToken } = tokensOf(event);
    expect([`Bearer ${event.sessionToken}`, event.apiToken]).toEqual([authorization, apiToken]);
    await asJson.end('SIGINT');
    const byNpx = { npm_command: 'exec', npm_lifecycle_script: "'linesman'" };
    const person = start('ts/cli/main.ts', ['serve', ...flags, '--source', 'none'], undefined, byNpx);
    let text = '';
    for await (const chunk of person.stdout) {
      text += chunk;
      if (text.includes('Ctrl-C stops it')) break;
    }
    expect(text).toContain(apiToken);
    // No matches are mentioned if none are played, and the printed commands work with npx.
    expect(text).not.toMatch(/snapshot\/|12000\d{3}/);
    expect(text).toMatch(/^ {2}npx linesman ingest records\.ndjson --data \S+$/m);
    expect(text).toMatch(/^ {2}npx linesman keeper /m);
    person.kill('SIGINT');
    await once(person, 'close');
  });
});
