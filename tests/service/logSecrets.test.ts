import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { hideSecrets } from '../../ts/sdk/node/hideSecrets.js';
import { type EdgeScene, edgeScene, traced } from '../helpers/service/edgeScene.js';
import { RawConnection } from '../helpers/service/rawConnection.js';
import { StreamReader } from '../helpers/service/streamReader.js';

let scene: EdgeScene;
afterEach(() => scene?.app.close());

/** The forms in which a secret could get into a line: as text and as its bytes. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    // A part is enough to recognise it.
    secret.slice(0, 24),
    secret.slice(-24),
    encodeURIComponent(secret),
    secret.replaceAll('_', '%5F').replaceAll('.', '%2E'),
    bytes.toString('hex').slice(0, 40),
    bytes.toString('base64').slice(0, 32),
    [...bytes.subarray(0, 16)].join(','),
  ];
}

test('no token gets into the log, wherever it is sent and however the request fails', async () => {
  const lines: string[] = [];
  scene = await edgeScene({ log: traced((line) => lines.push(line)), timeLimit: 2_000, requestsPerSecond: 10_000 });
  const { app, jwt, token, headers, records } = scene;
  const signature = Buffer.from(Array(64).fill(7)).toString('base64');
  records.latestScores = async () => {
    throw new Error(
      `a driver that quotes ${token}, Bearer ${jwt} and postgres://linesman:${encodeURIComponent('p4ss!word')}@db/x`,
    );
  };
  const secrets = [jwt, token];
  const places = (
    secret: string,
  ): { method?: 'POST' | 'GET'; url: string; headers?: Record<string, string>; payload?: string }[] => {
    const quoted = encodeURIComponent(secret);
    const dotted = secret.replaceAll('_', '%5F').replaceAll('.', '%2E');
    return [
      { url: `/api/odds/snapshot/1?token=${quoted}` },
      { url: `/api/odds/snapshot/${quoted}` },
      { url: `/api/odds/snapshot/${dotted}`, headers },
      { url: `/${quoted}` },
      { url: `/${quoted}/%zz` },
      { url: `/api/odds/snapshot/%zz${secret}`, headers },
      { url: `/api/scores/stat-validation-v4?fixtureId=${quoted}&seq=${quoted}&statKeys=${quoted}`, headers },
      { url: '/api/odds/snapshot/1', headers: { authorization: secret } },
      { url: '/api/odds/snapshot/1', headers: { authorization: `Bearer ${secret}x`, 'x-api-token': secret } },
      { url: '/api/odds/snapshot/1', headers: { ...headers, 'x-api-token': `${secret}x` } },
      {
        url: '/api/odds/snapshot/1',
        headers: { ...headers, cookie: secret, 'x-forwarded-for': secret, 'last-event-id': secret },
      },
      { url: '/api/scores/snapshot/1', headers },
      { method: 'POST', url: '/auth/guest/start', payload: secret, headers: { 'content-type': secret.slice(0, 60) } },
      ...[JSON.stringify({ txSig: secret, walletSignature: signature, leagues: [secret] }), `{"txSig": "${secret}`].map(
        (payload) => ({
          method: 'POST' as const,
          url: '/api/token/activate',
          payload,
          headers: { ...headers, 'content-type': 'application/json' },
        }),
      ),
      {
        method: 'POST',
        url: '/api/guest/purchase/quote',
        payload: JSON.stringify({ buyerPubkey: secret }),
        headers: { ...headers, 'content-type': 'application/json' },
      },
      {
        method: 'POST',
        url: '/api/token/activate',
        payload: secret.repeat(200),
        headers: { ...headers, 'content-type': 'application/json' },
      },
      { url: `/api/${'a'.repeat(200)}${secret}`, headers },
    ];
  };
  for (const secret of secrets) for (const request of places(secret)) await app.inject(request);

  // Malformed requests never reach a route; one without Host is not even logged.
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  for (const secret of secrets) {
    for (const sent of [
      `GET /${secret} HTTP/9.9\r\nX-Api-Token: ${secret}\r\n\r\n`,
      `GET / HTTP/1.1\r\nX-Api-Token: ${secret}\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: a\r\nX-Api-Token ${secret}\r\n\r\n`,
      `${secret}\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: a\r\nX-Api-Token: ${secret.repeat(1_000)}\r\n\r\n`,
      `GET /docs HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${secret}\r\nX-A: \u0000\r\n\r\n`,
    ]) {
      const connection = await RawConnection.open(port);
      connection.send(sent);
      await connection.end();
      expect(connection.statuses[0]).toBeGreaterThanOrEqual(400);
    }
  }
  const stream = await StreamReader.open(`http://127.0.0.1:${port}/api/odds/stream?token=${token}`, headers);
  await app.close();
  await stream.end();

  const log = lines.join('');
  // Without any lines the test would prove nothing.
  expect(lines.filter((line) => line.includes('"answered"')).length).toBeGreaterThan(30);
  // Ten that are malformed, and six whose path cannot be decoded.
  expect(lines.filter((line) => line.includes('"no request"')).length).toBe(16);
  expect(log).toContain('a driver that quotes [hidden], Bearer [hidden] and postgres://linesman:[hidden]@db/x');
  for (const secret of [...secrets, signature]) {
    for (const spelling of spellings(secret)) {
      const line = lines.find((one) => one.includes(spelling));
      expect([spelling, line]).toEqual([spelling, undefined]);
    }
  }
});

test('passwords in addresses are hidden, and nothing else of them', () => {
  expect(hideSecrets('cannot reach postgres://user:p%40ss@db.example:5432/linesman?x=a@b')).toBe(
    'cannot reach postgres://user:[hidden]@db.example:5432/linesman?x=a@b',
  );
  for (const text of ['https://oracle.example:8080/a@b', 'nats://db', 'at 10:30 a@b', 'http://a/b:c@d'])
    expect(hideSecrets(text)).toBe(text);
});
