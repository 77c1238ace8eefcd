import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEED } from '../../../tests/helpers/arbitraryBatch.js';
import { bytesToHex } from './hex.js';
import { portableSha256, sha256 } from './sha256.js';

test('both implementations compute SHA-256, also of views into larger buffers', () => {
  const wide = fc.uint8Array({ minLength: 0, maxLength: 300 });
  fc.assert(
    fc.property(wide, fc.nat({ max: 100 }), (all, from) => {
      const bytes = all.subarray(from);
      const expected = createHash('sha256').update(bytes).digest('hex');
      const before = bytesToHex(all);
      expect([bytesToHex(sha256(bytes)), bytesToHex(portableSha256(bytes))]).toEqual([expected, expected]);
      expect([sha256(bytes).constructor, bytesToHex(all)]).toEqual([Uint8Array, before]);
    }),
    { seed: SEED, numRuns: 300 },
  );
});
