import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharedDatabase } from '../helpers/service/database.js';
import { DAY, fixtures, HOUR, ID, MINUTE, odds, SLOT, START } from '../helpers/service/sentRecords.js';
import { SlowSink } from '../helpers/service/slowSink.js';
import { StoredService } from '../helpers/service/storedService.js';
import { settled } from '../helpers/service/testClock.js';

const FIXTURES = [ID.soccer, ID.soccer + 100] as const;
const LINES = ['line=1.5', 'line=2.5'] as const;
const WALLET = 'sampled';

const database = sharedDatabase();

/** A record as accepted. */
interface Known {
  readonly messageId: string;
  readonly line: string;
  readonly suspended: boolean;
  readonly ts: number;
  readonly acceptedAt: number;
}

/** The end of the window that contains a time, counted from the start of its slot. */
function endOf(time: number, seconds: number): number {
  const start = Math.floor(time / SLOT) * SLOT;
  let end = start;
  while (end <= time) end += seconds * 1000;
  return Math.min(end, start + SLOT);
}

/**
 * What a sampled stream has delivered by now, by the rule: suspensions at once; of a line, the last record that arrived
 * in the same window and belongs to it, when its window of arrival ends or when a later window of the line is
 * suspended.
 */
function given(all: readonly Known[], seconds: number, now: number): ReadonlySet<string> {
  const own = ({ ts, acceptedAt }: Known) => `${Math.floor(ts / SLOT)} ${endOf(Math.min(ts, acceptedAt), seconds)}`;
  const came = ({ acceptedAt }: Known) => endOf(acceptedAt, seconds);
  const isGiven = (record: Known, i: number): boolean => {
    if (record.suspended) return true;
    const later = all.slice(i + 1).filter(({ line }) => line === record.line);
    if (later.some((other) => own(other) === own(record) && came(other) === came(record))) return false;
    return came(record) <= now || later.some((other) => other.suspended && own(other) !== own(record));
  };
  return new Set(all.filter(isGiven).map(({ messageId }) => messageId));
}

/** A service with a sampled caller, and what its stream delivers from the start. */
async function scene(seconds: number) {
  const service = await StoredService.start(await database.fresh(), { timers: true });
  const { clock } = service;
  clock.set(START);
  const [match] = fixtures;
  await service.accept(FIXTURES.map((FixtureId) => ({ ...match?.wire, FixtureId })));
  const headers = {
    authorization: `Bearer ${await service.sessions.start()}`,
    'x-api-token': await service.subscribed(WALLET, 0, 52, seconds),
  };
  const access = await service.auth.access(headers['x-api-token']);
  const open = (lastEventId?: string, fixtureId?: number) => {
    const sink = new SlowSink();
    const stream = { kind: 'odds', wire: 'described', access, sessionEndsAt: Number.MAX_SAFE_INTEGER } as const;
    const place = service.hub.admit(access.tokenId);
    service.hub.open({ ...stream, fixtureId, lastEventId, renew: async () => access }, sink.sink, place);
    return sink;
  };
  const ids: string[] = [];
  const known: Known[] = [];
  const pathOf = (slot: number) =>
    `${Math.floor(slot / DAY)}/${Math.floor((slot % DAY) / HOUR)}/${(slot % HOUR) / SLOT}`;
  return {
    service,
    known,
    stream: open(),
    accept: async (line: number, suspended: boolean, late: number) => {
      const now = clock.now();
      const template = odds[0]?.wire;
      const number = String(known.length).padStart(10, '0');
      const MessageId = `${number}:00003:000000-${suspended ? '0-' : ''}7001-stab`;
      const FixtureId = FIXTURES[line % 2];
      const MarketParameters = LINES[line >> 1];
      const prices = { Pct: undefined, ...(suspended && { Prices: [], PriceNames: [] }) };
      const sent = { ...template, FixtureId, MessageId, MarketParameters, Ts: now - late, ...prices };
      const [record] = await service.accept([sent]);
      if (!record) throw new Error('nothing was stored');
      ids.push(`${record.streamSlot}:${record.streamIndex}`);
      const { ts, acceptedAt } = record;
      known.push({ messageId: MessageId, line: `${FixtureId} ${MarketParameters}`, suspended, ts, acceptedAt });
      await settled();
    },
    come: async (ms: number) => {
      for (let left = ms; left > 0; left -= 1_000) {
        clock.advance(Math.min(left, 1_000));
        await settled();
      }
    },
    /** The current answer of every endpoint to the caller, by request. */
    everything: async (): Promise<Map<string, string>> => {
      const now = clock.now();
      const running = now - (now % SLOT);
      const asOfs = [-DAY, -7 * MINUTE, -90_000, -61_000, -60_000, -30_000, -1, 0, 1, DAY].map((ms) => now + ms);
      const paths = [
        '/api/fixtures/snapshot',
        `/api/fixtures/updates/${pathOf(running).split('/').slice(0, 2).join('/')}`,
        ...[running - 2 * SLOT, running - SLOT, running, running + SLOT].flatMap((slot) => [
          `/api/odds/updates/${pathOf(slot)}`,
          `/api/odds/updates/${pathOf(slot)}?fixtureId=${FIXTURES[0]}`,
        ]),
        '/api/public/matches',
        ...FIXTURES.flatMap((id) => [
          `/api/public/matches?fixtureId=${id}`,
          `/api/public/scores/${id}`,
          `/api/public/scores/${id}/proof?statKeys=1,2`,
          `/api/odds/updates/${id}`,
          `/api/odds/snapshot/${id}`,
          ...asOfs.map((asOf) => `/api/odds/snapshot/${id}?asOf=${asOf}`),
        ]),
        ...known
          .slice(-3)
          .flatMap(({ messageId, ts }) =>
            ['validation', 'validation-v4'].map((name) => `/api/odds/${name}?messageId=${messageId}&ts=${ts}`),
          ),
      ];
      const answers = new Map<string, string>();
      for (const url of paths) {
        const { statusCode, body } = await service.app.inject({ method: 'GET', url, headers });
        answers.set(url, `${statusCode} ${body}`);
      }
      const next = ids.slice(-1).map((id) => id.replace(/\d+$/, (index) => String(Number(index) + 1)));
      for (const id of [...ids.slice(-4), ...next, `${running}:0`, '1:1'])
        for (const fixtureId of [undefined, FIXTURES[1]]) {
          const sink = open(id, fixtureId);
          await settled();
          answers.set(`stream after ${id} of ${fixtureId}`, sink.take());
          sink.destroy();
          await settled();
        }
      return answers;
    },
    close: () => service.close(),
  };
}

