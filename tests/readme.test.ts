import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { withFigures } from '../bench/readmeTable.js';
import { PACKAGES } from '../tools/build/packages.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const text = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const run = promisify(execFile);

/** The fenced blocks of a language, in order. */
function blocks(markdown: string, language: string): string[] {
  return [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, body]) =>
    name === language && body !== undefined ? [body] : [],
  );
}

/** The README and the pages it was split into. */
const PAGES = ['README.md', 'docs/settlement.md', 'docs/oracle.md', 'docs/costs.md'];

/** One command per line. Its comment may state the result: `# exit 1` is the expected exit code. */
const commands = PAGES.flatMap((page) => blocks(text(page), 'sh')).flatMap((block) =>
  block
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

  const partsOf = ({ command }: { command: string }): string[] => command.split(' && ');
  const isStep = (part: string): boolean => STEPS.some((step) => part.startsWith(step));
  const steps = [...new Set(commands.flatMap(partsOf).filter(isStep))];
  const installs = commands.filter(({ command }) => command.startsWith('npm i '));
  const here = commands
    .filter((one) => !installs.includes(one))
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

  it.each(installs.map(({ command }) => command))('%s installs a package of this repository', (command) => {
    const names = PACKAGES.map((folder) => JSON.parse(text(`ts/${folder}/package.json`)).name);
    for (const name of command.split(' ').slice(2)) expect(names).toContain(name);
  });

  it.each(here)('$command', async ({ command, exit }) => {
    // `npx linesman` resolves to this file of the checkout. Calling it directly lets several commands run at once.
    const script = command.replaceAll('npx linesman', `node ${root}ts/linesman/bin/linesman.js`);
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
    // A project of its own has scripts of its own.
    const own = document.startsWith('examples/project/') ? 'examples/project/package.json' : 'package.json';
    const { scripts } = JSON.parse(text(own));
    const named = [...text(document).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it.each(documents)('%s links to existing files', (document) => {
    const links = [...text(document).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, path]) => path ?? '');
    expect(links.filter((path) => !existsSync(join(root, dirname(document), path)))).toEqual([]);
  });
});

/** Figures are copied by hand; when the ledger changes they go out of date. */
describe('measured figures in README.md and docs/costs.md', () => {
  const ledger = <T>(file: string): T[] => JSON.parse(text(`tests/vectors/${file}`));
  const vectors = ledger<{ vector: string; instruction: string; computeUnits: number }>('compute-units.json');
  const instructions = ledger<{ name: string; own: number; called: number }>('settlement-units.json');
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

  it('the settlement program', () => {
    const units = rowsOf(text('docs/costs.md'));
    const shown = instructions.filter(({ name }) => units.some(([first]) => first === `\`${name}\``));
    expect(shown.length).toBeGreaterThan(4);
    for (const { name, own, called } of shown)
      expect(units).toContainEqual([`\`${name}\``, figure(own), called === 0 ? '' : figure(called)]);
  });
});
