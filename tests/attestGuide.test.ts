import { afterAll, expect, it } from 'vitest';
import { type Shell, shell } from './helpers/docShell.js';
import { readGuide } from './helpers/guide.js';
import { leftOut } from './helpers/leftOut.js';
import { Packed } from './helpers/package/packed.js';
import { freePair, freePort } from './helpers/ports.js';
import { surfpool } from './helpers/surfpool.js';

/** Runs docs/attest.md: its commands in order, in one shell, in an empty folder, with the packages that it names. */

const { blocks } = readGuide('attest.md');

const none = surfpool() === null;
if (none) leftOut('docs/attest.md: there is no embedded chain on this platform.');

/** The page as one script. The second terminal runs in the background of the first, and ends with it. */
function scriptOf(service: number, rpc: number): string {
  const here = (commands: string): string =>
    commands
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${service}`)
      .replaceAll('127.0.0.1:8899', `127.0.0.1:${rpc}`)
      .replaceAll('npx linesman serve', `npx linesman serve --port ${service} --rpc-port ${rpc}`);
  const parts = blocks.map(({ place, commands }) =>
    place === 'chain'
      ? [
          `${here(commands).trim()} > serve.log 2>&1 & SERVE=$!`,
          "until grep -q 'linesman serves at' serve.log; do kill -0 $SERVE; sleep 0.1; done",
          // The slots of the match are over: the service is ready once their roots are on chain.
          `until curl -sf http://127.0.0.1:${service}/readyz > ready.log; do kill -0 $SERVE; sleep 1; done`,
        ].join('\n')
      : here(commands),
  );
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

let running: { readonly shell: Shell; readonly packed: Packed } | null = null;
afterAll(() => {
  running?.shell.kill();
  running?.packed.end();
});

it.skipIf(none)(
  'docs/attest.md leads to two attesters that vouch, and one that does not',
  { timeout: 500_000 },
  async () => {
    const packed = new Packed();
    const folder = packed.beside('app');
    const script = scriptOf(await freePort(), await freePair());
    running = { shell: shell(script, folder, packed.environment()), packed };
    const { code, stdout, stderr } = await running.shell.ended;
    expect(code, `${stdout}\n${stderr}`).toBe(0);
    expect(stdout).toContain('exit code 1');
    expect(stdout).toMatch(/^scores-\d+-\d+\.json$/m);
    // All roots of scores by two keys, and all but one by the third.
    const [, one, two, three, by1, by2, by3, roots] =
      /^scores +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)$/m.exec(stdout) ?? [];
    expect([one, two, by1, by2]).toEqual([roots, roots, roots, roots]);
    expect([Number(three), Number(by3)]).toEqual([Number(roots) - 1, Number(roots) - 1]);
  },
);
