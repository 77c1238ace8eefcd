import { describe, expect, test, vi } from 'vitest';
import { MS_PER_DAY } from '../../ts/sdk/format/slotTime.js';
import { Random } from '../../ts/season/random.js';
import { MAX_LATENESS, MemoryEventWindow } from '../../ts/service/edge/stream/eventWindow.js';
import { eventFrame, heartbeatFrame, listedFrame } from '../../ts/service/edge/stream/frame.js';
import { type OpenStream, StreamHub, type StreamHubOptions } from '../../ts/service/edge/stream/hub.js';
import { latestOfLines, sampled } from '../../ts/service/edge/stream/sampling.js';
import { systemStreamClock } from '../../ts/service/edge/stream/streamClock.js';
import type { OddsEvent, ScoresEvent, StreamEvent } from '../../ts/service/edge/stream/streamEvent.js';
import { SlowSink } from '../helpers/service/slowSink.js';
import { streamAccess } from '../helpers/service/streamAccess.js';
import { heartbeats, indices, oddsEvent, SLOT, scoresEvent } from '../helpers/service/streamEvents.js';
import { settled, TestClock } from '../helpers/service/testClock.js';
import { outcome } from '../helpers/thrown.js';

const FAR = SLOT + 1e10;
const MINUTE = 60_000;

function scene(options: StreamHubOptions = {}) {
  const clock = new TestClock(SLOT);
  const window = new MemoryEventWindow(clock.now);
  const hub = new StreamHub({ clock, window }, options);
  const accessOf = (samplingSeconds: number, more: Parameters<typeof streamAccess>[0] = {}) =>
    streamAccess({ endsAt: FAR, samplingSeconds, ...more });
  const open = (more: Partial<OpenStream> = {}, sink = new SlowSink()): SlowSink => {
    const access = more.access ?? accessOf(0);
    const stream: OpenStream = {
      kind: 'odds',
      wire: 'described',
      access,
      sessionEndsAt: FAR,
      renew: async () => access,
      ...more,
    };
    hub.open(stream, sink.sink, hub.admit(access.wallet));
    return sink;
  };
  return { clock, window, hub, open, accessOf };
}

describe('framing', () => {
  test('data first, then the id, then a blank line; LF only', () => {
    expect(eventFrame(`${SLOT}:17`, { FixtureId: 1 }).toString()).toBe(`data: {"FixtureId":1}\nid: ${SLOT}:17\n\n`);
    expect(heartbeatFrame(1_784_148_592_999).toString()).toBe('data: {"Ts":1784148592}\nevent: heartbeat\n\n');
    expect(listedFrame(7, { a: 1 })).toBe('data: {"a":1}\nid: 7\n\n');
  });

  test('line breaks in a record cannot end its line', () => {
    const nasty = { Name: 'a\nid: 9\r\n\r\nevent: heartbeat\rb\u2028' };
    for (const record of [nasty, JSON.stringify(nasty, null, 2), JSON.stringify(nasty, null, '\r')]) {
      const text = eventFrame('1:1', record).toString();
      expect(text).toMatch(/^data: [^\r\n]*\nid: 1:1\n\n$/);
      expect(JSON.parse(text.slice(6, text.indexOf('\n')))).toEqual(nasty);
    }
    expect(listedFrame(1, JSON.stringify(nasty, null, 2))).toMatch(/^data: [^\r\n]*\nid: 1\n\n$/);
  });

  test.each(['', '1', '1:', ':1', '1:1\n', '1:1\ndata: x', '-1:1', '1:1 '])('%j is no id', (id) => {
    expect(outcome(() => eventFrame(id, {}))).toBe(7088);
  });
});

