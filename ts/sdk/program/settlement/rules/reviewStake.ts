import {
  FIXTURE_SPORT_MISMATCH,
  FIXTURE_SPORT_UNKNOWN,
  NO_BOUND_FOR_LATE_ROOTS,
  STAKES_CLOSE_NEAR_START,
  UNTRUSTED_UPGRADES,
} from '../../../error/codes/customers.js';
import {
  ATTESTED_WINDOW_TOO_SHORT,
  CHALLENGE_WINDOW_SHORT,
  NO_CHALLENGE_WINDOW,
  RESULTS_TOO_EARLY,
  STAKES_CLOSE_AFTER_START,
  TOO_MANY_ATTESTERS_NEEDED,
  UNTRUSTED_ATTESTERS,
  UNTRUSTED_MINT,
  UNTRUSTED_ORACLE,
} from '../../../error/codes/library.js';
import { STAT_NOT_STATED } from '../../../error/codes/records.js';
import { errorOf, type LinesmanError } from '../../../error/linesmanError.js';
import { SPORTS } from '../../../format/sports/sports.js';
import { unstatedKey } from '../../../format/statKey.js';
import type { MarketTerms } from '../../wire/terms.js';
import { checkStakeTrust, type StakeRefusal, type StakeTrust } from './checkStakeTrust.js';
import { earliestDecision } from './earliestDecision.js';

/** A reason not to stake, which a caller may accept by its number. */
export type StakeObjection = LinesmanError & { readonly number: StakeRefusal };

/**
 * Every reason not to stake on these terms, in the order of {@link STAKE_REFUSALS}; those that `trust` accepts too.
 * `guardStake` throws the first that is not accepted; pages and commands that show terms show all.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of `trust`.
 *
 * @example
 * ```ts
 * import { type Market, reviewStake, type StakeTrust } from '@linesman/sdk/program';
 *
 * declare const market: Market; // read from the chain
 * declare const trust: StakeTrust;
 * for (const { number, message, hint } of reviewStake(market.terms, trust)) console.log(number, message, hint);
 * ```
 */
export function reviewStake(terms: MarketTerms, trust: StakeTrust): StakeObjection[] {
  checkStakeTrust(trust);
  return [
    ...partyObjections(terms, trust),
    ...timeObjections(terms, trust),
    ...matchObjections(terms, trust),
    ...attesterObjections(terms, trust),
    ...deploymentObjections(terms, trust),
  ] as StakeObjection[];
}

/** `null` for an objection that does not apply. */
const those = (...found: readonly (LinesmanError | false | null)[]): LinesmanError[] =>
  found.filter((one) => one !== null && one !== false);

function partyObjections({ oracleProgram, mint }: MarketTerms, { oraclePrograms, mints }: StakeTrust): LinesmanError[] {
  return those(
    // An oracle can publish any root, so it decides every market that names it.
    !oraclePrograms.includes(oracleProgram) && errorOf(UNTRUSTED_ORACLE, { oracleProgram }),
    !mints.includes(mint) && errorOf(UNTRUSTED_MINT, { mint }),
  );
}

/**
 * Seconds before the start at which stakes close at the latest, and seconds of a challenge window at the least: the
 * clock of the chain may be behind after a halt, and a window must leave a person the time to submit a later proof.
 */
export const LEAST_TIME_BEFORE_START = 300;
const LEAST_WINDOW = 600;

function timeObjections(terms: MarketTerms, { fixtureStart: start }: StakeTrust): LinesmanError[] {
  const { challengeWindow: window, fixtureId } = terms;
  // Stakers after the start know more than stakers before it. `stakesClose` is in seconds.
  const close = terms.stakesClose * 1000;
  const isLate = start === null || close > start;
  return those(
    isLate && errorOf(STAKES_CLOSE_AFTER_START, { close, start, fixtureId }),
    !isLate &&
      close > start - 1_000 * LEAST_TIME_BEFORE_START &&
      errorOf(STAKES_CLOSE_NEAR_START, { close, start, fixtureId }),
    window === 0 && errorOf(NO_CHALLENGE_WINDOW),
    window > 0 && window < LEAST_WINDOW && errorOf(CHALLENGE_WINDOW_SHORT, { window, least: LEAST_WINDOW }),
  );
}

