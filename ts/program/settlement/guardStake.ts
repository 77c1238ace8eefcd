import type { PublicKey } from '@solana/web3.js';
import { fail } from '../../error/index.js';
import type { Milliseconds } from '../../format/index.js';
import type { MarketTerms } from '../wire/terms.js';

/** What the chain cannot know and a staker has to: whom to trust, and when the match starts. */
export interface StakeTrust {
  /** Oracle programs whose proofs the caller believes. */
  readonly oraclePrograms: readonly PublicKey[];
  /** Mints that the caller takes as money. */
  readonly mints: readonly PublicKey[];
  /** Start of the fixture, ms; `null` when the caller does not know it, which is refused like a late close. */
  readonly fixtureStart: Milliseconds | null;
  /** Refusals that the caller accepts, by number. */
  readonly accept?: readonly StakeRefusal[];
}

/** 7017 UntrustedOracle, 7018 UntrustedMint, 7019 StakesCloseAfterStart, 7020 NoChallengeWindow. */
export type StakeRefusal = 7017 | 7018 | 7019 | 7020;

/** Refuses terms that nobody should stake on by accident. Errors: 7017 to 7020, in that order. */
export function guardStake(terms: MarketTerms, trust: StakeTrust): void {
  const { oraclePrograms, mints, fixtureStart, accept = [] } = trust;
  const refuse = (number: StakeRefusal, message: string) => {
    if (!accept.includes(number)) fail(number, { message });
  };
  // A foreign oracle can publish any root, so it decides every market that names it.
  if (!oraclePrograms.some((one) => one.equals(terms.oracleProgram)))
    refuse(7017, `The oracle program ${terms.oracleProgram.toBase58()} of the market is not in the trusted list.`);
  if (!mints.some((one) => one.equals(terms.mint)))
    refuse(7018, `The mint ${terms.mint.toBase58()} of the market is not in the trusted list.`);
  // Whoever stakes after the start knows more than those who staked before. `stakesClose` is in seconds.
  if (fixtureStart === null) refuse(7019, 'The start of the fixture is not known, so stakes might close after it.');
  else if (terms.stakesClose * 1000 > fixtureStart)
    refuse(
      7019,
      `Stakes close at ${time(terms.stakesClose * 1000)}, after the start of fixture ${terms.fixtureId} at ${time(fixtureStart)}.`,
    );
  if (terms.challengeWindow === 0) refuse(7020, 'The market has no challenge window: the first proof decides it.');
}

const time = (ms: number): string => {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? `${ms} ms` : date.toISOString();
};
