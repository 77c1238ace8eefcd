import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';

/** A PostgreSQL server for a test or a benchmark, in a temporary folder, on a Unix socket there. */
export interface PostgresServer {
  /** URL of the database `postgres`. */
  readonly url: string;
  /** Of its first process; 0 while it is stopped. */
  readonly pid: number;
  /** Creates a database and returns its URL. */
  database(name: string): Promise<string>;
  /** Restarts after `stop`, with the same data at the same URL. */
  start(): Promise<void>;
  /** Ends the server and all its sessions at once. Committed data stays. */
  stop(): Promise<void>;
  /**
   * `kill -9` of the first process, as by the OOM killer. Resolves when its children have ended too. Call `start`
   * afterwards, as after `stop`.
   */
  kill(): Promise<void>;
  /** Until `thaw`, the server keeps its connections, accepts new ones and answers nothing. */
  freeze(): void;
  thaw(): void;
  /** Ends the server and removes its folder. */
  remove(): Promise<void>;
}

/**
 * Starts a server, or returns `null` where PostgreSQL is not installed. `waitsForDisk`: commits are flushed to disk, as
 * in production.
 */
export async function postgresServer({ waitsForDisk = false } = {}): Promise<PostgresServer | null> {
  const binaries = binariesFolder();
  if (binaries === undefined) return null;
  const folder = mkdtempSync(join(tmpdir(), 'linesman-pg-'));
  const data = join(folder, 'data');
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? userOf('postgres') : undefined;
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  mkdirSync(data, { mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } };
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    `fsync=${waitsForDisk ? 'on' : 'off'}`,
    'max_connections=100',
  ];
  let child: ChildProcess | undefined;

  const urlOf = (database: string) => `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`;
  const start = async (): Promise<void> => {
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    const server = spawn(join(binaries, 'postgres'), args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    child = server;
    process.once('exit', killIt);
    await new Promise<void>((resolve, reject) => {
      let said = '';
      server.on('error', reject).once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)));
      server.stderr.on('data', (chunk: Buffer) => {
        // Keeps the last lines only: connecting too early fills the log.
        said = (said + chunk).slice(-10_000);
        if (said.includes('database system is ready to accept connections')) resolve();
      });
    });
  };
  /** Stopped processes. They must be resumed before the server can end. */
  let frozen: number[] = [];
  const freeze = (): void => {
    if (child?.pid === undefined || frozen.length > 0) return;
    // The first process first, so that it forks no others.
    child.kill('SIGSTOP');
    const others = childrenOf(child.pid);
    for (const one of others) process.kill(one, 'SIGSTOP');
    frozen = [...others, child.pid];
  };
  const thaw = (): void => {
    for (const one of frozen.splice(0)) if (isRunning(one)) process.kill(one, 'SIGCONT');
  };
  const killIt = (): void => {
    child?.kill('SIGQUIT');
    thaw();
  };
  const end = async (signal: 'SIGQUIT' | 'SIGKILL'): Promise<void> => {
    const server = child;
    child = undefined;
    process.removeListener('exit', killIt);
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    thaw();
    await gone;
  };
  const stop = () => end('SIGQUIT');
  const kill = async (): Promise<void> => {
    const { pid } = child ?? {};
    if (pid === undefined) return;
    thaw();
    // No process may be forked between listing and killing.
    process.kill(pid, 'SIGSTOP');
    const orphans = childrenOf(pid);
    await end('SIGKILL');
    // Children notice by themselves. While one of them runs, its shared memory exists, and no server starts on the
    // folder.
    while (orphans.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  await start();
  return {
    url: urlOf('postgres'),
    get pid() {
      return child?.pid ?? 0;
    },
    database: async (name) => {
      const client = new pg.Client({ connectionString: urlOf('postgres') });
      await client.connect();
      await client.query(`create database "${name}"`);
      await client.end();
      return urlOf(name);
    },
    start,
    stop,
    kill,
    freeze,
    thaw,
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** State and parent of a process from /proc; `null` when it does not exist. */
function processState(pid: number): { readonly state: string; readonly parent: number } | null {
  try {
    // The name in front is in brackets and may hold any character.
    const [state = '', parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return null;
  }
}

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => processState(one)?.parent === pid);

/** Also false for a zombie: it holds nothing any more. */
const isRunning = (pid: number): boolean => !['Z', 'X', undefined].includes(processState(pid)?.state);

/** The newest installed version, from the folders of the distributions or the path. */
function binariesFolder(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(root, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((file) => existsSync(join(folder, file))));
}

function userOf(name: string): { readonly uid: number; readonly gid: number } {
  const number = (flag: string): number => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}
