import type { ChildProcess } from 'node:child_process';
import { MS_PER_SLOT } from '../ts/sdk/format/slotTime.js';
import { atLeast, type Benchmark, type Row } from './benchmark.js';
import { forked } from './forked.js';
import { sharesOf } from './profile.js';
import { READY_ANSWERS, readyAnswers } from './readyAnswers.js';
import { latenciesBy } from './requests.js';
import { median, medianRatio, quantile } from './rounds.js';
import { fixtureIds, START, slotRecords } from './scoreRecords.js';
import { type Edge, World } from './world.js';

const FIXTURES = 1_000;
const UPDATES = 4;
const CONNECTIONS = 4;
/**
 * How many times a server is asked for all proofs in a round. A single pause of the server delays an answer on
 * every connection, so with only a thousand answers p99 would only count such pauses.
 */
const PASSES = 5;

/** The result of a round: ms per answer, and answers per second. */
interface Figures {
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
}

/** Asks a server for all proofs, so many times. */
async function asked(
  client: ChildProcess,
  edge: Pick<Edge, 'port' | 'headers'>,
  paths: readonly string[],
  passes = 1,
): Promise<Figures> {
  const started = performance.now();
  const times = await latenciesBy(client, edge, Array(passes).fill(paths).flat(), CONNECTIONS);
  const perSecond = (times.length / (performance.now() - started)) * 1000;
  return { p50: median(times), p99: quantile(times, 0.99), perSecond };
}

export const proofs: Benchmark = {
  name: 'proofs',
  about:
    `stat proofs (version 3, two stats) over HTTP by ${CONNECTIONS} connections of another process, ` +
    `${FIXTURES.toLocaleString('en')} fixtures in the slot`,
  async run({ quick }, { note, profile }) {
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
    const client = forked('requestsClient.ts');
    const rounds: Record<'store' | 'cache' | 'peer', Figures[]> = { store: [], cache: [], peer: [] };
    try {
      for (let round = 0; round <= (quick ? 1 : 5); round++) {
        // The API server is fresh, so the first request for each fixture goes to the store, and the second does not.
        const edge = await world.edge();
        const figures = { store: await asked(client, edge, paths), cache: await asked(client, edge, paths, PASSES) };
        const peer = await readyAnswers(edge, paths[0] ?? '');
        const taken = { ...figures, peer: await asked(client, peer, paths, PASSES) };
        if (round > 0) for (const from of ['store', 'cache', 'peer'] as const) rounds[from].push(taken[from]);
        await Promise.all([edge.close(), peer.close()]);
      }
      const edge = await world.edge();
      profile('first question', await sharesOf(() => asked(client, edge, paths)));
      profile('asked before', await sharesOf(() => asked(client, edge, paths, PASSES)));
      await edge.close();
    } finally {
      client.kill('SIGKILL');
      await world.close();
    }
    note(`${fixtures * UPDATES} records in PGlite, in memory; the server in one process, the client in another`);
    const row = (from: 'store' | 'cache', part: keyof Figures, goal?: number): Row => {
      const [ours, theirs] = [rounds[from].map((round) => round[part]), rounds.peer.map((round) => round[part])];
      const isRate = part === 'perSecond';
      const ratio = isRate ? medianRatio(ours, theirs) : medianRatio(theirs, ours);
      return {
        what: `${from === 'store' ? 'first question about a fixture' : 'asked before'}: ${isRate ? 'answers' : part}`,
        value: median(ours),
        unit: isRate ? '/s' : 'ms',
        peer: { name: READY_ANSWERS, value: median(theirs) },
        ratio,
        ...(goal !== undefined && { goal: atLeast(ratio, goal) }),
      };
    };
    return [
      row('cache', 'p50'),
      row('cache', 'p99', 0.3),
      row('cache', 'perSecond', 0.6),
      row('store', 'p50'),
      row('store', 'p99', 0.1),
      row('store', 'perSecond', 0.1),
    ];
  },
};
