import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { encodeScores } from '../../ts/records/record/scores/scoresRecord.js';
import { type Client, createClient } from '../../ts/sdk/client/client.js';
import type { StreamNotice } from '../../ts/sdk/client/reconnecting.js';
import type { ScoresRecord } from '../../ts/sdk/client/scoresRecord.js';
import type { StreamItem } from '../../ts/sdk/client/streamRecords.js';
import { matchRecords } from '../../ts/season/matchRecords.js';
import { eventFrame, heartbeatFrame } from '../../ts/service/edge/stream/frame.js';
import { edgeScene, SLOT_START, START } from '../helpers/service/edgeScene.js';
import { ScriptedService } from '../helpers/service/scriptedService.js';
import { settled } from '../helpers/service/testClock.js';

const SLOT = 300_000;
const [first] = matchRecords({ seed: 'stream', sport: 'soccer', fixtureId: 1, startTime: START }).scores;
if (!first) throw new Error('no record');
/** Record `Seq` in the slot that begins at `start`. */
const record = (Seq: number, start = SLOT_START): ScoresRecord => ({
  ...(first as ScoresRecord),
  Seq,
  Ts: start + Seq,
});
const frame = (Seq: number, start = SLOT_START) => eventFrame(`${start}:${Seq}`, record(Seq, start));

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const timers = { now: () => 0, random: () => 1, sleep: async () => {}, after: () => () => {} };

type Connection = (response: ServerResponse, lastId: string | undefined) => void;

/** A service that plays one script per stream connection and repeats the last. History that is `null` fails. */
async function played(connections: Connection[], history: (path: string) => ScoresRecord[] | null = () => []) {
  let place = 0;
  const service = await ScriptedService.listen((request, response) => {
    const path = request.url ?? '';
    if (path === '/auth/guest/start') return response.end('{"token":"jwt"}');
    if (!path.startsWith('/api/scores/stream')) {
      const records = history(path);
      if (records === null) return response.writeHead(503).end();
      return response.end(
        /updates\/\d+$/.test(path)
          ? records.map((one) => `data: ${JSON.stringify(one)}\nid: ${one.Seq}\n\n`).join('')
          : JSON.stringify(records),
      );
    }
    const connection = connections[Math.min(place++, connections.length - 1)];
    return connection?.(response, request.headers['last-event-id'] as string | undefined);
  });
  closing.push(() => service.close());
  const client = createClient({ baseUrl: service.url, apiToken: 'token', timers });
  return { service, client };
}
const opened: ServerResponse[] = [];
const open = (response: ServerResponse) => {
  opened.push(response);
  return response.writeHead(200, { 'content-type': 'text/event-stream' });
};

/** Reads the next `count` records. */
async function take(
  stream: AsyncGenerator<StreamItem<ScoresRecord>>,
  count: number,
): Promise<[number, string | null][]> {
  const taken: [number, string | null][] = [];
  while (taken.length < count) {
    const { value, done } = await stream.next();
    if (done) break;
    taken.push([value.record.Seq, value.id?.replace(/^\d+/, '') ?? null]);
  }
  return taken;
}
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ number: 'none' }),
    (error) => error,
  );

test.each(['described', 'observed'] as const)(
  'records of the service, in the %s wire, resumed after it closed',
  async (wire) => {
    const scene = await edgeScene();
    closing.push(() => scene.app.close());
    await scene.app.listen({ port: 0, host: '127.0.0.1' });
    const baseUrl = `http://127.0.0.1:${(scene.app.server.address() as AddressInfo).port}`;
    const client: Client = createClient({ baseUrl, apiToken: scene.token, jwt: scene.jwt, wire, timers });
    const publish = (Seq: number) => {
      const id = `${SLOT_START}:${Seq}`;
      const write = (form: 'snapshot' | 'observed') => eventFrame(id, encodeScores(record(Seq) as never, form));
      const frames = { described: write('snapshot'), observed: write('observed') };
      const times = { ts: record(Seq).Ts, acceptedAt: record(Seq).Ts };
      scene.hub.publish({ kind: 'scores', id, fixtureId: 1, leagueId: 901, ...times, frames });
    };
    const notices: StreamNotice[] = [];
    const abort = new AbortController();
    const stream = client.scores.stream({
      fixtureId: 1,
      signal: abort.signal,
      onNotice: (notice) => notices.push(notice),
    });
    const next = stream.next();
    while (scene.hub.size === 0) await settled();
    publish(0);
    expect((await next).value).toEqual({ record: record(0), id: `${SLOT_START}:0` });
    // Records published while disconnected follow the id.
    const waiting = stream.next();
    await scene.clock.advance(15_000);
    publish(1);
    publish(2);
    expect((await waiting).value).toMatchObject({ record: { Seq: 1 } });
    expect(await take(stream, 1)).toEqual([[2, ':2']]);
    expect(notices).toEqual([{ kind: 'open' }, { kind: 'heartbeat', seconds: START / 1000 + 15 }]);
    const last = stream.next();
    abort.abort();
    expect(await last).toEqual({ value: undefined, done: true });
  },
);

