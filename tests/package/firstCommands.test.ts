import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Shell, shell } from '../helpers/docShell.js';
import { leftOut } from '../helpers/leftOut.js';
import { Packed, runIn } from '../helpers/package/packed.js';
import { isFree } from '../helpers/ports.js';
import { surfpool } from '../helpers/surfpool.js';

/**
 * The first commands of each path of the README, word for word, in an empty folder, with the packages as they will be
 * published. docs/deploy.md is in tests/deployGuide.test.ts, docs/ci.md in tests/package/init.test.ts.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const text = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** The first shell block that begins with this comment. */
function block(page: string, comment: string): string {
  const [, commands] = new RegExp(`^\`\`\`sh\\n# ${comment}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(text(page)) ?? [];
  if (commands === undefined) throw new Error(`${page} has no block "# ${comment}"`);
  return commands;
}

const packed = new Packed();
afterAll(() => packed.end());

const env = packed.environment();

let folder: string;
let running: Shell | undefined;
beforeEach(() => {
  folder = packed.beside('app');
});
afterEach(() => {
  running?.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function run(script: string): Promise<string> {
  running = shell(`set -euo pipefail\n${script}`, folder, env);
  const { code, stdout, stderr } = await running.ended;
  expect(code, `${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

describe('README.md', () => {
  it('verifies a file', { timeout: 300_000 }, async () => {
    const page = text('README.md');
    const install = block('README.md', 'in an empty folder beside the clone').trim();
    const [, name = '', command = ''] = /Save this as `(.+?)` and run `(.+?)`/.exec(page) ?? [];
    const [, script = ''] = /^```js\n([\s\S]*?)^```$/m.exec(page) ?? [];
    writeFileSync(join(folder, name), script);
    expect(await run(`${install}\n${command}`)).toContain('{ verdict: true, final: true, published: true }');
    // The other way, on the command line.
    const [, verify = ''] = /^(npx linesman verify .+)$/m.exec(page) ?? [];
    expect(await run(verify)).toMatch(/^verdict +true: k1 - k2 > 0$/m);
  });
});

const PORTS = [8_080, 8_899, 8_900];
const canServe = surfpool() !== null && (await Promise.all(PORTS.map(isFree))).every(Boolean);
if (!canServe) leftOut('the first command of docs/first-bet.md: no embedded chain, or its ports are taken.');

describe('docs/first-bet.md', () => {
  it.skipIf(!canServe)('starts an oracle', { timeout: 300_000 }, async () => {
    const commands = block('docs/first-bet.md', 'terminal 1').trimEnd().split('\n');
    const serve = commands.pop();
    const stdout = await run(
      [
        ...commands,
        `${serve} > serve.log 2>&1 & SERVE=$!`,
        "until grep -q 'linesman serves at' serve.log; do kill -0 $SERVE || { cat serve.log; exit 1; }; done",
        'curl -fsS http://127.0.0.1:8080/healthz',
        'kill $SERVE; wait $SERVE || true',
        'cat serve.log',
      ].join('\n'),
    );
    expect(stdout).toMatch(/^ *▶ Open http:\/\/127\.0\.0\.1:8080\/$/m);
  });
});

describe('docs/settlement.md and docs/format.md', () => {
  it('write a project, and ask a verifier the whole corpus', { timeout: 300_000 }, async () => {
    await run(`${block('docs/settlement.md', 'in an empty folder beside the clone')}\ntest -f my-dapp/src/settle.ts`);
    // Where the packages are installed already: the same line has nothing to do.
    expect(await run(block('docs/format.md', 'in an empty folder beside the clone'))).toMatch(
      /: (\d+) of \1 answers are right\.$/m,
    );
  });
});

const builder = runIn(ROOT, 'tools/sbf/install.sh', []);
if (builder.code !== 0) leftOut(`docs/read-a-result.md: ${builder.stderr.trim()}`);

describe('docs/read-a-result.md', () => {
  const page = 'docs/read-a-result.md';

  it.skipIf(builder.code !== 0)('builds a program that reads the final score', { timeout: 1_200_000 }, async () => {
    // The page needs the rest of the clone, too; tools/sbf builds there what is in another folder.
    for (const entry of readdirSync(ROOT))
      if (!existsSync(join(packed.clone, entry))) symlinkSync(join(ROOT, entry), join(packed.clone, entry));
    await run(block(page, 'in an empty folder beside the clone'));
    const files = [...text(page).matchAll(/^```\w+\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)];
    expect(files.map(([, file]) => file)).toEqual(['src/lib.rs', 'run.mjs']);
    for (const [, file = '', content = ''] of files) writeFileSync(join(folder, file), content);
    await run(block(page, 'build'));
    const [refused, logged] = (await run('node run.mjs')).trim().split('\n');
    expect(refused).toMatch(/: error 8\.$/);
    expect(logged).toBe('Program log: the score is 3:1');
  });
});
