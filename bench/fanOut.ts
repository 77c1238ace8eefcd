import { atLeast, type Benchmark, type Row } from './benchmark.js';
import { type FanOutFigures, fanOut as open } from './fanOutRun.js';
import { megabytes } from './report.js';
import { median, medianRatio } from './rounds.js';

const READERS = 2_000;
const PEER = 'fastify-sse-v2';

export const fanOut: Benchmark = {
  name: 'fan-out',
  about:
    `score records to ${READERS.toLocaleString('en')} readers over sockets of this machine, ` +
    'server and readers in separate processes',
  async run({ quick }, note) {
    const readers = quick ? 200 : READERS;
    const duration = quick ? 300 : 2_000;
    const [ours, peer] = [await open('ours', readers), await open('peer', readers)];
    const rows: Row[] = [];
    try {
      for (const wave of [1, 10]) {
        const figures = { ours: [] as FanOutFigures[], peer: [] as FanOutFigures[] };
        for (let round = 0; round < (quick ? 1 : 5); round++) {
          figures.ours.push(await ours.measure(wave, duration));
          figures.peer.push(await peer.measure(wave, duration));
        }
        const of = (who: 'ours' | 'peer', what: keyof FanOutFigures) => median(figures[who].map((one) => one[what]));
        const events = wave === 1 ? 'one event' : `${wave} events`;
        const compared = (what: string, unit: string, field: keyof FanOutFigures, moreIsBetter: boolean): Row => {
          const [mine, other] = [of('ours', field), of('peer', field)];
          const [each, theirs] = [figures.ours.map((one) => one[field]), figures.peer.map((one) => one[field])];
          const ratio = moreIsBetter ? medianRatio(each, theirs) : medianRatio(theirs, each);
          return { what: `${events} at a time: ${what}`, value: mine, unit, peer: { name: PEER, value: other }, ratio };
        };
        const all = compared('deliveries', '/s', 'perSecond', true);
        rows.push(
          { ...all, goal: atLeast(all.ratio ?? 0, 1.5) },
          compared('CPU time of a delivery', 'µs', 'cpuPerDelivery', false),
          compared('CPU share of the server', 'cores', 'cpuShare', false),
          compared('until the last reader has it', 'ms', 'waveTime', false),
        );
        note(
          `server with ${wave} at a time: ${megabytes(of('ours', 'rss'))}, baseline ${megabytes(of('peer', 'rss'))}`,
        );
      }
    } finally {
      ours.stop();
      peer.stop();
    }
    return rows;
  },
};
