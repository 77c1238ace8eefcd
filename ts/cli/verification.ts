import { fail, LinesmanError } from '../error/index.js';
import { fixturesTimeOf, type Sport, slotTimeOf } from '../format/index.js';
import {
  type Proof,
  parseCondition,
  storedDay,
  strategyOf,
  type TreeFormat,
  type VerifyResult,
  verify,
} from '../proof/index.js';
import { isOfOlderTree } from './olderTree.js';

export interface VerificationOptions {
  readonly sport: Sport;
  readonly format: TreeFormat;
  /** Condition text. */
  readonly where?: string;
  /** Bytes of the roots account. */
  readonly roots?: Uint8Array;
  readonly oracleKeys?: readonly Uint8Array[];
}

/**
 * Verifies a proof as the command line asks. Errors: 7005 and 7006 of the condition, 7016 a condition on odds or fixtures, 7011 roots of
 * another day; then those of the verifier.
 */
export function runVerification(proof: Proof, options: VerificationOptions): VerifyResult {
  const { sport, format, where, roots, oracleKeys } = options;
  const strategy = where === undefined ? undefined : strategyFor(proof, where);
  if (roots) checkDay(proof, roots);
  try {
    return verify(proof, {
      sport,
      format,
      ...(strategy && { strategy }),
      ...(roots && { rootsAccount: roots }),
      ...(oracleKeys && { oracleKeys }),
    });
  } catch (error) {
    if (!(error instanceof LinesmanError) || format !== 'current' || !isOfOlderTree(proof, sport)) throw error;
    const { number, message, context } = error;
    return fail(number, {
      ...context,
      message,
      hint: 'This is a proof of the older tree: add --format all-stats.',
      cause: error,
    });
  }
}

function strategyFor(proof: Proof, where: string) {
  const condition = parseCondition(where);
  if (proof.kind !== 'stat')
    return fail(7016, {
      message: `The proof is of ${proof.kind === 'odds' ? 'odds' : 'a fixture'}, which has no stats to put a condition on.`,
    });
  return strategyOf(
    condition,
    proof.leaves.map(({ stat }) => stat.key),
  );
}

/** The verifier would say that the account is the wrong one; a user wants to know which file to fetch. */
function checkDay(proof: Proof, roots: Uint8Array): void {
  if (roots.length < 10) return;
  const needed = dayOf(proof);
  const stored = storedDay(roots);
  if (stored !== needed)
    fail(7011, {
      message: `The roots are of day ${stored}, and the proof is of day ${needed} (${dateOf(needed)}).`,
      stored,
      needed,
    });
}

function dayOf(proof: Proof): number {
  switch (proof.kind) {
    case 'stat':
      return slotTimeOf(proof.summary.updateStats.minTimestamp).epochDay;
    case 'odds':
      return slotTimeOf(proof.odds.ts).epochDay;
    case 'fixture':
      return fixturesTimeOf(proof.snapshot.ts).window;
    case 'fixture-batch':
      return fixturesTimeOf(proof.metadata.overallBatchStartTs).window;
  }
}

/** A day as people write it. */
export const dateOf = (epochDay: number): string => new Date(epochDay * 86_400_000).toISOString().slice(0, 10);
