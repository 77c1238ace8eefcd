import {
  MISSING_WITNESS,
  NOT_FINAL,
  SIGNATURE_REQUIRED,
  UNEQUAL_PERIODS,
  WRONG_FIXTURE,
  WRONG_STAT_KEYS,
} from '../../../error/codes/settlement.js';
import { fail } from '../../../error/linesmanError.js';
import { checkOptions, checkValue, deliberate, type OptionRules, required } from '../../../format/checkOptions.js';
import { BYTES, OBJECT } from '../../../format/optionKinds.js';
import type { StatLeaf } from '../../../format/statValidationInput.js';
import { PROOF } from '../../../proof/checkProof.js';
import type { Fact } from '../../../proof/fact.js';
import type { StatProof } from '../../../proof/proof.js';
import { witnessFact } from '../../../proof/statFacts.js';
import { checkPayloadSignature, type ProvenEvent, proveEvent } from '../../../proof/verifyStat.js';
import { inVersion } from '../../proof/inVersion.js';
import { checkTerms } from '../../wire/checkTerms.js';
import type { MarketTerms } from '../../wire/terms.js';
import { ATTESTATION, type AttestationContent, checkAttested } from './checkAttested.js';
import { decideOutcome } from './decideOutcome.js';
import { periodDecides, presentPeriods } from './finality.js';
import { orderKeyOf } from './orderKey.js';
import { checkTimeBounds } from './timeBounds.js';

/**
 * The input of `settle`: a proof of the market's keys and, when all of them are zero, another present stat of the same
 * update as the finality witness.
 */
export interface SettlementProof {
  readonly proof: StatProof;
  readonly witness?: StatLeaf;
}

const GIVEN: OptionRules<SettlementProof> = { proof: required(PROOF), witness: deliberate(OBJECT) };

/** The effect that the settlement would have. */
export interface CheckedSettlement extends SettlementProof {
  readonly event: ProvenEvent;
  readonly outcome: number;
  readonly orderKey: bigint;
}

/**
 * Decides offline whether the settlement program would accept this proof for a market with these terms, by the same
 * rules in the same order.
 *
 * Errors: INVALID_NUMBER for incomplete terms; UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of the other arguments;
 * WRONG_FIXTURE; WRONG_STAT_KEYS; OUTSIDE_TIME_BOUNDS; UNKNOWN_SIGNER and INVALID_ORACLE_SIGNATURE of the signature;
 * all of `proveEvent`; PROOF_TOO_LARGE and INVALID_STAT_PROOF of the witness; UNEQUAL_PERIODS;
 * SIGNATURE_REQUIRED; MISSING_WITNESS; NOT_FINAL; WRONG_ATTESTATION; NOT_ATTESTED.
 *
 * @param roots The data of the roots account for the day, at the oracle's own address; the oracle program must own it.
 * @param attestation The attestation of the terms' attesters for scores of the day of the proof, `null` where there is
 *   none; read only if the terms name attesters.
 *
 * @example
 * ```ts
 * import type { AttestationContent, MarketTerms } from '@linesman/sdk/program';
 * import type { StatProof } from '@linesman/sdk/proof';
 * import { checkSettlement } from '@linesman/sdk/program';
 *
 * declare const terms: MarketTerms;
 * declare const proof: StatProof;
 * declare const roots: Uint8Array;
 * declare const attestation: AttestationContent;
 * const { outcome, orderKey } = checkSettlement(terms, { proof }, roots, attestation); // throws as the program would
 * ```
 */
export function checkSettlement(
  terms: MarketTerms,
  given: SettlementProof,
  roots: Uint8Array,
  attestation: AttestationContent,
): CheckedSettlement {
  checkTerms(terms);
  checkOptions('checkSettlement', given, GIVEN);
  checkValue('checkSettlement', 'roots', roots, BYTES);
  checkValue('checkSettlement', 'attestation', attestation, ATTESTATION);
  const proof = given.proof.version === 1 ? inVersion(given.proof, 2) : given.proof;
  const { witness } = given;
  checkQuestion(terms, proof);
  const signed = proof.version === 4 && terms.signer !== null;
  if (proof.version === 4 && terms.signer !== null) checkPayloadSignature(proof, [terms.signer]);
  const event = proveEvent(proof, { trust: terms.sport, rootsAccount: roots });
  const facts = witness ? [...event.facts, witnessFact(witness, event.eventStatRoot)] : event.facts;
  checkFinal(terms, facts, signed ? proof : null);
  const outcome = decideOutcome(terms, event.facts);
  const orderKey = orderKeyOf(event);
  checkAttested(terms, orderKey, attestation);
  return { proof, ...(witness && { witness }), event, outcome, orderKey };
}

function checkQuestion(terms: MarketTerms, { summary, leaves }: StatProof): void {
  if (summary.fixtureId !== terms.fixtureId)
    fail(WRONG_FIXTURE, { proven: summary.fixtureId, wanted: terms.fixtureId });
  const keys = leaves.map(({ stat }) => stat.key);
  if (keys.length !== terms.statKeys.length || keys.some((key, i) => key !== terms.statKeys[i]))
    fail(WRONG_STAT_KEYS, { proven: keys, wanted: terms.statKeys });
  checkTimeBounds(terms.earliest, terms.latest, summary.updateStats.minTimestamp);
}

/**
 * A zero proof binds no period, so only a present leaf counts, or the signer's word if all leaves have the same period.
 */
function checkFinal(terms: MarketTerms, facts: readonly Fact[], signed: StatProof | null): void {
  const notFinal = (periods: readonly number[]): never => fail(NOT_FINAL, { periods, finality: terms.finality });
  if (signed) {
    const period = signedPeriod(signed);
    if (!periodDecides(terms, period)) notFinal([period]);
    return;
  }
  if (terms.finality === 'signed-final') fail(SIGNATURE_REQUIRED);
  const periods = presentPeriods(facts);
  if (periods.length === 0) fail(MISSING_WITNESS);
  if (!periods.some((period) => periodDecides(terms, period))) notFinal(periods);
}

/** The period that all leaves of a signed payload share. Errors: UNEQUAL_PERIODS. */
export function signedPeriod({ leaves }: StatProof): number {
  const [period, ...others] = new Set(leaves.map(({ stat }) => stat.period));
  if (period === undefined || others.length > 0)
    return fail(UNEQUAL_PERIODS, { periods: period === undefined ? [] : [period, ...others] });
  return period;
}
