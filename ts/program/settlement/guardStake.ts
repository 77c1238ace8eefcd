import type { PublicKey } from '@solana/web3.js';
import { fail } from '../../error/index.js';
import { type Milliseconds, type Sport, sportOfLayout } from '../../format/index.js';
import type { MarketTerms } from '../wire/terms.js';
import { checkStakeTrust } from './checkStakeTrust.js';

/** What the chain cannot know and a staker has to: whom to trust, and what match it is. */
export interface StakeTrust {
  /** Oracle programs whose proofs the caller believes. */
  readonly oraclePrograms: readonly PublicKey[];
  /** Mints that the caller takes as money. */
  readonly mints: readonly PublicKey[];
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

/**
 * 7017 UntrustedOracle, 7018 UntrustedMint, 7019 StakesCloseAfterStart, 7020 NoChallengeWindow,
 * 7160 FixtureSportMismatch, 7161 FixtureSportUnknown.
 */
export const STAKE_REFUSALS = [7017, 7018, 7019, 7020, 7160, 7161] as const;
export type StakeRefusal = (typeof STAKE_REFUSALS)[number];

/**
 * Refuses terms that nobody should stake on by accident. Errors: 7166 to 7168 of the trust; those of
 * {@link STAKE_REFUSALS}, in that order.
 */
export function guardStake(terms: MarketTerms, trust: StakeTrust): void {
  checkStakeTrust(trust);
  const { oraclePrograms, mints, fixtureStart: start, fixtureSport: sport, accept = [] } = trust;
  const refuse = (number: StakeRefusal, message: string) => {
    if (!accept.includes(number)) fail(number, { message });
  };
  // A foreign oracle can publish any root, so it decides every market that names it.
  if (!oraclePrograms.some((one) => one.equals(terms.oracleProgram)))
    refuse(7017, `The oracle program ${terms.oracleProgram.toBase58()} of the market is not in the trusted list.`);
  if (!mints.some((one) => one.equals(terms.mint)))
    refuse(7018, `The mint ${terms.mint.toBase58()} of the market is not in the trusted list.`);
  // Whoever stakes after the start knows more than those who staked before. `stakesClose` is in seconds.
  const close = terms.stakesClose * 1000;
  if (start === null) refuse(7019, 'The start of the fixture is not known, so stakes might close after it.');
  else if (close > start)
    refuse(7019, `Stakes close at ${time(close)}, after the start of fixture ${terms.fixtureId} at ${time(start)}.`);
  if (terms.challengeWindow === 0) refuse(7020, 'The market has no challenge window: the first proof decides it.');
  // The chain takes the terms' word for it. By another sport's layout a stat that is not zero can be proven zero, and a
  // period that ends the match there is the middle of this one.
  const said = sportOfLayout(terms.sport) ?? `layout ${terms.sport}`;
  if (sport === null) refuse(7161, `The sport of fixture ${terms.fixtureId} is not known; the market says ${said}.`);
  else if (sport !== said)
    refuse(7160, `The market says ${said}, and fixture ${terms.fixtureId} is a match of ${sport}.`);
}

const time = (ms: number): string => {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? `${ms} ms` : date.toISOString();
};
