import { FIXTURE_SPORT_MISMATCH } from '../../../error/codes/customers.js';
import { fail } from '../../../error/linesmanError.js';
import { checkOptions, type OptionRules, optional, required } from '../../../format/checkOptions.js';
import { OBJECT, oneOf } from '../../../format/optionKinds.js';
import type { Sport } from '../../../format/sports/sports.js';
import type { MarketTerms } from '../../wire/terms.js';
import { REFUSALS, SPORT, type StakeRefusal } from './checkStakeTrust.js';

export interface FixtureSportQuestion {
  /** The terms that the proof settles. */
  readonly problem: 'settling' | 'posting';
  /** The terms of a market, or the subject of a result. */
  readonly terms: Pick<MarketTerms, 'fixtureId' | 'sport'>;
  /**
   * The sport according to a service: `sportOfFixture` of `@linesman/sdk/client`. `null` if unknown; an unknown sport
   * passes.
   */
  readonly fixtureSport: Sport | null;
  /** FIXTURE_SPORT_MISMATCH in it accepts another sport. */
  readonly accept?: readonly StakeRefusal[];
}

const QUESTION: OptionRules<FixtureSportQuestion> = {
  problem: required(oneOf('settling', 'posting')),
  terms: required(OBJECT),
  fixtureSport: required(SPORT),
  accept: optional(REFUSALS),
};

/**
 * Compares the sport whose layout will read a proof with the sport of its fixture: under another sport's layout a false
 * zero can be proven for a stat that was not zero.
 *
 * Errors: FIXTURE_SPORT_MISMATCH unless accepted; FIXTURE_SPORT_UNKNOWN for an unknown sport; UNKNOWN_OPTION,
 * MISSING_OPTION and WRONG_OPTION.
 *
 * @example
 * ```ts
 * import { checkFixtureSport, type Market } from '@linesman/sdk/program';
 *
 * declare const market: Market; // read from the chain
 * checkFixtureSport({ problem: 'settling', terms: market.terms, fixtureSport: 'soccer' });
 * ```
 */
export function checkFixtureSport(question: FixtureSportQuestion): void {
  checkOptions('checkFixtureSport', question, QUESTION);
  const { problem, terms, fixtureSport: sport, accept = [] } = question;
  if (sport === null || sport === terms.sport || accept.includes(FIXTURE_SPORT_MISMATCH)) return;
  fail(FIXTURE_SPORT_MISMATCH, { problem, fixture: terms.fixtureId, said: terms.sport, sport });
}
