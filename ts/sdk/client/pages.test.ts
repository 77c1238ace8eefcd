import { describe, expect, test } from 'vitest';
import { createClient } from './client.js';
import { RecordListParser, recordsOfText } from './recordList.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => error,
  );

describe('a list in pieces', () => {
  const read = (value: unknown, path: string) => [path, value];
  const inPieces = (text: string, length: number) => {
    const parser = new RecordListParser('GET /list', read);
    const all = bytes(text);
    const found: unknown[] = [];
    for (let at = 0; at < all.length; at += length) found.push(...parser.push(all.subarray(at, at + length)));
    return [...found, ...parser.end()];
  };

  test.each([
    ['empty', ' [ ] '],
    ['of values', ' [1, "a", null, [2, [3]], {"b": {"c": [4]}}]\n'],
    ['with brackets, commas, quotes and backslashes in texts', '["[,]{}", "\\"],", "\\\\", {"\\"]": "€ü😀"}]'],
    ['of events', ': hello\ndata: {"Seq":1}\nid: 1\n\ndata: {"Seq":2}\nid: 2\n\nevent: heartbeat\ndata: {"Ts":1}\n\n'],
    ['of events without a blank line at the end', 'id: 1\ndata: {"Seq":1}'],
  ])('%s is the same as the whole, wherever the pieces end', (_, text) => {
    const whole = recordsOfText('GET /list', text, read);
    for (const length of [1, 2, 3, 7, 1_000]) expect(inPieces(text, length)).toEqual(whole);
  });

  test.each([
    '',
    ' ',
    '[',
    '[1',
    '[1,]',
    '[,]',
    '[1]]',
    '[1] 2',
    '[1 2]',
    '[{]}]',
    '{"a":[]}',
    'null',
    '"[]"',
    '\ufeff[]',
    '<html>',
  ])('%j is not one', (text) => {
    for (const length of [1, 1_000]) expect(() => inPieces(text, length)).toThrow(/GET \/list/);
  });

  test('names the record at fault, and refuses a repeated key', () => {
    expect(() => inPieces('[1, {"a": 1, "a": 2}]', 4)).toThrow(/\$\[1\]/);
    const parser = new RecordListParser('GET /list', read);
    expect(() => parser.push(new Uint8Array([0x5b, 0xff]))).toThrow(/UTF-8/);
  });

  test('has records of at most 16 Mi characters', () => {
    const parser = new RecordListParser('GET /list', read);
    const piece = bytes('a'.repeat(1 << 20));
    parser.push(bytes('["'));
    for (let i = 0; i < 15; i++) parser.push(piece);
    parser.push(piece.subarray(2));
    expect(() => parser.push(bytes('"'))).not.toThrow();
    expect(() => parser.push(bytes(' '))).toThrow(/16777216/);
  });
});

/** A service whose answers come in pieces, and a clock that each piece moves on. */
function slowService(pieces: () => Iterable<readonly [ms: number, piece: Uint8Array]>) {
  let now = 0;
  const due = new Set<{ readonly at: number; readonly run: () => void }>();
  const pass = (ms: number): void => {
    now += ms;
    for (const one of due) if (one.at <= now && due.delete(one)) one.run();
  };
  const timers = {
    now: () => now,
    random: () => 0,
    sleep: async () => {},
    after: (ms: number, run: () => void) => {
      const one = { at: now + ms, run };
      due.add(one);
      return () => void due.delete(one);
    },
  };
  const answer = (): Response => {
    const rest = pieces()[Symbol.iterator]();
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          const { done, value } = rest.next();
          if (done) return controller.close();
          pass(value[0]);
          controller.enqueue(value[1]);
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body);
  };
  const client = createClient({
    ...{ baseUrl: 'http://service.test', jwt: 'jwt', apiToken: 'token', attempts: 1, timers },
    fetch: async () => answer(),
  });
  return { client, pass };
}

