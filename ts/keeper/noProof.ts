import { LinesmanError } from '../error/index.js';

/** Why there is nothing to settle with. */
export type NoProofReason =
  /** The service lists no record of the fixture. */
  | 'NoRecords'
  /** No record has a period that decides the market. */
  | 'NotFinal'
  /** The deciding records carry not all keys of the market. */
  | 'KeysMissing'
  /** The deciding records are of slots outside the times of the market. */
  | 'OutsideTimes'
  /** The latest record says neither abandoned nor cancelled. */
  | 'NotAbandoned'
  /** A record after the newest deciding one gives another outcome, and is not final yet. */
  | 'CorrectionUnderWay'
  /** The slot's root is not on chain yet, or the service does not serve the proof yet. */
  | 'NotPublished'
  /** The service does not know the record or a key of it. */
  | 'NotFound'
  /** Every stat of the deciding record is zero, and the terms name no signer: nothing can show that the match is over. */
  | 'NothingPresent'
  /** A proposal stands, and the newest record gives the same outcome. */
  | 'Confirmed'
  /** A proposal stands whose update is at least as late as what the service can prove. */
  | 'NotNewer'
  /** The offline verifier refuses what the service gave. */
  | 'ProofRefused'
  /** The service does not answer. */
  | 'ServiceUnavailable'
  /** The service refuses to answer. */
  | 'ServiceRefused';

/** 7025 with its reason. */
export const noProof = (reason: NoProofReason, message: string, cause?: unknown): LinesmanError =>
  new LinesmanError(7025, { message, reason, ...(cause !== undefined && { cause }) });

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
  switch (error.number) {
    case 7025:
      return error.context.reason as NoProofReason;
    case 7026:
      return 'ServiceUnavailable';
    case 7027:
      return 'ServiceRefused';
    // No root for the slot.
    case 6007:
      return 'NotPublished';
    case 6216:
      return 'OutsideTimes';
    default:
      return 'ProofRefused';
  }
}
