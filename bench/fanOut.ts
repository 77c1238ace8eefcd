import { atLeast, atMostTimes, type Benchmark, type Row } from './benchmark.js';
import { type FanOutFigures, fanOut as open } from './fanOutRun.js';
import type { Server } from './fanOutServer.js';
import { megabytes } from './report.js';
import { median, medianRatio } from './rounds.js';

const READERS = 2_000;
const PEER = 'fastify-sse-v2';

export const fanOut: Benchmark = {
  name: 'fan-out',
  about:
    `score records to ${READERS.toLocaleString('en')} readers over sockets of this machine, ` +
    'server and readers in separate processes',
  async run({ quick }, { note, profile }) {
    const readers = quick ? 200 : READERS;
    const duration = quick ? 300 : 2_000;
    const servers = {
      ours: await open('ours', readers),
      peer: await open('peer', readers),
      bare: await open('bare', readers),
    };
    const rows: Row[] = [];
    try {
      for (const wave of [1, 10]) {
        const figures: Record<Server, FanOutFigures[]> = { ours: [], peer: [], bare: [] };
        for (let round = 0; round < (quick ? 1 : 5); round++) {
          for (const who of ['ours', 'peer', 'bare'] as const)
            figures[who].push(await servers[who].measure(wave, duration));
        }
        const of = (who: Server, what: keyof FanOutFigures) => median(figures[who].map((one) => one[what]));
        const events = wave === 1 ? 'one event' : `${wave} events`;
        const compared = (what: string, unit: string, field: keyof FanOutFigures, by: 'peer' | 'bare' = 'peer') => {
          const [each, theirs] = [figures.ours.map((one) => one[field]), figures[by].map((one) => one[field])];
          const ratio = field === 'perSecond' ? medianRatio(each, theirs) : medianRatio(theirs, each);
          const peer = { name: by === 'peer' ? PEER : 'floor: response.write', value: of(by, field) };
          return { what: `${events} at a time: ${what}`, value: of('ours', field), unit, peer, ratio };
        };
        const all = compared('deliveries', '/s', 'perSecond');
        const cpu = compared('CPU time of a delivery', 'µs', 'cpuPerDelivery');
        const ofFloor = compared('CPU time, against the bare write', 'µs', 'cpuPerDelivery', 'bare');
        rows.push(
          { ...all, goal: atLeast(all.ratio, 1.5) },
          { ...cpu, goal: atLeast(cpu.ratio, 2) },
          { ...ofFloor, goal: atMostTimes(ofFloor.ratio, 1.15) },
          compared('CPU share of the server', 'cores', 'cpuShare'),
          compared('until the last reader has it', 'ms', 'waveTime'),
        );
        note(
          `server with ${wave} at a time: ${megabytes(of('ours', 'rss'))}, baseline ${megabytes(of('peer', 'rss'))}`,
        );
      }
      for (const wave of [1, 10]) profile(`${wave} at a time`, await servers.ours.profile(wave, quick ? 2 : 100));
    } finally {
      for (const server of Object.values(servers)) server.stop();
    }
    return rows;
  },
};
