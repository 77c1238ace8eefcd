import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentHash } from '../../ts/service/data/ingest/contentHash.js';

/** The hash as computed for the first rows. Later hashes must always match it. */
const firstWay = (value: unknown): Uint8Array =>
  new Uint8Array(
    createHash('sha256')
      .update(
        JSON.stringify(value, (_, inner: unknown) =>
          typeof inner === 'object' && inner !== null && !Array.isArray(inner)
            ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
            : inner,
        ),
      )
      .digest(),
  );

/** Includes property names with special meaning in objects. */
const name = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toJSON',
    '',
    '0',
    '00',
    '-1',
    '1.5',
    '999999999',
    '4294967294',
    '4294967295',
    '9',
  ),
  fc.nat({ max: 70_000 }).map(String),
  fc.string({ unit: 'binary' }),
);
const text = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.constant('null'),
    fc.boolean().map(String),
    fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }).map(String), fc.constantFrom('-0', '1e400', '1.0')),
    fc.string({ unit: 'binary' }).map((inner) => JSON.stringify(inner)),
    fc.array(tie('value')).map((items) => `[${items.join(', ')}]`),
    fc
      .uniqueArray(fc.tuple(name, tie('value')), { selector: ([key]) => key })
      .map((entries) => `{${entries.map(([key, inner]) => `${JSON.stringify(key)}: ${inner}`).join()}}`),
  ),
})).value;

test('the hash of a record equals the one stored with the first rows, whatever its content', () => {
  fc.assert(
    fc.property(text, (json) => {
      const value: unknown = JSON.parse(json as string);
      expect(contentHash(value)).toEqual(firstWay(value));
    }),
    { numRuns: 2_000 },
  );
});

test('the hash of a record is pinned', () => {
  const record = { FixtureId: 7, Stats: { 2: 0, 1: 3, 1001: 0 }, Action: 'goal', Clock: { seconds: 9, running: true } };
  expect(Buffer.from(contentHash(record)).toString('hex')).toBe(
    createHash('sha256')
      .update('{"Action":"goal","Clock":{"running":true,"seconds":9},"FixtureId":7,"Stats":{"1":3,"2":0,"1001":0}}')
      .digest('hex'),
  );
});
