import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bytesToHex } from '../../../linesman/format/index.js';
import { parseProof } from '../../../linesman/proof/index.js';
import { withHash, writtenHashes } from './hashText.js';

const PROOFS = new URL('../../../../examples/proofs/', import.meta.url);
const FILES = readdirSync(PROOFS);
const textOf = (name: string): string => readFileSync(new URL(name, PROOFS), 'utf8');

describe.each(FILES)('%s', (name) => {
  const text = textOf(name);
  const hashes = [...writtenHashes(text)];

  test('has hashes, and each can be changed to another one and back', () => {
    expect(hashes.length).toBeGreaterThan(1);
    const other = 'ab'.repeat(32);
    for (const hash of hashes) {
      const changed = withHash(text, hash, other) ?? '';
      expect(writtenHashes(changed)).toContain(other);
      // Still a document of the same kind, which the parser takes.
      expect(parseProof(changed).kind).toBe(parseProof(text).kind);
      expect(withHash(changed, other, hash)).toBe(text);
    }
  });

  test('has those of its paths', () => {
    for (const { hash } of parseProof(text).mainTreeProof) expect(hashes).toContain(bytesToHex(hash));
  });

  test('does not change for a hash that it does not have', () => {
    expect(withHash(text, '5e'.repeat(32), 'ab'.repeat(32))).toBeUndefined();
  });
});

test('a hash is spelled as the others are', () => {
  const hash = 'c0'.repeat(32);
  const bytes = [...Buffer.from(hash, 'hex')];
  const spelled = [
    JSON.stringify(hash),
    JSON.stringify(Buffer.from(hash, 'hex').toString('base64')),
    JSON.stringify(bytes),
    JSON.stringify(bytes.map((byte) => byte - 256)),
  ];
  for (const written of spelled) {
    const text = `{"note": "c0", "hash": ${written}, "short": [1, 2], "deep": [[${'300,'.repeat(31)}300]]}`;
    expect([...writtenHashes(text)]).toEqual([hash]);
    const changed = withHash(text, hash, `${'c0'.repeat(31)}c1`) ?? '';
    expect(changed.length).toBe(text.length);
    expect(JSON.parse(changed).note).toBe('c0');
  }
});
