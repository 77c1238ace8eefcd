import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** A PostgreSQL server of its own, in a folder that goes with it. */
export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Where Debian installs it, newest first. */
const PLACES = [17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin`);

/** Starts a server with its usual settings (it waits for the disk); `undefined` when none is installed or this user cannot start one. */
export async function postgresServer(): Promise<PostgresServer | undefined> {
  const bin = PLACES.find((place) => existsSync(join(place, 'initdb')));
  if (!bin) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'linesman-postgres-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chmodSync(folder, 0o755);
    if (spawnSync('chown', ['postgres', folder]).status !== 0) return remove(), undefined;
  }
  const as = (command: string, args: readonly string[]): [string, string[]] =>
    isRoot ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...args]] : [command, [...args]];
  const data = join(folder, 'data');
  const [initdb, initArgs] = as(join(bin, 'initdb'), ['-D', data, '-U', 'linesman', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
  if (spawnSync(initdb, initArgs, { cwd: folder, stdio: 'ignore' }).status !== 0) return remove(), undefined;
  const port = await freePort();
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`];
  const [postgres, args] = as(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings]);
  const server = spawn(postgres, args, { cwd: folder, stdio: 'ignore' });
  // A run that is broken off leaves no server behind.
  const kill = (): void => void server.kill('SIGKILL');
  process.once('exit', kill);
  const url = `postgres://linesman@127.0.0.1:${port}/postgres`;
  const stop = async (): Promise<void> => {
    process.off('exit', kill);
    await ended(server);
    remove();
  };
  if (await answers(url, server)) return { url, stop };
  await stop();
  return undefined;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function answers(url: string, server: ChildProcess): Promise<boolean> {
  for (let attempt = 0; attempt < 100 && server.exitCode === null; attempt++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return false;
}

function ended(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve();
    server.once('exit', () => resolve());
    // Fast: it ends sessions, and its own processes with them.
    server.kill('SIGINT');
  });
}
