import {
  ABANDONMENT_NOT_ALLOWED,
  fail,
  NOT_ABANDONED,
  OUTSIDE_TIME_BOUNDS,
  UNKNOWN_SPORT,
  WRONG_FIXTURE,
} from 'linesman/error';
import { ABANDONED, CANCELLED, sportOfLayout } from 'linesman/format';
import { BYTES, checkValue } from 'linesman/internal';
import { checkTerms, inVersion, type MarketTerms } from 'linesman/program';
import { checkPayloadSignature, type ProvenEvent, proveEvent, type StatProof } from 'linesman/proof';
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
 * Errors: INVALID_NUMBER the terms are not whole; MISSING_OPTION and WRONG_OPTION no roots; ABANDONMENT_NOT_ALLOWED;
 * WRONG_FIXTURE; OUTSIDE_TIME_BOUNDS, from the close of stakes on; INVALID_ORACLE_SIGNATURE; all of `proveEvent`;
 * UNEQUAL_PERIODS; NOT_ABANDONED.
 */
export function checkVoidProposal(terms: MarketTerms, given: StatProof, roots: Uint8Array): CheckedVoidProposal {
  checkTerms(terms);
  checkValue('checkVoidProposal', 'roots', roots, BYTES);
  const proof = given.version === 1 ? inVersion(given, 2) : given;
  if (!terms.abandonmentVoids) return fail(ABANDONMENT_NOT_ALLOWED);
  checkSubject(terms, proof);
  const signed = proof.version === 4 && terms.signer !== null;
  if (proof.version === 4 && terms.signer !== null) checkPayloadSignature(proof, [terms.signer]);
  const sport = sportOfLayout(terms.sport);
  if (!sport) return fail(UNKNOWN_SPORT, { layout: terms.sport });
  const event = proveEvent(proof, { trust: sport, rootsAccount: roots });
  const periods = signed ? [signedPeriod(proof)] : presentPeriods(event);
  if (!periods.some(abandons)) return fail(NOT_ABANDONED, { periods });
  return { proof, event, orderKey: orderKeyOf(event) };
}

/** Whether an update of this period (`StatusId`) says that the match ended without a result. */
export const abandons = (period: number): boolean => period === ABANDONED || period === CANCELLED;

function checkSubject(terms: MarketTerms, { summary }: StatProof): void {
  if (summary.fixtureId !== terms.fixtureId)
    fail(WRONG_FIXTURE, { proven: summary.fixtureId, wanted: terms.fixtureId });
  const { minTimestamp } = summary.updateStats;
  // From the close of stakes on, not from `earliest`: a match can be called off before it begins.
  if (minTimestamp < terms.stakesClose * 1000 || minTimestamp > terms.latest * 1000 + 999)
    fail(OUTSIDE_TIME_BOUNDS, { time: minTimestamp });
}

/** A zero proof binds no period. */
const presentPeriods = ({ facts }: ProvenEvent): number[] =>
  facts.flatMap((fact) => (fact.kind === 'present' ? [fact.period] : []));
