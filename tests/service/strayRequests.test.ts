import { METHODS } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { serveMetrics } from '../../ts/sdk/node/metricsServer.js';
import { operationApp } from '../../ts/service/edge/http/operation.js';
import { edgeScene } from '../helpers/service/edgeScene.js';
import { RawConnection } from '../helpers/service/rawConnection.js';

/**
 * What the HTTP parser and the framework would answer, or drop, before any code of this project: on every listener it
 * gets an answer of ours, is counted and limited, and leaves no stack in the log.
 */

interface Listener {
  readonly port: number;
  /** Statuses of everything that was counted. */
  readonly counted?: number[];
  readonly log?: string[];
  close(): Promise<unknown>;
}

const HOST = 'Host: localhost\r\n';
const END = 'Connection: close\r\n\r\n';

const LISTENERS: Readonly<Record<string, () => Promise<Listener>>> = {
  'the port of an edge': () => edge(),
  'the port of a process without one': async () => {
    const app = operationApp({ report: async () => ({ ready: true, checks: [] }) });
    await app.listen({ port: 0, host: '127.0.0.1' });
    return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
  },
  'the port of the metrics': () => serveMetrics({ contentType: 'text/plain', text: async () => 'up 1\n' }, 0),
};

async function edge(options: Parameters<typeof edgeScene>[0] = {}): Promise<Required<Listener>> {
  const counted: number[] = [];
  const log: string[] = [];
  const to = new Writable({
    write: (chunk, _encoding, done) => {
      log.push(String(chunk));
      done();
    },
  });
  const { app } = await edgeScene({
    log: { level: 'trace', to },
    addressRequestsPerSecond: 10_000,
    onAnswered: ({ status }) => counted.push(status),
    ...options,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { port: (app.server.address() as AddressInfo).port, counted, log, close: () => app.close() };
}

/** Everything that the listener answers, until it closes the connection. */
async function answerTo(port: number, text: string): Promise<RawConnection> {
  const connection = await RawConnection.open(port);
  connection.send(text);
  await connection.end();
  return connection;
}
const bodyOf = ({ text }: RawConnection): string => text.slice(text.indexOf('\r\n\r\n') + 4);

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\n${HOST}${more}${END}`;

/** Requests, and the status that every listener answers them with. */
const STRAYS: readonly (readonly [name: string, sent: string, status: number])[] = [
  ['no request', 'nonsense\r\n\r\n', 400],
  ['a method that does not exist', `FOO /healthz HTTP/1.1\r\n${HOST}${END}`, 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['an upgrade to HTTP/2', get('/healthz', 'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'), 200],
  ['an upgrade', get('/healthz', 'Upgrade: websocket\r\n'), 200],
  ['a tunnel', `CONNECT a:80 HTTP/1.1\r\n${HOST}\r\n`, 405],
  ['a header that is too large', get('/healthz', `X-A: ${'a'.repeat(20_000)}\r\n`), 431],
  ['a path that is too long', get(`/${'a'.repeat(20_000)}`), 431],
  ['no host', `GET /healthz HTTP/1.1\r\n${END}`, 400],
  ['two hosts', get('/healthz', 'Host: b\r\n'), 400],
  ['the same host twice', get('/healthz', HOST), 400],
  ['no host before HTTP/1.1', 'GET /healthz HTTP/1.0\r\n\r\n', 200],
  ['a length that is none', get('/healthz', 'Content-Length: -1\r\n'), 400],
  ['two lengths', get('/healthz', 'Content-Length: 1\r\nContent-Length: 2\r\n'), 400],
  ['two framings', get('/healthz', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'), 400],
  ['an unknown encoding', get('/healthz', 'Transfer-Encoding: chunked, gzip\r\n'), 400],
  ['an unknown expectation', get('/healthz', 'Expect: bananas\r\n'), 200],
  ['a body that nobody reads', `${get('/healthz', 'Content-Length: 2\r\n')}{}`, 200],
  ['a body for nobody', `POST /nowhere HTTP/1.1\r\n${HOST}Content-Length: 90000\r\n${END}{}`, 404],
  ['two slashes', get('//healthz'), 404],
  ['a path up', get('/docs/ui/static/..%2f..%2fpackage.json'), 404],
  ['a zero byte', get('/explorer/%00'), 404],
  ['every path', `OPTIONS * HTTP/1.1\r\n${HOST}${END}`, 404],
];

describe.each(Object.keys(LISTENERS))('%s', (name) => {
  let listener: Listener;
  afterEach(() => listener?.close());

  test('answers what is no request for it', async () => {
    listener = await (LISTENERS[name] as () => Promise<Listener>)();
    const { port, counted } = listener;
    for (const [what, sent, expected] of STRAYS) {
      if (counted) counted.length = 0;
      const answer = await answerTo(port, sent);
      expect([what, answer.statuses]).toEqual([what, [expected]]);
      expect([what, bodyOf(answer)]).toEqual([what, expect.stringMatching(/./)]);
      if (counted) expect([what, counted]).toEqual([what, [expected]]);
    }
    expect(listener.log?.join('') ?? '').not.toMatch(/stack|node_modules|"level":[456]0/);
  });

  test('refuses every method that it does not serve, with and without a body', async () => {
    listener = await (LISTENERS[name] as () => Promise<Listener>)();
    const { port, counted } = listener;
    const served = ['GET', 'HEAD', 'CONNECT'];
    for (const method of METHODS.filter((one) => !served.includes(one)))
      for (const body of ['', 'Content-Length: 2\r\n', 'Content-Type: a/b\r\nContent-Length: 2\r\n'])
        for (const [path, status] of Object.entries({ '/healthz': 405, '/nowhere': 404 })) {
          if (counted) counted.length = 0;
          const answer = await answerTo(port, `${method} ${path} HTTP/1.1\r\n${HOST}${body}${END}${body && '{}'}`);
          expect([method, path, answer.statuses]).toEqual([method, path, [status]]);
          if (status === 405) expect(answer.text).toMatch(/^allow: GET, HEAD\r$/im);
          if (counted) expect([method, path, counted]).toEqual([method, path, [status]]);
        }
    expect(listener.log?.join('') ?? '').not.toMatch(/stack|node_modules|"level":[456]0/);
  });
});

describe('an edge', () => {
  let listener: Required<Listener>;
  afterEach(() => listener?.close());

  /** Of an edge alone: paths that cannot be decoded, files, preflights. */
  const OWN: readonly (readonly [name: string, sent: string, status: number])[] = [
    ['a percent sign', get('/api/odds/snapshot/%zz'), 400],
    ['bytes that are no text', get('/api/odds/snapshot/%ff'), 400],
    ['a URL that is none', get('http://['), 400],
    ['a parameter that is too long', get(`/api/odds/snapshot/${'1'.repeat(101)}`), 400],
    ['a part that no file has', get('/docs/ui/static/index.css', 'Range: bytes=99999999-\r\n'), 400],
    ['a file by a path that is not its own', get('/docs/ui/static//index.css'), 404],
    ['a file by a longer path', get('/docs/ui/static/a/%2e%2e/index.css'), 404],
    ['a file with a backslash', get('/docs/ui/static/a%5cindex.css'), 404],
    ['a file outside', get('/docs/ui/static/%2e%2e/package.json'), 404],
    ['a file that must be another one', get('/docs/ui/static/index.css', 'If-Match: "x"\r\n'), 400],
    ['a preflight without its headers', `OPTIONS /docs HTTP/1.1\r\n${HOST}Origin: http://a\r\n${END}`, 405],
  ];

  test('answers and counts what its framework refuses', async () => {
    listener = await edge();
    for (const [what, sent, expected] of OWN) {
      listener.counted.length = 0;
      const answer = await answerTo(listener.port, sent);
      expect([what, answer.statuses, listener.counted]).toEqual([what, [expected], [expected]]);
      expect(answer.text).toMatch(/^content-type: text\/plain; charset=utf-8\r$/im);
      expect(answer.text).toMatch(/^access-control-allow-origin: \*\r$/im);
    }
    expect(listener.log.join('')).not.toMatch(/stack|node_modules|"level":[456]0/);
  });

  test('limits all of them by address', async () => {
    listener = await edge({ addressRequestsPerSecond: 3 });
    const limited = [
      ...OWN,
      ['a method', `QUERY /docs HTTP/1.1\r\n${HOST}${END}`, 405] as const,
      ['two hosts', get('/docs', 'Host: b\r\n'), 400] as const,
    ];
    // The clock of the tests stands still.
    for (let n = 0; n < 3; n++) await answerTo(listener.port, get('/nowhere'));
    for (const [what, sent] of limited) {
      const answer = await answerTo(listener.port, sent);
      expect([what, answer.statuses]).toEqual([what, [429]]);
      expect(answer.text).toMatch(/^retry-after: 1\r$/im);
    }
  });

  test('lets preflights pass, which a browser sends on behalf of others', async () => {
    listener = await edge({ addressRequestsPerSecond: 1 });
    const asked = 'Origin: http://a\r\nAccess-Control-Request-Method: GET\r\n';
    const preflight = `OPTIONS /docs HTTP/1.1\r\n${HOST}${asked}${END}`;
    for (let n = 0; n < 3; n++) {
      const answer = await answerTo(listener.port, preflight);
      expect(answer.statuses).toEqual([204]);
      expect(answer.text).toMatch(/^access-control-allow-methods: GET, HEAD, POST, DELETE\r$/im);
    }
  });
});

test('metrics on a loopback address are for those who call it by name', async () => {
  const metrics = { contentType: 'text/plain', text: async () => 'up 1\n' };
  const statusesOf = async (port: number, hosts: readonly string[]) => {
    const found: number[] = [];
    for (const host of hosts)
      found.push(...(await answerTo(port, `GET /metrics HTTP/1.1\r\nHost: ${host}\r\n${END}`)).statuses);
    return found;
  };
  const own = ['localhost', '127.0.0.1:80', 'LOCALHOST:9', '[::1]:80', '127.8.0.1'];
  const foreign = ['rebound.example', 'localhost.example', '127.example.org', '10.0.0.1', '', 'a b'];
  const loopback = await serveMetrics(metrics, 0);
  const open = await serveMetrics(metrics, 0, '0.0.0.0');
  try {
    expect(await statusesOf(loopback.port, own)).toEqual(own.map(() => 200));
    expect(await statusesOf(loopback.port, foreign)).toEqual(foreign.map(() => 403));
    // An operator who opens it to a network has named it there.
    expect(await statusesOf(open.port, ['metrics.example', '10.0.0.1'])).toEqual([200, 200]);
  } finally {
    await loopback.close();
    await open.close();
  }
});