const fixture = (id: number) => ({
  ...{ FixtureId: id, Ts: 1, StartTime: 1, Competition: 'c', CompetitionId: 1, FixtureGroupId: 1 },
  ...{ Participant1: 'a', Participant1Id: 1, Participant2: 'b', Participant2Id: 2, Participant1IsHome: true },
});
const asList = function* (ms: number, size: number, count: number) {
  yield [0, bytes('[')] as const;
  for (let i = 0; i < count; i++) yield [ms, bytes(' '.repeat(size))] as const;
  yield [0, bytes(`${JSON.stringify(fixture(1))}]`)] as const;
};

describe('an answer', () => {
  test('may take minutes, at 1 kB a second', async () => {
    const { client } = slowService(() => asList(14_999, 15_000, 24));
    expect(await client.fixtures.updates(1, 1)).toHaveLength(1);
    const found = [];
    for await (const page of client.fixtures.updatePages(1, 1)) found.push(...page);
    expect(found).toHaveLength(1);
  });

  test('fails after 15 s of silence', async () => {
    const { client } = slowService(() => asList(15_000, 100_000, 1));
    expect(await failure(client.fixtures.updates(1, 1))).toMatchObject({
      context: { reason: 'nothing within 15000 ms' },
    });
  });

  test('fails below 1 kB a second over 30 s', async () => {
    const slow = slowService(() => asList(10_000, 9_990, 4));
    const reason = 'less than 1000 bytes a second';
    expect(await failure(slow.client.fixtures.updates(1, 1))).toMatchObject({ context: { reason } });
    const pages = slow.client.fixtures.updatePages(1, 1);
    expect(await failure(pages.next())).toMatchObject({ number: 7026, context: { reason } });
    const shorter = slowService(() => asList(9_999, 1, 3));
    expect(await shorter.client.fixtures.updates(1, 1)).toHaveLength(1);
  });

  test('is not held to the time that its reader takes', async () => {
    const { client, pass } = slowService(function* () {
      yield [0, bytes(`[${JSON.stringify(fixture(1))},`)];
      yield [0, bytes(`${JSON.stringify(fixture(2))}]`)];
    });
    const found: number[] = [];
    for await (const page of client.fixtures.updatePages(1, 1)) {
      found.push(...page.map(({ FixtureId }) => FixtureId));
      pass(3_600_000);
    }
    expect(found).toEqual([1, 2]);
  });

  test('that is read whole has at most 64 MiB, one in pages 1 GiB', async () => {
    /** A blank that says that it is as long. */
    const long = (mebibytes: number) => Object.defineProperty(bytes(' '), 'length', { value: mebibytes * 1024 * 1024 });
    const service = (first: Uint8Array, ...more: Uint8Array[]) =>
      slowService(() => [first, bytes(`[${JSON.stringify(fixture(1))}]`), ...more].map((piece) => [0, piece])).client;
    const size = bytes(`[${JSON.stringify(fixture(1))}]`).length;
    const rest = (mebibytes: number) =>
      Object.defineProperty(bytes(' '), 'length', { value: mebibytes * 1024 * 1024 - size - 1 });
    expect(await service(bytes(' '), rest(64)).fixtures.updates(1, 1)).toHaveLength(1);
    expect(await failure(service(long(64)).fixtures.updates(1, 1))).toMatchObject({
      context: { most: 64, unit: 'MiB' },
    });
    expect((await service(bytes(' '), rest(1_024)).fixtures.updatePages(1, 1).next()).value).toHaveLength(1);
    const pages = service(long(1_024)).fixtures.updatePages(1, 1);
    expect(await failure(pages.next())).toMatchObject({ context: { most: 1_024, unit: 'MiB' } });
  });

  test('that is not read to its end is cancelled', async () => {
    let cancelled = false;
    const client = createClient({
      ...{ baseUrl: 'http://service.test', jwt: 'jwt', apiToken: 'token' },
      fetch: async () =>
        new Response(
          new ReadableStream<Uint8Array>({
            start: (controller) => controller.enqueue(bytes(`[${JSON.stringify(fixture(1))},`)),
            cancel: () => {
              cancelled = true;
            },
          }),
        ),
    });
    for await (const page of client.fixtures.updatePages(1, 1)) {
      expect(page).toHaveLength(1);
      break;
    }
    expect(cancelled).toBe(true);
  });
});
