import dns from 'node:dns';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listenAt } from '../../ts/service/http/listenAt.js';
import { type EdgeScene, edgeScene } from '../helpers/service/edgeScene.js';
import { RawConnection } from '../helpers/service/rawConnection.js';

const FAR = 600_000;
const LIMITS = { headerTime: FAR, silence: FAR, keepAlive: FAR, look: 10 };
const GET = 'GET /docs HTTP/1.1\r\nHost: a\r\n\r\n';
/** The first is the address at which the app listens, the second another address of `localhost`. */
const HOSTS = ['127.0.0.1', '127.0.0.2'];

let scene: EdgeScene | undefined;
const connections: RawConnection[] = [];
beforeEach(() => {
  const real = dns.lookup as (...given: unknown[]) => void;
  const lookup = (host: string, ...more: unknown[]) => {
    if (host !== 'localhost') return real(host, ...more);
    const [options, done] = more.length === 1 ? [{}, more[0]] : more;
    const all = HOSTS.map((address) => ({ address, family: 4 }));
    const found = (options as { all?: boolean }).all ? [all] : [HOSTS[0], 4];
    return (done as (...found: unknown[]) => void)(null, ...found);
  };
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup);
});
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.close();
  await scene?.app.close();
  scene = undefined;
  vi.restoreAllMocks();
});

async function listening(
  limits: object,
): Promise<{ app: EdgeScene['app']; open(host: string): Promise<RawConnection> }> {
  scene = await edgeScene({ timeLimit: FAR, limits: { ...LIMITS, ...limits } });
  await listenAt(scene.app, 'localhost', 0);
  const { port } = scene.app.server.address() as AddressInfo;
  const open = async (host: string) => {
    const connection = await RawConnection.open(port, { host });
    connections.push(connection);
    return connection;
  };
  return { app: scene.app, open };
}

describe.each(HOSTS)('of the addresses of localhost, at %s', (host) => {
  test('a header that does not arrive times out', async () => {
    const { open } = await listening({ headerTime: 30 });
    const slow = await open(host);
    slow.send('GET /docs HTTP/1.1\r\nHost: a\r\nX-A: ');
    await slow.end();
    expect(slow.statuses).toEqual([408]);
  });

  test('an address has its limit, wherever it connects', async () => {
    const { open } = await listening({ connectionsPerAddress: 1 });
    const first = await open(HOSTS[0] as string);
    first.send(GET);
    await first.until(() => first.statuses.length === 1);
    const second = await open(host);
    await second.end();
    expect([first.statuses, second.statuses]).toEqual([[200], [429]]);
  });

  test('all connections together are limited', async () => {
    const { open } = await listening({ connections: 1 });
    const first = await open(HOSTS[0] as string);
    first.send(GET);
    await first.until(() => first.statuses.length === 1);
    const second = await open(host);
    await second.end();
    expect([first.statuses, second.statuses]).toEqual([[200], []]);
  });

  test('shutdown closes idle and unused connections', async () => {
    const { app, open } = await listening({});
    const [idle, unused] = [await open(host), await open(host)];
    idle.send(GET);
    await idle.until(() => idle.statuses.length === 1);
    await app.close();
    await Promise.all([idle.end(), unused.end()]);
    expect([idle.statuses, unused.statuses]).toEqual([[200], []]);
  });
});
