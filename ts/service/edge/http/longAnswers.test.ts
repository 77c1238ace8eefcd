import { afterEach, expect, test, vi } from 'vitest';
import { type EdgeScene, edgeScene, SLOT_START, START, scores } from '../../../../tests/helpers/service/edgeScene.js';
import { outcome } from '../../../../tests/helpers/thrown.js';
import { listedFrame } from '../stream/frame.js';
import { EVENT_LIST, headOf, JSON_LIST, listOf, PAGES, PIECE, streamOf } from './listAnswer.js';
import { LONG_ANSWER_LIMITS, LongAnswers } from './longAnswers.js';

let scene: EdgeScene | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await scene?.app.close();
  scene = undefined;
});

const HISTORY = '/api/scores/historical/1';
const TOO_MANY = 7203;
const NOT_IN_TIME = 7086;

const turns = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
};

/** A service with records of 1,000 bytes each of fixture 1. */
async function withRecords(count: number, options: Parameters<typeof edgeScene>[0] = {}): Promise<EdgeScene> {
  scene = await edgeScene(options);
  scene.records.scores = Array.from({ length: count }, (_, seq) => {
    const one = scores(1, seq, SLOT_START - 300_000 + seq);
    return { ...one, record: { ...one.record, text: 'ä'.repeat(500) } };
  });
  return scene;
}

test('a list in pieces has the bytes of the whole, in every form', async () => {
  const { records, get } = await withRecords(300);
  const written = (form: string) => records.scores.map(({ record }) => ({ ...record, form, wire: 'described' }));
  const [day, hour, interval] = [Math.floor(START / 86_400_000), 2, 1];
  const slot = await get(`/api/scores/updates/${day}/${hour}/${interval}`);
  expect(slot.text).toBe(JSON.stringify(written('historical')));
  expect(slot.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-cache',
  });
  expect(slot.headers['content-length']).toBeUndefined();
  const history = await get(HISTORY);
  expect(history.text).toBe(
    written('snapshot')
      .map((one, seq) => listedFrame(seq, one))
      .join(''),
  );
  expect(history.headers['content-type']).toBe('text/event-stream');
  expect((await get('/api/scores/snapshot/1')).text).toBe(JSON.stringify(written('snapshot')));
  const head = await scene?.app.inject({ method: 'HEAD', url: HISTORY, headers: scene.headers });
  expect([head?.statusCode, head?.body, head?.headers['content-length']]).toEqual([200, '', undefined]);
});

test('a list of one piece is sent with its length', async () => {
  const { get } = await withRecords(10);
  const { text, headers } = await get(HISTORY);
  expect(headers['content-length']).toBe(`${Buffer.byteLength(text)}`);
  expect((await get('/api/odds/updates/1')).text).toBe('[]');
});

test.each([
  ['no item', [], ['[]']],
  ['a first piece that is just full', ['a'.repeat(PIECE - 2)], [`["${'a'.repeat(PIECE - 2)}"]`]],
  ['an item more', ['a'.repeat(PIECE), 'b'], [`["${'a'.repeat(PIECE)}"`, ',"b"]']],
])('pieces of a list with %s', async (_, items, expected) => {
  const pieces: string[] = [];
  for await (const piece of listOf([items], (item) => JSON.stringify(item), JSON_LIST).pieces) pieces.push(piece);
  expect(pieces).toEqual(expected);
});

test('a list is read no further than it is written, and ends with its reader', async () => {
  let read = 0;
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield [read++];
    } finally {
      ended = true;
    }
  }
  const list = listOf(endless(), () => 'x'.repeat(PIECE), EVENT_LIST);
  const head = await headOf(list);
  expect(read).toBeLessThanOrEqual(3);
  const stream = streamOf(list, head, () => {});
  stream.on('error', () => {});
  stream.read(0);
  await turns();
  // Two pieces of the head, one in the buffer, one about to come.
  expect(read).toBeLessThanOrEqual(5);
  stream.destroy();
  await turns();
  expect(ended).toBe(true);
});

