import { INVALID_FIXTURE_SUB_TREE_PROOF } from '../../../error/codes/oracle.js';
import {
  CONTRADICTED_RESULT,
  EVENT_TOO_OLD,
  INVALID_POLICY,
  INVALID_STAT_KEYS,
  INVALID_TERMS,
  MISSING_WITNESS,
  NOT_FINAL,
  NOT_NEWER,
  UNEQUAL_PERIODS,
  WRONG_FIXTURE,
} from '../../../error/codes/settlement.js';
import { fail } from '../../../error/linesmanError.js';
import { checkOptions, checkValue, deliberate, type OptionRules, required } from '../../../format/checkOptions.js';
import { FIXTURE_ID_LIMIT } from '../../../format/fixtureIdLimit.js';
import { equalBytes, type Hash } from '../../../format/hash.js';
import { BYTES, OBJECT } from '../../../format/optionKinds.js';
import type { StatLeaf } from '../../../format/statValidationInput.js';
import { zeroMapBit } from '../../../format/zeroMap.js';
import { hashPair } from '../../../merkle/hashPair.js';
import { PROOF } from '../../../proof/checkProof.js';
import type { Fact } from '../../../proof/fact.js';
import type { StatProof } from '../../../proof/proof.js';
import { witnessFact } from '../../../proof/statFacts.js';
import { type ProvenEvent, proveEvent } from '../../../proof/verifyStat.js';
import type { MatchResult, ResultFact } from '../../account/matchResult.js';
import type { ResultSubject } from '../../address/settlement.js';
import { unsignedProof } from '../../proof/resultProofOf.js';
import type { Moment } from '../../wire/moment.js';
import { ATTESTATION, type AttestationContent, checkAttested } from './checkAttested.js';
import type { SettlementProof } from './checkSettlement.js';
import { periodDecidesResult, policyAllows, presentPeriods } from './finality.js';
import { orderKeyOf } from './orderKey.js';
import { storedMoment } from './window.js';

/** How long after an event it can be new to a result, ms. */
export const MAX_AGE = 90 * 86_400_000;

/** The facts that a post enters into a result. */
export interface ResultPost {
  readonly orderKey: bigint;
  /** ms */
  readonly minTimestamp: number;
  /** ms */
  readonly maxTimestamp: number;
  /** sha256(zero-map leaf ‖ event stat root), which identifies the update. */
  readonly eventNode: Uint8Array;
  /** Period of all present leaves of the update. */
  readonly period: number;
  /** Of 1 to 5 distinct keys. */
  readonly facts: readonly Fact[];
}

/** A post that the program would accept, as far as the proof decides that. */
export interface CheckedResultPost extends ResultPost {
  readonly proof: StatProof;
  readonly witness?: StatLeaf;
  readonly event: ProvenEvent;
}

const GIVEN: OptionRules<SettlementProof> = { proof: required(PROOF), witness: deliberate(OBJECT) };

/**
 * Decides offline whether the settlement program would accept this proof for a result, by the same rules in the same
 * order. `applyResultPost` says what the post changes in an existing result.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of the arguments; WRONG_FIXTURE; all of
 * `proveEvent`; PROOF_TOO_LARGE and INVALID_STAT_PROOF of the witness; MISSING_WITNESS; UNEQUAL_PERIODS; NOT_FINAL;
 * INVALID_POLICY for `signed-final` or a key that the policy does not allow; INVALID_STAT_KEYS for a key without a bit
 * in the sport's layout or a repeated one; INVALID_TERMS for a fixture id that is not 1 to 2^48 - 1; OVERFLOW; with
 * attesters, WRONG_ATTESTATION and NOT_ATTESTED.
 *
 * @param roots The data of the roots account for the day, at the oracle's own address; the oracle program must own it.
 * @param attestation The attestation of the subject's attesters for scores of the day of the proof, `null` where there
 *   is none; read only if the subject names attesters.
 *
 * @example
 * ```ts
 * import { type AttestationContent, checkResultPost, type Market } from '@linesman/sdk/program';
 * import type { StatProof } from '@linesman/sdk/proof';
 *
 * declare const market: Market;
 * declare const proof: StatProof;
 * declare const roots: Uint8Array;
 * declare const attestation: AttestationContent;
 * const post = checkResultPost(market.terms, { proof }, roots, attestation); // throws as the program would
 * ```
 */
