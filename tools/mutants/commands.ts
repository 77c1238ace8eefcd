import { spawn } from 'node:child_process';

/** The result of a command: its output, or that it hit its time limit. */
export interface CommandEnd {
  readonly code: number | null;
  readonly output: string;
  readonly seconds: number;
  readonly isLate: boolean;
}

/** The process groups that are running. */
const groups = new Set<number>();

/** Runs a command in a folder. After this many seconds, ends it and every process that it started. */
export function runCommand(
  [command = '', ...args]: readonly string[],
  cwd: string,
  limit: number,
): Promise<CommandEnd> {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const { pid } = child;
    if (pid) groups.add(pid);
    let output = '';
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endGroup(pid);
    }, limit * 1000);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
      });
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      if (pid) groups.delete(pid);
      resolve({ code, output, isLate, seconds: (performance.now() - begin) / 1000 });
    });
  });
}

/** Ends every command that is running. */
export function endCommands(): void {
  for (const pid of groups) endGroup(pid);
}

/** Ends a process group, if it is still there. */
export function endGroup(pid: number | undefined): void {
  if (!pid) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
