import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { start } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { ServeProcess } from '../helpers/service/serveProcess.js';
import { textOf } from '../helpers/sources.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const isHere = surfnetModule() !== null;
if (!isHere) leftOut('docs/build-a-dapp.md: there is no embedded chain on this platform.');

const EXAMPLE = textOf('examples/dapp.mjs');
const folder = temporaryFolder('dapp');
afterAll(() => ServeProcess.killAll());

it('docs/build-a-dapp.md shows examples/dapp.mjs', () => {
  expect(textOf('docs/build-a-dapp.md')).toContain(`\`\`\`js\n${EXAMPLE}\`\`\``);
});

describe.runIf(isHere)('examples/dapp.mjs, against linesman serve', () => {
  it('opens a market, lists it, stakes on both sides, settles it and is paid', { timeout: 600_000 }, async () => {
    const service = new ServeProcess(['--data', folder, '--port', '0', '--rpc-port', '0']);
    const { url, rpc } = await service.listening();
    // As it stands there, but for the ports and the folder.
    const places: readonly [string, string][] = [
      ['http://127.0.0.1:8899', rpc],
      ['http://127.0.0.1:8080', url],
      ['.linesman', folder],
    ];
    const script = join(folder, 'dapp.mjs');
    for (const [there] of places) expect(EXAMPLE).toContain(there);
    writeFileSync(
      script,
      places.reduce((all, [there, here]) => all.replaceAll(there, here), EXAMPLE),
    );
    const dapp = start(script, []);
    const [said, failed] = await Promise.all([text(dapp.stdout), text(dapp.stderr)]);
    expect(failed).toBe('');
    const lines = said.trim().split('\n');
    expect(said).toContain('k1 - k2 > 0');
    expect(lines.filter((line) => / is Open$/.test(line))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/^outcome [01] has won; 100000000 base units were paid$/);
    expect(said).not.toMatch(/undefined|\[object|instructions/);
    expect(await service.end('SIGINT')).toMatchObject({ code: 0 });
  });
});
