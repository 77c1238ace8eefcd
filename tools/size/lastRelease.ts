import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitIn } from './git.js';

/**
 * Calls a function with the newest release's tag and a folder of its files, which is removed afterwards; undefined if
 * nothing has been released.
 */
export async function withLastRelease<Result>(
  root: string,
  use: (tag: string, folder: string) => Promise<Result>,
): Promise<Result | undefined> {
  const [tag] = (gitIn(root)('tag', '--list', 'v*', '--sort=-creatordate') ?? '').split('\n');
  if (!tag) return undefined;
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'linesman-size-')));
  try {
    const [archive, folder] = [join(place, 'release.tar'), join(place, 'release')];
    mkdirSync(folder);
    execFileSync('git', ['archive', '--output', archive, tag], { cwd: root });
    execFileSync('tar', ['-xf', archive, '-C', folder]);
    return await use(tag, folder);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
