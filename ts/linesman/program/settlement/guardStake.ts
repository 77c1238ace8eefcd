import {
  FIXTURE_SPORT_MISMATCH,
  FIXTURE_SPORT_UNKNOWN,
  fail,
  NO_CHALLENGE_WINDOW,
  STAKES_CLOSE_AFTER_START,
  UNTRUSTED_MINT,
  UNTRUSTED_ORACLE,
} from '../../error/index.js';
import { type Milliseconds, type Sport, sportOfLayout } from '../../format/index.js';
import type { Address } from '../address/address.js';
import type { MarketTerms } from '../wire/terms.js';
import { checkStakeTrust } from './checkStakeTrust.js';

/** What the chain cannot know and a staker has to: whom to trust, and what match it is. */
export interface StakeTrust {
  /** Oracle programs whose proofs the caller believes. */
  readonly oraclePrograms: readonly Address[];
  /** Mints that the caller takes as money. */
  readonly mints: readonly Address[];
  /** Start of the fixture, ms; `null` when the caller does not know it, which is refused like a late close. */
  readonly fixtureStart: Milliseconds | null;
  /**
   * Sport of the fixture that the terms name, from anybody but the creator of the market: `sportOfFixture` of
   * `linesman/client` asks the service. `null` when the caller does not know it, which is refused like a wrong one.
   */
  readonly fixtureSport: Sport | null;
  /** Refusals that the caller accepts, by number. */
  readonly accept?: readonly StakeRefusal[];
}

/** Refusals that a staker can accept by number. */
export const STAKE_REFUSALS = [
  UNTRUSTED_ORACLE,
  UNTRUSTED_MINT,
  STAKES_CLOSE_AFTER_START,
  NO_CHALLENGE_WINDOW,
  FIXTURE_SPORT_MISMATCH,
  FIXTURE_SPORT_UNKNOWN,
] as const;
export type StakeRefusal = (typeof STAKE_REFUSALS)[number];

/**
 * Refuses terms that nobody should stake on by accident. Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of the
 * trust; those of {@link STAKE_REFUSALS}, in the order in which they are checked: oracle, mint, times, window, sport.
 */
export function guardStake(terms: MarketTerms, trust: StakeTrust): void {
  checkStakeTrust(trust);
  const { oraclePrograms, mints, fixtureStart: start, fixtureSport: sport, accept = [] } = trust;
  const { fixtureId } = terms;
  const refuses = (code: StakeRefusal): boolean => !accept.includes(code);
  // A foreign oracle can publish any root, so it decides every market that names it.
  if (refuses(UNTRUSTED_ORACLE) && !oraclePrograms.includes(terms.oracleProgram))
    fail(UNTRUSTED_ORACLE, { oracleProgram: terms.oracleProgram });
  if (refuses(UNTRUSTED_MINT) && !mints.includes(terms.mint)) fail(UNTRUSTED_MINT, { mint: terms.mint });
  // Whoever stakes after the start knows more than those who staked before. `stakesClose` is in seconds.
  const close = terms.stakesClose * 1000;
  if (refuses(STAKES_CLOSE_AFTER_START) && (start === null || close > start))
    fail(STAKES_CLOSE_AFTER_START, { close, start, fixtureId });
  if (refuses(NO_CHALLENGE_WINDOW) && terms.challengeWindow === 0) fail(NO_CHALLENGE_WINDOW);
  // The chain takes the terms' word for it. By another sport's layout a stat that is not zero can be proven zero, and a
  // period that ends the match there is the middle of this one.
  const market = sportOfLayout(terms.sport) ?? `layout ${terms.sport}`;
  if (refuses(FIXTURE_SPORT_UNKNOWN) && sport === null) fail(FIXTURE_SPORT_UNKNOWN, { fixtureId, market });
  if (refuses(FIXTURE_SPORT_MISMATCH) && sport !== null && sport !== market)
    fail(FIXTURE_SPORT_MISMATCH, { fixtureId, market, fixture: sport });
}
