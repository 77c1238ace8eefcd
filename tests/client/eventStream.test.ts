import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dataOf, EventStreamParser, eventsOfText, type StreamedEvent } from '../../ts/linesman/client/index.js';
import { eventFrame, heartbeatFrame } from '../../ts/service/edge/stream/index.js';
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
