import { fail } from '../error/index.js';
import { checkOptions, checkValue, deliberate, type OptionRules, required } from '../format/checkOptions.js';
import { type StatLeaf, sportOfLayout } from '../format/index.js';
import { BYTES, OBJECT } from '../format/optionKinds.js';
import { checkTerms, inVersion, type MarketTerms } from '../program/index.js';
import {
  checkPayloadSignature,
  type Fact,
  type ProvenEvent,
  proveEvent,
  type StatProof,
  witnessFact,
} from '../proof/index.js';
import { decideOutcome } from './decideOutcome.js';
import { periodDecides } from './finality.js';
import { orderKeyOf } from './orderKey.js';

/** What `settle` takes: a proof of the market's keys, and one more present stat of the same update where all of them are zero. */
export interface SettlementProof {
  readonly proof: StatProof;
  readonly witness?: StatLeaf;
}

const GIVEN: OptionRules<SettlementProof> = { proof: required(OBJECT), witness: deliberate(OBJECT) };

/** What a settlement would come to. */
export interface CheckedSettlement extends SettlementProof {
  readonly event: ProvenEvent;
  readonly outcome: number;
  readonly orderKey: bigint;
}

/**
 * Decides offline whether the settlement program would take this proof for a market with these terms, with the same rules in the same
 * order. `roots`: bytes of the account at the oracle's own address for the day, read from an account that the oracle program owns.
 *
 * Errors: 7003 terms that are not whole, 7166 what is given beside proof and witness, 7167 and 7168 no roots; 6217
 * another fixture, 6218 other keys, 6216 outside the times, 6207 and 6083 of the signature; all of `proveEvent`; 6062
 * and 6023 of the witness; 6237, 6221, 6220 and 6219 not final.
 */
export function checkSettlement(terms: MarketTerms, given: SettlementProof, roots: Uint8Array): CheckedSettlement {
  checkTerms(terms);
  checkOptions('checkSettlement', given, GIVEN);
  checkValue('checkSettlement', 'roots', roots, BYTES);
  const proof = given.proof.version === 1 ? inVersion(given.proof, 2) : given.proof;
  const { witness } = given;
  checkQuestion(terms, proof);
  const signed = proof.version === 4 && terms.signer !== null;
  if (proof.version === 4 && terms.signer !== null) checkPayloadSignature(proof, [terms.signer]);
  const sport = sportOfLayout(terms.sport);
  if (!sport) return fail(7007, { message: `Layout byte ${terms.sport} is of no known sport.` });
  const event = proveEvent(proof, { trust: sport, rootsAccount: roots });
  const facts = witness ? [...event.facts, witnessFact(witness, event.eventStatRoot)] : event.facts;
  checkFinal(terms, facts, signed ? proof : null);
  return {
    proof,
    ...(witness && { witness }),
    event,
    outcome: decideOutcome(terms, event.facts),
    orderKey: orderKeyOf(event),
  };
}

function checkQuestion(terms: MarketTerms, { summary, leaves }: StatProof): void {
  if (summary.fixtureId !== terms.fixtureId)
    fail(6217, { message: `The proof is of fixture ${summary.fixtureId}, the market about ${terms.fixtureId}.` });
  const keys = leaves.map(({ stat }) => stat.key);
  if (keys.length !== terms.statKeys.length || keys.some((key, i) => key !== terms.statKeys[i]))
    fail(6218, {
      message: `The proof is of keys ${keys.join(', ')}, the market asks for ${terms.statKeys.join(', ')}.`,
    });
  const { minTimestamp } = summary.updateStats;
  if (minTimestamp < terms.earliest * 1000 || minTimestamp > terms.latest * 1000 + 999)
    fail(6216, { message: `The slot's first update, ${minTimestamp} ms, is outside the times of the market.` });
}

/** A zero proof binds no period: what counts is a present leaf, or the signer's word, if it is the same for all leaves. */
function checkFinal(terms: MarketTerms, facts: readonly Fact[], signed: StatProof | null): void {
  const notFinal = (periods: readonly number[]): never =>
    fail(6219, { message: `Period ${periods.join(', ')} does not decide a market of policy ${terms.finality}.` });
  if (signed) {
    const period = signedPeriod(signed);
    if (!periodDecides(terms, period)) notFinal([period]);
    return;
  }
  if (terms.finality === 'SignedFinal') fail(6221);
  const periods = facts.flatMap((fact) => (fact.kind === 'present' ? [fact.period] : []));
  if (periods.length === 0) fail(6220);
  if (!periods.some((period) => periodDecides(terms, period))) notFinal(periods);
}

/** The one period of all leaves of a signed payload; 6237. */
export function signedPeriod({ leaves }: StatProof): number {
  const [period, ...others] = new Set(leaves.map(({ stat }) => stat.period));
  if (period === undefined || others.length > 0)
    return fail(6237, { message: `The signed leaves have periods ${[period, ...others].join(', ')}.` });
  return period;
}