test('a connection cut within an event resumes after the last complete one: nothing is repeated or lost', async () => {
  const ids: (string | undefined)[] = [];
  const { client } = await played([
    (response, id) => {
      ids.push(id);
      open(response).write(Buffer.concat([frame(0), frame(1), frame(2).subarray(0, 40)]), () => response.destroy());
    },
    (response, id) => {
      ids.push(id);
      // A service may echo the request.
      open(response).end(Buffer.concat([frame(1), frame(2)]));
    },
    (response, id) => {
      ids.push(id);
      open(response).write(frame(3));
    },
  ]);
  const stream = client.scores.stream();
  expect(await take(stream, 4)).toEqual([
    [0, ':0'],
    [1, ':1'],
    [2, ':2'],
    [3, ':3'],
  ]);
  expect(ids).toEqual([undefined, `${SLOT_START}:1`, `${SLOT_START}:2`]);
  await stream.return();
});

test('a silent connection is closed', async () => {
  const limits: (() => void)[] = [];
  const { service } = await played([
    (response) => open(response).write(frame(0)),
    (response) => open(response).write(frame(1)),
  ]);
  const after = (ms: number, run: () => void) => {
    if (ms === 45_000) limits.push(run);
    return () => {};
  };
  const client = createClient({ baseUrl: service.url, apiToken: 'token', timers: { ...timers, after } });
  const notices: StreamNotice[] = [];
  const stream = client.scores.stream({ onNotice: (notice) => notices.push(notice) });
  expect(await take(stream, 1)).toEqual([[0, ':0']]);
  const next = take(stream, 1);
  while (limits.length < 2) await settled();
  limits[1]?.();
  expect(await next).toEqual([[1, ':1']]);
  expect(notices[1]).toEqual({ kind: 'lost', reason: 'nothing came for 45000 ms', delay: 250 });
  await stream.return();
});

test('a gap of one fixture is filled with its records alone', async () => {
  const old = SLOT_START - SLOT;
  const asked: string[] = [];
  const { client } = await played(
    [(response) => void open(response).write(heartbeatFrame(START, { Gap: { From: `${old}:0`, To: `${old}:1` } }))],
    (path) => {
      asked.push(path);
      return [record(1, old)];
    },
  );
  const stream = client.scores.stream({ fixtureId: 1 });
  expect(await take(stream, 1)).toEqual([[1, null]]);
  expect(asked[0]).toBe('/api/scores/updates/20636/2/0?fixtureId=1');
  await stream.return();
});

test('a gap is filled from history; the running slot is fetched when it is over', async () => {
  const old = SLOT_START - 2 * SLOT;
  let isOver = false;
  const asked: string[] = [];
  const ids: (string | undefined)[] = [];
  const history = (path: string): ScoresRecord[] => {
    asked.push(path.replace('/api/scores/updates/20636/', ''));
    if (path.endsWith('/2/0')) return [record(0, old), record(1, old)];
    if (path.endsWith('/2/1')) return [record(2, old + SLOT)];
    return isOver ? [record(3), record(4), record(5)] : [];
  };
  const gap = { Gap: { From: `${old}:0`, To: `${SLOT_START}:4` } };
  const { client } = await played(
    [
      (response) => void open(response).end(frame(0, old)),
      (response, id) => {
        ids.push(id);
        open(response).end(Buffer.concat([heartbeatFrame(START, gap), frame(5)]));
      },
      (response, id) => {
        ids.push(id);
        isOver = true;
        open(response).write(frame(6, SLOT_START + SLOT));
      },
    ],
    history,
  );
  const notices: StreamNotice[] = [];
  const stream = client.scores.stream({ onNotice: (notice) => notices.push(notice) });
  const taken = await take(stream, 3);
  expect(taken).toEqual([
    [0, ':0'],
    [1, null],
    [2, null],
  ]);
  expect(await take(stream, 4)).toEqual([
    [5, ':5'],
    [3, null],
    [4, null],
    [6, ':6'],
  ]);
  expect(ids).toEqual([`${old}:0`, `${SLOT_START}:5`]);
  expect(asked).toEqual(expect.arrayContaining(['2/0', '2/1', '2/2']));
  expect(notices).toContainEqual({ kind: 'gap', from: `${old}:0`, to: `${SLOT_START}:4` });
  await stream.return();
});

