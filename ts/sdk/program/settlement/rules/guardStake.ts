import { FIXTURE_SPORT_MISMATCH, FIXTURE_SPORT_UNKNOWN } from '../../../error/codes/customers.js';
import {
  ATTESTED_WINDOW_TOO_SHORT,
  EVERY_ATTESTER_NEEDED,
  NO_CHALLENGE_WINDOW,
  RESULTS_TOO_EARLY,
  STAKES_CLOSE_AFTER_START,
  UNTRUSTED_ATTESTERS,
  UNTRUSTED_MINT,
  UNTRUSTED_ORACLE,
} from '../../../error/codes/library.js';
import { fail } from '../../../error/linesmanError.js';
import type { MarketTerms } from '../../wire/terms.js';
import { checkStakeTrust, STAKE_REFUSALS, type StakeRefusal, type StakeTrust } from './checkStakeTrust.js';
import { earliestDecision } from './earliestDecision.js';

/**
 * Refuses risky terms, so that no user stakes on them by accident.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of `trust`; those of {@link STAKE_REFUSALS}, checked in this
 * order: oracle, mint, close of stakes, challenge window, sport, `earliest`, attesters.
 *
 * @example
 * ```ts
 * import type { Milliseconds } from '@linesman/sdk/format';
 * import { type Address, guardStake, LOCALNET_PROGRAM_IDS, type Market } from '@linesman/sdk/program';
 *
 * declare const market: Market; // read from the chain
 * declare const usdc: Address;
 * declare const kickOff: Milliseconds;
 * guardStake(market.terms, {
 *   oraclePrograms: [LOCALNET_PROGRAM_IDS.oracle],
 *   mints: [usdc],
 *   fixtureStart: kickOff,
 *   fixtureSport: 'soccer',
 * });
 * ```
 */
export function guardStake(terms: MarketTerms, trust: StakeTrust): void {
  checkStakeTrust(trust);
  const { oraclePrograms, mints, fixtureStart: start, fixtureSport: sport, accept = [] } = trust;
  const { fixtureId } = terms;
  const refuses = (code: StakeRefusal): boolean => !accept.includes(code);
  // An oracle can publish any root, so it decides every market that names it.
  if (refuses(UNTRUSTED_ORACLE) && !oraclePrograms.includes(terms.oracleProgram))
    fail(UNTRUSTED_ORACLE, { oracleProgram: terms.oracleProgram });
  if (refuses(UNTRUSTED_MINT) && !mints.includes(terms.mint)) fail(UNTRUSTED_MINT, { mint: terms.mint });
  // Stakers after the start know more than stakers before it. `stakesClose` is in seconds.
  const close = terms.stakesClose * 1000;
  if (refuses(STAKES_CLOSE_AFTER_START) && (start === null || close > start))
    fail(STAKES_CLOSE_AFTER_START, { close, start, fixtureId });
  if (refuses(NO_CHALLENGE_WINDOW) && terms.challengeWindow === 0) fail(NO_CHALLENGE_WINDOW);
  // The chain does not know the sport. Under another sport's layout a present stat can be proven to be zero, and a
  // period that ends a match in that sport falls in the middle of this one.
  const { sport: market } = terms;
  if (refuses(FIXTURE_SPORT_UNKNOWN) && sport === null) fail(FIXTURE_SPORT_UNKNOWN, { fixtureId, market });
  if (refuses(FIXTURE_SPORT_MISMATCH) && sport !== null && sport !== market)
    fail(FIXTURE_SPORT_MISMATCH, { fixtureId, market, fixture: sport });
  // Only final updates correct a final mark, so a mark that is set by mistake decides the market unless the terms
  // prevent it. An unknown start was accepted above.
  const least = start === null ? terms.earliest : earliestDecision(terms, start);
  if (refuses(RESULTS_TOO_EARLY) && terms.earliest < least)
    fail(RESULTS_TOO_EARLY, { earliest: 1_000 * terms.earliest, least: 1_000 * least, fixtureId });
  guardAttesters(terms, trust, refuses);
}

/** The time, in seconds, within which attesters should have vouched for a correction. */
const LEAST_ATTESTED_WINDOW = 21_600;

/** Errors: UNTRUSTED_ATTESTERS, EVERY_ATTESTER_NEEDED, ATTESTED_WINDOW_TOO_SHORT. */
function guardAttesters(
  { attesters, challengeWindow }: MarketTerms,
  { attesters: trusted = [], mustBeAttested = false }: StakeTrust,
  refuses: (code: StakeRefusal) => boolean,
): void {
  if (attesters === null) {
    if (refuses(UNTRUSTED_ATTESTERS) && mustBeAttested) fail(UNTRUSTED_ATTESTERS, { problem: 'none' });
    return;
  }
  const { set, least } = attesters;
  const known = trusted.find((one) => one.set === set);
  if (refuses(UNTRUSTED_ATTESTERS)) {
    if (known === undefined) fail(UNTRUSTED_ATTESTERS, { problem: 'other set', set });
    if (known && least < known.least)
      fail(UNTRUSTED_ATTESTERS, { problem: 'too few', set, least, wanted: known.least });
  }
  // If every attester is needed, one that stays silent can void the market once it knows the winner.
  if (refuses(EVERY_ATTESTER_NEEDED) && known !== undefined && least >= known.keys)
    fail(EVERY_ATTESTER_NEEDED, { least, keys: known.keys });
  // Attesters can also delay their vouchers for the slot of a correction until the window is over.
  if (refuses(ATTESTED_WINDOW_TOO_SHORT) && challengeWindow < LEAST_ATTESTED_WINDOW)
    fail(ATTESTED_WINDOW_TOO_SHORT, { window: challengeWindow, least: LEAST_ATTESTED_WINDOW });
}
