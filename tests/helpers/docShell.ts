import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

export interface Shell {
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
  /** Ends it with everything it started. */
  kill(): void;
}

/** Runs a script of a documented page. */
export function shell(script: string, cwd: string, env: NodeJS.ProcessEnv = process.env): Shell {
  // A process group of its own, so that nothing of the script is left behind.
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

/** Tries to bind a port of the loopback address (0: any), and returns the bound port. */
export const free = (port: number): Promise<number | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });

/** A port whose successor is free, too: a chain's WebSocket port is its RPC port plus one. */
export async function freePair(): Promise<number> {
  for (;;) {
    const port = await free(0);
    if (port !== null && port < 65_535 && (await free(port + 1)) !== null) return port;
  }
}
