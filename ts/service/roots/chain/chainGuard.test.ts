import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { guardWebsocket } from './chainGuard.js';

test('what a client sends along with its upgrade reaches the chain, behind the upgrade', async () => {
  const chain = createServer().listen(0, '127.0.0.1');
  await once(chain, 'listening');
  const guard = await guardWebsocket('127.0.0.1', 0, (chain.address() as { port: number }).port);
  const client = connect(guard.port, '127.0.0.1');
  client.end('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nfirst frame');
  const [inner] = (await once(chain, 'connection')) as [Socket];
  let text = '';
  for await (const part of inner) text += part;
  expect(text.split('\r\n\r\n')).toEqual([expect.stringMatching(/^GET \/ HTTP\/1\.1\r\nHost: 127\./), 'first frame']);
  await guard.close();
  chain.close();
});
