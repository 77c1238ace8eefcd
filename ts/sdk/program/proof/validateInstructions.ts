import { CONDITION_MISSING, SIGNER_MISSING } from '../../error/codes/arguments.js';
import { CONDITION_NOT_APPLICABLE } from '../../error/codes/library.js';
import { fail } from '../../error/linesmanError.js';
import { checkOptions, deliberate, type OptionKind, type OptionRules, required } from '../../format/checkOptions.js';
import { BYTES, OBJECT } from '../../format/optionKinds.js';
import type { NDimensionalStrategy } from '../../format/strategy.js';
import { PROOF } from '../../proof/checkProof.js';
import { multiproofPayload, oddsPayload, statPayload } from '../../proof/payload.js';
import type { OddsProof, Proof, StatProof, StatProofV4 } from '../../proof/proof.js';
import { rootsPlaceOf } from '../../proof/rootsPlace.js';
import { STRATEGY } from '../../proof/strategyForm.js';
import type { Address } from '../address/address.js';
import { ADDRESS } from '../address/addressOption.js';
import { configAddress, rootsAddress, userValidationStateAddress } from '../address/oracle.js';
import { INSTRUCTIONS_SYSVAR } from '../address/runtime.js';
import type { Instruction } from '../instruction/instruction.js';
import {
  validateFixture,
  validateFixtureBatch,
  validateOdds,
  validateOddsV4,
  validateStat,
  validateStatV2,
  validateStatV3,
  validateStatV4,
  verifySignature,
} from '../oracle/instructions.js';
import { signatureInstruction } from './signatureInstruction.js';
import { inProgram, SIGNATURE_VERIFIER, type SignatureVerifier } from './signatureVerifier.js';
import { validateFixtureArgs, validateFixtureBatchArgs, validateStatArgs } from './validateArgs.js';

/** The user and the oracle key of a signed (v4) validation. */
export interface SignedBy {
  /** Signs the transaction and pays one credit. */
  readonly user: Address;
  /** The oracle's current or next Ed25519 key, 32 bytes. */
  readonly oracleKey: Uint8Array;
  /** Default `runtime`; `signatureVerifier` asks a chain. */
  readonly verifiedBy?: SignatureVerifier;
}

export interface ValidateParameters {
  readonly oracle: Address;
  readonly proof: Proof;
  /** The condition to test on the stats. Odds and fixtures have none. */
  readonly strategy?: NDimensionalStrategy;
  /** Required for version 4. */
  readonly signedBy?: SignedBy;
}

const SIGNED_BY: OptionKind = {
  expected: 'an object with user, oracleKey, perhaps verifiedBy',
  fits: (value) => {
    if (!OBJECT.fits(value)) return false;
    const { user, oracleKey, verifiedBy = 'runtime' } = value as SignedBy;
    return ADDRESS.fits(user) && BYTES.fits(oracleKey) && SIGNATURE_VERIFIER.fits(verifiedBy);
  },
};

const OPTIONS: OptionRules<ValidateParameters> = {
  oracle: required(ADDRESS),
  proof: required(PROOF),
  strategy: deliberate(STRATEGY),
  signedBy: deliberate(SIGNED_BY),
};

/**
 * The instructions that have the oracle program validate a proof: one, or two for a signed proof. The two must stay
 * adjacent.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of the parameters; CONDITION_MISSING for stats without a
 * strategy; CONDITION_NOT_APPLICABLE for odds or fixtures with one; NOT_ONE_COMPARISON for a strategy that v1 cannot
 * express; SIGNER_MISSING for version 4 without `signedBy`; OVERFLOW for a time outside the range of roots accounts.
 *
 * @example
 * ```ts
 * import { LOCALNET_PROGRAM_IDS, validateInstructions } from '@linesman/sdk/program';
 * import { parseCondition, parseProof, strategyOf } from '@linesman/sdk/proof';
 *
 * declare const answer: unknown; // the service's answer for the keys 1 and 2
 * const strategy = strategyOf(parseCondition('k1 - k2 > 0'), [1, 2]);
 * const { oracle } = LOCALNET_PROGRAM_IDS;
 * const instructions = validateInstructions({ oracle, proof: parseProof(answer), strategy });
 * ```
 */
export function validateInstructions(parameters: ValidateParameters): Instruction[] {
  checkOptions('validateInstructions', parameters, OPTIONS);
  const { proof, strategy, oracle } = parameters;
  if (proof.kind === 'stat') return statInstructions(proof, parameters);
  if (strategy) return fail(CONDITION_NOT_APPLICABLE);
  if (proof.kind === 'odds') return oddsInstructions(proof, parameters);
  const accounts = { tenDailyFixturesRoots: rootsFor(proof, oracle) };
  return proof.kind === 'fixture'
    ? [validateFixture.build(oracle, accounts, validateFixtureArgs(proof))]
    : [validateFixtureBatch.build(oracle, accounts, validateFixtureBatchArgs(proof))];
}

function rootsFor(proof: Proof, oracle: Address): Address {
  const { kind, epochDay } = rootsPlaceOf(proof);
  return rootsAddress(kind, epochDay, oracle).address;
}

function statInstructions(proof: StatProof, parameters: ValidateParameters): Instruction[] {
  const { oracle, strategy } = parameters;
  if (!strategy) return fail(CONDITION_MISSING);
  const accounts = { dailyScoresMerkleRoots: rootsFor(proof, oracle) };
  switch (proof.version) {
    case 1:
      return [validateStat.build(oracle, accounts, validateStatArgs(proof, strategy))];
    case 2:
      return [validateStatV2.build(oracle, accounts, { payload: statPayload(proof), strategy })];
    case 3:
      return [validateStatV3.build(oracle, accounts, { payload: multiproofPayload(proof), strategy })];
    case 4: {
      const { user } = signer(parameters);
      return [
        signatureOn(proof, parameters),
        validateStatV4.build(
          oracle,
          { ...accounts, ...signedAccounts(user, oracle) },
          { payload: multiproofPayload(proof), strategy },
        ),
      ];
    }
  }
}

function oddsInstructions(proof: OddsProof, parameters: ValidateParameters): Instruction[] {
  const { oracle } = parameters;
  const accounts = { dailyOddsMerkleRoots: rootsFor(proof, oracle) };
  if (proof.version !== 4) return [validateOdds.build(oracle, accounts, oddsPayload(proof))];
  const { user } = signer(parameters);
  return [
    signatureOn(proof, parameters),
    validateOddsV4.build(oracle, { ...accounts, ...signedAccounts(user, oracle) }, { payload: oddsPayload(proof) }),
  ];
}

function signatureOn(proof: StatProofV4 | OddsProof, parameters: ValidateParameters): Instruction {
  const { oracleKey, verifiedBy } = signer(parameters);
  const byRuntime = signatureInstruction(proof, oracleKey);
  return verifiedBy === 'program' ? inProgram(byRuntime, verifySignature, parameters.oracle) : byRuntime;
}

const signer = ({ signedBy }: ValidateParameters): SignedBy => signedBy ?? fail(SIGNER_MISSING);

const signedAccounts = (user: Address, oracle: Address) => ({
  user,
  userValidationState: userValidationStateAddress(user, oracle).address,
  instructionsSysvar: INSTRUCTIONS_SYSVAR,
  config: configAddress(oracle).address,
});