export function checkResultPost(
  subject: ResultSubject,
  given: SettlementProof,
  roots: Uint8Array,
  attestation: AttestationContent,
): CheckedResultPost {
  checkOptions('checkResultPost', given, GIVEN);
  checkValue('checkResultPost', 'roots', roots, BYTES);
  checkValue('checkResultPost', 'attestation', attestation, ATTESTATION);
  const { witness } = given;
  const proof = unsignedProof(given.proof);
  const { fixtureId } = proof.summary;
  if (fixtureId !== subject.fixtureId) fail(WRONG_FIXTURE, { proven: fixtureId, wanted: subject.fixtureId });
  const event = proveEvent(proof, { trust: subject.sport, rootsAccount: roots });
  const { facts, minTimestamp, maxTimestamp } = event;
  const witnesses = witness ? [witnessFact(witness, event.eventStatRoot)] : [];
  const period = sharedPeriod(subject, [...facts, ...witnesses]);
  checkKeys(subject, facts);
  const orderKey = orderKeyOf(event);
  checkAttested(subject, orderKey, attestation);
  if (fixtureId < 1 || fixtureId >= FIXTURE_ID_LIMIT) fail(INVALID_TERMS, { fixtureId });
  return {
    ...{ proof, ...(witness && { witness }), event },
    ...{ orderKey, minTimestamp, maxTimestamp },
    ...{ eventNode: eventNodeOf(proof), period, facts },
  };
}

/** The node above the update's two leaves: its zero map on the left, its event stat root on the right. */
function eventNodeOf({ fixtureProof: [mapLeaf], eventStatRoot, summary }: StatProof): Hash {
  if (mapLeaf) return hashPair(mapLeaf.hash, eventStatRoot);
  const { updateCount } = summary.updateStats;
  return fail(INVALID_FIXTURE_SUB_TREE_PROOF, { problem: 'length', nodes: 0, depth: 1, updateCount });
}

/** The common period of all present leaves, which the policy must accept. Zero proofs do not bind a period. */
function sharedPeriod({ finality, sport }: ResultSubject, facts: readonly Fact[]): number {
  const [period, ...others] = new Set(presentPeriods(facts));
  if (period === undefined) return fail(MISSING_WITNESS);
  if (others.length > 0) return fail(UNEQUAL_PERIODS, { periods: [period, ...others] });
  return periodDecidesResult({ finality, sport }, period) ? period : fail(NOT_FINAL, { periods: [period], finality });
}

/** Only keys with a bit have room in the account, and only those that the policy allows are settled at its periods. */
function checkKeys({ finality, sport }: ResultSubject, facts: readonly Fact[]): void {
  if (finality === 'signed-final') fail(INVALID_POLICY, { finality });
  facts.forEach(({ key }, place) => {
    if (zeroMapBit(sport, key) === undefined) fail(INVALID_STAT_KEYS, { sport, key });
    if (facts.slice(0, place).some((earlier) => earlier.key === key)) fail(INVALID_STAT_KEYS, { repeated: key });
    if (!policyAllows({ finality, sport }, key)) fail(INVALID_POLICY, { finality, key });
  });
}

/** The fields of a result that posts change. */
export type ResultContent = Pick<
  MatchResult,
  'orderKey' | 'minTimestamp' | 'maxTimestamp' | 'eventNode' | 'period' | 'contradicted' | 'facts'
>;

