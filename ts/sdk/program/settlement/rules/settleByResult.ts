import {
  CONTRADICTED_RESULT,
  FACT_MISSING,
  FACT_NOT_CURRENT,
  MARKET_NOT_OPEN,
  NOT_FINAL,
  NOT_NEWER,
  RESULTS_NOT_ALLOWED,
  TOO_EARLY,
  WRONG_RESULT,
} from '../../../error/codes/settlement.js';
import { fail } from '../../../error/linesmanError.js';
import { isoTime } from '../../../format/isoTime.js';
import { statKey } from '../../../format/statKey.js';
import type { Fact } from '../../../proof/fact.js';
import type { Market } from '../../account/market.js';
import type { MatchResult, ResultFact } from '../../account/matchResult.js';
import type { ResultSubject } from '../../address/settlement.js';
import type { Moment } from '../../wire/moment.js';
import type { MarketTerms } from '../../wire/terms.js';
import { decideOutcome } from './decideOutcome.js';
import { periodDecides } from './finality.js';
import { checkTimeBounds } from './timeBounds.js';
import { earlierOf, isOver, latestOf, storedMoment } from './window.js';

/** The effect of a result on a market. */
export type SettledByResult =
  | { readonly state: 'Proposed' | 'Final'; readonly proposal: Market['proposal'] }
  /** Contradicted: two proofs disagree about the update of the current proposal. */
  | { readonly state: 'Void'; readonly proposal: Market['proposal'] };

/**
 * What `settle_many` would do to a market with this result now: the new state and proposal.
 *
 * A contradicted result voids a market that a proof of its update has proposed, and does nothing else.
 *
 * Errors, where the program would skip the market: RESULTS_NOT_ALLOWED; WRONG_RESULT; CONTRADICTED_RESULT; NOT_FINAL;
 * MARKET_NOT_OPEN; TOO_EARLY; OUTSIDE_TIME_BOUNDS; FACT_MISSING; FACT_NOT_CURRENT; NOT_NEWER when the result is not
 * later than the standing proposal, or changes nothing.
 *
 * @param now Of the chain: `chainMoment`.
 *
 * @example
 * ```ts
 * import { type Market, type MatchResult, type Moment, settleByResult } from '@linesman/sdk/program';
 *
 * declare const market: Market;
 * declare const result: MatchResult;
 * declare const now: Moment;
 * const { state } = settleByResult(market, result, now); // 'Final', 'Proposed' or 'Void'; throws as the program would
 * ```
 */
export function settleByResult(
  market: Pick<Market, 'state' | 'proposal' | 'terms'>,
  result: MatchResult,
  now: Moment,
): SettledByResult {
  const { state, proposal: standing, terms } = market;
  // A signer in the terms does not matter, because under the policies of results its signature only admits more
  // updates.
  if (!terms.resultsSettle) return fail(RESULTS_NOT_ALLOWED);
  checkSubject(result, terms);
  if (result.contradicted) return voidContradicted(market, result);
  checkPeriod(terms, result);
  if (state !== 'Open' && state !== 'Proposed') return fail(MARKET_NOT_OPEN, { state });
  if (now.seconds < terms.stakesClose)
    return fail(TOO_EARLY, { from: isoTime(terms.stakesClose), now: isoTime(now.seconds) });
  const { minTimestamp, orderKey } = result;
  checkTimeBounds(terms.earliest, terms.latest, minTimestamp);
  const facts = terms.statKeys.map((key) => currentFact(result, key));
  // The window starts no earlier than the close of stakes.
  const known = facts.reduce((latest, { since }) => latestOf(latest, since), facts[0]?.since ?? storedMoment(now));
  const start = storedMoment({ ...known, seconds: Math.max(terms.stakesClose, known.seconds) });
  const outcome = decideOutcome(
    terms,
    facts.map((fact) => provenFact(fact, result.period)),
  );

  const replacesProof = state === 'Proposed' && !standing.void;
  if (replacesProof && orderKey === standing.orderKey && outcome !== standing.outcome)
    return { state: 'Void', proposal: standing };
  if (replacesProof && orderKey < standing.orderKey) return fail(NOT_NEWER);
  const keepsStart = replacesProof && outcome === standing.outcome;
  const since = keepsStart ? earlierOf(standing.since, start) : start;
  const proposal = { outcome, orderKey, since, void: false };
  if (isOver(since, terms.challengeWindow, now)) return { state: 'Final', proposal };
  // IMPORTANT: a result shown twice changes nothing. It must not restart or confirm anything.
  if (
    keepsStart &&
    orderKey === standing.orderKey &&
    since.seconds === standing.since.seconds &&
    since.slot === standing.since.slot
  )
    return fail(NOT_NEWER);
  return { state: 'Proposed', proposal };
}

/**
 * Neither outcome of a contradicted update is paid. A market whose proposal is of another update rests on facts that
 * are not contradicted. Errors: CONTRADICTED_RESULT.
 */
function voidContradicted(
  { state, proposal }: Pick<Market, 'state' | 'proposal'>,
  { orderKey }: MatchResult,
): SettledByResult {
  const isProposedByIt = state === 'Proposed' && !proposal.void && proposal.orderKey === orderKey;
  if (!isProposedByIt) return fail(CONTRADICTED_RESULT);
  return { state: 'Void', proposal };
}

function checkPeriod(terms: MarketTerms, { period }: MatchResult): void {
  if (!periodDecides(terms, period)) fail(NOT_FINAL, { periods: [period], finality: terms.finality });
}

/** Errors: WRONG_RESULT names the first field in which the result differs. */
export function checkSubject(result: ResultSubject, wanted: ResultSubject): void {
  const differs = (field: string, found: unknown, expected: unknown): void => {
    if (found !== expected) fail(WRONG_RESULT, { problem: 'other subject', field, found, expected });
  };
  for (const field of ['oracleProgram', 'fixtureId', 'sport', 'finality'] as const)
    differs(field, result[field], wanted[field]);
  differs('attesters.set', result.attesters?.set ?? null, wanted.attesters?.set ?? null);
  differs('attesters.least', result.attesters?.least ?? null, wanted.attesters?.least ?? null);
}

/**
 * The result's current fact about a stat. Errors: FACT_MISSING when it is not proven; FACT_NOT_CURRENT when it was only
 * proven of an earlier update, so that it may be wrong until it is posted again.
 */
export function currentFact({ facts }: Pick<MatchResult, 'facts'>, key: number): ResultFact {
  const fact = facts.find((one) => one.key === key);
  if (fact === undefined) return fail(FACT_MISSING, { key });
  return fact.current ? fact : fail(FACT_NOT_CURRENT, { key });
}

const provenFact = ({ key, present, value }: ResultFact, period: number): Fact =>
  present ? { kind: 'present', key: statKey(key), value, period } : { kind: 'absent', key: statKey(key), value: 0 };