const messageIds = (text: string): string[] => [...text.matchAll(/"MessageId":"([^"]+)"/g)].map(([, id = '']) => id);

const STEP = fc.oneof(
  fc.record({ come: fc.oneof(fc.integer({ min: 1, max: 40_000 }), fc.constantFrom(60_000, SLOT)) }),
  fc.record({
    line: fc.integer({ min: 0, max: 3 }),
    suspended: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    late: fc.oneof(fc.constant(0), fc.integer({ min: -SLOT, max: 2 * MINUTE })),
  }),
);
const STEPS = fc.array(STEP, { minLength: 5, maxLength: 30 });

test('on every endpoint a sampled caller sees exactly what the stream has delivered by then', async () => {
  await fc.assert(
    fc.asyncProperty(STEPS, fc.constantFrom(60, 70, 13), async (steps, seconds) => {
      const { service, known, stream, accept, come, everything, close } = await scene(seconds);
      const streamed = new Set<string>();
      try {
        for (const step of steps) {
          if ('come' in step) await come(step.come);
          else await accept(step.line, step.suspended, step.late);
          const may = given(known, seconds, service.clock.now());
          for (const id of messageIds(stream.take())) streamed.add(id);
          expect(streamed).toEqual(may);
          for (const [question, answer] of await everything())
            for (const id of messageIds(answer)) expect(may.has(id), `${question}: ${id}`).toBe(true);
        }
      } finally {
        await close();
      }
    }),
    { numRuns: 8 },
  );
}, 300_000);

test('an incoming price changes no answer to a sampled caller before time advances', async () => {
  await fc.assert(
    fc.asyncProperty(STEPS, fc.integer({ min: 0, max: 3 }), async (steps, line) => {
      const { stream, accept, come, everything, close } = await scene(60);
      try {
        for (const step of steps) {
          if ('come' in step) await come(step.come);
          else await accept(step.line, step.suspended, step.late);
        }
        // Requests that name a record name the latest ones, after the next.
        await accept(line, false, 0);
        await accept(line, false, 30_000);
        const after = await everything();
        stream.take();
        await accept(line, false, 20_000);
        const again = await everything();
        expect(stream.take()).toBe('');
        for (const [question, answer] of again)
          if (after.has(question)) expect(`${question}: ${answer}`).toBe(`${question}: ${after.get(question)}`);
      } finally {
        await close();
      }
    }),
    { numRuns: 10 },
  );
}, 300_000);
