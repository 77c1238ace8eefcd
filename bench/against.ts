import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as Proof from '../ts/proof/index.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** The folder of another version, built: one that is there, or a commit that is taken out and built with our packages, until this process ends. */
export function builtVersion(folderOrCommit: string): string {
  if (existsSync(folderOrCommit)) return resolve(folderOrCommit);
  const folder = mkdtempSync(join(tmpdir(), 'linesman-version-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const archive = execFileSync('git', ['archive', folderOrCommit], { cwd: ROOT, maxBuffer: 1 << 30 });
  execFileSync('tar', ['x', '-C', folder], { input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  execFileSync('npx', ['tsc', '-p', 'tsconfig.build.json'], { cwd: folder, stdio: ['ignore', 2, 2] });
  return folder;
}

/** What it exports as `linesman/proof`. */
export const proofOf = (folder: string): Promise<typeof Proof> =>
  import(pathToFileURL(join(folder, 'dist/proof/index.js')).href);
