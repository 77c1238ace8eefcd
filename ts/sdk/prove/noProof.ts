import { NO_PROOF_YET, SERVICE_REFUSED, SERVICE_UNAVAILABLE } from '../error/codes/library.js';
import { ROOT_NOT_AVAILABLE } from '../error/codes/oracle.js';
import { NOT_ATTESTED, OUTSIDE_TIME_BOUNDS } from '../error/codes/settlement.js';
import type { ContextOf } from '../error/errors.js';
import { isError, LinesmanError } from '../error/linesmanError.js';

/** Why there is no proof to settle with: the reason of NO_PROOF_YET, or a fault that ended the search. */
export type NoProofReason =
  | ContextOf<typeof NO_PROOF_YET>['reason']
  /** The offline verifier refused the service's proof. */
  | 'ProofRefused'
  /** Too few attesters vouch for the root. */
  | 'NotAttested'
  /** The service does not answer. */
  | 'ServiceUnavailable'
  /** The service refused to answer. */
  | 'ServiceRefused';

/**
 * Whether a reason says nothing about the match, so that the next attempt may succeed.
 *
 * @example
 * ```ts
 * import { findProof, type FindProofParameters, isTransient } from '@linesman/sdk/prove';
 *
 * declare const parameters: FindProofParameters;
 * const search = await findProof(parameters);
 * const tryAgain = !search.found && isTransient(search.reason);
 * ```
 */
export const isTransient = (reason: NoProofReason): boolean =>
  reason === 'CorrectionUnderWay' ||
  reason === 'NotPublished' ||
  reason === 'NotFound' ||
  reason === 'ProofRefused' ||
  reason === 'NotAttested' ||
  reason === 'ServiceUnavailable' ||
  reason === 'ServiceRefused';

/** Seconds for which a market is not ended without a proof that may still come. */
export const PATIENCE = 900;

/** The meaning of an error for the search; `null` if it is not about the proof, but a fault of ours or of the chain. */
export function reasonOf(error: unknown): NoProofReason | null {
  if (!(error instanceof LinesmanError)) return null;
  if (isError(error, NO_PROOF_YET)) return error.context.reason;
  switch (error.number) {
    case SERVICE_UNAVAILABLE:
      return 'ServiceUnavailable';
    case SERVICE_REFUSED:
      return 'ServiceRefused';
    case ROOT_NOT_AVAILABLE:
      return 'NotPublished';
    case NOT_ATTESTED:
      return 'NotAttested';
    case OUTSIDE_TIME_BOUNDS:
      return 'OutsideTimes';
    default:
      return 'ProofRefused';
  }
}
