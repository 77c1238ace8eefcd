import { MS_PER_SLOT } from '../ts/format/index.js';
import { atMost, type Benchmark, type Row } from './benchmark.js';
import { latencies } from './requests.js';
import { median, quantile } from './rounds.js';
import { fixtureIds, START, slotRecords } from './scoreRecords.js';
import { World } from './world.js';

const FIXTURES = 1_000;
const UPDATES = 4;
const CONNECTIONS = 4;

export const proofs: Benchmark = {
  name: 'proofs',
  about: `stat proofs (version 3, two stats) over HTTP by ${CONNECTIONS} connections, ${FIXTURES.toLocaleString('en')} fixtures in the slot`,
  async run({ quick }, note) {
    const fixtures = quick ? 100 : FIXTURES;
    const world = await World.open();
    const slot = slotRecords({ sport: 'soccer', fixtures, updates: UPDATES });
    await world.takeIn(slot.fixtures);
    await world.takeIn(slot.scores());
    world.clock.set(START + 2 * MS_PER_SLOT);
    await world.sealAndPublish();
    const paths = fixtureIds(fixtures).map(
      (id, i) => `/api/scores/stat-validation-v3?fixtureId=${id}&seq=${i % UPDATES}&statKeys=1,2`,
    );
    const rounds: Record<'store' | 'cache', { p50: number; p99: number; perSecond: number }[]> = {
      store: [],
      cache: [],
    };
    for (let round = 0; round <= (quick ? 1 : 4); round++) {
      // Freshly started: the first question about each fixture goes to the store, the second does not.
      const edge = await world.edge();
      for (const from of ['store', 'cache'] as const) {
        const started = performance.now();
        const times = await latencies(edge, paths, CONNECTIONS);
        const perSecond = (times.length / (performance.now() - started)) * 1000;
        if (round > 0) rounds[from].push({ p50: median(times), p99: quantile(times, 0.99), perSecond });
      }
      await edge.close();
    }
    await world.close();
    note(`${fixtures * UPDATES} records in PGlite, in memory; client and server in one process`);
    const row = (from: 'store' | 'cache', part: 'p50' | 'p99' | 'perSecond', goal?: number): Row => {
      const value = median(rounds[from].map((round) => round[part]));
      const what = from === 'store' ? 'first question about a fixture' : 'asked before';
      const unit = part === 'perSecond' ? '/s' : 'ms';
      const measure = part === 'perSecond' ? 'answers' : part;
      return { what: `${what}: ${measure}`, value, unit, ...(goal && { goal: atMost(value, goal, 'ms') }) };
    };
    return [
      row('cache', 'p50'),
      row('cache', 'p99', 20),
      row('cache', 'perSecond'),
      row('store', 'p50'),
      row('store', 'p99', 60),
      row('store', 'perSecond'),
    ];
  },
};
