import { base64 } from '@scure/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEED } from '../../../tests/helpers/arbitraryBatch.js';
import { ANSWERS } from '../../../tests/helpers/sampleSlot.js';
import { outcome } from '../../../tests/helpers/thrown.js';
import { base64Bytes } from './base64Bytes.js';
import { parseProof } from './parse.js';
import type { Proof } from './proof.js';

/** The library's result for padded text of the required length. */
function byLibrary(text: string, length: number): Uint8Array | undefined {
  try {
    const bytes = text.endsWith('=') ? base64.decode(text) : undefined;
    return bytes?.length === length ? Uint8Array.from(bytes) : undefined;
  } catch {
    return undefined;
  }
}

test('decodes canonical Base64 of every padded length', () => {
  for (let length = 1; length < 100; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 89 + length) & 255);
    expect(base64Bytes(base64.encode(bytes), length)).toEqual(length % 3 === 0 ? undefined : bytes);
  }
});

test('accepts and refuses each character at each position of a hash and a signature as the library does', () => {
  const all = [
    ...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)),
    'Ł',
    '＝',
    '\u0141',
    '\u2041',
    '😀',
  ];
  for (const length of [32, 64]) {
    const text = base64.encode(Uint8Array.from({ length }, (_, i) => 255 - 3 * i));
    for (let at = 0; at < text.length; at++) {
      for (const character of all) {
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        expect(base64Bytes(changed, length), changed).toEqual(byLibrary(changed, length));
      }
    }
  }
});

test('decodes any text as the library does, or not at all', () => {
  const length = fc.constantFrom(1, 2, 3, 4, 31, 32, 33, 63, 64, 65);
  const near = fc.uint8Array({ maxLength: 66 }).map((bytes) => base64.encode(bytes));
  const text = fc.oneof(
    near,
    fc.base64String({ maxLength: 90 }),
    fc.string({ maxLength: 90 }),
    fc.string({ unit: 'binary' }),
  );
  const edit = fc.option(
    fc.record({ at: fc.nat({ max: 90 }), by: fc.constantFrom('', '=', 'A', '-', '_', ' ', '\n') }),
  );
  fc.assert(
    fc.property(text, length, edit, (written, bytes, change) => {
      const given = change ? written.slice(0, change.at) + change.by + written.slice(change.at + 1) : written;
      for (const size of [bytes, Math.floor((given.length * 3) / 4) - 1, Math.floor((given.length * 3) / 4) - 2]) {
        if (size > 0 && size % 3 !== 0) expect(base64Bytes(given, size)).toEqual(byLibrary(given, size));
      }
    }),
    { seed: SEED, numRuns: 3_000 },
  );
});

/** Path nodes in their usual form take a faster route. It must not change the result. */
test('an extra field of a path node changes nothing', () => {
  const hash = Uint8Array.from({ length: 32 }, (_, i) => 7 * i);
  const texts = fc.constantFrom(
    base64.encode(hash),
    base64.encode(hash.subarray(1)),
    `${base64.encode(hash).slice(0, -2)}1=`,
  );
  const values = fc.oneof(
    texts,
    fc.constant(Buffer.from(hash).toString('hex')),
    fc.constant([...hash]),
    fc.jsonValue(),
  );
  const sides = fc.oneof({ weight: 3, arbitrary: fc.boolean() }, fc.jsonValue());
  const names = fc.constantFrom('hash', 'Hash', 'isRightSibling', 'IsRightSibling', 'toString', 'constructor');
  const usual = fc.record({ hash: values, isRightSibling: sides });
  const unusual = fc.dictionary(names, fc.oneof(values, sides), { maxKeys: 4, noNullPrototype: true });
  const node = fc.oneof({ weight: 4, arbitrary: usual }, { weight: 4, arbitrary: unusual }, fc.jsonValue());
  fc.assert(
    fc.property(node, fc.nat({ max: 2 }), (item, place) => {
      const withNode = (given: unknown) => {
        const answer = structuredClone(ANSWERS[2]()) as unknown as { mainTreeProof: unknown[] };
        answer.mainTreeProof[Math.min(place, answer.mainTreeProof.length - 1)] = given;
        return answer;
      };
      const parsed = (given: unknown) => {
        let proof: Proof | undefined;
        const result = outcome(() => {
          proof = parseProof(given);
        });
        return { result, proof };
      };
      const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
      const longer = isObject ? { ...item, nobodyAsks: 1 } : item;
      expect(parsed(withNode(item))).toEqual(parsed(withNode(longer)));
      expect(parsed(JSON.stringify(withNode(item)))).toEqual(parsed(JSON.stringify(withNode(longer), null, 1)));
    }),
    { seed: SEED, numRuns: 200 },
  );
});
