import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { packageName } from '../../tools/build/packages.js';
import { fileName } from '../../tools/pack/installLine.js';
import { linesman, ROOT } from '../helpers/cli.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

/** `linesman init`; tests/package/init.test.ts installs the project that it writes, and runs it. */

const json = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const TEMPLATE = 'examples/project/';
const names = execFileSync('git', ['ls-files', TEMPLATE], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n')
  .map((file) => file.slice(TEMPLATE.length));

let place: string;
beforeEach(() => {
  place = temporaryFolder('init');
});

/** Everything below a folder, each file with its content. */
const contents = (folder: string): Record<string, string | null> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .map((entry): [string, string | null] => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(folder.length + 1), entry.isFile() ? readFileSync(path, 'utf8') : null];
      })
      .sort(),
  );

const filesIn = (folder: string): string[] =>
  Object.entries(contents(folder)).flatMap(([file, text]) => (text === null ? [] : [file]));

describe('linesman init', () => {
  it('writes the project, and says what to do next', async () => {
    const folder = join(place, 'new/dapp');
    const { code, stdout, stderr } = await linesman(['init', folder]);
    expect([code, stderr]).toEqual([0, '']);
    for (const line of [`cd ${folder}`, 'npm install', 'npm test', 'npm run regress']) expect(stdout).toContain(line);
    expect(filesIn(folder)).toEqual(names.map((name) => (name === 'gitignore' ? '.gitignore' : name)).sort());
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    // No registry has the packages yet: in a clone, those come from what it packs.
    const own = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
      .filter(([name]) => name.startsWith('@linesman/'))
      .map(([name, spec]) => [name, join(folder, String(spec).slice('file:'.length))]);
    expect(own).toEqual(
      (['sdk', 'cli', 'regress'] as const).map((name) => [packageName(name), join(ROOT, 'packed', fileName(name))]),
    );
    for (const name of names.filter((one) => one !== 'package.json'))
      expect(readFileSync(join(folder, name === 'gitignore' ? '.gitignore' : name), 'utf8')).toBe(
        readFileSync(join(ROOT, TEMPLATE, name), 'utf8'),
      );
  });

  it('writes beside files that it does not know, and lists its own as JSON', async () => {
    mkdirSync(join(place, '.git'));
    mkdirSync(join(place, 'src'));
    writeFileSync(join(place, 'src/mine.ts'), 'export {};\n');
    const { code, stdout } = await linesman(['init', place, '--json']);
    const { folder, files, next } = JSON.parse(stdout);
    // In a clone that has not packed its packages, that comes first.
    const own = next.filter((step: string) => !step.endsWith(' run pack'));
    expect([code, folder, own]).toEqual([0, place, [`cd ${place}`, 'npm install', 'npm test', 'npm run regress']]);
    expect([...files, 'src/mine.ts'].sort()).toEqual(filesIn(place));
  });

  it('overwrites nothing, and writes nothing then', async () => {
    writeFileSync(join(place, 'README.md'), 'mine');
    mkdirSync(join(place, 'cases'));
    writeFileSync(join(place, 'cases/ledger.json'), '{}');
    const before = contents(place);
    const { code, stdout, stderr } = await linesman(['init', place]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/error 7376 ProjectFilesExist: .* has README\.md, cases\/ledger\.json already/);
    expect(stderr).toContain('move these files away');
    expect(contents(place)).toEqual(before);
  });

  it('has another hint for a folder that is a project', async () => {
    writeFileSync(join(place, 'package.json'), '{}');
    const { code, stdout } = await linesman(['init', place, '--json']);
    const { error } = JSON.parse(stdout);
    expect([code, error.number]).toEqual([2, 7376]);
    expect(error.hint).toContain('It is a project already');
    expect(filesIn(place)).toEqual(['package.json']);
  });

  it('a second time, names every file', async () => {
    await linesman(['init', place]);
    const before = contents(place);
    const { stderr } = await linesman(['init', place]);
    for (const file of filesIn(place)) expect(stderr).toContain(file);
    expect(contents(place)).toEqual(before);
  });

  it.each(['src', 'test'])('takes back what it wrote when %s is a file', async (name) => {
    writeFileSync(join(place, name), 'mine');
    const before = contents(place);
    const { code, stderr } = await linesman(['init', place]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('error 7231 FolderNotWritable')]);
    expect(contents(place)).toEqual(before);
  });

  it('leaves no folder behind that it had to make', async () => {
    writeFileSync(join(place, 'file'), 'mine');
    const { code } = await linesman(['init', join(place, 'file/dapp')]);
    expect([code, filesIn(place)]).toEqual([2, ['file']]);
  });
});

