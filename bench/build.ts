import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `tsx bench/build.ts`: builds the package where it is not what its sources say. */

const below = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];

/** Whether a file of `ts/` is newer than what was built of it, was not built, or is no longer there. */
export function isStale(root: string): boolean {
  const changed = (file: string): number => statSync(join(root, file)).mtimeMs;
  const built = below(join(root, 'dist')).filter((file) => file.endsWith('.js'));
  const expected = below(join(root, 'ts'))
    .filter((file) => /(?<!\.(test|bench|d))\.ts$/.test(file) && !file.startsWith(join('cli', 'demo')))
    .map((file) => file.replace(/\.ts$/, '.js'));
  if (built.sort().join() !== expected.sort().join()) return true;
  const settings = Math.max(...['tsconfig.json', 'tsconfig.build.json', 'package.json'].map(changed));
  return expected.some((file) => {
    const time = changed(join('dist', file));
    return time < settings || time < changed(join('ts', file.replace(/\.js$/, '.ts')));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../', import.meta.url));
  if (isStale(root)) {
    console.error('The package is built first.');
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
  }
}
