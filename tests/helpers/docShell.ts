import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Shell {
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
  /** Ends it with everything it started. */
  kill(): void;
}

/** Runs a script of a documented page. */
export function shell(script: string, cwd: string, env: NodeJS.ProcessEnv = process.env): Shell {
  // A separate process group, so that no process of the script stays behind.
  const child = spawn('bash', ['-c', script], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  return {
    ended: once(child, 'close').then(([code]) => ({ code, ...output })),
    kill: () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // Already gone.
      }
    },
  };
}
