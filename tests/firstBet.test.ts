import { afterAll, expect, it } from 'vitest';
import { type Shell, shell } from './helpers/docShell.js';
import { readGuide } from './helpers/guide.js';
import { leftOut } from './helpers/leftOut.js';
import { Packed } from './helpers/package/packed.js';
import { freePair, freePort } from './helpers/ports.js';
import { surfpool } from './helpers/surfpool.js';

/** Runs docs/first-bet.md: its commands in order, in one shell, in an empty folder, with the packages that it names. */

const { blocks } = readGuide('first-bet.md');

const none = surfpool() === null;
if (none) leftOut('docs/first-bet.md: @solana/surfpool-linux-x64-gnu is not installed.');

/**
 * The page as one script. Commands of the first and third terminal run in the background of the second and end with it.
 */
function scriptOf(service: number, rpc: number): string {
  const here = (commands: string): string =>
    commands
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${service}`)
      .replaceAll('npx linesman serve', `npx linesman serve --port ${service} --rpc-port ${rpc}`)
      .replace(/npx linesman (buy|subscribe|keeper|market \w+)/g, `npx linesman $1 --rpc http://127.0.0.1:${rpc}`);
  const parts = blocks.map(({ place, commands }) => {
    const lines = here(commands).trimEnd().split('\n');
    const command = lines.pop() ?? '';
    switch (place) {
      case 'terminal 1':
        return [
          ...lines,
          'if [ -n "$SERVE" ]; then kill $SERVE; wait $SERVE || true; fi',
          // Output of an earlier process must not be mistaken for its own.
          ': > serve.log',
          `${command} > serve.log 2>&1 & SERVE=$!`,
          "until grep -q 'linesman serves at' serve.log; do kill -0 $SERVE; sleep 0.1; done",
        ].join('\n');
      case 'terminal 3':
        return [...lines, `${command} > keeper.log 2>&1 & KEEPER=$!`].join('\n');
      default:
        return [...lines, command].join('\n');
    }
  });
  // The keeper first, while its chain is still running. npx passes this signal on, and not what Ctrl-C sends: a shell's
  // job in the background does not get it.
  const end = 'kill $KEEPER; wait $KEEPER || true; kill $SERVE; wait $SERVE || true; trap - EXIT';
  // Any failure ends the script, and the script ends everything it started.
  const begin = [
    // When each command ran, in seconds, to diagnose failures.
    "PS4='+ $SECONDS '",
    'set -euxo pipefail',
    'SERVE= KEEPER=',
    "trap 'tail -n 40 *.log >&2; kill $KEEPER $SERVE || true' EXIT",
  ];
  return [...begin, ...parts, end].join('\n');
}

let running: { readonly shell: Shell; readonly packed: Packed } | null = null;
// Here, because a test that times out does not reach its own cleanup.
afterAll(() => {
  running?.shell.kill();
  running?.packed.end();
});

it.skipIf(none)(
  'leads to a claimed bet',
  async () => {
    const [service, rpc] = [await freePort(), await freePair()];
    const packed = new Packed();
    const folder = packed.beside('app');
    running = { shell: shell(scriptOf(service, rpc), folder, packed.environment()), packed };
    const { code, stdout, stderr } = await running.shell.ended;
    expect(code, stderr).toBe(0);
    // Without the long answers of the service.
    const said = stdout.replace(/^\[.*\]$/gm, '');
    expect(stdout.includes('"FixtureId":12000001')).toBe(true);
    expect(stdout.includes('"GameState":"finished"')).toBe(true);
    expect(said).toMatch(/^bought +25000000 service tokens for 25000 of the stablecoin$/m);
    expect(said).toMatch(/^stakes +60 on 0\n +40 on 1\npaid +100 to \w+$/m);
    expect(said).toMatch(/^state +Final: \d (yes|no)$/m);
    expect(said).toMatch(/^positions +0 not paid yet$/m);
  },
  600_000,
);