describe('linesman init --ci', () => {
  const CASES = ['changed-score.case.json', 'half-time-score.case.json', 'home-win.case.json', 'ledger.json'];
  const PROOFS = '.github/workflows/proofs.yml';
  /** Files of a repository, by name. */
  const repository = (...files: readonly string[]): void => {
    for (const file of files) {
      mkdirSync(dirname(join(place, file)), { recursive: true });
      writeFileSync(join(place, file), file.endsWith('package.json') ? '{ "name": "mine" }' : 'mine');
    }
  };
  const added = async (folder = place) => {
    const before = contents(place);
    const { code, stdout, stderr } = await linesman(['init', '--ci', folder, '--json']);
    expect([code, stderr]).toEqual([0, '']);
    const after = contents(place);
    expect(after).toMatchObject(before);
    const files = Object.keys(after).filter((file) => after[file] !== null && !(file in before));
    return { ...(JSON.parse(stdout) as { next: string[] }), files, after };
  };

  it('adds cases, ledger and workflow, and says how to install from files of the repository', async () => {
    repository('.git/HEAD', 'package.json', 'package-lock.json', 'src/mine.ts');
    const { files, next, after } = await added();
    expect(files).toEqual([PROOFS, ...CASES.map((name) => `cases/${name}`)]);
    for (const name of CASES)
      expect(after[`cases/${name}`]).toBe(readFileSync(join(ROOT, TEMPLATE, 'cases', name), 'utf8'));
    const [copy, install, replay] = next.slice(-3);
    for (const name of ['sdk', 'cli', 'regress'] as const) {
      expect(copy).toContain(join(ROOT, 'packed', fileName(name)));
      expect(install).toContain(` ./vendor/${fileName(name)}`);
    }
    expect(copy).toMatch(/^cp .* vendor$/);
    expect(install).toMatch(/^npm install --save-dev /);
    expect(replay).toBe('npx --no linesman regress cases');
  });

  it('of a package below the root puts the workflow where GitHub looks, whatever is called proofs.yml', async () => {
    repository('.git', 'packages/dapp/package.json', 'package-lock.json', PROOFS);
    const { files, after } = await added(join(place, 'packages/dapp'));
    const workflow = '.github/workflows/linesman-proofs.yml';
    expect(files).toEqual([workflow, ...CASES.map((name) => `packages/dapp/cases/${name}`)]);
    expect(after[workflow]).toContain('working-directory: packages/dapp');
  });

  it.each([
    ['in no repository', [], 7377, 'is in no git repository'],
    ['without a package', ['.git/HEAD'], 7377, 'has no package.json'],
    ['with two lock files', ['.git/HEAD', 'package.json', 'yarn.lock', 'package-lock.json'], 7377, 'yarn.lock'],
    ['that pnpm installs', ['.git/HEAD', 'package.json', 'pnpm-lock.yaml'], 7377, 'pnpm cannot install our packages'],
    ['with a ledger', ['.git/HEAD', 'package.json', 'cases/ledger.json'], 7376, 'cases/ledger.json'],
    [
      'with both workflows',
      ['.git/HEAD', 'package.json', PROOFS, '.github/workflows/linesman-proofs.yml'],
      ...([7376, PROOFS] as const),
    ],
  ] as const)('refuses a folder %s, and writes nothing', async (_, files, number, named) => {
    repository(...files);
    const before = contents(place);
    const { code, stdout } = await linesman(['init', '--ci', place, '--json']);
    const { error } = JSON.parse(stdout);
    expect([code, error.number, error.message]).toEqual([2, number, expect.stringContaining(named)]);
    expect(contents(place)).toEqual(before);
  });

  it('is named where a new project would be out of sight of GitHub', async () => {
    repository('.git/HEAD');
    const { code, stderr } = await linesman(['init', join(place, 'dapp')]);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`only in ${place}/.github/workflows`)]);
  });
});

describe('the project', () => {
  const manifest = json(`${TEMPLATE}package.json`);

  it('has the versions of this repository, exactly', () => {
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
      expect([name, version]).toEqual([name, json(`node_modules/${name}/package.json`).version]);
  });

  it('has a client library that linesman accepts, and that the runtime brings anyway', () => {
    expect(Object.keys(manifest.dependencies)).toEqual(['@linesman/sdk', '@solana/kit']);
    expect(json('node_modules/litesvm/package.json').dependencies['@solana/kit']).toBe('^8.0.0');
  });

  it('has a ledger that the committed program agrees with; if not: npm run examples', async () => {
    const { code, stdout } = await linesman(['regress', join(ROOT, TEMPLATE, 'cases')]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('3 cases: no differences')]);
    const { cases } = json(`${TEMPLATE}cases/ledger.json`);
    const results = Object.entries<{ builds: { oracle: { result: string; error: number | null } } }>(cases).map(
      ([name, { builds }]) => [name, builds.oracle.result, builds.oracle.error],
    );
    expect(results).toEqual([
      ['changed-score', 'refused', 6023],
      ['half-time-score', 'false', null],
      ['home-win', 'true', null],
    ]);
  });
});
