import { fail } from '../error/index.js';
import { checkValue } from '../format/checkOptions.js';
import { ABANDONED, CANCELLED, sportOfLayout } from '../format/index.js';
import { BYTES } from '../format/optionKinds.js';
import { checkTerms, inVersion, type MarketTerms } from '../program/index.js';
import { checkPayloadSignature, type ProvenEvent, proveEvent, type StatProof } from '../proof/index.js';
import { signedPeriod } from './checkSettlement.js';
import { orderKeyOf } from './orderKey.js';

/** What a void proposal would come to. */
export interface CheckedVoidProposal {
  readonly proof: StatProof;
  readonly event: ProvenEvent;
  readonly orderKey: bigint;
}

/**
 * Decides offline whether the settlement program would take this proof for a void proposal to a market with these terms, with the same
 * rules in the same order. `roots`: as for `checkSettlement`.
 *
 * Errors: 7003 terms that are not whole, 7167 and 7168 no roots; 6240 the terms do not allow it, 6217 another fixture,
 * 6216 outside the times (from the close of stakes on), 6083 of the signature; all of `proveEvent`; 6237 and 6241
 * neither abandoned nor cancelled.
 */
export function checkVoidProposal(terms: MarketTerms, given: StatProof, roots: Uint8Array): CheckedVoidProposal {
  checkTerms(terms);
  checkValue('checkVoidProposal', 'roots', roots, BYTES);
  const proof = given.version === 1 ? inVersion(given, 2) : given;
  if (!terms.abandonmentVoids) return fail(6240);
  checkSubject(terms, proof);
  const signed = proof.version === 4 && terms.signer !== null;
  if (proof.version === 4 && terms.signer !== null) checkPayloadSignature(proof, [terms.signer]);
  const sport = sportOfLayout(terms.sport);
  if (!sport) return fail(7007, { message: `Layout byte ${terms.sport} is of no known sport.` });
  const event = proveEvent(proof, { trust: sport, rootsAccount: roots });
  const periods = signed ? [signedPeriod(proof)] : presentPeriods(event);
  if (!periods.some(abandons))
    return fail(6241, {
      message: `Of the periods ${periods.join(', ') || 'none'} none says that the match was called off.`,
    });
  return { proof, event, orderKey: orderKeyOf(event) };
}

/** Whether an update of this period (`StatusId`) says that the match ended without a result. */
export const abandons = (period: number): boolean => period === ABANDONED || period === CANCELLED;

function checkSubject(terms: MarketTerms, { summary }: StatProof): void {
  if (summary.fixtureId !== terms.fixtureId)
    fail(6217, { message: `The proof is of fixture ${summary.fixtureId}, the market about ${terms.fixtureId}.` });
  const { minTimestamp } = summary.updateStats;
  // From the close of stakes on, not from `earliest`: a match can be called off before it begins.
  if (minTimestamp < terms.stakesClose * 1000 || minTimestamp > terms.latest * 1000 + 999)
    fail(6216, { message: `The slot's first update, ${minTimestamp} ms, is outside the times of the market.` });
}

/** A zero proof binds no period. */
const presentPeriods = ({ facts }: ProvenEvent): number[] =>
  facts.flatMap((fact) => (fact.kind === 'present' ? [fact.period] : []));
