import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dataOf, EventStreamParser, eventsOfText, type StreamedEvent } from '../../ts/sdk/client/eventStream.js';
import { eventFrame, heartbeatFrame } from '../../ts/service/edge/stream/frame.js';
import { outcome } from '../helpers/thrown.js';

const SEED = 20_636;

const parsedIn = (bytes: Uint8Array, cuts: readonly number[]): StreamedEvent[] => {
  const parser = new EventStreamParser();
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).flatMap((end, i) => parser.push(bytes.subarray(places[i], end)));
};

test(`events are the same however the bytes are cut (seed ${SEED})`, () => {
  const record = fc.record({ Name: fc.string({ unit: 'grapheme' }), Seq: fc.nat() });
  const event = fc.oneof(
    fc.tuple(record, fc.nat(1000)).map(([value, index]) => ({
      frame: eventFrame(`300000:${index}`, value),
      event: { id: `300000:${index}`, event: null, data: JSON.stringify(value) },
    })),
    fc.nat().map((ts) => ({
      frame: heartbeatFrame(ts * 1000),
      event: { id: null, event: 'heartbeat', data: `{"Ts":${ts}}` },
    })),
  );
  fc.assert(
    fc.property(fc.array(event), fc.array(fc.nat(), { maxLength: 40 }), fc.boolean(), (events, cuts, crlf) => {
      const text = Buffer.concat(events.map(({ frame }) => frame)).toString();
      const bytes = Buffer.from(crlf ? text.replaceAll('\n', '\r\n') : text);
      const expected = events.map((one) => one.event);
      expect(parsedIn(bytes, cuts)).toEqual(expected);
      // Byte by byte.
      expect(parsedIn(bytes, [...bytes.keys()])).toEqual(expected);
    }),
    { seed: SEED, numRuns: 200 },
  );
});

test('an incomplete event of a broken connection is ignored', () => {
  const frame = eventFrame('300000:1', { Seq: 1 });
  for (let length = 0; length < frame.length; length++)
    expect(new EventStreamParser().push(frame.subarray(0, length))).toEqual([]);
  expect(new EventStreamParser().push(frame).length).toBe(1);
});

test('comments, unknown fields, several lines of data and a missing space are parsed', () => {
  expect(eventsOfText(': hello\nretry: 5\n\ndata:{\ndata: }\nid:300000:2\nmore\n\nid: 1\n\ndata: x\n\n')).toEqual([
    { id: '300000:2', event: null, data: '{\n}' },
    { id: null, event: null, data: 'x' },
  ]);
});

test('bytes that are not UTF-8, data that is not JSON, and endless lines are refused', () => {
  expect(outcome(() => new EventStreamParser().push(new Uint8Array([0x64, 0xff, 0x0a])))).toBe(7000);
  expect(outcome(() => dataOf({ id: null, event: null, data: '{' }))).toBe(7000);
  const parser = new EventStreamParser();
  const piece = new TextEncoder().encode('x'.repeat(1 << 20));
  expect(outcome(() => Array.from({ length: 17 }, () => parser.push(piece)))).toBe(7000);
});

/** The grammar of the standard, on whole text: what a browser dispatches, but with ids only where they stand. */
function reference(text: string): StreamedEvent[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  // A line without an end is not complete.
  lines.pop();
  const events: StreamedEvent[] = [];
  let [id, event, data]: [string | null, string, string] = [null, '', ''];
  for (const line of lines) {
    if (line === '') {
      if (data !== '') events.push({ id, event: event || null, data: data.slice(0, -1) });
      [id, event, data] = [null, '', ''];
      continue;
    }
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'event') event = value;
    else if (name === 'data') data += `${value}\n`;
    else if (name === 'id' && !value.includes('\0')) id = value;
  }
  return events;
}

const ENDS = ['\n', '\r', '\r\n'] as const;
const LINES = [
  ...['', 'data', 'data:', 'data: ', 'data:  x', 'data:x', 'data: {"Seq":1}', 'data: é😀', 'data: a:b', 'Data: x'],
  ...[':', ': comment', ':data: x', 'event', 'event:', 'event: heartbeat', 'event: ping', 'event:message', 'retry: 5'],
  ...['id', 'id: 1:0', 'id:2:1', 'id: a\0b', 'unknown: x', 'no colon', ' data: x', '\ufeffdata: x', 'retry'],
];

test(`every mixture of lines and line ends is parsed as in the standard (seed ${SEED})`, () => {
  const line = fc.tuple(fc.constantFrom(...LINES), fc.constantFrom(...ENDS)).map((parts) => parts.join(''));
  const text = fc.tuple(fc.constantFrom('', '\ufeff'), fc.array(line, { maxLength: 30 })).map(([bom, lines]) => {
    return bom + lines.join('');
  });
  fc.assert(
    fc.property(text, fc.array(fc.nat(), { maxLength: 10 }), (whole, cuts) => {
      const bytes = new TextEncoder().encode(whole);
      const expected = reference(whole);
      expect(parsedIn(bytes, [])).toEqual(expected);
      expect(parsedIn(bytes, cuts)).toEqual(expected);
      expect(parsedIn(bytes, [...bytes.keys()])).toEqual(expected);
    }),
    { seed: SEED, numRuns: 500 },
  );
});

test.each(ENDS)('lines that end in %j alone, in two pieces at every byte', (end) => {
  const text = ['\ufeff: hello', 'id: 1:0', 'data: {"é":', 'data: 1}', '', 'event: heartbeat', 'data', '', ''].join(
    end,
  );
  const bytes = new TextEncoder().encode(text);
  const events = [
    { id: '1:0', event: null, data: '{"é":\n1}' },
    { id: null, event: 'heartbeat', data: '' },
  ];
  for (let cut = 0; cut <= bytes.length; cut++) expect(parsedIn(bytes, [cut]), `cut at ${cut}`).toEqual(events);
  expect(eventsOfText(text)).toEqual(events);
});
