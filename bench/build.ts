import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGES } from '../tools/build/packages.js';

/** `tsx bench/build.ts`: builds the packages if their output is stale. */

const below = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];

/** Whether a source of a package is newer than its output, was never built, or was deleted. */
export const isStale = (root: string): boolean => PACKAGES.some((name) => isStalePackage(root, join('ts', name)));

function isStalePackage(root: string, folder: string): boolean {
  const changed = (file: string): number => statSync(join(root, file)).mtimeMs;
  const built = below(join(root, folder, 'dist')).filter((file) => file.endsWith('.js'));
  const expected = below(join(root, folder))
    .filter((file) => /(?<!\.(test|bench|d))\.ts$/.test(file) && !/^(dist|examples|node_modules)\//.test(file))
    .map((file) => file.replace(/\.ts$/, '.js'));
  if (built.sort().join() !== expected.sort().join()) return true;
  const settings = ['tsconfig.base.json', `${folder}/tsconfig.json`, `${folder}/package.json`];
  const changedSettings = Math.max(...settings.map(changed));
  return expected.some((file) => {
    const time = changed(join(folder, 'dist', file));
    return time < changedSettings || time < changed(join(folder, file.replace(/\.js$/, '.ts')));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../', import.meta.url));
  if (isStale(root)) {
    console.error('The packages are built first.');
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
  }
}
