import { EVENT_TOO_EARLY, FACT_TOO_RECENT, UNEXPECTED_ACCOUNT } from '../../error/codes/library.js';
import { CONTRADICTED_RESULT, WRONG_RESULT } from '../../error/codes/settlement.js';
import { fail } from '../../error/linesmanError.js';
import { checkOptions, type OptionKind, type OptionRules, required } from '../../format/checkOptions.js';
import { integerOf, NUMBER, OBJECT, oneOf, SPORT } from '../../format/optionKinds.js';
import type { Sport } from '../../format/sports/sports.js';
import { checkOwner } from '../account/checkOwner.js';
import { type MatchResult, matchResultAccount, type ResultFact } from '../account/matchResult.js';
import type { Address } from '../address/address.js';
import { ADDRESS } from '../address/addressOption.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { type ResultSubject, resultAddress, SET_AND_LEAST } from '../address/settlement.js';
import type { Chain } from '../chain.js';
import { FINALITY_POLICIES, type FinalityPolicy } from '../finalityPolicy.js';
import type { ProgramIds } from '../programId.js';
import type { Moment } from '../wire/moment.js';
import type { Attesters } from '../wire/terms.js';
import { checkSubject, currentFact } from './rules/settleByResult.js';
import { isOver } from './rules/window.js';

/** A reader's question to a result, and the parties that the reader trusts. */
export interface ReadResultParameters {
  /** The account on chain. */
  readonly account: { readonly owner: Address; readonly data: Uint8Array };
  readonly address: Address;
  /** The settlement program, which must own the account. */
  readonly program: Address;
  /** The oracle program that the reader trusts. */
  readonly oracle: Address;
  readonly fixtureId: number;
  /** A reader who does not know the sport must not read zero facts. */
  readonly sport: Sport;
  readonly finality: FinalityPolicy;
  /** The stat key. */
  readonly key: number;
  /**
   * No update before this time counts, Unix s: the earliest at which the match can have been decided. Otherwise a final
   * mark that is set by mistake, and taken back a minute later, counts like the real one. Compared with the first
   * record of the fixture in the update's slot.
   */
  readonly notBefore: number;
  /**
   * How long the result must have had this value, in seconds and as many slots. In this time a correction could have
   * been posted.
   */
  readonly minimumAge: number;
  /** Of the chain: `chainMoment`. */
  readonly now: Moment;
  /** Who must have vouched for whatever the result says; `null`, on purpose, to believe the oracle alone. */
  readonly attesters: Attesters | null;
}

const INSTANT = integerOf(0);
const MOMENT: OptionKind = {
  expected: 'an object with seconds and slot, integers from 0',
  fits: (value) => {
    if (!OBJECT.fits(value)) return false;
    const { seconds, slot } = value as Partial<Moment>;
    return INSTANT.fits(seconds) && INSTANT.fits(slot);
  },
};

const OPTIONS: OptionRules<ReadResultParameters> = {
  account: required(OBJECT),
  address: required(ADDRESS),
  program: required(ADDRESS),
  oracle: required(ADDRESS),
  fixtureId: required(NUMBER),
  sport: required(SPORT),
  finality: required(oneOf(...FINALITY_POLICIES)),
  key: required(integerOf(0, 2 ** 32 - 1)),
  notBefore: required(integerOf(0)),
  minimumAge: required(integerOf(0)),
  now: required(MOMENT),
  attesters: required(SET_AND_LEAST),
};

/** A fact that passed the checks of a reader. */
export interface ReadFact extends ResultFact {
  /** How long the result has had this value, s. */
  readonly age: number;
  /** Of the result's update. */
  readonly period: number;
  readonly orderKey: bigint;
}

/**
 * Reads a fact from a result, with the checks that a program makes before it relies on one: size and owner, layout
 * version, oracle program, fixture, sport, policy and attesters; that the result is not contradicted; its canonical
 * address; that its update is not before `notBefore`; that the fact is current, and old enough. The crate
 * `linesman-result` makes the same checks in this order.
 *
 * Two errors are temporary. FACT_NOT_CURRENT ends with one more post of the key; anyone can cause it by posting another
 * key of a later update. FACT_TOO_RECENT ends with time. A program that refunds users when there is no answer must not
 * do so on these errors; on chain, `absent` of the crate decides that. Whoever refunds gives the money back if
 * attesters are silent.
 *
 * The reader trusts the upgrade authority of the settlement program and the oracle, and relies on at least one party
 * that posts corrections within `minimumAge`. A reader who is not certain of the sport must only read facts that are
 * `present`, because zeros are proven by the layout of the sport.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION and SPORT_NOT_TRUSTED of the parameters; INVALID_TERMS for
 * attesters of which the set or `least` is zero; UNEXPECTED_ACCOUNT for another owner or other content;
 * UNKNOWN_VERSION; WRONG_RESULT for another address, oracle program, fixture, sport, policy or other attesters;
 * INVALID_POLICY; CONTRADICTED_RESULT; EVENT_TOO_EARLY; FACT_MISSING when the stat was never proven; FACT_NOT_CURRENT
 * when it was not proven of the latest posted update; FACT_TOO_RECENT.
 *
 * @example
 * ```ts
 * import { type Chain, chainMoment, LOCALNET_PROGRAM_IDS, readResult, resultAddress } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * const { settlement: program, oracle } = LOCALNET_PROGRAM_IDS;
 * const subject = { fixtureId: 12_000_010, sport: 'soccer', finality: 'finalised', attesters: null } as const;
 * const { address } = resultAddress({ ...subject, oracleProgram: oracle }, program);
 * const account = await chain.account(address);
 * if (account) {
 *   const trusted = { account, address, program, oracle, ...subject };
 *   const notBefore = Date.UTC(2026, 8, 21, 16) / 1_000; // the start, and the least that the match lasts
 *   const goals = readResult({ ...trusted, key: 1, notBefore, minimumAge: 3_600, now: await chainMoment(chain) });
 *   console.log(goals.value, goals.age);
 * }
 * ```
 */
