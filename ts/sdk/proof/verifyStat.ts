import { INVALID_ORACLE_KEY } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions, checkValue, deliberate, type OptionRules, required } from '../format/checkOptions.js';
import type { Hash, Root } from '../format/hash.js';
import { BYTES, KEYS, SPORT, TRUST } from '../format/optionKinds.js';
import { FINALISED } from '../format/period.js';
import { scoresSummaryLeafHash } from '../format/scoresBatchSummary.js';
import type { EpochDay, Milliseconds, SlotIndex } from '../format/slotTime.js';
import type { Sport } from '../format/sports/sports.js';
import { signedDigest } from '../format/statValidationInput.js';
import type { NDimensionalStrategy } from '../format/strategy.js';
import { CHAIN_OPTIONS } from './chainOptions.js';
import { checkProof } from './checkProof.js';
import { checking } from './documentPath.js';
import { coversExactly, evaluateStrategy } from './evaluate.js';
import { eventPlace } from './eventPlace.js';
import type { Fact } from './fact.js';
import { multiproofPayload } from './payload.js';
import type { StatProof } from './proof.js';
import type { Attested, RootAttesters } from './rootAttesters.js';
import { dailyRoot } from './rootsAccount.js';
import { checkSignature } from './signature.js';
import { statFacts } from './statFacts.js';
import { checkStatForm } from './statForm.js';
import { STRATEGY } from './strategyForm.js';
import { summaryRoot } from './summaryRoot.js';
import { TREE_FORMAT, type TreeFormat } from './treeFormat.js';
import type { Trust } from './trust.js';

/** A proven update. Hashes bind everything here to `mainRoot`, but do not prove that this root is published. */
export interface ProvenEvent {
  readonly fixtureId: number;
  readonly epochDay: EpochDay;
  readonly slot: SlotIndex;
  /** Time range of the fixture's updates in the slot, not the time of this update. */
  readonly minTimestamp: Milliseconds;
  readonly maxTimestamp: Milliseconds;
  readonly updateCount: number;
  /** Index of the update among the fixture's updates in the slot, from 0. */
  readonly updateIndex: number;
  readonly eventStatRoot: Hash;
  readonly mainRoot: Root;
  /** One fact per requested stat, in order. */
  readonly facts: readonly Fact[];
}

export interface VerifyStatOptions {
  /** Selects the layout of zero maps; never read from the proof. */
  readonly sport: Sport;
  /** Default `current`. */
  readonly format?: TreeFormat;
  /** Bytes of the daily scores roots account, to check that the root is published. */
  readonly rootsAccount?: Uint8Array;
  /** The attesters that must vouch for the root; needs `rootsAccount`. */
  readonly attesters?: RootAttesters;
  /** Ed25519 public keys of the oracle, 32 bytes each, to check the signature of version 4. */
  readonly oracleKeys?: readonly Uint8Array[];
  /** A condition on the facts by index. It need not use all of them. */
  readonly strategy?: NDimensionalStrategy;
}

export const STAT_OPTIONS: OptionRules<VerifyStatOptions> = {
  sport: required(SPORT),
  format: deliberate(TREE_FORMAT),
  ...CHAIN_OPTIONS,
  oracleKeys: deliberate(KEYS),
  strategy: deliberate(STRATEGY),
};

export interface StatResult extends ProvenEvent {
  readonly kind: 'stat';
  readonly version: StatProof['version'];
  readonly format: TreeFormat;
  /** Whether the strategy holds; null without one. A valid proof may prove that it does not hold. */
  readonly verdict: boolean | null;
  /** Whether the strategy uses every proven stat exactly once, as the oracle program requires; null without one. */
  readonly covered: boolean | null;
  /**
   * True if a present leaf has period 100, or all leaves of a payload with a checked signature have. Zero stats alone
   * are never final, because a zero proof binds no period.
   */
  readonly final: boolean;
  /** True: the root is published. Null: no account was given. Another root is an error. */
  readonly published: true | null;
  /** The attesters that vouch for the root; null if none were asked for. Fewer than `least` are an error. */
  readonly attested: Attested | null;
  /**
   * True: the oracle signed the payload. Null: another version, or no keys were given. Another signature is an error.
   */
  readonly signed: true | null;
}

