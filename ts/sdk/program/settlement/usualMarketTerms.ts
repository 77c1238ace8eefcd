import { INVALID_STAKE_LIMITS } from '../../error/codes/settlement.js';
import { fail } from '../../error/linesmanError.js';
import {
  checkOptions,
  checkValue,
  deliberate,
  type OptionKind,
  type OptionRules,
  required,
} from '../../format/checkOptions.js';
import { AMOUNT, BOOLEAN, BYTES, integerOf, OBJECT, oneOf, SPORT } from '../../format/optionKinds.js';
import type { Milliseconds } from '../../format/slotTime.js';
import type { Sport } from '../../format/sports/sports.js';
import type { Mint } from '../account/mint.js';
import type { Address } from '../address/address.js';
import { ADDRESS } from '../address/addressOption.js';
import { associatedTokenAddress } from '../address/token.js';
import { FINALITY_POLICIES } from '../finalityPolicy.js';
import { tokenUnits } from '../tokenAmount.js';
import type { MarketTerms } from '../wire/terms.js';
import { ASKED_OUTCOMES, type AskedOutcomes, outcomeTerms } from './askedOutcomes.js';
import { MARKET_DEFAULTS } from './marketDefaults.js';
import { isAttesters } from './rules/checkAttested.js';
import { usualMarketTimes } from './usualMarketTimes.js';

/** The terms that a creator may choose. Each has a default: `MARKET_DEFAULTS` and `usualMarketTimes`. */
export type ChosenTerms = Partial<
  Pick<
    MarketTerms,
    | ('finality' | 'signer' | 'attesters' | 'challengeWindow' | 'stakesClose' | 'earliest' | 'latest' | 'voidAfter')
    | ('feeBps' | 'feeAccount' | 'minimumStake' | 'maximumStake' | 'maximumPool' | 'abandonmentVoids' | 'resultsSettle')
  >
>;

/** The match that a market is about. `fixtureFacts` of `@linesman/sdk/client` asks a service. */
export interface FixtureOfMarket {
  readonly id: number;
  readonly sport: Sport;
  /** The start of the match. `null` if unknown: then `stakesClose` is required. */
  readonly start: Milliseconds | null;
}

export interface MarketWish extends ChosenTerms, AskedOutcomes {
  readonly oracleProgram: Address;
  readonly fixture: FixtureOfMarket;
  readonly mint: Mint;
  /** Receives the fee, unless `feeAccount` names another token account. */
  readonly creator: Address;
}

/** A time in ms would be thousands of years ahead. */
const TIME: OptionKind = {
  ...integerOf(0, 99_999_999_999),
  expected: 'a time in Unix seconds, an integer from 0 to 99999999999',
};

/** A time in seconds would be in 1970. */
const START: OptionKind = {
  expected: 'a time in Unix ms, an integer from 100000000000, or null where it is not known',
  fits: (value) => value === null || integerOf(100_000_000_000).fits(value),
};

const orNull = ({ expected, fits }: OptionKind): OptionKind => ({
  expected: `${expected}, or null`,
  fits: (value) => value === null || fits(value),
});

const ATTESTERS: OptionKind = { expected: 'an object with set and least', fits: isAttesters };

/** Chosen terms decide about money, so one that got lost is refused instead of replaced by its default. */
export const CHOSEN_TERMS: OptionRules<ChosenTerms> = {
  finality: deliberate(oneOf(...FINALITY_POLICIES)),
  signer: deliberate(orNull(BYTES)),
  attesters: deliberate(orNull(ATTESTERS)),
  challengeWindow: deliberate(integerOf(0)),
  stakesClose: deliberate(TIME),
  earliest: deliberate(TIME),
  latest: deliberate(TIME),
  voidAfter: deliberate(TIME),
  feeBps: deliberate(integerOf(0)),
  feeAccount: deliberate(ADDRESS),
  minimumStake: deliberate(AMOUNT),
  maximumStake: deliberate(AMOUNT),
  maximumPool: deliberate(AMOUNT),
  abandonmentVoids: deliberate(BOOLEAN),
  resultsSettle: deliberate(BOOLEAN),
};

