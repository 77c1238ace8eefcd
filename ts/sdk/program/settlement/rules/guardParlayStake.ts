import { INVALID_PARLAY, WRONG_LEG } from '../../../error/codes/settlement.js';
import { fail } from '../../../error/linesmanError.js';
import { equalBytes } from '../../../format/hash.js';
import type { ParlayTerms } from '../../wire/parlayTerms.js';
import type { MarketTerms } from '../../wire/terms.js';
import { termsHash } from '../../wire/termsHash.js';
import { checkParlayTrust, type ParlayTrust } from './checkStakeTrust.js';
import { guardStake } from './guardStake.js';

/**
 * Refuses a risky parlay, so that no user stakes on it by accident. Every leg must pass {@link guardStake} with the
 * parlay's mint and close of stakes.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of `trust`; INVALID_PARLAY when the number of legs, starts,
 * sports or stat keys differs; WRONG_LEG when the terms are not those that the leg names; those of
 * {@link STAKE_REFUSALS}.
 *
 * @param legs The terms of the legs' markets, in order, read from the chain.
 *
 * @example
 * ```ts
 * import { guardParlayStake, type MarketTerms, type ParlayTerms, type ParlayTrust } from '@linesman/sdk/program';
 *
 * declare const parlay: ParlayTerms;
 * declare const legs: readonly MarketTerms[];
 * declare const trust: ParlayTrust;
 * guardParlayStake(parlay, legs, trust); // throws unless every leg is safe to stake on
 * ```
 */
export function guardParlayStake(terms: ParlayTerms, legs: readonly MarketTerms[], trust: ParlayTrust): void {
  checkParlayTrust(trust);
  const { fixtureStarts, fixtureSports, fixtureStatKeys, ...common } = trust;
  for (const [what, list] of [
    ['terms of legs', legs],
    ['starts of fixtures', fixtureStarts],
    ['sports of fixtures', fixtureSports],
    ['stat keys of fixtures', fixtureStatKeys],
  ] as const) {
    if (list.length !== terms.legs.length) fail(INVALID_PARLAY, { legs: terms.legs.length, what, given: list.length });
  }
  terms.legs.forEach((leg, i) => {
    const market = legs[i] as MarketTerms;
    const hash = termsHash(market);
    if (!equalBytes(hash, leg.termsHash))
      fail(WRONG_LEG, { problem: 'other hash', leg: i, hash, named: leg.termsHash });
    // The mint and the close of stakes of the leg's own market do not matter to the parlay.
    const question = { ...market, mint: terms.mint, stakesClose: terms.stakesClose };
    const fixture = {
      fixtureStart: fixtureStarts[i] ?? null,
      fixtureSport: fixtureSports[i] ?? null,
      fixtureStatKeys: fixtureStatKeys[i] ?? null,
    };
    guardStake(question, { ...common, ...fixture });
  });
}
