import { CEILINGS_FILE } from './ceilings.js';
import type { Figures } from './figures.js';
import type { Git } from './git.js';

/**
 * The ceilings before this change: where it left the main branch, or else its last commit, or the one before where the
 * file is as committed. Undefined if there is no such commit, as in a shallow clone.
 */
export function earlierCeilings(git: Git): Partial<Figures> | undefined {
  const base = baseOf(git);
  if (base === undefined) return undefined;
  // A commit before the first ceilings has none.
  return JSON.parse(git('show', `${base}:${CEILINGS_FILE}`) ?? '{}') as Partial<Figures>;
}

function baseOf(git: Git): string | undefined {
  const head = git('rev-parse', 'HEAD');
  const fork = git('merge-base', 'HEAD', 'origin/main');
  if (fork !== undefined && fork !== head) return fork;
  const isChanged = git('diff', '--quiet', 'HEAD', '--', CEILINGS_FILE) === undefined;
  return isChanged ? head : git('rev-parse', '--verify', '--quiet', 'HEAD~1^{commit}');
}
