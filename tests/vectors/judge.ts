import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { hexToBytes } from '../../ts/sdk/format/hex.js';
import { sportOfLayout } from '../../ts/sdk/format/sport.js';
import { decodeInstruction } from '../../ts/sdk/program/decodeInstruction.js';
import type { StatProofV4 } from '../../ts/sdk/proof/proof.js';
import type { Trust } from '../../ts/sdk/proof/trust.js';
import { validateStat as validate, validateStatV1 } from '../../ts/sdk/proof/validate.js';
import { verifyFixture } from '../../ts/sdk/proof/verifyFixture.js';
import { verifyFixtureBatch } from '../../ts/sdk/proof/verifyFixtureBatch.js';
import { verifyOdds } from '../../ts/sdk/proof/verifyOdds.js';
import { checkPayloadSignature, verifyStat } from '../../ts/sdk/proof/verifyStat.js';
import { rootsAccount } from './rootsAccount.js';
import {
  claimAsStrategy,
  typedClaim,
  typedFixture,
  typedFixtureBatch,
  typedOdds,
  typedStrategy,
  typedV1,
  typedV2,
  typedV3,
} from './typed.js';
import type { Result, V4, Vector } from './vector.js';

/** The offline verifier's answer in the terms of the corpus. */
export function judge(vector: Vector): Result {
  try {
    if (vector.proof === null) {
      decodeInstruction(hexToBytes(vector.data));
      throw new Error('the data decode');
    }
    return { verdict: verdictOf(vector) };
  } catch (error) {
    if (error instanceof LinesmanError) return { error: error.number };
    throw error;
  }
}

function verdictOf(vector: Vector): boolean {
  const sport = vector.sport === null ? undefined : sportOfLayout(vector.sport);
  const trust: Trust = sport ?? 'any-one';
  const account = new Uint8Array(rootsAccount(vector.roots));
  const { proof } = vector;
  if (proof === null) throw new Error('nothing to verify');
  if (vector.tree === 'older') return olderVerdict(vector, account);
  switch (vector.instruction) {
    case 'validate_stat':
      return validateStatV1(typedV1(of(vector)), typedClaim(asked(vector)), account, trust);
    case 'validate_stat_v2':
      return validate(typedV2(of(vector)), typedStrategy(asked(vector)), account, trust);
    case 'validate_stat_v3':
      return validate(typedV3(of(vector)), typedStrategy(asked(vector)), account, trust);
    case 'validate_stat_v4': {
      const signed: StatProofV4 = { ...typedV3(of(vector)), version: 4, signature: hexToBytes(v4Of(vector).signature) };
      checkPayloadSignature(signed, keysOf(v4Of(vector)));
      return validate(signed, typedStrategy(asked(vector)), account, trust);
    }
    case 'validate_odds':
      return verifyOdds(typedOdds(of(vector)), { rootsAccount: account }).published === true;
    case 'validate_odds_v4': {
      const v4 = v4Of(vector);
      const odds = { ...typedOdds(of(vector)), version: 4 as const, signature: hexToBytes(v4.signature) };
      return verifyOdds(odds, { rootsAccount: account, oracleKeys: keysOf(v4) }).signed === true;
    }
    case 'validate_fixture':
      return verifyFixture(typedFixture(of(vector)), { rootsAccount: account }).published === true;
    case 'validate_fixture_batch': {
      const { index } = of(vector);
      return verifyFixtureBatch(typedFixtureBatch(of(vector)), { rootsAccount: account, index }).published === true;
    }
  }
}

function olderVerdict(vector: Vector, account: Uint8Array): boolean {
  const sport = sportOfLayout(vector.sport ?? 1) ?? 'soccer';
  const options = { sport, format: 'all-stats', rootsAccount: account } as const;
  if (vector.instruction === 'validate_stat')
    return verifyStat(typedV1(of(vector)), { ...options, strategy: claimAsStrategy(asked(vector)) }).verdict === true;
  if (vector.instruction === 'validate_stat_v2')
    return verifyStat(typedV2(of(vector)), { ...options, strategy: typedStrategy(asked(vector)) }).verdict === true;
  throw new Error(`${vector.instruction} has no older tree`);
}

export function of<V extends { proof: unknown }>(vector: V): NonNullable<V['proof']> {
  if (vector.proof === null || vector.proof === undefined) throw new Error('the vector has no proof');
  return vector.proof;
}

export function asked<V extends { strategy: unknown }>(vector: V): NonNullable<V['strategy']> {
  if (vector.strategy === null || vector.strategy === undefined) throw new Error('the vector has no strategy');
  return vector.strategy;
}

function v4Of(vector: Vector): V4 {
  if (vector.v4 === null) throw new Error('the vector is not of version 4');
  return vector.v4;
}

const keysOf = ({ keys }: V4) => keys.filter((key) => key !== null).map(hexToBytes);
