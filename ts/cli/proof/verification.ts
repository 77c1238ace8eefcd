import { CONDITION_NOT_APPLICABLE, fail, LinesmanError, WRONG_DAY } from '@linesman/sdk/error';
import type { Sport } from '@linesman/sdk/internal/format/sports/sports';
import { parseCondition, strategyOf } from '@linesman/sdk/internal/proof/condition';
import { isOfOlderTree } from '@linesman/sdk/internal/proof/olderTree';
import type { Proof } from '@linesman/sdk/internal/proof/proof';
import type { RootAttesters } from '@linesman/sdk/internal/proof/rootAttesters';
import { storedDay } from '@linesman/sdk/internal/proof/rootsAccount';
import { rootsPlaceOf } from '@linesman/sdk/internal/proof/rootsPlace';
import type { TreeFormat } from '@linesman/sdk/internal/proof/treeFormat';
import { type VerifyOptions, type VerifyResult, verify } from '@linesman/sdk/internal/proof/verify';
import { hintingAtOlderTree } from './olderTreeHint.js';

export interface VerificationOptions {
  readonly sport: Sport;
  readonly format: TreeFormat;
  /** Condition text. */
  readonly where?: string;
  /** Bytes of the roots account. */
  readonly roots?: Uint8Array;
  readonly oracleKeys?: readonly Uint8Array[];
  readonly attesters?: RootAttesters;
}

/**
 * Verifies a proof with the options of the command line. Errors: INVALID_CONDITION and STAT_NOT_PROVEN of the
 * condition, CONDITION_NOT_APPLICABLE for one on odds or fixtures, WRONG_DAY; then those of the verifier.
 */
export function runVerification(proof: Proof, options: VerificationOptions): VerifyResult {
  const { sport, format, roots } = options;
  const asked = verifyOptions(proof, options);
  if (roots) checkDay(proof, roots);
  try {
    return verify(proof, asked);
  } catch (error) {
    if (!(error instanceof LinesmanError) || format !== 'current' || !isOfOlderTree(proof, sport)) throw error;
    throw hintingAtOlderTree(error);
  }
}

/** The options in the form of the verifier. Errors: those of `strategyFor`. */
export const verifyOptions = (
  proof: Proof,
  { sport, format, oracleKeys, where, roots, attesters }: VerificationOptions,
): VerifyOptions => ({
  sport,
  format,
  ...(oracleKeys && { oracleKeys }),
  ...(where !== undefined && { strategy: strategyFor(proof, where) }),
  ...(roots && { rootsAccount: roots }),
  ...(attesters && { attesters }),
});

/** The condition in the form of the verifier. Errors: INVALID_CONDITION, STAT_NOT_PROVEN, CONDITION_NOT_APPLICABLE. */
function strategyFor(proof: Proof, where: string) {
  const condition = parseCondition(where);
  if (proof.kind !== 'stat') return fail(CONDITION_NOT_APPLICABLE);
  return strategyOf(
    condition,
    proof.leaves.map(({ stat }) => stat.key),
  );
}

/** The verifier would report a wrong account; the user needs to know which file to fetch. */
function checkDay(proof: Proof, roots: Uint8Array): void {
  if (roots.length < 10) return;
  const needed = rootsPlaceOf(proof).epochDay;
  const stored = storedDay(roots);
  if (stored !== needed) fail(WRONG_DAY, { stored, needed, date: dateOf(needed) });
}

/** A day in ISO format. */
export const dateOf = (epochDay: number): string => new Date(epochDay * 86_400_000).toISOString().slice(0, 10);
