import { MS_PER_DAY, MS_PER_HOUR, MS_PER_SLOT } from '../ts/sdk/format/slotTime.js';
import { Season } from '../ts/season/calendar/season.js';
import type { Benchmark, Row } from './benchmark.js';
import { forked } from './forked.js';
import { READY_ANSWERS, readyAnswers } from './readyAnswers.js';
import { latenciesBy } from './requests.js';
import { median, medianRatio } from './rounds.js';
import { START } from './scoreRecords.js';
import { type Edge, World } from './world.js';

const CONNECTIONS = 4;

interface Wire {
  readonly Ts?: number;
  readonly FixtureId?: number;
  readonly Seq?: number;
  readonly Stats?: object;
  readonly MessageId?: string;
}

/** The most CPU time that a request may cost, in ms. */
const GOAL = 2;
/**
 * Rounds, CPU time of a sample in ms, and the limits on the number of its requests. Many short rounds give a steadier
 * ratio than few long ones, because the speed of a shared machine changes within a second.
 */
const ROUNDS = 25;
const SAMPLE = 40;
const FEWEST = 20;
const MOST = 400;
/** How much of the running slot has been played during the requests, in ms. Its records are stored but not sealed. */
const RUNNING = MS_PER_SLOT - 10_000;

/** The most extra hours to play until the running slot has odds and scores. */
const MAX_MORE = 24;

const isOdds = ({ MessageId }: Wire): boolean => MessageId !== undefined;
const isScores = ({ Stats }: Wire): boolean => Stats !== undefined;

/**
 * Plays this many hours of a season, ingests and seals them, and starts another slot without sealing it; returns its
 * records. Plays extra hours until that slot has odds and scores, because otherwise no request could reach it.
 */
async function played(world: World, hours: number): Promise<Wire[]> {
  const reader = new Season({ seed: 'bench', start: START, matchesPerDay: 48 }).records();
  const all: Wire[] = [];
  const playTo = async (until: number): Promise<Wire[]> => {
    const part: Wire[] = [];
    while (reader.nextTs < until) part.push(reader.next().wire);
    for (let from = 0; from < part.length; from += 50) {
      const some = part.slice(from, from + 50);
      world.clock.set(Math.max(world.clock.now(), Number(some.at(-1)?.Ts)));
      await world.takeIn(some);
    }
    world.clock.set(until);
    all.push(...part);
    return part;
  };
  for (let hour = 1; hour <= hours + MAX_MORE; hour++) {
    const end = START + hour * MS_PER_HOUR;
    await playTo(end);
    await world.sealAndPublish();
    if (hour < hours) continue;
    const running = await playTo(end + RUNNING);
    if (running.some(isOdds) && running.some(isScores)) return all;
  }
  throw new Error(`a season without odds and scores in one slot of ${MAX_MORE} hours`);
}

/** The fixture with the most records. */
function busiest(records: readonly Wire[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { FixtureId = 0 } of records) counts.set(FixtureId, (counts.get(FixtureId) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** A request for each endpoint that answers with records or proofs and takes no credits. */
function questions(records: readonly Wire[], now: number): Record<string, string> {
  const sealed = records.filter(({ Ts = 0 }) => Ts < now - MS_PER_HOUR);
  const odds = sealed.findLast(isOdds);
  const scores = sealed.findLast(({ Stats }) => Stats && '1' in Stats && '2' in Stats);
  if (!odds?.Ts || !scores?.Ts) throw new Error('a season without odds or scores');
  const running = records.filter(({ Ts = 0 }) => Ts >= now - RUNNING);
  const livelyOdds = busiest(running.filter(isOdds));
  const livelyScores = busiest(running.filter(isScores));
  const slotOf = (ts: number): string => {
    const inDay = ts % MS_PER_DAY;
    const parts = [ts / MS_PER_DAY, inDay / MS_PER_HOUR, (inDay % MS_PER_HOUR) / MS_PER_SLOT];
    return parts.map(Math.floor).join('/');
  };
  const record = `fixtureId=${scores.FixtureId}&seq=${scores.Seq}`;
  const message = `messageId=${encodeURIComponent(odds.MessageId ?? '')}&ts=${odds.Ts}`;
  const hour = `epochDay=${Math.floor(START / MS_PER_DAY)}&hourOfDay=${(START % MS_PER_DAY) / MS_PER_HOUR}`;
  return {
    'fixtures/snapshot': '/api/fixtures/snapshot',
    'fixtures/validation': `/api/fixtures/validation?fixtureId=${scores.FixtureId}`,
    'fixtures/batch-validation': `/api/fixtures/batch-validation?${hour}`,
    'odds/snapshot': `/api/odds/snapshot/${livelyOdds}`,
    'odds/snapshot?asOf': `/api/odds/snapshot/${odds.FixtureId}?asOf=${odds.Ts}`,
    'odds/updates of a slot': `/api/odds/updates/${slotOf(odds.Ts)}`,
    'odds/updates of a fixture': `/api/odds/updates/${livelyOdds}`,
    'odds/validation': `/api/odds/validation?${message}`,
    'scores/snapshot': `/api/scores/snapshot/${scores.FixtureId}`,
    'scores/updates of a slot': `/api/scores/updates/${slotOf(scores.Ts)}`,
    'scores/updates of a fixture': `/api/scores/updates/${livelyScores}`,
    'scores/historical': `/api/scores/historical/${scores.FixtureId}`,
    'scores/stat-validation': `/api/scores/stat-validation?${record}&statKeys=1,2`,
    'scores/stat-validation-v3': `/api/scores/stat-validation-v3?${record}&statKeys=1,2`,
  };
}

export const requestCosts: Benchmark = {
  name: 'requests',
  about: 'CPU time of the serving process for a request to each endpoint, its client in another process',
  async run({ quick }, { note }) {
    const world = await World.open();
    const records = await played(world, quick ? 6 : 12);
    const edge = await world.edge();
    const client = forked('requestsClient.ts');
    /** CPU time per request in ms, over `count` requests. */
    const cost = async (of: Edge, path: string, count: number): Promise<number> => {
      const before = process.cpuUsage();
      await latenciesBy(client, of, Array<string>(count).fill(path), CONNECTIONS);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000 / count;
    };
    const rows: Row[] = [];
    try {
      for (const [what, path] of Object.entries(questions(records, world.clock.now()))) {
        const peer = await readyAnswers(edge, path).catch((error: Error) => note(`SKIPPED: ${what}: ${error.message}`));
        if (!peer) continue;
        const taken = { ours: [] as number[], peer: [] as number[] };
        const enough = (each: number) => (quick ? FEWEST : Math.round(Math.max(FEWEST, Math.min(MOST, SAMPLE / each))));
        // The first requests warm up, and say how many a sample needs.
        const ours = enough(await cost(edge, path, enough(GOAL)));
        const theirs = enough(await cost(peer, path, enough(GOAL)));
        for (let round = 0; round < (quick ? 1 : ROUNDS); round++) {
          taken.ours.push(await cost(edge, path, ours));
          taken.peer.push(await cost(peer, path, theirs));
        }
        await peer.close();
        const by = { name: READY_ANSWERS, value: median(taken.peer) };
        const value = median(taken.ours);
        rows.push({
          what,
          value,
          unit: 'ms',
          peer: by,
          ratio: medianRatio(taken.peer, taken.ours),
          goal: { text: `< ${GOAL} ms`, met: value < GOAL },
        });
      }
    } finally {
      client.kill('SIGKILL');
      await edge.close();
      await world.close();
    }
    note(`${records.length} records in PGlite, in memory, whose own CPU time is in it`);
    return rows;
  },
};