/**
 * Verifies a stat proof offline, with the oracle program's rules, order of checks and error numbers.
 *
 * Errors: SPORT_NOT_TRUSTED, UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION; INVALID_ORACLE_KEY and
 * INVALID_ORACLE_SIGNATURE for the signature; TOO_MANY_STATS, TIMESTAMP_MISMATCH, PROOF_TOO_LARGE, OVERFLOW,
 * TIME_SLOT_MISMATCH, INVALID_UPDATE_COUNT, LENGTH_MISMATCH and INVALID_MULTIPROOF for the form; SLICE_ERROR,
 * ACCOUNT_DISCRIMINATOR_MISMATCH, CONSTRAINT_SEEDS and ROOT_NOT_AVAILABLE for the account; INVALID_MAIN_TREE_PROOF;
 * INVALID_FIXTURE_SUB_TREE_PROOF; INVALID_STAT_PROOF, INDEX_OUT_OF_BOUNDS, STAT_NOT_ZERO, MISSING_PROOF_NODE,
 * INVALID_PROOF_PATH and INVALID_STAT_COMBINATION for the stats; WRONG_ATTESTER_SET, WRONG_ATTESTATION and NOT_ATTESTED
 * for the attesters; MISSING_DISTANCE_PREDICATE, INDEX_OUT_OF_BOUNDS and
 * OVERFLOW for the strategy.
 *
 * @example
 * ```ts
 * import { parseCondition, type StatProof, strategyOf, verifyStat } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProof;
 * declare const rootsAccount: Uint8Array;
 * const strategy = strategyOf(parseCondition('k1 - k2 > 0'), [1, 2]);
 * const { verdict, final } = verifyStat(proof, { sport: 'soccer', rootsAccount, strategy });
 * ```
 */
export function verifyStat(proof: StatProof, options: VerifyStatOptions): StatResult {
  checkProof('verifyStat', proof);
  checkOptions('verifyStat', options, STAT_OPTIONS);
  const { sport, format = 'current', rootsAccount, attesters, oracleKeys, strategy } = options;
  const signed = proof.version === 4 && oracleKeys ? checkPayloadSignature(proof, oracleKeys) : null;
  const event = proveEvent(proof, { trust: sport, format, ...(rootsAccount && { rootsAccount }) });
  return {
    kind: 'stat',
    version: proof.version,
    format,
    ...event,
    // Before the condition is evaluated, which may fail, too.
    attested: attesters?.check(proof, rootsAccount) ?? null,
    verdict: strategy ? evaluateStrategy(strategy, event.facts) : null,
    covered: strategy ? coversExactly(strategy, event.facts.length) : null,
    final:
      event.facts.some((fact) => fact.kind === 'present' && fact.period === FINALISED) ||
      (signed === true && proof.leaves.every(({ stat }) => stat.period === FINALISED)),
    published: rootsAccount ? true : null,
    signed,
  };
}

/**
 * Checks that one of the keys signed the payload of a version 4 proof. Errors: MISSING_OPTION and WRONG_OPTION for the
 * keys; INVALID_ORACLE_KEY, also for an empty list; INVALID_ORACLE_SIGNATURE.
 *
 * @example
 * ```ts
 * import { checkPayloadSignature, type StatProofV4 } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProofV4;
 * declare const oracleKey: Uint8Array;
 * checkPayloadSignature(proof, [oracleKey]);
 * ```
 */
export function checkPayloadSignature(proof: Extract<StatProof, { version: 4 }>, keys: readonly Uint8Array[]): true {
  checkValue('checkPayloadSignature', 'keys', keys, KEYS);
  if (keys.length === 0) fail(INVALID_ORACLE_KEY, { problem: 'no key' });
  checkSignature(signedDigest(multiproofPayload(proof)), proof.signature, keys);
  return true;
}

export interface ProveEventOptions {
  readonly trust: Trust;
  readonly format?: TreeFormat;
  readonly rootsAccount?: Uint8Array;
}

const EVENT_OPTIONS: OptionRules<ProveEventOptions> = {
  trust: required(TRUST),
  format: deliberate(TREE_FORMAT),
  rootsAccount: deliberate(BYTES),
};

/**
 * Verifies a stat proof without its signature and without a strategy. Version 1 checks the stats before the event, as
 * the program does. Errors: those of `verifyStat` for options, form, account, event and stats.
 *
 * @example
 * ```ts
 * import { proveEvent, type StatProof } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProof;
 * declare const rootsAccount: Uint8Array;
 * const { facts, mainRoot } = proveEvent(proof, { trust: 'soccer', rootsAccount });
 * ```
 */
export function proveEvent(proof: StatProof, options: ProveEventOptions): ProvenEvent {
  checkProof('proveEvent', proof);
  checkOptions('proveEvent', options, EVENT_OPTIONS);
  const { trust, format = 'current', rootsAccount } = options;
  const time = checking(proof, () => checkStatForm(proof));
  const published = rootsAccount ? dailyRoot('scores', rootsAccount, time) : undefined;
  const mainRoot = summaryRoot(scoresSummaryLeafHash(proof.summary), proof.mainTreeProof, published);
  let facts: Fact[];
  let updateIndex: number;
  if (proof.version === 1) {
    facts = checking(proof, () => statFacts(proof, trust, format));
    updateIndex = eventPlace(proof, format);
  } else {
    updateIndex = eventPlace(proof, format);
    facts = checking(proof, () => statFacts(proof, trust, format));
  }
  const { fixtureId, updateStats } = proof.summary;
  return { fixtureId, ...time, ...updateStats, updateIndex, eventStatRoot: proof.eventStatRoot, mainRoot, facts };
}
