import { ABANDONMENT_NOT_ALLOWED, NOT_ABANDONED, WRONG_FIXTURE } from '../../../error/codes/settlement.js';
import { fail } from '../../../error/linesmanError.js';
import { checkValue } from '../../../format/checkOptions.js';
import { BYTES } from '../../../format/optionKinds.js';
import { ABANDONED, CANCELLED } from '../../../format/period.js';
import type { StatProof } from '../../../proof/proof.js';
import { checkPayloadSignature, type ProvenEvent, proveEvent } from '../../../proof/verifyStat.js';
import { inVersion } from '../../proof/inVersion.js';
import { checkTerms } from '../../wire/checkTerms.js';
import type { MarketTerms } from '../../wire/terms.js';
import { ATTESTATION, type AttestationContent, checkAttested } from './checkAttested.js';
import { signedPeriod } from './checkSettlement.js';
import { presentPeriods } from './finality.js';
import { orderKeyOf } from './orderKey.js';
import { checkTimeBounds } from './timeBounds.js';

/** The effect that the void proposal would have. */
export interface CheckedVoidProposal {
  readonly proof: StatProof;
  readonly event: ProvenEvent;
  readonly orderKey: bigint;
}

/**
 * Decides offline whether the settlement program would accept this proof as a void proposal for a market with these
 * terms, by the same rules in the same order.
 *
 * Errors: INVALID_NUMBER for incomplete terms; MISSING_OPTION and WRONG_OPTION of `roots`; ABANDONMENT_NOT_ALLOWED;
 * WRONG_FIXTURE; OUTSIDE_TIME_BOUNDS, which start at the close of stakes; INVALID_ORACLE_SIGNATURE; all
 * of `proveEvent`; UNEQUAL_PERIODS; NOT_ABANDONED; WRONG_ATTESTATION; NOT_ATTESTED.
 *
 * @param roots As for `checkSettlement`.
 * @param attestation As for `checkSettlement`.
 *
 * @example
 * ```ts
 * import type { AttestationContent, MarketTerms } from '@linesman/sdk/program';
 * import type { StatProof } from '@linesman/sdk/proof';
 * import { checkVoidProposal } from '@linesman/sdk/program';
 *
 * declare const terms: MarketTerms;
 * declare const proof: StatProof; // of a record with period 15 or 16
 * declare const roots: Uint8Array;
 * declare const attestation: AttestationContent;
 * const { orderKey } = checkVoidProposal(terms, proof, roots, attestation); // throws as the program would
 * ```
 */
export function checkVoidProposal(
  terms: MarketTerms,
  given: StatProof,
  roots: Uint8Array,
  attestation: AttestationContent,
): CheckedVoidProposal {
  checkTerms(terms);
  checkValue('checkVoidProposal', 'roots', roots, BYTES);
  checkValue('checkVoidProposal', 'attestation', attestation, ATTESTATION);
  const proof = given.version === 1 ? inVersion(given, 2) : given;
  if (!terms.abandonmentVoids) return fail(ABANDONMENT_NOT_ALLOWED);
  checkSubject(terms, proof);
  const signed = proof.version === 4 && terms.signer !== null;
  if (proof.version === 4 && terms.signer !== null) checkPayloadSignature(proof, [terms.signer]);
  const event = proveEvent(proof, { trust: terms.sport, rootsAccount: roots });
  const periods = signed ? [signedPeriod(proof)] : presentPeriods(event.facts);
  if (!periods.some(abandons)) return fail(NOT_ABANDONED, { periods });
  const orderKey = orderKeyOf(event);
  checkAttested(terms, orderKey, attestation);
  return { proof, event, orderKey };
}

/**
 * Whether an update with this period (`StatusId`) says that the match ended without a result.
 *
 * @example
 * ```ts
 * import { abandons } from '@linesman/sdk/program';
 *
 * abandons(15); // true: abandoned
 * abandons(100); // false: finalised
 * ```
 */
export const abandons = (period: number): boolean => period === ABANDONED || period === CANCELLED;

function checkSubject(terms: MarketTerms, { summary }: StatProof): void {
  if (summary.fixtureId !== terms.fixtureId)
    fail(WRONG_FIXTURE, { proven: summary.fixtureId, wanted: terms.fixtureId });
  // The bounds start at the close of stakes, not at `earliest`, because a match can be called off before it starts.
  checkTimeBounds(terms.stakesClose, terms.latest, summary.updateStats.minTimestamp);
}
