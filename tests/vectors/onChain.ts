import type { Result, Vector } from './vector.js';

/**
 * Vectors whose Ed25519 instruction is refused before the oracle program runs: a signature that does not verify, a key
 * that is no key, offsets beyond the data, and another precompile's program. `expect.bankrun` says what the oracle
 * program itself makes of them, and `expect.surfpool` repeats it for those that it would accept.
 */
const PRECOMPILE = new RegExp(
  '^(odds-)?v4-(forged-signature-.+|signature-header-(?!padding-|[a-z]+-instruction-index-0$).+|' +
    'signature-length-(one-less|empty|header-only)|signature-instruction-same-data-other-program|signer-no-next-key)$',
);

/** The result of a vector where precompiles run, as on a cluster. */
export const resultOnChain = ({ name, expect }: Pick<Vector, 'name' | 'expect'>): Result =>
  PRECOMPILE.test(name) ? { precompile: true } : expect.bankrun;
