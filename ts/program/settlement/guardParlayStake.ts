import { fail } from '../../error/index.js';
import { bytesToHex, equalBytes, type Milliseconds } from '../../format/index.js';
import type { ParlayTerms } from '../wire/parlayTerms.js';
import type { MarketTerms } from '../wire/terms.js';
import { termsHash } from '../wire/termsHash.js';
import { guardStake, type StakeTrust } from './guardStake.js';

/** What a staker on a parlay has to know that the chain cannot: as for a market, with the start of every leg's fixture. */
export interface ParlayTrust extends Omit<StakeTrust, 'fixtureStart'> {
  /** Starts of the legs' fixtures in their order, ms; `null` for one that is not known, which is refused like a late close. */
  readonly fixtureStarts: readonly (Milliseconds | null)[];
}

/**
 * Refuses a parlay that nobody should stake on by accident: every leg has to pass {@link guardStake} with the parlay's mint
 * and close. `legs`: the terms of the legs' markets in their order, as read from the chain. Errors: 6245 another number of legs
 * or starts; 6246 terms that are not those of the leg; 7017 to 7020.
 */
export function guardParlayStake(terms: ParlayTerms, legs: readonly MarketTerms[], trust: ParlayTrust): void {
  const { fixtureStarts, ...common } = trust;
  for (const [what, { length }] of [
    ['terms of legs', legs],
    ['starts of fixtures', fixtureStarts],
  ] as const)
    if (length !== terms.legs.length)
      fail(6245, { message: `The parlay has ${terms.legs.length} legs, and there are ${length} ${what}.` });
  terms.legs.forEach((leg, i) => {
    const market = legs[i] as MarketTerms;
    const hash = termsHash(market);
    if (!equalBytes(hash, leg.termsHash))
      fail(6246, {
        message: `The terms given for leg ${i} hash to ${bytesToHex(hash)}, and the parlay names ${bytesToHex(leg.termsHash)}.`,
      });
    // The leg's own mint and stakes are none of the parlay's.
    const question = { ...market, mint: terms.mint, stakesClose: terms.stakesClose };
    guardStake(question, { ...common, fixtureStart: fixtureStarts[i] ?? null });
  });
}