export function readResult(parameters: ReadResultParameters): ReadFact {
  checkOptions('readResult', parameters, OPTIONS);
  const { account, address, program, oracle, fixtureId, sport, finality, attesters } = parameters;
  const { key, notBefore, minimumAge, now } = parameters;
  const subject = { oracleProgram: oracle, fixtureId, sport, finality, attesters };
  const result = ownResult(account, address, program);
  const expected = resultAddress(subject, program);
  checkSubject(result, subject);
  if (result.contradicted) fail(CONTRADICTED_RESULT);
  checkAddress(result, address, expected);
  const { minTimestamp: time } = result;
  if (time < 1_000 * notBefore) fail(EVENT_TOO_EARLY, { time, notBefore });
  const fact = currentFact(result, key);
  const age = now.seconds - fact.since.seconds;
  if (!isOver(fact.since, minimumAge, now)) fail(FACT_TOO_RECENT, { key, age, minimumAge });
  const { period, orderKey } = result;
  return { ...fact, age, period, orderKey };
}

/** The content of a result of the settlement program. Errors: UNEXPECTED_ACCOUNT, UNKNOWN_VERSION. */
function ownResult(account: ReadResultParameters['account'], address: Address, program: Address): MatchResult {
  const { data } = account;
  const result = matchResultAccount.decode(data);
  // Other accounts may end in padding; the program writes results to their last byte.
  const size = matchResultAccount.encode(result).length;
  if (data.length !== size) fail(UNEXPECTED_ACCOUNT, { problem: 'other size', address, bytes: data.length, size });
  checkOwner(account, address, program);
  return result;
}

/** Errors: WRONG_RESULT unless the result is at the canonical address of the subject. */
function checkAddress(
  { bump }: MatchResult,
  address: Address,
  { address: expected, bump: canonical }: ReturnType<typeof resultAddress>,
): void {
  if (address !== expected) fail(WRONG_RESULT, { problem: 'other address', address, expected });
  if (bump !== canonical)
    fail(WRONG_RESULT, { problem: 'other subject', field: 'bump', found: bump, expected: canonical });
}

/**
 * Reads the result of a match as the chain has it, for display or to settle with it; `null` without one. Says
 * nothing about whether it is contradicted or how old its facts are: `readResult` does.
 *
 * Errors: UNEXPECTED_ACCOUNT when the account is not a result of the settlement program; UNKNOWN_VERSION; WRONG_RESULT;
 * those of `resultAddress`.
 *
 * @example
 * ```ts
 * import { type Chain, fetchResult, LOCALNET_PROGRAM_IDS, type Market } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const market: Market;
 * const result = await fetchResult(chain, LOCALNET_PROGRAM_IDS, market.terms);
 * if (result) console.log(result.facts.filter(({ current }) => current));
 * ```
 */
export async function fetchResult(
  chain: Pick<Chain, 'account'>,
  { settlement }: Pick<ProgramIds, 'settlement'>,
  subject: ResultSubject,
): Promise<MatchResult | null> {
  const { address } = resultAddress(subject, settlement);
  const account = await chain.account(address);
  return account && resultOf(account, subject, { settlement });
}

/** The result in the account at the address of the subject. Returns and fails as `fetchResult`. */
export function resultOf(
  account: { readonly owner: Address; readonly data: Uint8Array },
  subject: ResultSubject,
  { settlement }: Pick<ProgramIds, 'settlement'>,
): MatchResult | null {
  // Anyone can send lamports to the address. That neither creates a result nor prevents one.
  if (account.owner === SYSTEM_PROGRAM_ID) return null;
  const expected = resultAddress(subject, settlement);
  const result = ownResult(account, expected.address, settlement);
  checkSubject(result, subject);
  checkAddress(result, expected.address, expected);
  return result;
}
