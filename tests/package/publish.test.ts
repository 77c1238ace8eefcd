import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

/** The dry runs of a release: everything but the upload. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const target = temporaryFolder('publish');

const published = readdirSync(join(ROOT, 'ts'))
  .map((name) => join(ROOT, 'ts', name))
  .filter((folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).private !== true);

describe('npm publish', () => {
  it.each(published)('would send %s', (cwd) => {
    const { name, version } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
    // A name of another project has its own versions, so the tag is not `latest`.
    const options = ['--dry-run', '--json', '--ignore-scripts', '--tag', 'next'];
    const said = execFileSync('npm', ['publish', ...options], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const sent = JSON.parse(said);
    const { files, ...about } = sent[name] ?? sent;
    expect(about).toMatchObject({ name, version });
    const paths = files.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    // The project of `linesman init` has its own test.
    const own = paths.filter((path: string) => !path.startsWith('examples/project/'));
    expect(own.filter((path: string) => /\.test\.|(^|\/)(tests|node_modules)\//.test(path))).toEqual([]);
  });

  it('refuses while the addresses are placeholders', () => {
    const { status, stderr } = spawnSync('npm', ['publish', '--dry-run', '--tag', 'next'], {
      cwd: published[0],
      encoding: 'utf8',
    });
    expect([status !== 0, stderr]).toEqual([true, expect.stringContaining('see RELEASING.md')]);
  });
});

it('cargo publish would send the crates, each on its own version of the others', () => {
  const crates = ['linesman-verifier', 'linesman-wire', 'linesman-result'];
  const options = ['--dry-run', '--no-verify', '--allow-dirty', ...crates.flatMap((name) => ['-p', name])];
  const { status, stderr } = spawnSync('cargo', ['publish', ...options], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, CARGO_TARGET_DIR: target },
  });
  expect(status, stderr).toBe(0);
  for (const name of crates) expect(stderr).toContain(`Uploading ${name} v`);
});
