import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { ERRORS } from '../ts/linesman/error/index.js';
import { free, type Shell, shell } from './helpers/docShell.js';
import { leftOut } from './helpers/leftOut.js';
import { matchLines } from './helpers/service/matchLines.js';
import { Surf, surfpool } from './helpers/surfpool.js';

/** Runs docs/deploy-a-verifier.md: its commands in order, in one shell, in an empty folder, on a chain of its own. */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const page = readFileSync(join(ROOT, 'docs/deploy-a-verifier.md'), 'utf8');
const blocks = [...page.matchAll(/^```sh\n# (\w+)\n([\s\S]*?)^```$/gm)].map(([, place = '', commands = '']) => ({
  place,
  commands,
}));

const none = surfpool() === null;
if (none) leftOut('docs/deploy-a-verifier.md: there is no embedded chain on this platform.');

/** In place of the build. */
const BUILD =
  `TSX_TSCONFIG_PATH=${ROOT}tsconfig.json node --import ${ROOT}node_modules/tsx/dist/loader.mjs ` +
  `${ROOT}tests/helpers/writeProgramAt.ts "$PROGRAM" "$FOLDER/oracle.so"`;
const HOUR = 3_600_000;
const FIXTURE = 16_000_001;

/** The page as one script. */
function scriptOf(port: number): string {
  const here = (commands: string): string =>
    commands
      .replace(
        /^npx linesman serve .*$/m,
        (line) => `${line} SERVE=$!\nuntil grep -q readyz serve.log; do kill -0 $SERVE; sleep 0.1; done`,
      )
      .replace(/^npx linesman verify .*$/m, (line) => `until ${line}; do kill -0 $SERVE; sleep 1; done`)
      .replaceAll('npx linesman serve', `npx linesman serve --port ${port}`)
      .replaceAll('npx linesman', `node ${ROOT}ts/linesman/bin/linesman.js`);
  const parts = blocks.map(({ place, commands }) => {
    if (place === 'here') return here(commands);
    // The build takes a minute, and changes the sources: the test moves the committed program to the new address.
    return place === 'build' ? BUILD : '';
  });
  const begin = [
    "PS4='+ $SECONDS '",
    'set -euxo pipefail',
    'SERVE=',
    "trap 'tail -n 40 *.log >&2; kill $SERVE || true' EXIT",
    'fund() { for file; do node fund.mjs "$file"; done; }',
  ];
  const end = 'kill -INT $SERVE; wait $SERVE; trap - EXIT';
  return [...begin, ...parts, end].join('\n');
}

let running: { readonly shell: Shell; readonly folder: string; readonly surf: Surf } | null = null;
afterAll(() => {
  running?.shell.kill();
  running?.surf.stop();
  if (running) rmSync(running.folder, { recursive: true, force: true });
});

describe('docs/deploy-a-verifier.md', () => {
  it('has its commands in blocks that say where they run', () => {
    expect(blocks.length).toBe([...page.matchAll(/^```sh$/gm)].length);
    expect([...new Set(blocks.map(({ place }) => place))]).toEqual(['clone', 'here', 'build']);
  });

  it('names existing errors and files', () => {
    const numbers = [...page.matchAll(/\((\d{4})\)/g)].map(([, number]) => Number(number));
    expect(numbers.length).toBeGreaterThan(3);
    expect(numbers.filter((number) => !ERRORS.has(number))).toEqual([]);
    for (const [, link = ''] of page.matchAll(/\]\(([^)#\s]+)/g))
      expect([link, existsSync(join(ROOT, 'docs', link))]).toEqual([link, true]);
  });

  it('installs and compares with steps of .ci/run', () => {
    const ci = ['.ci/run', '.ci/steps.sh'].map((file) => readFileSync(join(ROOT, file), 'utf8')).join('');
    const clone = blocks
      .filter(({ place }) => place === 'clone')
      .flatMap(({ commands }) => commands.trim().split('\n'));
    for (const command of clone) expect(ci).toContain(` ${command}\n`);
  });

  it('builds with lines that fit the sources', () => {
    const build = blocks.find(({ place }) => place === 'build')?.commands ?? '';
    const [, pattern = '', file = ''] = /sed -i "s\/(\S+?)\.\*\/.*" (\S+)$/m.exec(build) ?? [];
    expect(
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith(pattern.slice(1))).length,
    ).toBe(1);
    expect(readFileSync(join(ROOT, 'tools/sbf/build.sh'), 'utf8')).toContain('# build.sh PACKAGE OUT.so');
  });

  it.skipIf(none)('leads to a verified proof', { timeout: 500_000 }, async () => {
    const surf = Surf.start();
    if (!surf) throw new Error('surfpool does not start');
    const folder = mkdtempSync(join(tmpdir(), 'linesman-deploy-guide-'));
    const startTime = Math.floor(Date.now() / 60_000) * 60_000 - 6 * HOUR;
    const lines = matchLines({ seed: 'guide', fixtureId: FIXTURE, startTime });
    writeFileSync(join(folder, 'match.ndjson'), `${lines.join('\n')}\n`);
    const rpc = surf.connection.rpcEndpoint;
    writeFileSync(
      join(folder, 'fund.mjs'),
      `import { readFileSync } from 'node:fs';
       import { base58 } from '${ROOT}node_modules/@scure/base/index.js';
       const address = base58.encode(Uint8Array.from(JSON.parse(readFileSync(process.argv[2], 'utf8'))).slice(32));
       const body = { jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [address, 1e10] };
       const headers = { 'content-type': 'application/json' };
       const answer = await fetch('${rpc}', { method: 'POST', headers, body: JSON.stringify(body) });
       if ('error' in (await answer.json())) process.exit(1);`,
    );
    const port = (await free(0)) ?? 0;
    const { CI: _, ...environment } = process.env;
    const env = {
      ...environment,
      RPC: rpc,
      SERVICE: `http://127.0.0.1:${port}`,
      FOLDER: folder,
      FIXTURE: String(FIXTURE),
      LEAGUE: String(JSON.parse(lines[0] ?? '').CompetitionId),
    };
    running = { shell: shell(scriptOf(port), folder, env), folder, surf };
    const { code, stdout, stderr } = await running.shell.ended;
    expect(code, `${stdout}\n${stderr}`).toBe(0);
    expect(stdout).toMatch(/^bytes +equal$/m);
  });
});