test('a list of which the caller sees nothing is a long one, and is not read on without its caller', async () => {
  let read = 0;
  async function* hidden() {
    for (; read < 100; read++) {
      await new Promise(setImmediate);
      yield [];
    }
  }
  const list = listOf<number>(hidden(), String, JSON_LIST);
  const head = await headOf(list);
  expect([head, read]).toEqual([{ first: '[', second: '' }, 2 * PAGES - 1]);
  const charged: number[] = [];
  const text = (await streamOf(list, head, (bytes) => charged.push(bytes)).toArray()).join('');
  expect([text, charged.every((bytes) => bytes === PIECE), charged.length]).toEqual(['[]', true, 100 / PAGES + 1]);
  read = 0;
  const left = listOf<number>(hidden(), String, JSON_LIST);
  const first = left.pieces.next();
  left.end();
  await first;
  await turns();
  expect(read).toBeLessThan(3);
});

test('a list that nobody began to read ends too', async () => {
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield [0];
    } finally {
      ended = true;
    }
  }
  const list = listOf(endless(), () => 'x'.repeat(PIECE), EVENT_LIST);
  streamOf(list, await headOf(list), () => {}).destroy();
  await turns();
  expect(ended).toBe(true);
});

test('a caller has four long answers at once, and all callers together have 32', () => {
  const { longAnswersPerCaller, longAnswers } = LONG_ANSWER_LIMITS;
  expect([longAnswersPerCaller, longAnswers]).toEqual([4, 32]);
  const answers = new LongAnswers(LONG_ANSWER_LIMITS);
  const leave = Array.from({ length: 4 }, () => answers.take('a'));
  expect(outcome(() => answers.take('a'))).toBe(TOO_MANY);
  leave.pop()?.();
  leave.push(answers.take('a'));
  const others = Array.from({ length: 28 }, (_, i) => answers.take(`${i}`));
  expect(outcome(() => answers.take('b'))).toBe(TOO_MANY);
  for (const end of [...leave, ...others]) end();
  for (let i = 0; i < 4; i++) answers.take('a');
  expect(outcome(() => answers.take('a'))).toBe(TOO_MANY);
});

test('a long answer beyond the limit is refused before anything is sent, a short one is not', async () => {
  const { records, get } = await withRecords(300, { longAnswers: { longAnswersPerCaller: 0 } });
  const refused = await get(HISTORY);
  expect([refused.status, refused.text]).toEqual([429, 'Too many long answers at once: the limit is 0 for one caller']);
  expect(refused.headers['retry-after']).toBe('5');
  records.scores.length = 10;
  expect((await get(HISTORY)).status).toBe(200);
});

test('a long answer gives its place back', async () => {
  const { get } = await withRecords(300, { longAnswers: { longAnswersPerCaller: 1, longAnswers: 1 } });
  for (let i = 0; i < 3; i++) expect((await get(HISTORY)).status).toBe(200);
});

test('a long answer may take ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const list = listOf([[1, 2, 3]], () => 'x'.repeat(PIECE), EVENT_LIST);
  const stream = streamOf(list, await headOf(list), () => {});
  let failure: unknown;
  stream.on('error', (error) => {
    failure = error;
  });
  const leave = vi.fn();
  new LongAnswers(LONG_ANSWER_LIMITS).bound(stream, leave);
  await vi.advanceTimersByTimeAsync(599_999);
  expect([stream.destroyed, leave.mock.calls.length]).toEqual([false, 0]);
  await vi.advanceTimersByTimeAsync(1);
  await new Promise(setImmediate);
  expect([stream.destroyed, leave.mock.calls.length]).toEqual([true, 1]);
  expect(failure).toMatchObject({ number: NOT_IN_TIME });
});

test('a long answer is charged for its size, and the next request waits for it', async () => {
  const { get, clock, records } = await withRecords(30, { requestsPerSecond: 6 });
  // It costs 3, and each 64 KiB after the first one more.
  expect((await get(HISTORY)).status).toBe(200);
  expect((await get(HISTORY)).status).toBe(200);
  await clock.advance(1_000);
  records.scores = Array.from({ length: 10 }, () => records.scores).flat();
  // 300 records of 1,100 bytes are 5 times 64 KiB: 3 + 5, of 6.
  expect((await get(HISTORY)).status).toBe(200);
  const refused = await get(HISTORY);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
  await clock.advance(500);
  expect((await get(HISTORY)).status).toBe(429);
  await clock.advance(500);
  expect((await get(HISTORY)).status).toBe(200);
});