const WISH: OptionRules<MarketWish> = {
  ...CHOSEN_TERMS,
  ...ASKED_OUTCOMES,
  oracleProgram: required(ADDRESS),
  fixture: required(OBJECT),
  mint: required(OBJECT),
  creator: required(ADDRESS),
};

/**
 * The terms of a market on a match: those that its creator chooses, and for the rest what a careful staker accepts.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION, also for a missing `stakesClose` when the start is
 * unknown, for seconds in place of milliseconds or the other way round, and for other than one thing to bet on;
 * SPORT_NOT_TRUSTED; INVALID_CONDITION; INVALID_STAT_KEYS for a stat that the sport does not have; INVALID_OUTCOMES for
 * more than 7 conditions or 5 stats; NO_SUCH_LINE; INVALID_STAKE_LIMITS for an odd minimum of a line with halves.
 *
 * @example
 * ```ts
 * import { milliseconds } from '@linesman/sdk/format';
 * import { type Address, LOCALNET_PROGRAM_IDS, type Mint, usualMarketTerms } from '@linesman/sdk/program';
 *
 * declare const mint: Mint; // readMint
 * declare const creator: Address;
 * const fixture = { id: 12_000_010, sport: 'soccer', start: milliseconds(Date.UTC(2026, 8, 21, 15)) } as const;
 * const { oracle: oracleProgram } = LOCALNET_PROGRAM_IDS;
 * const terms = usualMarketTerms({ oracleProgram, fixture, where: 'k1 - k2 > 0', mint, creator, feeBps: 100 });
 * ```
 */
export function usualMarketTerms(wish: MarketWish): MarketTerms {
  checkOptions('usualMarketTerms', wish, WISH);
  const { oracleProgram, fixture, where, line, total, threeWay, mint, creator, ...chosen } = wish;
  const { id: fixtureId, sport, start: fixtureStart } = fixture;
  checkValue('usualMarketTerms', 'fixture.id', fixtureId, integerOf(0));
  checkValue('usualMarketTerms', 'fixture.sport', sport, SPORT);
  checkValue('usualMarketTerms', 'fixture.start', fixtureStart, START);
  const { finality = MARKET_DEFAULTS.finality, stakesClose } = chosen;
  if (fixtureStart === null) checkValue('usualMarketTerms', 'stakesClose', stakesClose, TIME);
  const bet = outcomeTerms('usualMarketTerms', sport, { where, line, total, threeWay });
  // A mint may have fewer decimals.
  const least = tokenUnits(MARKET_DEFAULTS.minimumStake, mint.decimals) ?? 1n;
  const { minimumStake = bet.splits ? least + (least % 2n) : least } = chosen;
  if (bet.splits && minimumStake % 2n !== 0n) fail(INVALID_STAKE_LIMITS, { minimum: minimumStake });
  const begins = fixtureStart === null ? { stakesClose: stakesClose ?? 0 } : { fixtureStart };
  return {
    oracleProgram,
    ...{ sources: [], agree: 1 },
    ...{ signer: null, attesters: null },
    fixtureId,
    sport,
    ...bet,
    finality,
    mint: mint.address,
    feeBps: MARKET_DEFAULTS.feeBps,
    feeAccount: associatedTokenAddress(mint.address, creator, mint.tokenProgram),
    minimumStake,
    maximumStake: tokenUnits(MARKET_DEFAULTS.maximumStake, mint.decimals) ?? U64_MAX,
    maximumPool: 0n,
    ...{ abandonmentVoids: true, resultsSettle: true },
    ...chosen,
    ...usualMarketTimes({ ...chosen, sport, finality, ...begins }),
  };
}

const U64_MAX = 2n ** 64n - 1n;
