import { fail, INVALID_PARLAY, WRONG_LEG } from '../../error/index.js';
import { equalBytes, type Milliseconds, type Sport } from '../../format/index.js';
import type { ParlayTerms } from '../wire/parlayTerms.js';
import type { MarketTerms } from '../wire/terms.js';
import { termsHash } from '../wire/termsHash.js';
import { checkParlayTrust } from './checkStakeTrust.js';
import { guardStake, type StakeTrust } from './guardStake.js';

/** What a staker on a parlay has to know and the chain cannot: as for a market, with start and sport of every leg. */
export interface ParlayTrust extends Omit<StakeTrust, 'fixtureStart' | 'fixtureSport'> {
  /** Starts of the legs' fixtures in their order, ms; `null` for one that is not known, which is refused like a late close. */
  readonly fixtureStarts: readonly (Milliseconds | null)[];
  /** Sports of the legs' fixtures in their order; `null` for an unknown one, refused like a wrong one. */
  readonly fixtureSports: readonly (Sport | null)[];
}

/**
 * Refuses a parlay that nobody should stake on by accident: every leg has to pass {@link guardStake} with the parlay's mint
 * and close. `legs`: the terms of the legs' markets in their order, as read from the chain. Errors: INVALID_PARLAY another
 * number of legs, starts or sports; UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of the trust; WRONG_LEG terms that are not
 * those of the leg; those of `STAKE_REFUSALS`.
 */
export function guardParlayStake(terms: ParlayTerms, legs: readonly MarketTerms[], trust: ParlayTrust): void {
  checkParlayTrust(trust);
  const { fixtureStarts, fixtureSports, ...common } = trust;
  for (const [what, list] of [
    ['terms of legs', legs],
    ['starts of fixtures', fixtureStarts],
    ['sports of fixtures', fixtureSports],
  ] as const) {
    if (list.length !== terms.legs.length) fail(INVALID_PARLAY, { legs: terms.legs.length, what, given: list.length });
  }
  terms.legs.forEach((leg, i) => {
    const market = legs[i] as MarketTerms;
    const hash = termsHash(market);
    if (!equalBytes(hash, leg.termsHash))
      fail(WRONG_LEG, { problem: 'other hash', leg: i, hash, named: leg.termsHash });
    // The leg's own mint and stakes are none of the parlay's.
    const question = { ...market, mint: terms.mint, stakesClose: terms.stakesClose };
    const fixture = { fixtureStart: fixtureStarts[i] ?? null, fixtureSport: fixtureSports[i] ?? null };
    guardStake(question, { ...common, ...fixture });
  });
}
