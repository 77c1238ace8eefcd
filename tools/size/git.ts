import { spawnSync } from 'node:child_process';

/** What git prints, without white space around it; undefined if it fails. */
export type Git = (...args: string[]) => string | undefined;

export const gitIn =
  (root: string): Git =>
  (...args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
    return status === 0 ? stdout.trim() : undefined;
  };
