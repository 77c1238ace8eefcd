import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** ms between two looks. */
const PAUSE = 500;
/** npx starts a command through one of these, which lives on when npx is killed. */
const SHELL = /^(?:-?|.*\/)(?:sh|bash|dash|zsh|ash|ksh)$/;

/** Tells once that the process that started this one is gone, or the one that started its shell. Gives what ends the watch. */
export function watchParent(onLost: () => void): () => void {
  const parent = process.ppid;
  const shell = processOf(parent);
  const above = shell !== null && SHELL.test(shell.name) ? shell.parent : null;
  const timer = setInterval(() => {
    // Whoever loses its parent gets another one, at once.
    const isThere = process.ppid === parent && (above === null || processOf(parent)?.parent === above);
    if (isThere) return;
    clearInterval(timer);
    onLost();
  }, PAUSE);
  timer.unref();
  return () => clearInterval(timer);
}

/** Name and parent of a process, or `null` when there is none or no way to know. */
function processOf(pid: number): { readonly name: string; readonly parent: number } | null {
  try {
    if (process.platform === 'linux') {
      const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      return name === undefined ? null : { name, parent: Number(parent) };
    }
    if (process.platform === 'win32') return null;
    const said = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', `${pid}`], { encoding: 'utf8', stdio: 'pipe' });
    const [, parent, name] = /^\s*(\d+)\s+(.*?)\s*$/.exec(said) ?? [];
    return name === undefined ? null : { name, parent: Number(parent) };
  } catch {
    return null;
  }
}
