import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A separate process id namespace, as in a container. The program is process 1 there. */
const UNSHARE = ['unshare', ...(process.geteuid?.() === 0 ? [] : ['-Ur']), '-pf', '--mount-proc', '--kill-child'];

/** What to put in front of a command; `null` where this user may not make such a namespace. */
export function pidNamespace(): readonly string[] | null {
  try {
    const [program = '', ...args] = UNSHARE;
    execFileSync(program, [...args, 'true'], { stdio: 'ignore' });
    return UNSHARE;
  } catch {
    return null;
  }
}

/** The id, out here, of the program that runs in a namespace. */
export function programIn(unshare: number): number {
  return Number.parseInt(readFileSync(`/proc/${unshare}/task/${unshare}/children`, 'utf8'), 10);
}