/** The effect of a post on a result. */
export interface AppliedResultPost {
  /**
   * `created`: there was none. `replaced`: the update is later, so only its facts are current. `added`: it is the same
   * update. `contradicted`: the two disagree about one update, and nothing is entered.
   */
  readonly effect: 'created' | 'replaced' | 'added' | 'contradicted';
  readonly result: ResultContent;
}

/**
 * Applies a post to a result by the settlement program's rules; changes neither. The post must have been checked, with
 * `checkResultPost`. A fact with the value that the result already has keeps its `since`; any other starts now.
 *
 * Errors: CONTRADICTED_RESULT when the result is contradicted already: it takes no further post; NOT_NEWER when the
 * update is earlier than that of the result; EVENT_TOO_OLD when it is new to the result and
 * more than 90 days old. Facts of the result's own update can be posted at any time.
 *
 * @param standing The current result; `null` without one.
 * @param now Of the chain: `chainMoment`.
 *
 * @example
 * ```ts
 * import { applyResultPost, type MatchResult, type Moment, type ResultPost } from '@linesman/sdk/program';
 *
 * declare const standing: MatchResult;
 * declare const post: ResultPost;
 * declare const now: Moment;
 * const { effect, result } = applyResultPost(standing, post, now);
 * if (effect === 'contradicted') console.log(`update ${result.orderKey} has two truths`);
 * ```
 */
export function applyResultPost(standing: ResultContent | null, post: ResultPost, now: Moment): AppliedResultPost {
  const facts = post.facts.map((fact): ResultFact => {
    const present = fact.kind === 'present';
    return { key: fact.key, present, value: fact.value, since: storedMoment(now), current: true };
  });
  const { orderKey, minTimestamp, maxTimestamp, eventNode, period } = post;
  const event = { orderKey, minTimestamp, maxTimestamp, eventNode, period };
  const isSame = orderKey === standing?.orderKey;
  if (standing?.contradicted) return fail(CONTRADICTED_RESULT);
  if (standing !== null && orderKey < standing.orderKey) return fail(NOT_NEWER);
  if (!isSame && now.seconds * 1_000 > maxTimestamp + MAX_AGE)
    fail(EVENT_TOO_OLD, { time: maxTimestamp, now: now.seconds });
  if (standing === null) return { effect: 'created', result: { ...event, contradicted: false, facts: byKey(facts) } };
  const known = new Map(standing.facts.map((fact) => [fact.key, fact]));
  const disagrees = ({ key, value }: ResultFact): boolean => {
    const fact = known.get(key);
    // An earlier update may have shown another value.
    return fact?.current === true && fact.value !== value;
  };
  if (isSame && (!isEventOf(standing, post) || facts.some(disagrees)))
    return { effect: 'contradicted', result: { ...contentOf(standing), contradicted: true } };
  const entered = new Map(
    standing.facts.map((fact) => [fact.key, isSame ? fact : { ...fact, current: false }] as const),
  );
  for (const fact of facts) {
    const before = known.get(fact.key);
    entered.set(fact.key, before?.value === fact.value ? { ...fact, since: before.since } : fact);
  }
  const result = { ...event, contradicted: false, facts: byKey([...entered.values()]) };
  return { effect: isSame ? 'added' : 'replaced', result };
}

const byKey = (facts: readonly ResultFact[]): ResultFact[] => [...facts].sort((a, b) => a.key - b.key);

const isEventOf = (result: ResultContent, post: ResultPost): boolean =>
  equalBytes(result.eventNode, post.eventNode) &&
  result.minTimestamp === post.minTimestamp &&
  result.maxTimestamp === post.maxTimestamp &&
  result.period === post.period;

const contentOf = ({
  orderKey,
  minTimestamp,
  maxTimestamp,
  eventNode,
  period,
  contradicted,
  facts,
}: ResultContent): ResultContent => ({
  orderKey,
  minTimestamp,
  maxTimestamp,
  eventNode,
  period,
  contradicted,
  facts,
});