test('history that cannot be fetched is fetched on the next connection: nothing is repeated or lost', async () => {
  const old = SLOT_START - 2 * SLOT;
  let failures = 9;
  let isOver = false;
  const ids: (string | undefined)[] = [];
  const { client } = await played(
    [
      (response) => void open(response).end(frame(0, old)),
      (response, id) => {
        ids.push(id);
        const gap = heartbeatFrame(START, { Gap: { From: `${old}:0`, To: `${SLOT_START}:4` } });
        if (id === `${old}:0`) open(response).write(Buffer.concat([gap, frame(5)]));
        // The slot is over, so its rest is fetched before the next record is delivered.
        else open(response).write(frame(6, SLOT_START + SLOT));
      },
    ],
    (path) => {
      if (failures-- > 0) return null;
      if (path.endsWith('/2/0')) return [record(0, old), record(1, old)];
      return isOver && path.endsWith('/2/2') ? [record(3), record(4), record(5)] : [];
    },
  );
  const notices: StreamNotice[] = [];
  const stream = client.scores.stream({ onNotice: (notice) => notices.push(notice) });
  expect(await take(stream, 3)).toEqual([
    [0, ':0'],
    [1, null],
    [5, ':5'],
  ]);
  // Four attempts each; the delay grows although each connection opens.
  expect(ids).toEqual([`${old}:0`, `${old}:0`, `${old}:0`]);
  const lost = () => notices.flatMap((notice) => (notice.kind === 'lost' ? [notice] : []));
  expect(lost().map(({ delay }) => delay)).toEqual([250, 500, 1000]);
  expect(lost()[1]?.reason).toMatch(/^\/api\/scores\/updates\/.* answers 503, 4 times/);
  [failures, isOver] = [5, true];
  const rest = take(stream, 3);
  await settled();
  for (const response of opened.splice(0)) response.destroy();
  expect(await rest).toEqual([
    [3, null],
    [4, null],
    [6, ':6'],
  ]);
  expect(ids.slice(3)).toEqual([`${SLOT_START}:5`, `${SLOT_START}:5`]);
  await stream.return();
});

describe('the open slot of a gap is fetched until it has records, even if the clock of the service is', () => {
  const NEXT = SLOT_START + SLOT;
  /** Seconds after the slot of the gap began. */
  const beat = (seconds: number) => heartbeatFrame(SLOT_START + seconds * 1000);
  /** A connection that begins with a gap up to record 4, at second 200. The first `empty` fetches return nothing. */
  async function openSlot(empty: number, events: readonly Buffer[], slot = SLOT_START, there = [3, 4]) {
    const gap = { Gap: { From: `${SLOT_START - SLOT}:0`, To: `${SLOT_START}:4` } };
    let asked = 0;
    const path = slot === SLOT_START ? '/2/2' : '/2/1';
    const { client } = await played(
      [
        (response) =>
          void open(response).write(Buffer.concat([heartbeatFrame(SLOT_START + 200_000, gap), frame(5), ...events])),
      ],
      (asks) => (asks.endsWith(path) && ++asked > empty ? there.map((seq) => record(seq, slot)) : []),
    );
    const end = new AbortController();
    closing.push(() => end.abort());
    const stream = client.scores.stream({ lastEventId: gap.Gap.From, signal: end.signal });
    return { given: async (count: number) => (await take(stream, count)).map(([seq]) => seq), asked: () => asked };
  }

  test('behind the clock of the event id', async () => {
    const { given, asked } = await openSlot(2, [frame(6, NEXT), beat(345), frame(7, NEXT), beat(900), frame(8, NEXT)]);
    expect(await given(6)).toEqual([5, 6, 3, 4, 7, 8]);
    expect(asked()).toBe(3);
  });

  test('behind the clock of the heartbeats', async () => {
    const { given, asked } = await openSlot(2, [beat(299), beat(300), beat(329), beat(330), frame(6)]);
    expect(await given(4)).toEqual([5, 3, 4, 6]);
    expect(asked()).toBe(3);
  });

  test('less than two slots apart from the clock of the heartbeats', async () => {
    const { given, asked } = await openSlot(3, [beat(300), beat(330), beat(529), beat(530), frame(6)]);
    expect(await given(4)).toEqual([5, 3, 4, 6]);
    expect(asked()).toBe(4);
  });

  test('without heartbeats, at a record of the slot after the next', async () => {
    const { given } = await openSlot(2, [frame(6, NEXT), frame(7, NEXT), frame(8, NEXT + SLOT)]);
    expect(await given(6)).toEqual([5, 6, 7, 3, 4, 8]);
  });

  test('also for the previous slot', async () => {
    const { given, asked } = await openSlot(1, [beat(229), beat(230), frame(6)], SLOT_START - SLOT);
    expect(await given(4)).toEqual([5, 3, 4, 6]);
    expect(asked()).toBe(2);
  });

  test('and only as long as records can be missing', async () => {
    const events = [
      frame(6, NEXT),
      frame(7, NEXT + SLOT),
      beat(90_000),
      frame(8, NEXT + SLOT),
      frame(9, NEXT + 9 * SLOT),
    ];
    const { given, asked } = await openSlot(Number.POSITIVE_INFINITY, events);
    expect(await given(5)).toEqual([5, 6, 7, 8, 9]);
    expect(asked()).toBe(3);
  });
});

