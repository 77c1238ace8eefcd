import { EmbeddedVisit } from '../tests/helpers/explorer/embeddedVisit.js';
import { MAX_FIRST_BYTES, MAX_FIRST_REQUESTS } from '../tests/helpers/explorer/firstLoad.js';
import type { FirstVisit } from '../tests/helpers/explorer/slowVisit.js';
import { below, type Row } from './benchmark.js';
import { median } from './rounds.js';

/** Simulated seconds a second until there is a result to show. */
const FAST = 600;
/** ms between two looks whether there is one. */
const LOOK = 2_000;
const READABLE = 1_000;
const USABLE = 4_000;

/** First visits to the built `linesman serve`, over 50 kB a second with 400 ms to each answer. */
export async function firstVisits(rounds: number): Promise<Row[]> {
  const embedded = await EmbeddedVisit.start();
  try {
    await setSpeed(embedded.address, FAST);
    while (!(await hasResult(embedded.address))) await new Promise((resolve) => setTimeout(resolve, LOOK));
    await setSpeed(embedded.address, 1);
    const visits: FirstVisit[] = [];
    for (let round = 0; round < rounds; round++) visits.push(await embedded.firstVisit());
    const of = (read: (one: FirstVisit) => number): number => median(visits.map(read));
    const row = (what: string, value: number, most: number, unit: string): Row => ({
      what: `a first visit at 50 kB/s and 400 ms: ${what}`,
      value,
      unit,
      goal: below(value, most, unit),
    });
    return [
      row(
        'something to read',
        of(({ readable }) => readable),
        READABLE,
        'ms',
      ),
      row(
        'of use',
        of(({ usable }) => usable),
        USABLE,
        'ms',
      ),
      row(
        'requests until then',
        of(({ requests }) => requests.length),
        MAX_FIRST_REQUESTS,
        'requests',
      ),
      row(
        'bytes until then',
        of(({ bytes }) => bytes),
        MAX_FIRST_BYTES,
        'bytes',
      ),
    ];
  } finally {
    await embedded.end();
  }
}

async function setSpeed(address: string, speed: number): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${address}api/world/speed`, { method: 'POST', headers, body: JSON.stringify({ speed }) });
}

async function hasResult(address: string): Promise<boolean> {
  const answer = await fetch(`${address}api/public/matches?stage=over&order=latest&limit=5`);
  const { matches } = (await answer.json()) as { readonly matches: readonly { readonly proof: unknown }[] };
  return matches.some(({ proof }) => proof !== null);
}
