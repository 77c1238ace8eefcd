import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bytesFromText } from '../../../sdk/proof/byteText.js';
import { parseProof } from '../../../sdk/proof/parse.js';
import { readRootsFile } from '../../../sdk/proof/rootsFile.js';
import { type VerifyResult, verify } from '../../../sdk/proof/verify.js';
import { headlineOf } from './headline.js';

const read = (path: string): Buffer => readFileSync(new URL(`../../../../examples/${path}`, import.meta.url));
const proof = parseProof(read('proofs/final-win-v4.json'));
const rootsAccount = readRootsFile(read('roots/scores.json'), 'scores.json');
const oracleKeys = [bytesFromText(read('oracle-key.txt').toString().trim(), 32, 'oracle key')];

const compared: VerifyResult = verify(proof, { sport: 'soccer', rootsAccount });
const signed: VerifyResult = verify(proof, { sport: 'soccer', oracleKeys });
const named = { isKeyRecorded: false };
const recorded = { isKeyRecorded: true };
const OPEN = { kind: 'open', head: 'The proof holds, if its root is on chain' };
const PROVEN = { kind: 'good', head: 'The proof holds' };

test('a root of the chain or of a given account proves, the root of a case does not', () => {
  for (const from of ['chain', 'file'] as const) expect(headlineOf(compared, { from }, recorded)).toEqual(PROVEN);
  expect(headlineOf(compared, { from: 'case' }, named)).toEqual(OPEN);
  expect(headlineOf(verify(proof, { sport: 'soccer' }), null, named)).toEqual(OPEN);
});

test('a signature by the key that the visitor named proves, one by the key of a case does not', () => {
  expect(headlineOf(signed, null, named)).toEqual(PROVEN);
  expect(headlineOf(signed, { from: 'case' }, named)).toEqual(PROVEN);
  for (const roots of [null, { from: 'case' }] as const) expect(headlineOf(signed, roots, recorded)).toEqual(OPEN);
});

test('the answer to a condition is proven in the same way', () => {
  const of = (verdict: boolean): VerifyResult => ({ ...compared, kind: 'stat', verdict }) as VerifyResult;
  expect(headlineOf(of(true), { from: 'chain' }, named)).toEqual({ kind: 'good', head: 'True, and proven' });
  expect(headlineOf(of(false), { from: 'chain' }, named)).toEqual({ kind: 'untrue', head: 'False, and proven so' });
  const open = ['True', 'False'].map((word) => ({ kind: 'open', head: `${word}, if its root is on chain` }));
  expect([true, false].map((verdict) => headlineOf(of(verdict), { from: 'case' }, recorded))).toEqual(open);
});