describe('the content of a stream', () => {
  test('records of its kind, in its wire', async () => {
    const { hub, open } = scene();
    const described = open();
    const observed = open({ wire: 'observed' });
    const scores = open({ kind: 'scores' });
    hub.publish(oddsEvent(0, 0));
    hub.publish(scoresEvent(0, 0));
    await settled();
    expect(described.text).toBe(`data: {"MessageId":"m0"}\nid: ${SLOT}:0\n\n`);
    expect(observed.text).toBe(`data: {"observed":0}\nid: ${SLOT}:0\n\n`);
    expect(scores.text).toBe(`data: {"Seq":0}\nid: ${SLOT}:0\n\n`);
  });

  test('only the fixture, leagues and markets of the reader', async () => {
    const { hub, open, accessOf } = scene();
    const fixture = open({ fixtureId: 2 });
    const league = open({ access: accessOf(0, { seesLeague: (id: number) => id === 902 }) });
    const market = open({ access: accessOf(0, { seesMarket: (name: string) => name === 'AH' }) });
    const scores = open({ kind: 'scores', access: accessOf(0, { seesMarket: () => false }) });
    const seen: readonly [Partial<OddsEvent>, number][] = [
      [{}, 0],
      [{ fixtureId: 2 }, 1],
      [{ leagueId: 902 }, 2],
      [{ market: 'AH' }, 3],
    ];
    for (const [more, index] of seen) hub.publish(oddsEvent(index, index, more));
    hub.publish(scoresEvent(0, 0));
    await settled();
    expect(indices(fixture.text)).toEqual([1]);
    expect(indices(league.text)).toEqual([2]);
    expect(indices(market.text)).toEqual([3]);
    expect(indices(scores.text)).toEqual([0]);
  });

  test('a heartbeat every 15 seconds, in seconds', async () => {
    const { clock, open } = scene();
    const reader = open();
    await clock.advance(14_999);
    expect(reader.take()).toBe('');
    await clock.advance(1);
    expect(reader.take()).toBe(`data: {"Ts":${SLOT / 1000 + 15}}\nevent: heartbeat\n\n`);
    await clock.advance(15_000);
    expect(heartbeats(reader.take())).toEqual([{ Ts: SLOT / 1000 + 30 }]);
  });
});

