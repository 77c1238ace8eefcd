import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bytesToHex } from '../../ts/sdk/format/hex.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import type { BatchKey } from '../../ts/service/data/store/batchStore.js';
import { slotStartOf } from '../../ts/service/data/store/recordKind.js';
import { Store } from '../../ts/service/data/store/store.js';
import { createEdge, type Edge } from '../../ts/service/edge/edge.js';
import { alarmsCheck, databaseCheck, rootsCheck } from '../../ts/service/health/checks.js';
import { Readiness } from '../../ts/service/health/readiness.js';
import { ServiceMetrics } from '../../ts/service/metrics/serviceMetrics.js';
import { Publisher } from '../../ts/service/roots/publish/publisher.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { LocalWake } from '../../ts/service/wake/localWake.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { edgeConfiguration, sessionToken, subscribe } from '../helpers/service/edgeConfiguration.js';
import { matchWire } from '../helpers/service/matchWire.js';
import { MemoryChain } from '../helpers/service/memoryChain.js';
import { until } from '../helpers/service/until.js';

/** The effect of a fork on published roots, as reported by two edges and by another process's metrics. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Kick-off; start of an hour. */
const START = 1_800_000_000_000;
const ID = 12_000_001;
// Something is counted in the first minutes of this match.
const WIRE = matchWire('forked 15', 'soccer', ID, START).filter(({ ts }) => ts < START + 10 * MINUTE);
const record = WIRE.map(({ wire }) => wire).find(
  ({ Stats, Ts }) => Object.keys(Stats ?? {}).length > 0 && Number(Ts) >= START,
);
const odds = WIRE.map(({ wire }) => wire).find(({ MessageId, Ts }) => MessageId !== undefined && Number(Ts) >= START);
const FOREIGN = bytesToHex(new Uint8Array(32).fill(9));

const database = sharedDatabase();
let store: Store;
let clock: ManualClock;
let chain: MemoryChain;
let metrics: ServiceMetrics;
let edges: Edge[];
let headers: Record<string, string>;
beforeEach(async () => {
  store = await database.fresh();
  clock = new ManualClock(START - HOUR);
  chain = new MemoryChain();
  metrics = new ServiceMetrics({
    defaults: false,
    roots: { progress: () => store.batches.progress(), now: clock.now },
  });
  const ingest = new Ingest({ store, clock });
  for (const { wire, ts } of WIRE) {
    clock.set(Math.max(clock.now(), ts));
    await ingest.accept(wire);
  }
  clock.set(START + 2 * HOUR);
  await new Sealer({ store, clock }).sealDue();
  await publisher().publishBuilt();
  headers = {
    authorization: `Bearer ${await sessionToken(clock)}`,
    'x-api-token': await subscribe(store, clock, 'w'),
  };
  edges = [await edge(), await edge()];
});
afterEach(() => Promise.all(edges.map(({ app }) => app.close())));

/** Each is a separate process: it shares the database but no memory. */
async function edge(): Promise<Edge> {
  const own = await Store.over(database.pool);
  const progress = () => own.batches.progress();
  const health = new Readiness({
    checks: [databaseCheck(own), rootsCheck({ progress, now: clock.now }), alarmsCheck(progress)],
    keep: 0,
  });
  const configuration = edgeConfiguration(clock, { app: { log: false, requestsPerSecond: 1_000_000, health } });
  return createEdge(own, new LocalWake(), configuration);
}
const publisher = () => new Publisher({ store, clock, chain, holder: 'a', attempts: 1 });
const name = ({ kind, slotStart }: BatchKey): string => `${kind}/${slotStart}`;
const slotOf = (kind: BatchKey['kind'], ts: unknown): BatchKey => ({ kind, slotStart: slotStartOf(kind, Number(ts)) });

/** The requests whose proofs are of these slots. */
const asked = () => {
  if (!record || !odds) throw new Error('the match has too few records');
  const keys = Object.keys(record.Stats as object).slice(0, 1);
  const stats = ['', '-v3', '-v4'].map(
    (version) => `scores/stat-validation${version}?fixtureId=${ID}&seq=${record.Seq}&statKeys=${keys}`,
  );
  const [day, hour] = [Math.floor(START / (24 * HOUR)), (START % (24 * HOUR)) / HOUR];
  return [
    ...stats.map((path) => ({ path, key: slotOf('scores', record.Ts) })),
    { path: `odds/validation?messageId=${odds.MessageId}&ts=${odds.Ts}`, key: slotOf('odds', odds.Ts) },
    {
      path: `fixtures/batch-validation?epochDay=${day}&hourOfDay=${hour}`,
      key: slotOf('fixtures', START),
    },
  ];
};
const slots = () =>
  [...new Map(asked().map(({ key }) => [name(key), key])).values()].filter(({ kind }) => kind !== 'fixtures');
/** The status and, for refusals, the text and Retry-After. */
const answers = async (of: readonly { readonly path: string }[]): Promise<unknown[]> =>
  Promise.all(
    edges.flatMap(({ app }) =>
      of.map(async ({ path }) => {
        const { statusCode, body, headers: got } = await app.inject({ url: `/api/${path}`, headers });
        return statusCode === 200 ? 200 : [statusCode, body.split('\n')[0], got['retry-after']];
      }),
    ),
  );
const ready = async (): Promise<unknown[]> =>
  Promise.all(
    edges.map(async ({ app }) => {
      const { statusCode, body } = await app.inject('/readyz');
      return statusCode === 200 ? 200 : [statusCode, body.split('\n').filter((line) => / (have|is not) /.test(line))];
    }),
  );
