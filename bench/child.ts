import type { RunOptions } from './benchmark.js';
import { BENCHMARKS } from './benchmarks.js';
import type { Shares } from './profile.js';

/** Runs one benchmark, named by the parent, in a separate process, so that its memory can be measured alone. */
process.once('message', async ({ name, options }: { name: string; options: RunOptions }) => {
  const benchmark = BENCHMARKS.find((one) => one.name === name);
  if (!benchmark) throw new Error(`there is no benchmark ${name}`);
  const notes: string[] = [];
  const profiles: { what: string; shares: Shares }[] = [];
  const started = performance.now();
  const rows = await benchmark.run(options, {
    note: (text) => notes.push(text),
    profile: (what, shares) => profiles.push({ what, shares }),
  });
  const seconds = (performance.now() - started) / 1000;
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const memory = { rss, heap: heapUsed, external };
  process.send?.({ name, about: benchmark.about, rows, notes, profiles, memory, seconds }, () => process.exit(0));
});
