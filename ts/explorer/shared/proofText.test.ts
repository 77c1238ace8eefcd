import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseProof } from '../../sdk/proof/parse.js';
import { proofText } from './proofText.js';

const PROOFS = new URL('../../../examples/proofs/', import.meta.url);

test.each(readdirSync(PROOFS))('%s is written as it is read', (name) => {
  const proof = parseProof(readFileSync(new URL(name, PROOFS), 'utf8'));
  if (proof.kind !== 'stat' || proof.version === 1 || proof.version === 4) return;
  const { recordTs: _, ...expected } = proof;
  const { recordTs, ...written } = parseProof(proofText(proof)) as typeof proof;
  // Answers contain the time of the record there. A proof need not carry it.
  expect([recordTs, { ...written, ts: proof.ts }]).toEqual([proof.ts, expected]);
});
