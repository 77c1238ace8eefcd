import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BIN = ['/usr/lib/postgresql/17/bin', '/usr/lib/postgresql/16/bin', '/usr/lib/postgresql/15/bin'].find((folder) =>
  existsSync(join(folder, 'initdb')),
);

/** Whether a server can be started here. */
export const HAS_POSTGRES = BIN !== undefined;

/** A PostgreSQL server of its own in a folder, reached by a socket in it. */
export class PostgresServer {
  private constructor(
    private readonly folder: string,
    readonly url: string,
  ) {}

  static start(): PostgresServer {
    const folder = mkdtempSync(join(tmpdir(), 'linesman-postgres-'));
    try {
      chmodSync(folder, 0o777);
      run('initdb', ['-D', join(folder, 'data'), '-A', 'trust', '-U', 'linesman', '--no-sync']);
      // No port is taken: it is only part of the name of the socket.
      const options = `-c listen_addresses='' -c unix_socket_directories='${folder}' -c fsync=off`;
      run('pg_ctl', ['-D', join(folder, 'data'), '-w', '-l', join(folder, 'log'), '-o', options, 'start']);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
    return new PostgresServer(
      folder,
      `postgres://linesman:p4ssw0rd@localhost/postgres?host=${encodeURIComponent(folder)}`,
    );
  }

  stop(): void {
    try {
      run('pg_ctl', ['-D', join(this.folder, 'data'), '-w', '-m', 'immediate', 'stop']);
    } finally {
      rmSync(this.folder, { recursive: true, force: true });
    }
  }
}

/** The server refuses to run as root. */
function run(program: string, args: readonly string[]): void {
  const path = join(BIN ?? '', program);
  if (process.getuid?.() !== 0) execFileSync(path, args, { stdio: 'ignore' });
  else {
    const { status, error } = spawnSync('runuser', ['-u', 'postgres', '--', path, ...args], {
      stdio: 'ignore',
      cwd: '/',
    });
    if (status !== 0) throw error ?? new Error(`${program} ended with ${status}`);
  }
}
