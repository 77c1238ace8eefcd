import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { otherFormOf } from '../../../records/record/otherForm.js';
import { LinesmanError } from '../../../sdk/error/linesmanError.js';
import { RecordsOfLine } from '../../commands/records/recordsOfLine.js';
import type { Line } from '../ingest/ingestLines.js';
import { documentsOfLines } from './documentsOfLines.js';
import { linesOfBytes } from './linesOfBytes.js';
import { plainBytes } from './plainBytes.js';

const A = '{"FixtureId":1,"Seq":0,"Data":{"a":[1.0,"]}\\"{"]},"Big":9007199254740993}';
const B = '{"Seq":1,"FixtureId":1}';
const FIXTURE = '{"Ts":1,"Competition":"x","FixtureId":1}';

/** A recorder's lines of a stream: an event with one and with several lines of data, heartbeats, a comment. */
const RAW = [
  { ts: 1.5, raw: [`data: ${A}`, 'id: 1:0'] },
  { ts: 2, raw: ['event: heartbeat', 'data: {"Ts":1783717160000}'] },
  {
    ts: 3,
    raw: [
      `data:${B}`,
      '',
      'data: {"ts": 5}',
      '',
      ...A.replace(',', ',\n')
        .split('\n')
        .map((half) => `data: ${half}`),
    ],
  },
  { ts: 4, raw: [':'] },
]
  .map((line) => JSON.stringify(line))
  .join('\n');

/** The bytes one by one, in chunks of two, and as a whole. */
function* chunked(bytes: Uint8Array): Generator<readonly Uint8Array[]> {
  for (const size of [1, 2, bytes.length]) {
    const chunks: Uint8Array[] = [];
    for (let i = 0; i < bytes.length; i += size) chunks.push(bytes.subarray(i, i + size));
    yield chunks;
  }
}

