import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SCOPE } from '../tools/build/packages.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/**
 * The folder of another version, built. A given folder is used unchanged; a commit is checked out, built with our
 * dependencies and deleted when this process ends.
 */
export function builtVersion(folderOrCommit: string): string {
  if (existsSync(folderOrCommit)) return resolve(folderOrCommit);
  const folder = mkdtempSync(join(tmpdir(), 'linesman-version-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const archive = execFileSync('git', ['archive', folderOrCommit], { cwd: ROOT, maxBuffer: 1 << 30 });
  execFileSync('tar', ['x', '-C', folder], { input: archive });
  linkModules(folder);
  execFileSync('npx', ['tsx', 'tools/build/main.ts'], { cwd: folder, stdio: ['ignore', 2, 2] });
  return folder;
}

/** The commit that last changed a file. Throws in a clone whose history is cut off. */
export function lastCommitOf(file: string, root = ROOT): string {
  const git = (...words: string[]): string => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  if (git('rev-parse', '--is-shallow-repository') === 'true')
    throw new Error(`The version that changed ${file} is not in this clone. Run git fetch --unshallow.`);
  return git('log', '-1', '--format=%H', '--', file);
}

/** Links our dependencies, except linesman's own packages, because those must be of that version. */
function linkModules(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== SCOPE) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  for (const own of readdirSync(join(folder, 'ts'))) {
    const place = join(folder, 'ts', own);
    const { name } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as { name: string };
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(place, join(modules, name));
  }
}
