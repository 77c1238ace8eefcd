import { EmbeddedVisit } from '../tests/helpers/explorer/embeddedVisit.js';
import { MAX_FIRST_BYTES, MAX_FIRST_REQUESTS, MAX_ROUND_TRIPS } from '../tests/helpers/explorer/firstLoad.js';
import type { FirstVisit } from '../tests/helpers/explorer/slowVisit.js';
import { type Client, createClient } from '../ts/sdk/client/client.js';
import { below, type Row } from './benchmark.js';
import { median } from './rounds.js';

/** Simulated seconds a second until there is a result to show. */
const FAST = 600;
/** ms between two checks for a result. */
const LOOK = 2_000;
const READABLE = 1_000;
const USABLE = 4_000;

type Counted = Exclude<keyof FirstVisit, 'complaints'>;

/** First visits to the built `linesman serve`, over a line of 50 kB a second and 400 ms latency. */
export async function firstVisits(rounds: number): Promise<Row[]> {
  const embedded = await EmbeddedVisit.start();
  try {
    const client = createClient({ baseUrl: embedded.address });
    await client.world.setSpeed(FAST);
    while (!(await hasResult(client))) await new Promise((resolve) => setTimeout(resolve, LOOK));
    await client.world.setSpeed(1);
    const visits: FirstVisit[] = [];
    for (let round = 0; round < rounds; round++) visits.push(await embedded.firstVisit());
    const row = (what: string, name: Counted, most: number, unit: string): Row => {
      const value = median(visits.map((one) => (name === 'requests' ? one.requests.length : one[name])));
      return { what: `a first visit at 50 kB/s and 400 ms: ${what}`, value, unit, goal: below(value, most, unit) };
    };
    return [
      row('something to read', 'readable', READABLE, 'ms'),
      row('of use', 'usable', USABLE, 'ms'),
      row('requests until then', 'requests', MAX_FIRST_REQUESTS, 'requests'),
      row('requests in a row', 'roundTrips', MAX_ROUND_TRIPS, 'requests'),
      row('bytes until then', 'bytes', MAX_FIRST_BYTES, 'bytes'),
    ];
  } finally {
    await embedded.end();
  }
}

async function hasResult(client: Client): Promise<boolean> {
  const { matches } = await client.results.matches({ stage: 'over', order: 'latest', limit: 5 });
  return matches.some(({ proof }) => proof !== null);
}
