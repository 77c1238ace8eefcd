import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leftOut } from '../helpers/leftOut.js';
import { EmbeddedMarket } from '../helpers/service/embeddedMarket.js';
import { until } from '../helpers/service/until.js';
import { smallDisk } from '../helpers/smallDisk.js';
import { surfpool } from '../helpers/surfpool.js';

const isAllowed = (() => {
  const one = smallDisk(1);
  one?.remove();
  return one !== null;
})();
const none = surfpool() === null || !isAllowed;
if (none) leftOut('a data folder that becomes read-only: nothing can be mounted here, or there is no embedded chain.');

describe.skipIf(none)('a data folder that becomes read-only while its service runs', () => {
  let scene: EmbeddedMarket;
  let data: string;
  const mount = (...args: string[]): void => {
    execFileSync('mount', args);
  };
  beforeAll(async () => {
    scene = await EmbeddedMarket.start({ speed: 1 });
    data = join(scene.folder, 'data');
    // Mounted over itself: open files stay open, as after a disk failure.
    mount('--bind', data, data);
    mount('-o', 'remount,ro,bind', data);
  });
  afterAll(() => scene?.stop());

  const ready = async (): Promise<readonly [number, string]> => {
    const response = await fetch(`${scene.url}/readyz`);
    return [response.status, await response.text()];
  };

  it('reports not-ready with the reason but no path, and is ready again once the folder is writable', async () => {
    try {
      let text = '';
      // A slow start also reports not-ready, so wait for this reason.
      await until(async () => {
        const [status, said] = await ready();
        text = said;
        return status === 503 && said.includes('folder: The data folder cannot be written');
      });
      expect(text).not.toContain(data);
      // It still answers requests.
      expect((await fetch(`${scene.url}/healthz`)).status).toBe(200);
    } finally {
      execFileSync('umount', ['-l', data]);
    }
    await until(async () => (await ready())[0] === 200);
  });
});
