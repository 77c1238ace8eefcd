import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type EdgeScene, edgeScene, traced } from '../helpers/service/edgeScene.js';
import { servedDocument } from '../helpers/service/openApi.js';
import { RawConnection } from '../helpers/service/rawConnection.js';
import { settled } from '../helpers/service/testClock.js';

const PAGE = '/docs/ui/';
let scene: EdgeScene;
afterEach(() => scene?.app.close());

const FOREIGN = /^[a-z][a-z\d+.-]*:|^\/\//i;
const loadedBy = (html: string): string[] => [...html.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, to = '']) => to);

test('the page and all that it loads come from the service, under a policy that allows nothing else', async () => {
  scene = await edgeScene({ addressRequestsPerSecond: 1_000 });
  for (const url of [PAGE, PAGE.slice(0, -1)]) {
    const { text, status, headers } = await scene.get(url);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const loaded = loadedBy(text);
    expect(loaded.filter((to) => FOREIGN.test(to))).toEqual([]);
    expect(loaded.some((to) => to.endsWith('/swagger-ui-bundle.js'))).toBe(true);
    // Every script is a file: the policy allows no other.
    expect([...text.matchAll(/<script(?![^>]*\bsrc=)|\bon\w+="/g)]).toEqual([]);
    for (const to of loaded) {
      const file = await scene.app.inject(new URL(to, `http://a${url}`).pathname);
      expect([to, file.statusCode, file.headers['content-security-policy']]).toEqual([
        to,
        200,
        headers['content-security-policy'],
      ]);
      if (to.endsWith('.css'))
        for (const [, from = ''] of file.body.matchAll(/url\(\s*["']?([^"')]*)/g)) expect(from).toMatch(/^data:/);
    }
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    const sources = policy.split('; ').flatMap((directive) => directive.split(' ').slice(1));
    expect(new Set(sources)).toEqual(new Set(["'none'", "'self'", "'unsafe-inline'", 'data:']));
    expect(policy).toContain("script-src 'self';");
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
});

test('the page shows the document of the service, and contacts nobody else', async () => {
  scene = await edgeScene();
  const { text, status } = await scene.get(`${PAGE}json`);
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual(await servedDocument(async (url) => (await scene.get(url)).text));
  const { text: script } = await scene.get(`${PAGE}static/swagger-initializer.js`);
  expect(script).toContain('"BaseLayout"');
  expect(script).toContain('validatorUrl: null');
  expect((await scene.get('/docs')).text).toContain('href="/docs/ui/"');
});

test('is refused, counted and limited like everything else', async () => {
  scene = await edgeScene({ addressRequestsPerSecond: 10 });
  const { app } = scene;
  const file = `${PAGE}static/index.css`;
  for (const url of [PAGE, `${PAGE}json`, file]) {
    const { statusCode, headers } = await app.inject({ method: 'POST', url });
    expect([url, statusCode, headers.allow]).toEqual([url, 405, 'GET, HEAD']);
  }
  for (const url of [`${PAGE}none`, `${PAGE}static/../../../package.json`]) {
    const { statusCode, body } = await app.inject(url);
    expect([url, statusCode, body]).toEqual([url, 404, 'Not found']);
  }
  const ask = async () => {
    const { statusCode, headers } = await app.inject({ url: file, remoteAddress: '10.0.0.1' });
    return [statusCode, headers['retry-after']];
  };
  for (let n = 0; n < 10; n++) expect(await ask()).toEqual([200, undefined]);
  expect(await ask()).toEqual([429, '1']);
});

test('a reader that disconnects is no failure', async () => {
  const lines: { readonly level: number }[] = [];
  const log = traced((line) => lines.push(JSON.parse(line)));
  scene = await edgeScene({ log });
  const { app } = scene;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const accepted = once(app.server, 'connection');
  const connection = await RawConnection.open((app.server.address() as AddressInfo).port);
  const [far] = await accepted;
  connection.socket.once('data', () => connection.socket.resetAndDestroy());
  connection.send(`GET ${PAGE}static/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n`);
  while (!far.destroyed) await settled();
  await app.close();
  expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
});
