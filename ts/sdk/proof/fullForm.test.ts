import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compactForm } from './compactForm.js';
import { fullForm } from './fullForm.js';
import { parseProof } from './parse.js';
import type { StatProof } from './proof.js';
import { verify } from './verify.js';

const PROOFS = new URL('../../../examples/proofs/', import.meta.url);
const ROOTS = readFileSync(new URL('../../../examples/roots/scores.json', import.meta.url), 'utf8');
const account = Buffer.from((JSON.parse(ROOTS) as { data: string }).data, 'base64');
const stats = readdirSync(PROOFS).flatMap((name) => {
  const proof = parseProof(readFileSync(new URL(name, PROOFS), 'utf8'));
  return proof.kind === 'stat' && proof.version !== 4 ? [[name, proof] as const] : [];
});

describe.each(stats)('%s', (name, proof: StatProof) => {
  const sport = name === 'basketball.json' ? 'basketball' : name === 'us-football.json' ? 'us-football' : 'soccer';
  const keys = proof.leaves.map(({ stat }) => stat.key);
  const question = { fixtureId: proof.summary.fixtureId, keys, sport } as const;

  test('comes back from the compact form, and proves the same', () => {
    const compact = compactForm(proof);
    const full = fullForm(compact, question);
    expect(compactForm(full)).toEqual(compact);
    if (proof.version === 3) {
      const { recordTs: _, ...rest } = proof;
      expect(full).toEqual({ ...rest, leaves: full.leaves });
    }
    const options = { sport, rootsAccount: account } as const;
    const { mainRoot, published, ...one } = verify(full, options);
    const other = verify(proof, options);
    expect([mainRoot, published, one]).toEqual([
      other.mainRoot,
      other.published,
      expect.objectContaining({ fixtureId: question.fixtureId }),
    ]);
    if (one.kind !== 'stat' || other.kind !== 'stat') throw new Error('not about stats');
    expect(one.facts).toEqual(other.facts);
  });
});

test('a hash on the other side of the multiproof is noticed', () => {
  const [, proof] = stats.find(([, { version }]) => version === 3) ?? [];
  if (!proof) throw new Error('no example of version 3');
  const keys = proof.leaves.map(({ stat }) => stat.key);
  const full = fullForm(compactForm(proof), { fixtureId: proof.summary.fixtureId, keys, sport: 'soccer' });
  const [first, ...rest] = full.multiproofHashes;
  if (!first) throw new Error('the example has no hash');
  const turned = { ...full, multiproofHashes: [{ ...first, isRightSibling: !first.isRightSibling }, ...rest] };
  expect(() => verify(turned, { sport: 'soccer' })).toThrow();
});