async function* sent(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

interface Read {
  /** Text or error number, with its line. */
  readonly records: readonly (readonly [line: number, record: string | number])[];
  readonly around: object;
}

async function readOf(chunks: readonly Uint8Array[], unwrap?: string): Promise<Read> {
  const reader = new RecordsOfLine(unwrap);
  const records: (readonly [number, string | number])[] = [];
  let number = 0;
  for await (const line of documentsOfLines(linesOfBytes(plainBytes(sent(chunks), 'feed')))) {
    number++;
    for (const one of [reader.of(line)].flat() as Line[])
      if (one instanceof LinesmanError) records.push([number, one.number]);
      else if (one.trim() !== '') records.push([number, one]);
  }
  const { unwrapped, heartbeats } = reader.around;
  return { records, around: { ...Object.fromEntries(unwrapped), ...(heartbeats > 0 && { heartbeats }) } };
}

/** The result is the same for all chunk sizes. */
async function read(input: string | Uint8Array, unwrap?: string): Promise<Read> {
  const bytes = typeof input === 'string' ? Buffer.from(input) : input;
  let first: Read | undefined;
  for (const chunks of chunked(bytes)) {
    const found = await readOf(chunks, unwrap);
    first ??= found;
    expect(found).toEqual(first);
  }
  return first as Read;
}

const BOTH = [
  [1, A],
  [2, B],
];
const plain = `${A}\n${B}\n`;

describe('input', () => {
  it.each([
    ['lines', plain],
    ['no last line end', `${A}\n${B}`],
    ['CR LF', `${A}\r\n${B}\r\n`],
    ['CR alone', `${A}\r${B}\r`],
    ['a byte order mark', `\ufeff${plain}`],
    ['gzip', gzipSync(plain)],
    ['gzip of gzip, with a byte order mark', gzipSync(gzipSync(`\ufeff${plain}`))],
    ['gzip in two members', Buffer.concat([gzipSync(`${A}\n`), gzipSync(`${B}\n`)])],
  ])('in %s is read', async (_, input) => {
    expect(await read(input)).toEqual({ records: BOTH, around: {} });
  });

  it.each([
    ['UTF-16', Buffer.from(`\ufeff${plain}`, 'utf16le')],
    ['zip', Buffer.from('PK\u0003\u0004rest', 'latin1')],
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1])],
    ['xz', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0])],
    ['bzip2', Buffer.from('BZh91AY')],
    ['gzip', gzipSync(plain).subarray(0, 30)],
    ['gzip', Buffer.concat([gzipSync(plain).subarray(0, -9), Buffer.alloc(9, 7)])],
  ])('in %s that cannot be read is refused by name', async (name, bytes) => {
    await expect(readOf([bytes])).rejects.toMatchObject({ number: 7014, message: expect.stringContaining(name) });
  });

  it.each([
    [
      'a list on one line',
      `[${A},${B}]`,
      [
        [1, A],
        [1, B],
      ],
    ],
    [
      'a pretty list',
      `[\n  ${A},\n  ${B}\n]\n${B}`,
      [
        [1, A],
        [1, B],
        [5, B],
      ],
    ],
    [
      'an object on lines',
      `${B}\n{\n  "FixtureId": 1,\n  "Seq": {}\n}\n${B}\n`,
      [
        [1, B],
        [2, '{\n  "FixtureId": 1,\n  "Seq": {}\n}'],
        [6, B],
      ],
    ],
    [
      'an object that is cut off',
      `{"Seq":1,"Data":{\n${B}\n{"Seq":\n`,
      [
        [1, '{"Seq":1,"Data":{'],
        [2, B],
        [3, '{"Seq":'],
      ],
    ],
    [
      'a text that is cut off',
      `{"Seq":1,"Action":"ki\n${B}`,
      [
        [1, '{"Seq":1,"Action":"ki'],
        [2, B],
      ],
    ],
    [
      'an event stream',
      `data: ${A}\nid: 1:0\n\ndata: {"Ts":1}\nevent: heartbeat\n\ndata: ${B}\n`,
      [
        [1, A],
        [7, B],
      ],
    ],
    [
      'what is no JSON',
      `hello\n[1,\n`,
      [
        [1, 'hello'],
        [2, 7040],
      ],
    ],
    [
      'a list in a list',
      `[[${A}],[],${B}]`,
      [
        [1, A],
        [1, B],
      ],
    ],
  ])('with %s', async (_, input, records) => {
    expect((await read(input)).records).toEqual(records);
  });

  const beat = '{"recordedAt":"2026-06-11T19:00:10Z","event":"heartbeat","data":{"Ts":1784148592}}';
  it.each<[string, string, readonly string[], object, string?]>([
    ['{ts, data}', `{"ts":5,"data":${A}}\n{"ts":6,"data":${B}}`, [A, B], { data: 2 }],
    [
      '{recordedAt, event, data}',
      `{"recordedAt":"x","event":null,"data":${A}}\n${beat}`,
      [A],
      { data: 1, heartbeats: 1 },
    ],
    ['{Id, Event, Data}', `{"Id":"1:0","Event":"message","Data":${A}}`, [A], { Data: 1 }],
    ['data as a text', JSON.stringify({ at: 1, id: '1:0', event: null, data: A }), [A], { data: 1 }],
    [
      'a list of wrappers',
      `[\n {"ts":5,"data":${A}},\n ${beat},\n {"ts":6,"data":${B}}\n]`,
      [A, B],
      { data: 2, heartbeats: 1 },
    ],
    ['a wrapped list', `{"result":[${A},${B}]}`, [A, B], { result: 2 }],
    ['wrappers in wrappers', `{"data":{"ts":1,"data":${A}}}`, [A], { data: 2 }],
    ['a field by name', `{"ts":5,"payload":${A}}\n${B}`, [A, B], { payload: 1 }, 'payload'],
    ['a fixture', `{"ts":5,"data":${FIXTURE}}`, [FIXTURE], { data: 1 }],
    ['lines of a stream', RAW, [A, B, A.replace(',', ',\n')], { raw: 3, heartbeats: 2 }],
    ['lines of a stream, by name', RAW, [A, B, A.replace(',', ',\n')], { raw: 3, heartbeats: 2 }, 'raw'],
    ['lines of records', JSON.stringify({ lines: [A, B] }), [A, B], { lines: 2 }],
    [
      'the text of a stream',
      JSON.stringify({ body: `data: ${A}\nid: 1\n\nevent: heartbeat\ndata: {"Ts":1}\n\ndata: ${B}` }),
      [A, B],
      { body: 2, heartbeats: 1 },
    ],
    ['a text in a text', `${JSON.stringify(A)}\n${JSON.stringify(JSON.stringify([A, B].join('\n')))}`, [A, A, B], {}],
    ['a text in a field', JSON.stringify({ data: JSON.stringify(A) }), [A], { data: 1 }],
    [
      'heartbeats without a name',
      `{"Ts":1}\n{"ts": 5, "data": {"Ts": 1784148592}}\n${A}\n{"type":"heartbeat","Ts":1}`,
      [A],
      { heartbeats: 3 },
    ],
  ])('wrapped as %s', async (_, input, records, around, unwrap) => {
    const found = await read(input, unwrap);
    expect(found.records.map(([, record]) => record)).toEqual(records);
    expect(found.around).toEqual(around);
  });

  it('names a shape that is no record', async () => {
    const har = JSON.stringify({ log: { version: '1.2', entries: [{ response: { content: { text: A } } }] } }, null, 1);
    expect((await read(har)).records).toEqual([[1, 7246]]);
    expect(otherFormOf({ proof: { summary: {} } })).toBe('proof');
    expect(['"', '"a', '""', '5'].map((text) => new RecordsOfLine().of(text))).toEqual(['"', '"a', '""', '5']);
  });

  it('takes nothing out of records', async () => {
    const records = [A, B, FIXTURE, '{"Action":"x","Seq":3,"data":{"Seq":1}}', '{"Data":{"Seq":1},"MessageId":"x"}'];
    const found = await read(records.join('\n'));
    expect([found.records.map(([, record]) => record), found.around]).toEqual([records, {}]);
  });
});
