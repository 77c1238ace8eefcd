import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { type EdgeScene, edgeScene } from '../helpers/service/edgeScene.js';

let scene: EdgeScene;
afterEach(() => scene?.app.close());

test('without the explorer, / leads to the description', async () => {
  scene = await edgeScene();
  const { status, headers } = await scene.get('/');
  expect([status, headers.location]).toEqual([302, '/docs']);
  expect((await scene.get('/explorer.json')).status).toBe(404);
});

test('with it, / is the page, every file has its policy, and other paths are refused as before', async () => {
  const explorer = { rpc: null, oracle: 'an oracle', settlement: 'a program' };
  scene = await edgeScene({ explorer, addressRequestsPerSecond: 1_000 });
  const page = await scene.get('/');
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers['cache-control']).toBe('no-cache');
  // Packed or not is the reader's choice, so a shared cache must not mix them up.
  expect(page.headers.vary).toContain('accept-encoding');
  const policy = page.headers['content-security-policy'];
  // The style stands in the page, and no other may apply.
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(page.text) ?? [];
  const ofStyle = `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`;
  for (const part of ["default-src 'none'", "script-src 'self'", ofStyle, "frame-ancestors 'none'"])
    expect(`${policy}; `).toContain(`${part}; `);
  const loaded = [...page.text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path = '']) => path);
  expect(loaded.length).toBeGreaterThan(2);
  for (const path of loaded) {
    const file = await scene.get(`/${path}`);
    expect([path, file.status, file.headers['content-security-policy']]).toEqual([path, 200, policy]);
    if (path.startsWith('assets/')) expect(file.headers['cache-control']).toContain('immutable');
  }
  expect(JSON.parse((await scene.get('/explorer.json')).text)).toEqual({
    service: '.',
    oracle: 'an oracle',
    settlement: 'a program',
  });
  for (const path of ['/assets/', '/assets/none.js', '/index', '/%2e%2e/package.json'])
    expect([path, (await scene.get(path)).status]).toEqual([path, 404]);
  expect((await scene.get('/docs')).status).toBe(200);
});
