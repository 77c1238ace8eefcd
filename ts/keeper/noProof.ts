import {
  type ContextOf,
  isError,
  LinesmanError,
  NO_PROOF_YET,
  OUTSIDE_TIME_BOUNDS,
  ROOT_NOT_AVAILABLE,
  SERVICE_REFUSED,
  SERVICE_UNAVAILABLE,
} from 'linesman/error';

/** Why there is nothing to settle with: what NO_PROOF_YET says, or what the search met instead. */
export type NoProofReason =
  | ContextOf<typeof NO_PROOF_YET>['reason']
  /** The offline verifier refuses what the service gave. */
  | 'ProofRefused'
  /** The service does not answer. */
  | 'ServiceUnavailable'
  /** The service refuses to answer. */
  | 'ServiceRefused';

/** Reasons that say nothing about the match: the answer may be there in a moment. */
export const isTransient = (reason: NoProofReason): boolean =>
  reason === 'CorrectionUnderWay' ||
  reason === 'NotPublished' ||
  reason === 'NotFound' ||
  reason === 'ProofRefused' ||
  reason === 'ServiceUnavailable' ||
  reason === 'ServiceRefused';

/** What an error met during the search says. `null`: it is no answer to the search, but a fault of ours or of the chain's. */
export function reasonOf(error: unknown): NoProofReason | null {
  if (!(error instanceof LinesmanError)) return null;
  if (isError(error, NO_PROOF_YET)) return error.context.reason;
  switch (error.number) {
    case SERVICE_UNAVAILABLE:
      return 'ServiceUnavailable';
    case SERVICE_REFUSED:
      return 'ServiceRefused';
    // No root for the slot.
    case ROOT_NOT_AVAILABLE:
      return 'NotPublished';
    case OUTSIDE_TIME_BOUNDS:
      return 'OutsideTimes';
    default:
      return 'ProofRefused';
  }
}
