import { fail, listed } from '../error/index.js';
import { type Proof, parseProof, type StatProof } from '../proof/index.js';

/** Reads a proof and checks that it is of the kind that was asked for; nothing is verified. Errors: those of `parseProof`, 7028. */
export function proofOfKind<K extends Proof['kind'], V extends number>(
  answer: unknown,
  kind: K,
  version?: V,
): Extract<Proof, { readonly kind: K }> & (K extends 'stat' | 'odds' ? { readonly version: V } : unknown) {
  const proof = parseProof(answer);
  const found = 'version' in proof ? proof.version : undefined;
  if (proof.kind !== kind || found !== version)
    return fail(7028, {
      message: `The service was asked for ${named(kind, version)} and gives ${named(proof.kind, found)}.`,
    });
  return proof as never;
}

/** Checks that a proof is of this fixture and these stats, in this order. Errors: 7028. */
export function checkQuestion(proof: StatProof, fixtureId: number, keys: readonly number[]): void {
  if (proof.summary.fixtureId !== fixtureId)
    fail(7028, { message: `The proof is of fixture ${proof.summary.fixtureId}, not ${fixtureId}.` });
  const given = proof.leaves.map(({ stat }) => stat.key);
  if (given.join() !== keys.join())
    fail(7028, { message: `The proof is of the stats ${listed(given)}, not ${listed(keys)}.` });
}

const named = (kind: string, version: number | undefined): string =>
  `a proof of ${kind}${version === undefined ? '' : ` version ${version}`}`;
