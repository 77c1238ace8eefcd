import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../tests/helpers/ports.js';
import { type Benchmark, below, type Row } from './benchmark.js';
import { ask, forked } from './forked.js';
import { type Shares, sharesIn } from './profile.js';
import { median, medianRatio } from './rounds.js';

const LINESMAN = fileURLToPath(new URL('../ts/cli/bin/linesman.js', import.meta.url));
const PROBE = new URL('startProbe.mjs', import.meta.url).href;

/** ms between two requests for the page, and between the end of the start and the look at the memory. */
const LOOK = 20;
const SETTLED = 5_000;
/** Goals: the time to the first page in ms, and the memory in MiB. */
const PAGE = 3_000;
const MEMORY = 350;

const PEER = 'Node, a database and a chain alone';
const MIB = 2 ** 20;

interface Probe {
  readonly cpu: { readonly user: number; readonly system: number };
  readonly memory: NodeJS.MemoryUsage;
}

/** What one start took, in ms, and what it held afterwards. */
interface Start {
  readonly page: number;
  readonly pageCpu: number;
  readonly ready: number;
  readonly readyCpu: number;
  readonly memory: NodeJS.MemoryUsage;
}

interface Floor {
  readonly node: number;
  readonly database: { readonly cpu: number; readonly ms: number };
  readonly chain: { readonly cpu: number; readonly ms: number };
}

const cpuOf = ({ cpu: { user, system } }: Probe): number => (user + system) / 1_000;

/** `linesman serve` in an empty folder, until it says that it serves, and a while after. `flags`: of Node. */
async function startOnce(settled: number, flags: readonly string[] = []): Promise<Start> {
  const folder = mkdtempSync(join(tmpdir(), 'linesman-start-'));
  const port = await freePort();
  const began = performance.now();
  const args = ['serve', '--json', '--data', folder, '--port', String(port), '--rpc-port', '0'];
  const child = fork(LINESMAN, args, { execArgv: ['--import', PROBE, ...flags], stdio: ['ignore', 'pipe', 2, 'ipc'] });
  const ended = once(child, 'exit');
  try {
    const ready = isServing(child).then(async () => ({ ms: performance.now() - began, probe: await probe(child) }));
    // If the command ends, `ready` knows what it said.
    await Promise.race([answers(`http://127.0.0.1:${port}/`, child), ready]);
    const page = { ms: performance.now() - began, probe: await probe(child) };
    const whole = await ready;
    await pause(settled);
    const { memory } = await probe(child);
    return { page: page.ms, pageCpu: cpuOf(page.probe), ready: whole.ms, readyCpu: cpuOf(whole.probe), memory };
  } finally {
    child.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

const probe = (child: ChildProcess): Promise<Probe> => ask<Probe>(child, { what: 'probe' });

/** Fulfils when the command has written the event of a complete start, and goes on reading what it writes. */
function isServing(child: ChildProcess): Promise<void> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (part: Buffer) => {
      text = (text + part).slice(-10_000);
      if (text.includes('"event":"listening"')) resolve();
    });
    child.once('exit', () => reject(new Error(`serve ended: ${text}`)));
  });
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const status = await fetch(url).then(
      async (response) => {
        await response.text();
        return response.status;
      },
      () => 0,
    );
    if (status === 200 || child.exitCode !== null || child.signalCode !== null) return;
    await pause(LOOK);
  }
}

async function floor(): Promise<Floor> {
  const bare = fork(fileURLToPath(PROBE));
  const parts = forked('startFloor.ts');
  try {
    const node = cpuOf(await probe(bare));
    return { node, ...(await ask<Omit<Floor, 'node'>>(parts, { what: 'open' })) };
  } finally {
    bare.kill('SIGKILL');
    parts.kill('SIGKILL');
  }
}

/** Where the time of the main thread goes, from the start of the process to its end. */
async function profiled(): Promise<Shares> {
  const folder = mkdtempSync(join(tmpdir(), 'linesman-profile-'));
  try {
    await startOnce(0, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
    // Their names end with the thread and a number: CPU.<date>.<time>.<process>.0.<number>.cpuprofile.
    const file = readdirSync(folder).find((name) => /\.0\.\d+\.cpuprofile$/.test(name)) ?? '';
    return sharesIn(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const start: Benchmark = {
  name: 'start',
  about:
    '`linesman serve` in an empty folder, warm, with the template of the database: until the page of the explorer is ' +
    `answered, until the command says that it serves, and the memory ${SETTLED / 1_000} s later`,
  async run({ quick }, { note, profile }) {
    const [rounds, settled] = quick ? [1, 0] : [3, SETTLED];
    // The first start fills the caches.
    if (!quick) await startOnce(0);
    const starts: Start[] = [];
    const floors: Floor[] = [];
    for (let round = 0; round < rounds; round++) {
      floors.push(await floor());
      starts.push(await startOnce(settled));
    }
    profile('start', await profiled());
    const of = (part: (one: Start) => number): number[] => starts.map(part);
    const floorCpu = floors.map(({ node, database, chain }) => node + database.cpu + chain.cpu);
    const cpu = (what: string, values: readonly number[]): Row => ({
      what: `${what}: CPU time`,
      value: median(values),
      unit: 'ms',
      peer: { name: PEER, value: median(floorCpu) },
      ratio: medianRatio(floorCpu, values),
    });
    const mib = (what: string, part: (memory: NodeJS.MemoryUsage) => number): Row => ({
      what: `memory: ${what}`,
      value: median(of(({ memory }) => part(memory) / MIB)),
      unit: 'MiB',
    });
    const page = median(of((one) => one.page));
    const resident = mib('resident', ({ rss }) => rss);
    const parts = (name: 'database' | 'chain'): string =>
      `${Math.round(median(floors.map((one) => one[name].cpu)))} ms of CPU time in ` +
      `${Math.round(median(floors.map((one) => one[name].ms)))} ms`;
    note(`alone: Node ${Math.round(median(floors.map(({ node }) => node)))} ms of CPU time`);
    note(`alone: a new database from the template ${parts('database')}; a chain with both programs ${parts('chain')}`);
    return [
      { what: 'to the first page', value: page, unit: 'ms', goal: below(page, PAGE, 'ms') },
      cpu(
        'to the first page',
        of(({ pageCpu }) => pageCpu),
      ),
      { what: 'to the end of the start', value: median(of(({ ready }) => ready)), unit: 'ms' },
      cpu(
        'to the end of the start',
        of(({ readyCpu }) => readyCpu),
      ),
      { ...resident, goal: below(resident.value, MEMORY, 'MiB') },
      mib('heap in use', ({ heapUsed }) => heapUsed),
      mib('heap, with its free space', ({ heapTotal }) => heapTotal),
      mib('buffers', ({ arrayBuffers }) => arrayBuffers),
      mib("reserved outside the heap, the database's 128 MiB included", ({ external }) => external),
    ];
  },
};