function matchObjections(
  terms: MarketTerms,
  { fixtureStart: start, fixtureSport: sport, fixtureStatKeys: keys }: StakeTrust,
): LinesmanError[] {
  const { fixtureId, sport: market, earliest, statKeys } = terms;
  const unstated = unstatedKey(keys, statKeys);
  // Only final updates correct a final mark, so a mark that is set by mistake decides the market unless the terms
  // prevent it. An unknown start or sport is an objection of its own.
  const least = start === null || !SPORTS.includes(market) ? earliest : earliestDecision(terms, start);
  return those(
    // The chain does not know the sport. Under another sport's layout a present stat can be proven to be zero, and a
    // period that ends a match in that sport falls in the middle of this one.
    sport !== null && sport !== market && errorOf(FIXTURE_SPORT_MISMATCH, { fixtureId, market, fixture: sport }),
    sport === null && errorOf(FIXTURE_SPORT_UNKNOWN, { fixtureId, market }),
    // Neither a value nor zero can be proven of it, so the market ends void, once everybody knows who would have won.
    unstated !== undefined && errorOf(STAT_NOT_STATED, { fixtureId, key: unstated }),
    earliest < least && errorOf(RESULTS_TOO_EARLY, { earliest: 1_000 * earliest, least: 1_000 * least, fixtureId }),
  );
}

/** The time, in seconds, within which attesters should have vouched for a correction. */
const LEAST_ATTESTED_WINDOW = 21_600;

/** How many keys of a set may keep silent at the least: half of them. */
const usualSpare = (keys: number): number => Math.ceil(keys / 2);

/**
 * How many keys of a set should vouch unless there is a reason for another number: the most that lets half of them be
 * silent. Markets share a result only if they ask for the same number.
 *
 * @example
 * ```ts
 * import { usualLeast } from '@linesman/sdk/program';
 *
 * usualLeast(5); // 2
 * ```
 */
export const usualLeast = (keys: number): number => Math.max(1, keys - usualSpare(keys));

function attesterObjections(
  { attesters, challengeWindow: window }: MarketTerms,
  { attesters: trusted = [], mustBeAttested = false }: StakeTrust,
): LinesmanError[] {
  if (attesters === null) return those(mustBeAttested && errorOf(UNTRUSTED_ATTESTERS, { problem: 'none' }));
  const { set, least } = attesters;
  const known = trusted.find((one) => one.set === set);
  const spare = known === undefined ? 0 : (known.spare ?? usualSpare(known.keys));
  return those(
    known === undefined && errorOf(UNTRUSTED_ATTESTERS, { problem: 'other set', set }),
    known !== undefined &&
      least < known.least &&
      errorOf(UNTRUSTED_ATTESTERS, { problem: 'too few', set, least, wanted: known.least }),
    // Those that stay silent void the market, and may choose to once they know the winner.
    known !== undefined &&
      known.keys - least < spare &&
      errorOf(TOO_MANY_ATTESTERS_NEEDED, { least, keys: known.keys, spare }),
    // Attesters can also delay their vouchers for the slot of a correction until the window is over.
    window < LEAST_ATTESTED_WINDOW && errorOf(ATTESTED_WINDOW_TOO_SHORT, { window, least: LEAST_ATTESTED_WINDOW }),
  );
}

function deploymentObjections(
  { oracleProgram: oracle }: MarketTerms,
  { deployment, upgradeAuthorities: trusted = [] }: StakeTrust,
): LinesmanError[] {
  // What is known of another oracle says nothing about this one.
  const known = deployment?.oracle === oracle ? deployment : null;
  const stranger = known?.upgradeAuthorities.find((one) => !trusted.includes(one));
  return those(
    !known?.lateAfter && errorOf(NO_BOUND_FOR_LATE_ROOTS, { oracle, isKnown: known !== null }),
    known === null && errorOf(UNTRUSTED_UPGRADES, { authority: null }),
    stranger !== undefined && errorOf(UNTRUSTED_UPGRADES, { authority: stranger }),
  );
}