test('a record accepted one slot late, before a gap, is delivered once, even if fetching the gap fails', async () => {
  const late = SLOT_START - 4 * SLOT;
  let failures = 4;
  const gap = { Gap: { From: `${late + SLOT}:0`, To: `${SLOT_START}:4` } };
  const { client } = await played(
    [
      // The gap starts at the slot before that of its id: 1 was delivered, 2 arrived late.
      (response) => void open(response).end(Buffer.concat([frame(1, late), frame(0, late + SLOT)])),
      (response) => void open(response).end(heartbeatFrame(START, gap)),
      (response) => void open(response).write(Buffer.concat([heartbeatFrame(START, gap), frame(5)])),
    ],
    (path) => {
      if (path.endsWith('/1/10')) return [record(1, late), record(2, late)];
      if (path.endsWith('/1/11')) return [record(0, late + SLOT), record(3, late + SLOT)];
      if (path.endsWith('/2/0')) return [record(6, late + 2 * SLOT)];
      if (path.endsWith('/2/1')) return [record(7, late + 3 * SLOT)];
      return failures-- > 0 ? null : [];
    },
  );
  const stream = client.scores.stream();
  expect((await take(stream, 7)).map(([seq, id]) => [seq, id])).toEqual([
    [1, ':1'],
    [0, ':0'],
    [2, null],
    [3, null],
    [6, null],
    [7, null],
    [5, ':5'],
  ]);
  await stream.return();
});

test('a connection that the service closed as too slow (408) is reopened', async () => {
  const { client } = await played([
    (response) => void open(response).end(frame(0)),
    (response) => void response.writeHead(408, { 'content-type': 'text/plain' }).end('Request Timeout'),
    (response) => void open(response).write(frame(1)),
  ]);
  const stream = client.scores.stream();
  expect(await take(stream, 2)).toEqual([
    [0, ':0'],
    [1, ':1'],
  ]);
  await stream.return();
});

test('a gap of one fixture is filled at once; a gap that is too long is 7091', async () => {
  const { client } = await played(
    [
      (response) =>
        void open(response).write(heartbeatFrame(START, { Gap: { From: '300000:1', To: `${SLOT_START}:4` } })),
    ],
    (path) => (path.endsWith('/updates/1') ? [record(3)] : []),
  );
  const error = await failure(client.scores.stream({ lastEventId: '300000:1' }).next());
  expect(error).toMatchObject({ number: 7091, context: { from: '300000:1', to: `${SLOT_START}:4` } });
  const ids: (string | undefined)[] = [];
  const short = await played(
    [
      (response) => void open(response).end(heartbeatFrame(START, { Gap: { From: 'x', To: `${SLOT_START}:4` } })),
      (response, id) => {
        ids.push(id);
        open(response).write(frame(5));
      },
    ],
    (path) => (path.endsWith('/updates/1') ? [record(3)] : []),
  );
  const stream = short.client.scores.stream({ fixtureId: 1 });
  expect(await take(stream, 2)).toEqual([
    [3, null],
    [5, ':5'],
  ]);
  // The old id would lead to the same gap again.
  expect(ids).toEqual([`${SLOT_START}:4`]);
  await stream.return();
});