describe('sampling', () => {
  const play = async (events: readonly StreamEvent[], until: number, seconds = 60) => {
    const { clock, hub, open, accessOf } = scene();
    const reader = open({ access: accessOf(seconds) });
    const realTime = open();
    for (const event of events) {
      await clock.advance(Math.max(0, event.ts - clock.now()));
      hub.publish(event);
    }
    await settled();
    const before = indices(reader.take());
    await clock.advance(SLOT + until - clock.now());
    expect(indices(realTime.text)).toEqual(events.map(({ id }) => Number(id.split(':')[1])));
    return { before, after: indices(reader.take()) };
  };

  test('of each line, the latest record of a window once it is over', async () => {
    const events = [
      oddsEvent(0, 0),
      oddsEvent(1, 10_000, { line: 'b' }),
      oddsEvent(2, 20_000),
      oddsEvent(3, 59_998, { fixtureId: 2 }),
    ];
    expect(await play(events, 59_999)).toEqual({ before: [], after: [] });
    expect(await play(events, 60_000)).toEqual({ before: [], after: [1, 2, 3] });
  });

  test('a suspension passes at once with the price before it, not with the one after', async () => {
    const suspended = { suspended: true };
    expect(await play([oddsEvent(0, 0), oddsEvent(1, 1_000, suspended)], 60_000)).toEqual({ before: [1], after: [] });
    expect(await play([oddsEvent(0, 0, suspended), oddsEvent(1, 1_000)], 60_000)).toEqual({ before: [0], after: [1] });
    expect(await play([oddsEvent(0, 0), oddsEvent(1, 1, { line: 'b', suspended: true })], 60_000)).toEqual({
      before: [1],
      after: [0],
    });
  });

  test('a record of the next window releases the one before; windows end with their slot', async () => {
    expect(await play([oddsEvent(0, 59_999), oddsEvent(1, 60_000)], 60_000)).toEqual({ before: [0], after: [] });
    expect(await play([oddsEvent(0, 280_000)], 299_999, 70)).toEqual({ before: [], after: [] });
    expect(await play([oddsEvent(0, 280_000)], 300_000, 70)).toEqual({ before: [], after: [0] });
  });

  test('a late record waits for the end of the window in which it arrived, and scores are never sampled', async () => {
    const { clock, hub, open, accessOf } = scene();
    const reader = open({ access: accessOf(60) });
    const scores = open({ kind: 'scores', access: accessOf(60) });
    await clock.advance(61_000);
    hub.publish(oddsEvent(0, 59_000, { acceptedAt: clock.now() }));
    hub.publish(scoresEvent(0, 61_000));
    await clock.advance(58_999);
    expect(indices(reader.text)).toEqual([]);
    await clock.advance(1);
    expect(indices(reader.text)).toEqual([0]);
    expect(indices(scores.text)).toEqual([0]);
  });

  test('lists are the same, without the unfinished window', () => {
    const list = [
      oddsEvent(0, 0),
      oddsEvent(1, 1, { suspended: true }),
      oddsEvent(2, 2, { line: 'b' }),
      oddsEvent(3, 59_999),
      oddsEvent(4, 60_000),
      oddsEvent(5, 60_001, { suspended: true }),
      oddsEvent(6, 60_002),
    ];
    const at = (after: number, seconds = 60) =>
      sampled(list, () => seconds, SLOT + after).map(({ id }) => Number(id.split(':')[1]));
    expect(at(59_999)).toEqual([1, 5]);
    expect(at(60_000)).toEqual([1, 2, 3, 5]);
    expect(at(120_000)).toEqual([1, 2, 3, 5, 6]);
    expect(at(0, 0)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});

describe('resuming', () => {
  test('everything after the id, filtered, then live; nothing lost or duplicated in between', async () => {
    const { hub, open } = scene();
    for (let i = 0; i < 6; i++) hub.publish(oddsEvent(i, i, { fixtureId: 1 + (i % 2) }));
    const reader = open({ lastEventId: `${SLOT}:1`, fixtureId: 2 });
    hub.publish(oddsEvent(6, 6));
    hub.publish(oddsEvent(7, 7, { fixtureId: 2 }));
    await settled();
    expect(indices(reader.text)).toEqual([3, 5, 7]);
    expect(heartbeats(reader.text)).toEqual([]);
  });

  test('the newest id gives nothing; the previous slot is kept, an older id is a gap', async () => {
    const { clock, hub, open } = scene();
    hub.publish(oddsEvent(0, 0));
    await clock.advance(300_000);
    hub.publish(oddsEvent(0, 300_000));
    await clock.advance(299_999);
    expect(open({ lastEventId: `${SLOT + 300_000}:0` }).text).toBe('');
    const kept = open({ lastEventId: `${SLOT}:0` });
    await settled();
    expect(indices(kept.text)).toEqual([0]);
    await clock.advance(1);
    const old = open({ lastEventId: `${SLOT}:0` });
    await settled();
    expect(heartbeats(old.text)).toEqual([
      { Ts: SLOT / 1000 + 600, Gap: { From: `${SLOT}:0`, To: `${SLOT + 300_000}:0` } },
    ]);
    expect(indices(old.text)).toEqual([]);
  });

  test.each(['unknown', `${SLOT}:99`, '', '1:1\ndata: x', 'x'.repeat(300), `${SLOT}:1, ${SLOT}:2`])(
    'the id %j is followed by a gap, then live events',
    async (lastEventId) => {
      const { hub, open } = scene();
      hub.publish(oddsEvent(0, 0));
      const reader = open({ lastEventId });
      hub.publish(oddsEvent(1, 1));
      await settled();
      const gap = heartbeats(reader.text);
      expect(gap).toEqual(
        lastEventId === '' ? [] : [{ Ts: SLOT / 1000, Gap: { From: lastEventId.slice(0, 100), To: `${SLOT}:0` } }],
      );
      expect(indices(reader.text)).toEqual([1]);
      expect(reader.text).toMatch(/^(data: [^\n]*\n(event: heartbeat|id: \d+:\d+)\n\n)+$/);
    },
  );

  test('without any record the gap ends at the start of the current slot', async () => {
    const { clock, open } = scene();
    await clock.advance(5_000);
    const reader = open({ lastEventId: '1:1' });
    await settled();
    expect(heartbeats(reader.text)).toMatchObject([{ Gap: { From: '1:1', To: `${SLOT}:0` } }]);
  });

  test.each<[string, readonly [at: number, OddsEvent][], readonly number[]]>([
    [
      'three windows, a suspension in one, a late one in the next',
      [
        [0, oddsEvent(0, 0)],
        [1_000, oddsEvent(1, 1_000, { line: 'b' })],
        [2_000, oddsEvent(2, 2_000, { line: 'c', suspended: true })],
        [3_000, oddsEvent(3, 3_000)],
        [61_000, oddsEvent(4, 61_000, { line: 'b' })],
        [62_000, oddsEvent(5, 59_000, { line: 'c', suspended: true, acceptedAt: SLOT + 62_000 })],
        [70_000, oddsEvent(6, 70_000, { line: 'c' })],
        [121_000, oddsEvent(7, 121_000)],
      ],
      [2, 1, 3, 5, 4, 6],
    ],
    [
      'late ones after the end of their window, before any of the next',
      [
        [0, oddsEvent(0, 0)],
        [1_000, oddsEvent(1, 1_000, { line: 'b' })],
        [60_500, oddsEvent(2, 59_900, { line: 'c', suspended: true, acceptedAt: SLOT + 60_500 })],
        [60_600, oddsEvent(3, 59_950, { acceptedAt: SLOT + 60_600 })],
      ],
      [0, 1, 2],
    ],
  ])('sampled, %s: no outstanding event is lost, whatever the id', async (_name, events, expected) => {
    const { clock, hub, open, accessOf } = scene();
    const access = accessOf(60);
    const whole = open({ access });
    const sent: number[] = [];
    for (const [at, event] of events) {
      await clock.advance(SLOT + at - clock.now());
      hub.publish(event);
      sent.push(...indices(whole.take()));
    }
    await settled();
    sent.push(...indices(whole.take()));
    expect(sent).toEqual(expected);
    for (const [i, last] of sent.entries()) {
      const resumed = open({ access: { ...access, tokenId: `r${i}` }, lastEventId: `${SLOT}:${last}` });
      await settled();
      const again = indices(resumed.text);
      for (const index of sent.slice(i + 1)) expect(again, `after ${last}`).toContain(index);
      expect(new Set(again).size).toBe(again.length);
      resumed.destroy();
    }
    await clock.advance(60_000);
    expect(indices(whole.take())).toEqual([events.length - 1]);
  });

  test.each([
    ['a little behind, ends no window of another', -3_000, [1, 2, 3]],
    ['far ahead, keeps no window open', 3_600_000, [3]],
  ])('sampled, an ingester whose clock is %s', async (_, apart, atTheEnd) => {
    const { clock, hub, open, accessOf } = scene();
    const reader = open({ access: accessOf(60) });
    await clock.advance(61_000);
    const acceptedAt = (index: number, at: number) => hub.publish(oddsEvent(index, 61_000, { acceptedAt: SLOT + at }));
    acceptedAt(0, apart > 0 ? 61_000 + apart : 61_000);
    hub.publish(oddsEvent(1, 61_000, { line: 'b' }));
    await settled();
    // What a clock that is far ahead has stamped is shown at once, and nothing else is.
    expect(indices(reader.take())).toEqual(apart > 0 ? [0] : []);
    hub.publish(oddsEvent(2, 58_000, { line: 'c', acceptedAt: SLOT + 61_000 + Math.min(0, apart) }));
    await settled();
    expect(indices(reader.take())).toEqual([]);
    acceptedAt(3, 62_000);
    await settled();
    expect(indices(reader.take())).toEqual([]);
    await clock.advance(59_000);
    expect(indices(reader.take()).slice(-atTheEnd.length)).toEqual(atTheEnd);
  });
});

test('sampled, a suspension of an ingester whose clock is behind shows no price of the open window', async () => {
  const { clock, hub, open, accessOf } = scene();
  const reader = open({ access: accessOf(60) });
  await clock.advance(61_000);
  hub.publish(oddsEvent(0, 61_000));
  hub.publish(oddsEvent(1, 61_500, { suspended: true, acceptedAt: SLOT + 58_000 }));
  await settled();
  expect(indices(reader.take())).toEqual([1]);
  // Nor does the price follow the suspension that ended it.
  await clock.advance(120_000);
  expect(indices(reader.take())).toEqual([]);
});

describe('the retained window', () => {
  const late = (index: number): ScoresEvent => scoresEvent(index, MINUTE, { ts: SLOT - MS_PER_DAY });
  const indicesOf = (window: MemoryEventWindow) => window.kept('scores').map(({ id }) => Number(id.split(':')[1]));

  test('goes by acceptance time, not by event time', async () => {
    const clock = new TestClock(SLOT);
    const window = new MemoryEventWindow(clock.now);
    for (const event of [late(0), scoresEvent(1, 2 * MINUTE), late(2)]) window.append(event);
    expect(indicesOf(window)).toEqual([0, 1, 2]);
    expect(window.placeOf('scores', `${SLOT}:0`)).toBe(0);
    await clock.advance(10 * MINUTE - 1);
    expect(indicesOf(window)).toEqual([0, 1, 2]);
    await clock.advance(1);
    expect([indicesOf(window), window.placeOf('scores', `${SLOT}:0`)]).toEqual([[], undefined]);
  });

  test('stays bounded when old records come in by the thousand, and keeps those of its slots', () => {
    const clock = new TestClock(SLOT);
    const window = new MemoryEventWindow(clock.now);
    const count = 1.1 * MAX_LATENESS;
    for (let index = 0; index < count; index++) window.append(late(index));
    expect(indicesOf(window)).toEqual(Array.from({ length: MAX_LATENESS }, (_, i) => i + count - MAX_LATENESS));
    for (let index = 0; index < count; index++) window.append(scoresEvent(count + index, MINUTE));
    expect(indicesOf(window)).toEqual(Array.from({ length: count }, (_, i) => i + count));
  });
});

describe('ends', () => {
  test('a slow reader is dropped with a last heartbeat, and its buffer is bounded', async () => {
    const { clock, hub, open } = scene({ maxWaiting: 4_000, closingTime: 5_000 });
    const slow = open();
    const quick = open();
    slow.stop();
    const frame = eventFrame(`${SLOT}:1`, { text: 'x'.repeat(900) });
    let count = 0;
    while (hub.size === 2 && count < 100)
      hub.publish({ ...oddsEvent(count++, 0), frames: { described: frame, observed: frame } });
    // Two fill its own buffer; the limit holds four more.
    expect(count).toBeLessThan(9);
    expect(slow.writableLength).toBeLessThan(4_000);
    slow.resume();
    await settled();
    expect(heartbeats(slow.text)).toEqual([{ Ts: SLOT / 1000, Closing: 'The reader is too slow.' }]);
    expect(slow.text.endsWith('event: heartbeat\n\n')).toBe(true);
    expect(slow.writableFinished).toBe(true);
    expect(indices(quick.text)).toHaveLength(count);
    await clock.advance(15_000);
    expect(heartbeats(quick.take())).toHaveLength(1);
  });

  test('a reader that reads nothing is cut after a while', async () => {
    const { clock, hub, open } = scene({ closingTime: 5_000 });
    const stuck = open();
    stuck.stop();
    for (let i = 0; i < 40; i++) hub.publish(oddsEvent(i, 0));
    await clock.advance(15_000 * 2);
    expect(hub.size).toBe(1);
    await clock.advance(15_000);
    expect(hub.size).toBe(0);
    expect(stuck.destroyed).toBe(false);
    await clock.advance(5_000);
    expect(stuck.destroyed).toBe(true);
  });

  test('replayed events do not count as falling behind', async () => {
    const { hub, open } = scene({ maxWaiting: 2_000 });
    const frame = eventFrame(`${SLOT}:1`, { text: 'x'.repeat(900) });
    for (let i = 0; i < 50; i++) hub.publish({ ...oddsEvent(i, 0), frames: { described: frame, observed: frame } });
    const reader = new SlowSink();
    reader.stop();
    open({ lastEventId: `${SLOT}:0` }, reader);
    hub.publish(oddsEvent(50, 1));
    expect(hub.size).toBe(1);
    reader.resume();
    await settled();
    await settled();
    expect(reader.text.match(/^id: /gm)).toHaveLength(50);
  });

  test('the session token ends its streams, to the millisecond', async () => {
    const { clock, hub, open } = scene();
    const reader = open({ sessionEndsAt: SLOT + 1_000 });
    await clock.advance(999);
    expect(hub.size).toBe(1);
    await clock.advance(1);
    expect(heartbeats(reader.text)).toEqual([{ Ts: SLOT / 1000 + 1, Closing: 'The session token has expired.' }]);
    expect(hub.size).toBe(0);
  });

  test('the subscription ends its streams unless it was extended', async () => {
    const { clock, hub, open, accessOf } = scene();
    const ends = accessOf(0, { endsAt: SLOT + 1_000 });
    const over = open({ access: ends, renew: async () => ends });
    const refused = open({
      access: ends,
      renew: async () => {
        throw new Error('no such token');
      },
    });
    const extended = open({ access: ends, renew: async () => accessOf(0, { endsAt: SLOT + 9_000 }) });
    await clock.advance(1_000);
    expect(heartbeats(over.text)).toMatchObject([{ Closing: 'The subscription is over.' }]);
    expect(heartbeats(refused.text)).toMatchObject([{ Closing: 'The subscription is over.' }]);
    hub.publish(oddsEvent(0, 1_000));
    await settled();
    expect(indices(extended.text)).toEqual([0]);
    expect(indices(over.text)).toEqual([]);
  });

  test('after an activation the streams of the wallet see the new leagues', async () => {
    const { hub, open, accessOf } = scene();
    const sees = (id: number) => accessOf(0, { seesLeague: (league: number) => league === id });
    let now = sees(1);
    const own = open({ access: now, renew: async () => now });
    const other = open({ access: { ...sees(1), wallet: 'other' }, renew: async () => now });
    now = sees(901);
    await hub.refresh('w');
    hub.publish(oddsEvent(0, 0));
    await settled();
    expect(indices(own.text)).toEqual([0]);
    expect(indices(other.text)).toEqual([]);
  });

  test('streams whose wallet cannot be looked up stay as they were until their end', async () => {
    const { clock, hub, open, accessOf } = scene();
    const reader = open({
      access: accessOf(0, { endsAt: SLOT + 9_000 }),
      renew: async () => {
        throw new Error('the database is away');
      },
    });
    await hub.refresh('w');
    hub.publish(oddsEvent(0, 1_000));
    await settled();
    expect(indices(reader.text)).toEqual([0]);
    await clock.advance(9_000);
    expect(heartbeats(reader.text)).toMatchObject([{ Closing: 'The subscription is over.' }]);
  });

  test('streams are looked up again when their version differs from the stored one', async () => {
    const { hub, open, accessOf } = scene();
    const asked: string[] = [];
    const stream = (wallet: string, version: number) => {
      const access = accessOf(0, { wallet, version });
      return open({
        access,
        renew: async () => {
          asked.push(`${wallet} ${version}`);
          return access;
        },
      });
    };
    for (const version of [5, 6]) stream('v', version);
    stream('w', 5);
    stream('u', 5);
    expect(hub.wallets).toEqual(new Set(['u', 'v', 'w']));
    await hub.refreshChanged(
      new Map([
        ['v', 6],
        ['w', 5],
      ]),
    );
    expect(asked).toEqual(['v 5']);
  });

  test('a wallet has a limited number of streams; a closed one makes room', async () => {
    const { hub, open, accessOf } = scene({ streamsPerWallet: 2 });
    const first = open();
    open();
    expect(outcome(() => hub.admit('w'))).toBe(7067);
    open({ access: accessOf(0, { wallet: 'other' }) });
    first.destroy();
    await settled();
    expect(outcome(() => hub.admit('w'))).toBe(true);
    expect(hub.size).toBe(2);
  });

  test('closing the hub ends all streams and leaves no timer', async () => {
    const { clock, hub, open, accessOf } = scene();
    const readers = [open(), open({ access: accessOf(60) })];
    hub.publish(oddsEvent(0, 0));
    hub.close();
    await settled();
    for (const reader of readers)
      expect(heartbeats(reader.text)).toMatchObject([{ Closing: 'The service is stopping.' }]);
    expect(clock.waiting).toBe(0);
    expect(hub.size).toBe(0);
    const late = open();
    await settled();
    expect(heartbeats(late.text)).toMatchObject([{ Closing: 'The service is stopping.' }]);
  });
});

describe('a stream whose interval changes', () => {
  /** A stream with one interval, and a function that gives it another. */
  const changing = (before: number, after: number) => {
    const { hub, clock, window, open, accessOf } = scene();
    const reader = open({ access: accessOf(before), renew: async () => accessOf(after) });
    return { hub, clock, window, reader, change: () => hub.refresh('w') };
  };

  test('gets what its window held back and no longer does', async () => {
    for (const [before, after, expected] of [
      [60, 0, [2, 0, 1]],
      [60, 30, [2, 1]],
      [60, 60, [2]],
      [0, 60, [0, 1, 2]],
    ] as const) {
      const { hub, clock, reader, change } = changing(before, after);
      hub.publish(oddsEvent(0, 0));
      hub.publish(oddsEvent(1, 1));
      // Suspended: it is sent at once, and supersedes what came before on its line.
      hub.publish(oddsEvent(2, 2, { line: 'b', suspended: true }));
      await clock.advance(31_000);
      await change();
      expect([before, after, indices(reader.text)]).toEqual([before, after, expected]);
    }
  });

  test('at the moment a window ends, gets what that held', async () => {
    for (const after of [0, 30, 45, 120]) {
      const { hub, clock, reader, change } = changing(60, after);
      // Before the timer of the window. It is due at the same time.
      clock.at(SLOT + 60_000, () => void change());
      hub.publish(oddsEvent(0, 0));
      await clock.advance(60_000);
      await settled();
      expect([after, indices(reader.text)]).toEqual([after, [0]]);
    }
  });

  test('gets new events of lines that it could not see before', async () => {
    const { hub, open, accessOf } = scene();
    const sees = (seconds: number, league: number) => accessOf(seconds, { seesLeague: (id) => id === league });
    const reader = open({ access: sees(60, 902), renew: async () => sees(0, 901) });
    hub.publish(oddsEvent(0, 0));
    hub.publish(oddsEvent(1, 0, { leagueId: 902 }));
    await hub.refresh('w');
    hub.publish(oddsEvent(2, 0));
    await settled();
    expect(indices(reader.text)).toEqual([2]);
  });

  test("has the list's version of each line, and never an older one than it already has", async () => {
    const INTERVALS = [0, 10, 30, 45, 60];
    const random = new Random('intervals');
    for (const before of INTERVALS)
      for (const after of INTERVALS) {
        const { hub, clock, window, reader, change } = changing(before, after);
        const line = new Map<number, string>();
        const changeAt = random.between(40, 80);
        for (let i = 0; i < 120; i++) {
          line.set(i, 'abc'[random.below(3)] ?? 'a');
          hub.publish(oddsEvent(i, i * 1_000, { line: line.get(i) ?? '', suspended: random.below(10) === 0 }));
          if (i === changeAt) {
            await change();
            const kept = window.kept('odds').filter((event): event is OddsEvent => event.kind === 'odds');
            const got = indices(reader.text);
            for (const { id, line: of } of latestOfLines(sampled(kept, () => after, clock.now()))) {
              const last = Math.max(-1, ...got.filter((index) => line.get(index) === of));
              expect([before, after, of, last]).toEqual([before, after, of, Math.max(last, Number(id.split(':')[1]))]);
            }
          }
          await clock.advance(1_000);
        }
        for (const of of 'abc') {
          const got = indices(reader.text).filter((index) => line.get(index) === of);
          expect([before, after, got]).toEqual([before, after, got.toSorted((a, b) => a - b)]);
        }
      }
  });
});

describe('a reader whose lines have different intervals', () => {
  /** League 901 in real time, 902 every 30 s, 903 every 60 s, 904 not at all. */
  const INTERVALS: Readonly<Record<number, number>> = { 901: 0, 902: 30, 903: 60 };
  const mixed = {
    ...streamAccess({ endsAt: FAR }),
    intervals: [0, 30, 60],
    sampling: (leagueId: number) => INTERVALS[leagueId] ?? null,
  };
  const of = (index: number, after: number, leagueId: number, more: Partial<OddsEvent> = {}) =>
    oddsEvent(index, after, { leagueId, fixtureId: leagueId, ...more });

  test('gets each line at its own interval', async () => {
    const { clock, hub, open } = scene();
    const reader = open({ access: mixed });
    for (const [i, league] of [901, 902, 903, 904].entries()) hub.publish(of(i, i, league));
    await settled();
    expect(indices(reader.take())).toEqual([0]);
    for (const [i, league] of [901, 902, 903, 904].entries())
      hub.publish(of(4 + i, 4 + i, league, { suspended: i > 1 }));
    await settled();
    // The suspension of 903 at once, that of 904 not at all.
    expect(indices(reader.take())).toEqual([4, 6]);
    await clock.advance(30_000);
    expect(indices(reader.take())).toEqual([5]);
    hub.publish(of(8, 30_000, 903));
    hub.publish(of(9, 30_001, 902));
    await clock.advance(30_000);
    expect(indices(reader.take()).sort()).toEqual([8, 9]);
  });

  test('loses nothing when it resumes at any point', async () => {
    const { clock, hub, open } = scene();
    const whole = open({ access: mixed });
    for (let i = 0; i < 60; i++) {
      hub.publish(of(i, i * 2_000, 901 + ((i * 7) % 4), { suspended: i % 11 === 3 }));
      await clock.advance(2_000);
    }
    const all = indices(whole.text);
    expect(all.length).toBeGreaterThan(20);
    for (const [place, index] of all.entries()) {
      const again = open({ access: { ...mixed, tokenId: `${place}` }, lastEventId: `${SLOT}:${index}` });
      await settled();
      const missed = all.slice(place + 1).filter((one) => !indices(again.text).includes(one));
      expect([index, missed]).toEqual([index, []]);
      again.destroy();
    }
  });

  test('keeps its access while the store is unreachable, until one of its periods ends', async () => {
    const { clock, hub, open, accessOf } = scene();
    const later = accessOf(60, { endsAt: SLOT + 120_000 });
    const first = { ...accessOf(0, { endsAt: SLOT + 1_000 }), at: () => later };
    const reader = open({ access: first, renew: () => Promise.reject(new Error('the database is away')) });
    await clock.advance(1_000);
    hub.publish(oddsEvent(0, 1_000));
    await settled();
    expect(indices(reader.text)).toEqual([]);
    await clock.advance(59_000);
    expect(indices(reader.text)).toEqual([0]);
  });
});

test('a machine timer that is a month away does not fire at once', () => {
  vi.useFakeTimers();
  try {
    const run = vi.fn();
    const month = 30 * 86_400_000;
    systemStreamClock.at(Date.now() + month, run);
    vi.advanceTimersByTime(month - 1);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(1);
    const never = vi.fn();
    systemStreamClock.at(Date.now() + month, never)();
    vi.advanceTimersByTime(2 * month);
    expect(never).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});
