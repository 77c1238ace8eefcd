import type { Server } from './fanOutServer.js';
import { ask, forked } from './forked.js';
import type { Shares } from './profile.js';

/** A server with readers connected to it. */
export interface FanOut {
  /** Publishes waves of events for about `duration` ms, each as soon as every reader has the last wave but one. */
  measure(wave: number, duration: number): Promise<FanOutFigures>;
  /** Where the time of the server goes while it publishes waves of `size` events. */
  profile(size: number, waves: number): Promise<Shares>;
  stop(): void;
}

export interface FanOutFigures {
  /** Deliveries per second: events times readers. */
  readonly perSecond: number;
  /** CPU time of the server per wall time; 1 is one core. */
  readonly cpuShare: number;
  /** CPU time of the server per delivery, in µs. */
  readonly cpuPerDelivery: number;
  /** Median time until every reader has a single wave, in ms. */
  readonly waveTime: number;
  /** Resident memory of the server, in bytes. */
  readonly rss: number;
}

/** Spreads the readers over `processes` on this machine. */
export async function fanOut(who: Server, readers: number, processes = 1): Promise<FanOut> {
  const server = forked('fanOutServer.ts');
  const clients = Array.from({ length: processes }, () => forked('fanOutReaders.ts'));
  const stop = (): void => {
    for (const one of [server, ...clients]) one.kill('SIGKILL');
  };
  try {
    const place = await ask<object>(server, { open: who });
    const count = Math.ceil(readers / processes);
    for (const client of clients) await ask(client, { open: { ...place, count } });
    // The baseline starts every stream with its own lines.
    await new Promise((resolve) => setTimeout(resolve, 500));
    for (const client of clients) await ask(client, { start: true });
  } catch (error) {
    stop();
    throw error;
  }
  let sent = 0;
  const publish = (size: number): Promise<unknown> => {
    sent += size;
    return ask(server, { publish: size });
  };
  const everybodyHas = (count: number): Promise<unknown> =>
    Promise.all(clients.map((client) => ask(client, { expect: count })));
  const wave = (size: number): Promise<unknown> => Promise.all([publish(size), everybodyHas(sent)]);
  return {
    stop,
    profile: async (size, waves) => {
      await ask(server, { profile: true });
      for (let i = 0; i < waves; i++) await wave(size);
      return (await ask<{ shares: Shares }>(server, { profile: false })).shares;
    },
    measure: async (size, duration) => {
      await wave(size);
      const times: number[] = [];
      for (const started = performance.now(); performance.now() - started < duration / 4; ) {
        const from = performance.now();
        await wave(size);
        times.push(performance.now() - from);
      }
      // Stay one wave ahead; otherwise the server would wait for the slowest reader.
      await publish(size);
      const before = await ask<{ cpu: number }>(server, { usage: true });
      const started = performance.now();
      let waves = 0;
      for (; performance.now() - started < duration; waves++) {
        const ahead = sent;
        await Promise.all([publish(size), everybodyHas(ahead)]);
      }
      await everybodyHas(sent);
      const wall = performance.now() - started;
      const after = await ask<{ cpu: number; rss: number }>(server, { usage: true });
      const deliveries = waves * size * Math.ceil(readers / processes) * processes;
      times.sort((a, b) => a - b);
      return {
        perSecond: (deliveries / wall) * 1000,
        cpuShare: (after.cpu - before.cpu) / wall,
        cpuPerDelivery: ((after.cpu - before.cpu) * 1000) / deliveries,
        waveTime: times[times.length >> 1] ?? 0,
        rss: after.rss,
      };
    },
  };
}
