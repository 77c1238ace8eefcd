import { WRONG_RECORD } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import { parseProof } from '../proof/parse.js';
import type { Proof, StatProof } from '../proof/proof.js';

/**
 * Parses a proof, unverified, and checks that it is of the requested kind and version. Errors: those of `parseProof`;
 * WRONG_RECORD.
 */
export function proofOfKind<K extends Proof['kind'], V extends number>(
  answer: unknown,
  kind: K,
  version?: V,
): Extract<Proof, { readonly kind: K }> & (K extends 'stat' | 'odds' ? { readonly version: V } : unknown) {
  const proof = parseProof(answer);
  const found = 'version' in proof ? proof.version : undefined;
  if (proof.kind !== kind || found !== version)
    return fail(WRONG_RECORD, { problem: 'other kind', asked: named(kind, version), given: named(proof.kind, found) });
  return proof as never;
}

/** Checks that a proof is of this fixture and of these stats in this order. Errors: WRONG_RECORD. */
export function checkQuestion(proof: StatProof, fixtureId: number, keys: readonly number[]): void {
  if (proof.summary.fixtureId !== fixtureId)
    fail(WRONG_RECORD, { problem: 'other fixture', proven: proof.summary.fixtureId, asked: fixtureId });
  const given = proof.leaves.map(({ stat }) => stat.key);
  if (given.join() !== keys.join()) fail(WRONG_RECORD, { problem: 'other stats', proven: given, asked: keys });
}

const named = (kind: string, version: number | undefined): string =>
  `a proof of ${kind}${version === undefined ? '' : ` version ${version}`}`;
