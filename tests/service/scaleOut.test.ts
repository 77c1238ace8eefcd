import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { ManualClock } from '../../ts/service/clock/index.js';
import { RECORD_KINDS, type RecordKind, Store, slotStartOf } from '../../ts/service/data/store/index.js';
import type { StreamKind } from '../../ts/service/edge/stream/index.js';
import { eventsOf } from '../../ts/service/edge/stream/index.js';
import { DEFAULT_GRACE } from '../../ts/service/roots/seal/index.js';
import { leftOut } from '../helpers/leftOut.js';
import { hasNatsServer, NatsServer } from '../helpers/natsServer.js';
import { type PostgresServer, postgresServer } from '../helpers/postgresServer.js';
import { sessionToken, subscribe } from '../helpers/service/edgeConfiguration.js';
import { matchWire, type WireRecord } from '../helpers/service/matchWire.js';
import { RoamingReader } from '../helpers/service/roamingReader.js';
import { type RootsInsert, RootsServer } from '../helpers/service/rootsServer.js';
import { ScaledProcess } from '../helpers/service/scaledService.js';
import { heartbeats } from '../helpers/service/streamEvents.js';
import { until } from '../helpers/service/until.js';

/**
 * The service as six or more processes over real servers. Edges, the active publisher and the NATS server are killed in
 * the middle of two matches; readers continue elsewhere.
 */
const server: PostgresServer | null = hasNatsServer() ? await postgresServer() : null;
if (!server) leftOut('the service as several processes: PostgreSQL or NATS is not installed.');

const SEED = 'scale out';
const MINUTE = 60_000;
const SLOT = 5 * MINUTE;
/** Kick-off; start of an hour. */
const START = 1_800_000_000_000;
const END = START + 30 * MINUTE;
/** Longer than a slot, so that the holder keeps its lease while time advances slot by slot. */
const LEASE = 8 * MINUTE;
const MATCHES = [12_000_001, 12_000_002].map((fixtureId, i) =>
  matchWire(`${SEED} ${i}`, 'soccer', fixtureId, START).filter(({ ts }) => ts < END),
);

const processes: ScaledProcess[] = [];
let nats: NatsServer | undefined;
let chain: RootsServer | undefined;
let store: Store | undefined;
const readers: RoamingReader[] = [];
afterAll(async () => {
  await Promise.all(processes.map((one) => one.kill()));
  await Promise.all(readers.map((reader) => reader.stop()));
  await store?.close();
  await chain?.stop();
  await nats?.stop();
  await server?.remove();
});

