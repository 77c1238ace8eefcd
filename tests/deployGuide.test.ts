import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { type Shell, shell } from './helpers/docShell.js';
import { readGuide } from './helpers/guide.js';
import { leftOut } from './helpers/leftOut.js';
import { Packed } from './helpers/package/packed.js';
import { freePort } from './helpers/ports.js';
import { Surf, surfpool } from './helpers/surfpool.js';

/**
 * Runs docs/deploy.md as a stranger would: its commands in order, in one shell, in an empty folder, with the
 * packages that it says to install. The chain is the one that `linesman serve` runs, without the service beside it.
 */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const { blocks } = readGuide('deploy.md');

const none = surfpool() === null;
if (none) leftOut('docs/deploy.md: there is no embedded chain on this platform.');

/**
 * In place of the build of `oracle` or `settlement`. The next version is the same program with another word in its
 * security.txt.
 */
function buildOf(commands: string): string {
  const [, program = '', file = ''] = /build\.sh (\w+) "\$FOLDER\/(\S+)"/.exec(commands) ?? [];
  return (
    `TSX_TSCONFIG_PATH=${ROOT}tsconfig.json node --import ${ROOT}node_modules/tsx/dist/loader.mjs ` +
    `${ROOT}tests/helpers/writeProgramAt.ts ${program} "$${program === 'oracle' ? 'PROGRAM' : 'SETTLEMENT'}" ` +
    `"$FOLDER/${file}" ${file.includes('next') ? 'next' : ''}`
  );
}
/** The page as one script. */
function scriptOf(service: number, rpc: string): string {
  const here = (commands: string): string =>
    commands
      .replaceAll('http://127.0.0.1:8899', rpc)
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${service}`)
      .replace(
        /^npx linesman serve .*$/m,
        (line) => `${line} SERVE=$!\nuntil grep -q readyz serve.log; do kill -0 $SERVE; sleep 0.1; done`,
      )
      .replace(/^npx linesman verify .*$/m, (line) => `until ${line}; do kill -0 $SERVE; sleep 1; done`)
      .replaceAll('npx linesman serve', `npx linesman serve --port ${service}`);
  const parts = blocks.map(({ place, commands }) => {
    if (place === 'here') return here(commands);
    // The build takes a minute, and changes the sources: the test moves the committed program to the new address.
    return place === 'build' ? buildOf(commands) : '';
  });
  const begin = [
    "PS4='+ $SECONDS '",
    'set -euxo pipefail',
    'SERVE=',
    "trap 'tail -n 40 *.log >&2; kill $SERVE || true' EXIT",
  ];
  // npx passes this on, and not what Ctrl-C sends: a shell's job in the background does not get it.
  const end = 'trap - EXIT; kill $SERVE; wait $SERVE || true';
  return [...begin, ...parts, end].join('\n');
}

let running: { readonly shell: Shell; readonly packed: Packed; readonly surf: Surf } | null = null;
afterAll(() => {
  running?.shell.kill();
  running?.packed.end();
  running?.surf.stop();
});

it.skipIf(none)('docs/deploy.md leads to a verified proof', { timeout: 650_000 }, async () => {
  const packed = new Packed();
  const folder = packed.beside('app');
  const surf = Surf.start();
  if (!surf) throw new Error('surfpool does not start');
  const script = scriptOf(await freePort(), surf.connection.rpcEndpoint);
  running = { shell: shell(script, folder, packed.environment()), packed, surf };
  const { code, stdout, stderr } = await running.shell.ended;
  expect(code, `${stdout}\n${stderr}`).toBe(0);
  // The oracle before and after its upgrade, and the settlement program before and after it is frozen.
  expect(stdout.match(/^bytes +equal$/gm)?.length).toBe(4);
  expect(stdout.match(/^program +(would be )?upgraded$/gm)?.length).toBe(2);
  expect(stdout.match(/^upgrades +by nobody: the program is frozen$/gm)?.length).toBe(1);
});