test('a close is reported, refusals end the stream, and the first connection is not retried forever', async () => {
  const { client } = await played([
    (response) => void open(response).end(heartbeatFrame(START, { Closing: 'The subscription is over.' })),
    (response) => void response.writeHead(403).end('Access denied: Invalid API token or insufficient permissions'),
  ]);
  const notices: StreamNotice[] = [];
  const stream = client.scores.stream({ onNotice: (notice) => notices.push(notice) });
  expect(await failure(stream.next())).toMatchObject({ number: 7061, context: { status: 403 } });
  expect(notices).toContainEqual({ kind: 'closing', reason: 'The subscription is over.' });
  const down = await played([(response) => void response.writeHead(503).end()]);
  expect((await failure(down.client.scores.stream().next())).number).toBe(7026);
  expect(down.service.count('GET /api/scores/stream')).toBe(4);
  expect((await failure(client.scores.stream({ lastEventId: 'x' }).next())).number).toBe(7088);
});

test('an invalid record ends the stream with its path', async () => {
  const { client } = await played([(response) => void open(response).write('data: {"Seq":1}\nid: 300000:7\n\n')]);
  expect(await failure(client.scores.stream().next())).toMatchObject({
    number: 7000,
    context: { path: '$(300000:7).SportId' },
  });
});

describe('what is no stream', () => {
  const PAGE = '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>token</body></html>';
  test.each<[string, string | undefined, string, RegExp]>([
    ['a page', 'text/html; charset=utf-8', PAGE, /text\/html came instead of events: <!DOCTYPE html> <html>/],
    ['an empty page', 'text/html', '', /text\/html came instead of events/],
    ['a document', 'application/json', '{"message":"down"}', /application\/json came instead of events: {"message":/],
    ['a problem', 'application/problem+json', '{}', /application\/problem\+json came instead/],
    ['a page without a type', undefined, PAGE, /something else came instead of events: <!DOCTYPE/],
    ['a page in the type of a stream', 'text/event-stream', PAGE, /something else came instead of events: <!DOCTYPE/],
    ['a document in the type of a stream', 'text/event-stream', '\n[{"Seq": 1}]', /something else came .*: \[{"Seq"/],
    ['text', 'text/plain', 'down for maintenance', /text\/plain came instead of events: down for maintenance/],
  ])('%s is an error after a few tries that says what came', async (_, type, body, sentence) => {
    let tries = 0;
    const { client } = await played([
      (response) => {
        tries++;
        response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body);
      },
    ]);
    const notices: StreamNotice[] = [];
    const stream = client.scores.stream({ onNotice: (notice) => notices.push(notice) });
    const error = await failure(stream.next());
    expect(error).toMatchObject({ name: 'ServiceUnavailable', message: expect.stringMatching(sentence) });
    expect(String(error)).not.toContain('token');
    expect(tries).toBe(4);
    expect(notices.filter(({ kind }) => kind === 'lost')).toHaveLength(3);
  });

  test('a page that never ends is left at once', async () => {
    const { client } = await played([
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).write(PAGE.repeat(20)),
    ]);
    expect(await failure(client.scores.stream().next())).toMatchObject({ name: 'ServiceUnavailable' });
  });

  test('between streams it ends nothing: the next connection resumes', async () => {
    const { client } = await played([
      (response) => open(response).end(frame(0)),
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
      (response) => open(response).write(frame(1)),
    ]);
    const stream = client.scores.stream();
    expect(await take(stream, 2)).toEqual([
      [0, ':0'],
      [1, ':1'],
    ]);
    await stream.return();
  });
});

test.each([
  ['no data', 'event: heartbeat\n\n'],
  ['empty data', 'event: heartbeat\ndata:\n\n'],
  ['data that is no JSON', 'event: heartbeat\ndata: ok\n\n'],
  ['data that is no object', 'event: heartbeat\ndata: null\n\nevent: heartbeat\ndata: [1]\n\n'],
  ['a time that is none', 'event: heartbeat\ndata: {"Ts":"soon"}\n\nevent: heartbeat\ndata: {"ts":1.5}\n\n'],
  ['a comment', ': still here\n\n'],
  ['a record without data', 'data:\n\ndata: \n\n'],
  ['an unknown name', 'event: ping\ndata: pong\n\n'],
  ['lines that end in CR', 'event: heartbeat\rdata: ok\r\r'],
])('a heartbeat with %s is ignored', async (_, heartbeat) => {
  const { client } = await played([
    (response) => open(response).write(Buffer.concat([frame(0), Buffer.from(heartbeat), frame(1)])),
  ]);
  const stream = client.scores.stream();
  expect(await take(stream, 2)).toEqual([
    [0, ':0'],
    [1, ':1'],
  ]);
  await stream.return();
});
