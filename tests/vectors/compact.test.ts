import { describe, expect, it } from 'vitest';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import type { CompactProof } from '../../ts/sdk/format/compactProof.js';
import { hashOf } from '../../ts/sdk/format/hash.js';
import { bytesToHex, hexToBytes } from '../../ts/sdk/format/hex.js';
import { milliseconds } from '../../ts/sdk/format/slotTime.js';
import { sportOfLayout } from '../../ts/sdk/format/sport.js';
import { decodeInstruction } from '../../ts/sdk/program/decodeInstruction.js';
import { settle } from '../../ts/sdk/program/settlement/instructions.js';
import { proveCompact } from '../../ts/sdk/proof/compact.js';
import type { Fact } from '../../ts/sdk/proof/fact.js';
import type { CompactFact, CompactResult, CompactVector, CompactProof as Plain } from './compactVector.js';
import { readCompactCorpus } from './corpus.js';
import { rootsAccount } from './rootsAccount.js';
import type { Stat } from './vector.js';

const corpus = readCompactCorpus();

const hash = (hex: string) => hashOf(hexToBytes(hex));
const typed = (proof: Plain): CompactProof => ({
  ...proof,
  minTimestamp: milliseconds(Number(proof.minTimestamp)),
  maxTimestamp: milliseconds(Number(proof.maxTimestamp)),
  fixtureSiblings: proof.fixtureSiblings.map(hash),
  mainSiblings: proof.mainSiblings.map(hash),
  hashes: proof.hashes.map(hash),
  zeroMap: proof.zeroMap === null ? null : hash(proof.zeroMap),
  eventStatRoot: proof.eventStatRoot === null ? null : hash(proof.eventStatRoot),
});

const plain = (fact: Fact): CompactFact => {
  if (fact.kind === 'absent') return { key: fact.key, absent: true };
  const { key, value, period } = fact;
  return { key, value, period };
};

function judge(vector: CompactVector): CompactResult {
  const sport = sportOfLayout(vector.sport);
  if (!sport) throw new Error(`layout ${vector.sport}`);
  try {
    if (vector.proof === null) {
      decodeInstruction(hexToBytes(vector.data));
      throw new Error('the data decode');
    }
    const question = { fixtureId: Number(vector.fixtureId), keys: vector.keys, sport };
    const account = new Uint8Array(rootsAccount(vector.roots));
    const { facts, witness, updateIndex } = proveCompact(typed(vector.proof), question, account);
    return { facts: facts.map(plain), witness: witness && (plain(witness) as Stat), updateIndex };
  } catch (error) {
    if (error instanceof LinesmanError) return { error: error.number };
    throw error;
  }
}

describe('the compact form offline', () => {
  it.each(corpus.map((vector) => [vector.name, vector.about, vector] as const))('%s: %s', (_, __, vector) => {
    expect(judge(vector)).toEqual(vector.expect.typescript);
  });

  it('has valid vectors and at least 12 classes of faults', () => {
    const classes = new Set(corpus.map((vector) => vector.class));
    expect(classes.delete('valid')).toBe(true);
    expect(classes.size).toBeGreaterThanOrEqual(12);
  });

  it('is written and read byte for byte', () => {
    for (const { name, proof, data } of corpus) {
      if (proof === null) continue;
      const args = { proof: { kind: 'Compact' as const, ...typed(proof) }, witness: null };
      expect(bytesToHex(settle.encode(args)), name).toBe(data);
      expect(settle.decode(hexToBytes(data)), name).toEqual(args);
    }
  });
});
