import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { withFigures } from '../bench/readmeTable.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const text = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const run = promisify(execFile);

/** The fenced blocks of a language, in order. */
function blocks(markdown: string, language: string): string[] {
  return [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, body]) =>
    name === language && body !== undefined ? [body] : [],
  );
}

/** The README, and pages whose commands run in a clone. */
const PAGES = ['README.md', 'CONTRIBUTING.md', 'docs/settlement.md', 'docs/stats.md', 'docs/which-crate.md'];

/** One command per line. Its comment may state the result: `# exit 1` is the expected exit code. */
const commands = PAGES.flatMap((page) => blocks(text(page), 'sh')).flatMap((block) =>
  // Those run in tests/package/firstCommands.test.ts.
  (block.startsWith('# in an empty folder') ? '' : block)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [command = '', comment = ''] = line.split(/\s+#\s+/);
      return { command: command.trim(), exit: Number(/exit (\d)/.exec(comment)?.[1] ?? 0) };
    }),
);

/** Commands that .ci/run has as separate steps, because they install, build or run this very suite. */
const STEPS = ['npm ci', 'npm test', 'npm run cu', 'npm run check:programs', 'bash .ci/run'];

describe('README.md and its further pages', () => {
  it('has commands', () => expect(commands.length).toBeGreaterThan(8));

  it('is short', () => expect(text('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120));

  it('says in 30 lines what it is, in which state, how to verify a file, and where to go on', () => {
    const head = text('README.md').split('\n').slice(0, 30).join('\n');
    const { version, license } = JSON.parse(text('ts/sdk/package.json'));
    for (const fact of [`Version ${version}`, license, 'Not audited', 'no public deployment', 'npm run pack'])
      expect(head).toContain(fact);
    expect(blocks(head, 'js')).toEqual([text('examples/verify.mjs')]);
    expect([...head.matchAll(/^\| .+ \|$/gm)].length, 'the table of paths').toBe(6);
  });

  it('has a script that verifies a file', async () => {
    const { stdout } = await run('node', ['examples/verify.mjs'], { cwd: root });
    expect(stdout).toBe('{ verdict: true, final: true, published: true }\n');
  });

  const partsOf = ({ command }: { command: string }): string[] => command.split(' && ');
  const isStep = (part: string): boolean => STEPS.some((step) => part.startsWith(step));
  const steps = [...new Set(commands.flatMap(partsOf).filter(isStep))];
  const here = commands
    .map((one) => ({
      ...one,
      command: partsOf(one)
        .filter((part) => !isStep(part))
        .join(' && '),
    }))
    .filter(({ command }) => command !== '');

  it.each(steps)('%s is a step of .ci/run', (part) => {
    if (part !== 'bash .ci/run') expect(text('.ci/run') + text('.ci/steps.sh')).toContain(part);
  });

  it.each(here)('$command', async ({ command, exit }) => {
    // `npx linesman` resolves to this file of the checkout. Calling it directly lets several commands run at once.
    const script = command.replaceAll('npx linesman', `node ${root}ts/cli/bin/linesman.js`);
    const code = await run('bash', ['-c', script], { cwd: root, maxBuffer: 1 << 26 }).then(
      () => 0,
      (failure: { code?: number }) => failure.code ?? -1,
    );
    expect(code).toBe(exit);
  });

  const code = (language: string) =>
    PAGES.flatMap((page) => blocks(text(page), language)).map(
      (block) => [block.split('\n', 1)[0] ?? '', block] as const,
    );

  it.each(code('ts'))('code: %s', (head, block) => {
    const path = /^\/\/ (examples\/[\w./-]+)$/.exec(head)?.[1];
    expect(path, 'the first line of a code block names its file').toBeDefined();
    expect(text(path ?? '')).toBe(block.slice(head.length + 1));
  });

  it.each(code('rust'))('code: %s', (head, block) => {
    const path = /^\/\/ (crates\/\w+\/examples\/[\w.]+)$/.exec(head)?.[1];
    expect(path, 'the first line of a code block names its file').toBeDefined();
    expect(text(path ?? '')).toContain(block.slice(head.length));
  });

  const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  it.each(documents)('every npm script named in %s exists', (document) => {
    // A separate project has its own scripts.
    const own = document.startsWith('examples/project/') ? 'examples/project/package.json' : 'package.json';
    const { scripts } = JSON.parse(text(own));
    const named = [...text(document).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

/** Figures are copied by hand; when the ledger changes they go out of date. */
describe('measured figures in README.md', () => {
  const ledger = <T>(file: string): T[] => JSON.parse(text(`tests/vectors/${file}`));
  const vectors = ledger<{ vector: string; instruction: string; computeUnits: number }>('compute-units.json');
  const readme = text('README.md');
  const rowsOf = (markdown: string) =>
    [...markdown.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split('|').map((cell) => cell.trim()));
  const rows = rowsOf(readme);
  const figure = (units: number | undefined) => units?.toLocaleString('en') ?? 'not in the ledger';

  it.each(['5/1/1', '6/6/1', '6/13/7'])('one stat at %s', (shape) => {
    const units = ['v1', 'v2', 'v3', 'v4'].map((version) => {
      const name = `${version}-shape-${shape.replaceAll('/', '-')}`;
      return figure(vectors.find((row) => row.vector === name && row.instruction !== 'embedded')?.computeUnits);
    });
    expect(rows).toContainEqual([`1 stat, ${shape}`, ...units]);
  });

  it('four stats', () => {
    const units = ['v2', 'v3', 'v4'].map((version) =>
      figure(vectors.find(({ vector }) => vector === `${version}-stats-4-5-1-1`)?.computeUnits),
    );
    expect(rows).toContainEqual(['4 stats, 5/1/1', '', ...units]);
  });

  it('the verifier alone', () => {
    for (const shape of ['5-1-1', '6-13-7']) {
      const alone = vectors.find((row) => row.vector === `v2-shape-${shape}` && row.instruction === 'embedded');
      expect(readme).toContain(figure(alone?.computeUnits));
    }
  });

  it('off chain, as written by `npm run bench -- --write`', () => {
    expect(withFigures(readme, text('docs/internals/benchmarks.md'))).toBe(readme);
    expect(rows.filter(([, , , ratio = '']) => ratio.endsWith('×')).length).toBeGreaterThan(3);
  });
});
