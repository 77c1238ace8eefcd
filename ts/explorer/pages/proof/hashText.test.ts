import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bytesToHex } from '../../../sdk/format/hex.js';
import type { Sport } from '../../../sdk/format/sports/sports.js';
import type { InspectedNode } from '../../../sdk/proof/inspect/inspection.js';
import { inspectProof } from '../../../sdk/proof/inspect/inspectProof.js';
import { parseProof } from '../../../sdk/proof/parse.js';
import { placeOf, withHash, writtenHashes } from './hashText.js';

const PROOFS = new URL('../../../../examples/proofs/', import.meta.url);
const FILES = readdirSync(PROOFS);
const sportOf = (file: string): Sport =>
  file === 'basketball.json' ? 'basketball' : file === 'us-football.json' ? 'us-football' : 'soccer';
const nodesIn = (node: InspectedNode): InspectedNode[] => [node, ...node.children.flatMap(nodesIn)];
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
      // The result is still a document of the same kind, and the parser accepts it.
      expect(parseProof(changed).kind).toBe(parseProof(text).kind);
      expect(withHash(changed, other, hash)).toBe(text);
    }
  });

  test('a hash that is changed is changed in the chosen node, and in no other one', () => {
    const inspected = (document: string) => inspectProof(parseProof(document), { sport: sportOf(name) });
    const siblingsOf = (document: string) =>
      new Map(
        inspected(document).levels.flatMap(({ trees }) =>
          trees.flatMap(nodesIn).flatMap((node) => (node.kind === 'sibling' ? [[node.id, bytesToHex(node.hash)]] : [])),
        ) as [string, string][],
      );
    const before = siblingsOf(text);
    const other = 'ab'.repeat(32);
    let tried = 0;
    for (const { trees } of inspected(text).levels)
      for (const node of trees.flatMap(nodesIn)) {
        if (node.kind !== 'sibling' || !writtenHashes(text).has(bytesToHex(node.hash))) continue;
        const changed = withHash(text, bytesToHex(node.hash), other, placeOf(node, trees)) ?? '';
        expect([node.id, Object.fromEntries(siblingsOf(changed))]).toEqual([
          node.id,
          Object.fromEntries([...before, [node.id, other]]),
        ]);
        tried += 1;
      }
    expect(tried).toBeGreaterThan(name.startsWith('fixture-batch') ? 0 : 1);
  });

  test('has those of its paths', () => {
    for (const { hash } of parseProof(text).mainTreeProof) expect(hashes).toContain(bytesToHex(hash));
  });

  test('does not change for a hash that it does not have', () => {
    expect(withHash(text, '5e'.repeat(32), 'ab'.repeat(32))).toBeUndefined();
  });
});

test('what looks like a list of bytes, and is no JSON, is not a hash', () => {
  const ones = `[${Array(32).fill('01').join(',')}]`;
  expect([...writtenHashes(`{"x": ${ones}, "y": "${ones}"}`)]).toEqual([]);
  expect(withHash(ones, '01'.repeat(32), 'ab'.repeat(32))).toBeUndefined();
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
