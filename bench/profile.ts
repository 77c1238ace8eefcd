import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';

/** How much of the CPU time of a run falls into each part of the program, as fractions of 1, largest first. */
export type Shares = readonly (readonly [part: string, share: number])[];

/** Of how many µs each sample stands. */
const INTERVAL = 200;

/** Where the time goes in a run of this process, by the functions that were running, without their callees. */
export async function sharesOf(run: () => unknown): Promise<Shares> {
  const stop = await startProfile();
  await run();
  return stop();
}

/** Starts to profile this process; call the result to stop. */
export async function startProfile(): Promise<() => Promise<Shares>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
  await session.post('Profiler.start');
  return async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return sharesIn(profile);
  };
}

/** The shares of a recorded profile. */
export function sharesIn({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Shares {
  const partOf = partsOf(nodes);
  const times = new Map<string, number>();
  let all = 0;
  for (const [i, id] of samples.entries()) {
    const part = partOf.get(id);
    if (part === undefined) continue;
    const time = timeDeltas[i] ?? 0;
    times.set(part, (times.get(part) ?? 0) + time);
    all += time;
  }
  return [...times].map(([part, time]) => [part, time / all] as const).sort(([, a], [, b]) => b - a);
}

type Node = Pick<Profiler.ProfileNode, 'id' | 'children'> & {
  readonly callFrame: Pick<Profiler.ProfileNode['callFrame'], 'functionName' | 'url'>;
};

/** The part of each node of a call tree; undefined while nothing runs, or the profiler itself does. */
export function partsOf(nodes: readonly Node[]): ReadonlyMap<number, string | undefined> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parts = new Map<number, string | undefined>();
  const visit = ({ id, callFrame, children = [] }: Node, caller: string | undefined): void => {
    const part = partOf(callFrame, caller);
    parts.set(id, part);
    for (const child of children) {
      const node = byId.get(child);
      if (node) visit(node, part);
    }
  };
  const [root] = nodes;
  if (root) visit(root, ENGINE);
  return parts;
}

const ENGINE = 'the engine';

/** A folder of a package, a module of Node or of somebody else. A native function belongs to its caller. */
function partOf({ functionName, url }: Node['callFrame'], caller: string | undefined): string | undefined {
  if (functionName === '(idle)') return undefined;
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (url === '') return caller;
  if (url === 'node:inspector') return undefined;
  if (url.startsWith('wasm:')) return 'WebAssembly';
  const [, builtIn] = /^node:(?:internal\/)?(\w+)/.exec(url) ?? [];
  if (builtIn) return `node:${builtIn}`;
  const [, module] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (module) return module;
  const [, place] = /\/ts\/(\w+\/(?:dist\/)?(?:\w+(?=\/))?)/.exec(url) ?? [];
  return place?.replace('dist/', '').replace(/\/$/, '') ?? 'the benchmark';
}