const gauge = async (of: 'alarms' | 'late_seconds'): Promise<string[]> =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith(`linesman_roots_${of}{`) && !line.endsWith(' 0'));
const WITHHELD = [404, expect.stringMatching(/^Not published yet/), '5'];
const proofs = () => asked().filter(({ key }) => key.kind !== 'fixtures');
/** An edge checks at most once a second that what it caches is still on chain. */
const untilAnswers = (expected: unknown) =>
  until(async () => (await answers(proofs())).every((answer) => Array.isArray(answer) !== (expected === 200)));

describe('a fork', () => {
  test('that leaves other roots: alarms, and no edge gives proofs until the right roots are back', async () => {
    const right = new Map(chain.roots);
    expect(new Set(await answers(asked()))).toEqual(new Set([200]));
    expect(await ready()).toEqual([200, 200]);
    for (const key of slots()) chain.roots.set(name(key), FOREIGN);
    const { alarms, restored } = await publisher().recheck();
    expect([alarms.map(({ number }) => number), restored]).toEqual([[6055, 6055], []]);
    const inWords = ({ kind, slotStart }: BatchKey) =>
      `1 of the ${kind} slots have a different root on chain or are too late for one, the first from ${slotStart}.`;
    const [scoresSlot, oddsSlot] = slots();
    if (!scoresSlot || !oddsSlot) throw new Error('no slots');
    const reasons = [`alarms: ${inWords(oddsSlot)} ${inWords(scoresSlot)}`];
    expect(await ready()).toEqual([
      [503, reasons],
      [503, reasons],
    ]);
    expect(await gauge('alarms')).toEqual(
      expect.arrayContaining(['odds', 'scores'].map((kind) => `linesman_roots_alarms{kind="${kind}"} 1`)),
    );
    await untilAnswers(404);
    expect(await answers(proofs())).toEqual([...proofs(), ...proofs()].map(() => WITHHELD));
    // Proofs of the other slots are given as before.
    expect(await answers(asked().filter(({ key }) => key.kind === 'fixtures'))).toEqual([200, 200]);
    // And again for as long as it lasts.
    expect((await publisher().recheck()).alarms.length).toBe(2);
    expect(chain.writes.length).toBe(right.size);

    for (const key of slots()) chain.roots.set(name(key), right.get(name(key)) ?? '');
    expect((await publisher().recheck()).alarms).toEqual([]);
    await untilAnswers(200);
    expect(new Set(await answers(asked()))).toEqual(new Set([200]));
    expect([await ready(), await gauge('alarms')]).toEqual([[200, 200], []]);
    expect(chain.writes.length).toBe(right.size);
  });

  test('that removes roots while the chain accepts none: they are late until it accepts them', async () => {
    const right = new Map(chain.roots);
    expect(new Set(await answers(asked()))).toEqual(new Set([200]));
    for (const key of slots()) chain.roots.delete(name(key));
    const insert = chain.insertRoot.bind(chain);
    chain.insertRoot = () => Promise.reject(new Error('the chain takes nothing'));
    await expect(publisher().recheck()).rejects.toMatchObject({ number: 7051 });
    const late = ({ kind, slotStart }: BatchKey) =>
      `The ${kind} root of the slot from ${slotStart} is not on chain ` +
      `${(clock.now() - slotStart) / 1000 - 300} s after its end.`;
    const reasons = [`roots: ${slots().reverse().map(late).join(' ')}`];
    expect(await ready()).toEqual([
      [503, reasons],
      [503, reasons],
    ]);
    expect(await gauge('alarms')).toEqual([]);
    expect((await gauge('late_seconds')).map((line) => line.split(' ')[0])).toEqual(
      expect.arrayContaining(['odds', 'scores'].map((kind) => `linesman_roots_late_seconds{kind="${kind}"}`)),
    );
    await untilAnswers(404);
    expect(await answers(proofs())).toEqual([...proofs(), ...proofs()].map(() => WITHHELD));

    chain.insertRoot = insert;
    expect((await publisher().recheck()).restored.map(name).toSorted()).toEqual(slots().map(name).toSorted());
    expect(chain.roots).toEqual(right);
    await untilAnswers(200);
    expect([await ready(), await gauge('late_seconds')]).toEqual([[200, 200], []]);
  });

  test('that hits the latest record of a fixture: earlier records can still be proven', async () => {
    const ofEdges = () =>
      Promise.all(
        edges.map(async ({ app }) => {
          const { statusCode, body } = await app.inject({ url: `/api/fixtures/validation?fixtureId=${ID}`, headers });
          return [statusCode, body];
        }),
      );
    const before = await ofEdges();
    expect(before.map(([status]) => status)).toEqual([200, 200]);
    const [fixture] = WIRE.map(({ wire }) => wire).filter((wire) => 'Competition' in wire);
    await new Ingest({ store, clock }).accept({ ...fixture, Ts: clock.now(), StartTime: START + 1 });
    clock.advance(2 * HOUR);
    await new Sealer({ store, clock }).sealDue();
    const { published } = await publisher().publishBuilt();
    expect(published.map(({ kind }) => kind)).toEqual(['fixtures']);
    expect((await ofEdges())[0]).not.toEqual(before[0]);
    chain.roots.set(published.map(name)[0] ?? '', FOREIGN);
    await publisher().recheck();
    expect(await ofEdges()).toEqual(before);
  });
});
