import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** ms between two checks. */
const PAUSE = 500;
/** npx starts a command through one of these shells, which survive when npx is killed. */
const SHELL = /^(?:-?|.*\/)(?:sh|bash|dash|zsh|ash|ksh)$/;

/** Programs that run npm. */
const RUNTIME = /^(?:node|nodejs|bun)\b/;

/**
 * Calls back once when the process that started this one, or its shell, is gone. Returns a function to end the watch.
 * `isByNpm`: npm started this process, so the watch also notices an npm that ended before the watch began, because the
 * process that adopts orphans is not npm.
 */
export function watchParent(onLost: () => void, { isByNpm = false } = {}): () => void {
  const parent = process.ppid;
  const first = processOf(parent);
  const above = first !== null && SHELL.test(first.name) ? first.parent : null;
  // Not every process between npm and this one is a shell: version managers start Node through their own program.
  const takesOn = parent === 1 || first?.name === 'systemd';
  const wasLost = isByNpm && (above === null ? takesOn && !runsNpm(parent) : !runsNpm(above));
  const timer = setInterval(() => {
    // An orphaned process gets a new parent at once.
    const isThere = !wasLost && process.ppid === parent && (above === null || processOf(parent)?.parent === above);
    if (isThere) return;
    clearInterval(timer);
    onLost();
  }, PAUSE);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Whether a process can be npm. If that is unknown, only process 1 cannot be, because an npm with that id would be our
 * own parent.
 */
function runsNpm(pid: number): boolean {
  try {
    const program = basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''));
    return RUNTIME.test(program) || program === basename(process.execPath);
  } catch {
    return pid !== 1;
  }
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