test.skipIf(!server)(
  'edges and publishers are killed, and nothing is lost or duplicated',
  { timeout: 180_000 },
  async () => {
    if (!server) return;
    const url = await server.database('linesman');
    const database = await Store.open({ url });
    store = database;
    const { records, batches } = database;
    nats = await NatsServer.start();
    const roots = await RootsServer.start();
    chain = roots;
    const clock = new ManualClock(slotStartOf('odds', MATCHES.flat()[0]?.ts ?? START));
    const setTime = (now: number): void => {
      clock.set(Math.max(clock.now(), now));
      for (const one of processes) one.setTime(clock.now());
    };
    const start = async (role: 'edge' | 'ingest' | 'publish', name: string): Promise<ScaledProcess> => {
      const places = { store: url, nats: nats?.url ?? '', chain: roots.url };
      const one = await ScaledProcess.start({ role, name, ...places, now: clock.now(), lease: LEASE });
      processes.push(one);
      one.setTime(clock.now());
      return one;
    };
    const [ingestA, ingestB, edgeA, edgeB, ...publishers] = (await Promise.all([
      start('ingest', 'ingest a'),
      start('ingest', 'ingest b'),
      start('edge', 'edge a'),
      start('edge', 'edge b'),
      start('publish', 'publisher a'),
      start('publish', 'publisher b'),
    ])) as [ScaledProcess, ScaledProcess, ScaledProcess, ScaledProcess, ...ScaledProcess[]];

    const token = await subscribe(database, clock, 'w');
    const headers = { authorization: `Bearer ${await sessionToken(clock)}`, 'x-api-token': token };
    const alive = (first: ScaledProcess) => () =>
      [first, ...processes.filter(({ name }) => name.startsWith('edge'))]
        .filter(({ isRunning }) => isRunning)
        .map(({ ready }) => ready);
    for (const first of [edgeA, edgeB])
      for (const kind of ['odds', 'scores'])
        for (const more of [{}, { 'accept-encoding': 'gzip' }])
          readers.push(new RoamingReader(alive(first), `/api/${kind}/stream`, { ...headers, ...more }));
    await until(() => readers.every(({ connections }) => connections === 1));

    /** Has each match stored by a process of its own, a few records at a time, both in parallel. */
    const feed = (from: number, to: number) =>
      Promise.all(
        [ingestA, ingestB].map(async (ingest, i) => {
          const part = (MATCHES[i] ?? []).filter(({ ts }) => ts >= from && ts < to);
          for (let j = 0; j < part.length; j += 3) {
            const some = part.slice(j, j + 3);
            expect(await ingest.accept(some.map(({ wire }) => wire))).toEqual(some.map(() => 'accepted'));
          }
        }),
      );
    const lastIds = async () =>
      await Promise.all(
        (['odds', 'scores'] as const).map(async (kind) => {
          const { streamSlot, streamIndex } = await records.kindState(kind);
          return `${streamSlot}:${streamIndex - 1}`;
        }),
      );
    const untilAllRead = async () => {
      const [odds, scores] = await lastIds();
      await until(() => readers.every(({ lastId }, n) => lastId === (n % 4 < 2 ? odds : scores)));
    };
    const untilPublished = () =>
      until(async () => {
        const { sealedUntil } = await records.kindState('odds');
        const open = [...(await batches.frozen()), ...(await batches.unpublished())];
        return open.length === 0 && sealedUntil >= slotStartOf('odds', clock.now() - DEFAULT_GRACE);
      });
    /** Everything before kick-off, then slot by slot. */
    const slots = [...new Set(MATCHES.flat().map(({ ts }) => Math.max(slotStartOf('odds', ts), START - SLOT)))].sort(
      (a, b) => a - b,
    );
    let killed: RootsInsert | undefined;
    for (const [i, slot] of slots.entries()) {
      const from = i === 0 ? 0 : slot;
      const held = i === 3 ? roots.holdNext() : undefined;
      setTime(slot + SLOT - MINUTE);
      await feed(from, slot + SLOT / 2);
      // In the middle of a slot, with records in flight.
      if (i === 1) await Promise.all([feed(slot + SLOT / 2, slot + SLOT), edgeA.kill()]);
      else if (i === 2) {
        // The second edge goes, and a newly started one takes over.
        await start('edge', 'edge c');
        await Promise.all([feed(slot + SLOT / 2, slot + SLOT), edgeB.kill()]);
      } else if (i === 4) {
        await nats.kill();
        await feed(slot + SLOT / 2, slot + SLOT);
      } else await feed(slot + SLOT / 2, slot + SLOT);
      // A stream is resumed within the two slots that are kept.
      await untilAllRead();
      if (i < 3) await untilPublished();
      if (held) {
        // Its root is on chain, but it never learns so.
        setTime(slot + SLOT + 25_000);
        killed = await held;
        await publishers.find(({ name }) => name === killed?.holder)?.kill();
      }
    }
    await nats.start();

    // Each record is stored as sent, except that those from before the first slot were too late for their time.
    const all = await Promise.all(
      RECORD_KINDS.map(async (kind) => [kind, await records.inRange(kind, { from: 0, to: 2 * END })] as const),
    );
    const kindOf = ({ wire }: WireRecord): RecordKind =>
      'MessageId' in wire ? 'odds' : 'Seq' in wire ? 'scores' : 'fixtures';
    for (const [kind, stored] of all)
      for (const [i, match] of MATCHES.entries()) {
        const own = stored.filter(({ fixtureId }) => fixtureId === 12_000_001 + i);
        const sent = match.filter((record) => kindOf(record) === kind);
        expect(own.length).toBe(sent.length);
        const isAsSent = sent.map(({ wire, ts }, j) => {
          const record = JSON.parse(own[j]?.json ?? '');
          return (ts < START || record.Ts === ts) && isDeepStrictEqual({ ...wire, Ts: record.Ts }, record);
        });
        expect(isAsSent.indexOf(false)).toBe(-1);
      }

    // Every reader has every event once, in stream order.
    for (const [n, reader] of readers.entries()) {
      const kind: StreamKind = n % 4 < 2 ? 'odds' : 'scores';
      const stored = await records.streamAfter(kind, { slot: 0, index: -1 }, 100_000);
      const expected = stored.flatMap(eventsOf).map(({ frames }) => Buffer.from(frames.described).toString());
      expect(expected.length).toBeGreaterThan(50);
      const events = () => reader.text.split(/(?<=\n\n)/).filter((frame) => !frame.includes('event: heartbeat'));
      await until(() => events().length >= expected.length);
      const idOf = (frame: string) => /^id: (.*)$/m.exec(frame)?.[1];
      expect(events().map(idOf)).toEqual(expected.map(idOf));
      expect(events().findIndex((frame, i) => frame !== expected[i])).toBe(-1);
      expect(heartbeats(reader.text).filter((note) => 'Gap' in note)).toEqual([]);
      expect(reader.connections).toBe(n < 4 ? 3 : 2);
    }

    // Each slot has its root on chain, sent once, and a remaining publisher has taken over.
    const due = slotStartOf('fixtures', END) + 60 * MINUTE;
    const states = async () =>
      await Promise.all(
        all.flatMap(([kind, stored]) =>
          [...new Set(stored.map(({ ts }) => slotStartOf(kind, ts)))].map(async (slotStart) => ({
            slot: `${kind}/${slotStart}`,
            batch: await batches.find({ kind, slotStart }),
          })),
        ),
      );
    setTime(due + MINUTE);
    await until(
      async () => (await states()).every(({ batch }) => batch?.state === 'published'),
      () => setTime(clock.now() + 500),
    );
    const published = await states();
    expect(published.length).toBeGreaterThan(10);
    expect(roots.inserts.map(({ slot }) => slot).sort()).toEqual(published.map(({ slot }) => slot).sort());
    for (const { slot, batch } of published)
      expect(roots.roots.get(slot)).toBe(Buffer.from(batch?.root ?? []).toString('hex'));
    const holders = roots.inserts.map(({ holder }) => holder);
    const last = holders.lastIndexOf(killed?.holder ?? '');
    expect(roots.inserts[last]).toEqual(killed);
    expect(new Set(holders.slice(0, last + 1)).size).toBe(1);
    expect(new Set(holders.slice(last + 1)).size).toBe(1);
    expect(last).toBeGreaterThan(3);
  },
);
