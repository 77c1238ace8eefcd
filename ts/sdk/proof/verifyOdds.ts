import { INVALID_ORACLE_KEY } from '../error/codes/library.js';
import { FIXTURE_MISMATCH, PRICES_MISMATCH, TIME_SLOT_MISMATCH, TIMESTAMP_MISMATCH } from '../error/codes/oracle.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions, deliberate, type OptionRules } from '../format/checkOptions.js';
import type { Root } from '../format/hash.js';
import { type Odds, oddsLeafHash } from '../format/odds.js';
import { oddsSummaryLeafHash } from '../format/oddsBatchSummary.js';
import { signedOddsDigest } from '../format/oddsValidationInput.js';
import { KEYS } from '../format/optionKinds.js';
import { type EpochDay, type SlotIndex, type SlotTime, slotTimeOf } from '../format/slotTime.js';
import { CHAIN_OPTIONS } from './chainOptions.js';
import { checkProof } from './checkProof.js';
import { checking, documentPath } from './documentPath.js';
import { oddsPayload } from './payload.js';
import type { OddsProof } from './proof.js';
import type { Attested, RootAttesters } from './rootAttesters.js';
import { dailyRoot } from './rootsAccount.js';
import { checkSignature } from './signature.js';
import { checkLength, checkUpdateCount } from './statForm.js';
import { checkSubTree } from './subTree.js';
import { summaryRoot } from './summaryRoot.js';

export interface VerifyOddsOptions {
  /** Bytes of the daily odds roots account. */
  readonly rootsAccount?: Uint8Array;
  /** The attesters that must vouch for the root; needs `rootsAccount`. */
  readonly attesters?: RootAttesters;
  /** Ed25519 public keys of the oracle, 32 bytes each, to check the signature of version 4. */
  readonly oracleKeys?: readonly Uint8Array[];
}

const OPTIONS: OptionRules<VerifyOddsOptions> = {
  ...CHAIN_OPTIONS,
  oracleKeys: deliberate(KEYS),
};

export interface OddsResult {
  readonly kind: 'odds';
  readonly version: OddsProof['version'];
  readonly fixtureId: number;
  readonly odds: Odds;
  readonly epochDay: EpochDay;
  readonly slot: SlotIndex;
  readonly mainRoot: Root;
  /** True: the root is published. Null: no account was given. Another root is an error. */
  readonly published: true | null;
  /** The attesters that vouch for the root; null if none were asked for. Fewer than `least` are an error. */
  readonly attested: Attested | null;
  /** True: the oracle signed the payload. Null: version 1, or no keys were given. Another signature is an error. */
  readonly signed: true | null;
}

/**
 * Verifies an odds proof offline.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION; INVALID_ORACLE_KEY and INVALID_ORACLE_SIGNATURE for the
 * signature; TIMESTAMP_MISMATCH for `ts`; PROOF_TOO_LARGE; OVERFLOW for the time; TIME_SLOT_MISMATCH for a time outside
 * the summary; INVALID_UPDATE_COUNT; PRICES_MISMATCH; FIXTURE_MISMATCH; AMBIGUOUS_LEAF; SLICE_ERROR,
 * ACCOUNT_DISCRIMINATOR_MISMATCH, CONSTRAINT_SEEDS and ROOT_NOT_AVAILABLE for the account; INVALID_SUB_TREE_PROOF;
 * INVALID_MAIN_TREE_PROOF; WRONG_ATTESTER_SET, WRONG_ATTESTATION and NOT_ATTESTED for the attesters.
 *
 * @example
 * ```ts
 * import { type OddsProof, verifyOdds } from '@linesman/sdk/proof';
 *
 * declare const proof: OddsProof;
 * declare const rootsAccount: Uint8Array;
 * declare const oracleKey: Uint8Array;
 * const { odds } = verifyOdds(proof, { rootsAccount, oracleKeys: [oracleKey] });
 * ```
 */
export function verifyOdds(proof: OddsProof, options: VerifyOddsOptions = {}): OddsResult {
  checkProof('verifyOdds', proof);
  checkOptions('verifyOdds', options, OPTIONS);
  const { rootsAccount, attesters, oracleKeys } = options;
  let signed: true | null = null;
  if (proof.signature && oracleKeys) {
    if (oracleKeys.length === 0) fail(INVALID_ORACLE_KEY, { problem: 'no key' });
    checkSignature(signedOddsDigest(oddsPayload(proof)), proof.signature, oracleKeys);
    signed = true;
  }
  const time = checkForm(proof);
  const leaf = checking(proof.odds, () => oddsLeafHash(proof.odds));
  const published = rootsAccount ? dailyRoot('odds', rootsAccount, time) : undefined;
  const { summary } = proof;
  checkSubTree(leaf, proof.subTreeProof, summary.updateStats.updateCount, summary.oddsSubTreeRoot);
  const mainRoot = summaryRoot(oddsSummaryLeafHash(summary), proof.mainTreeProof, published);
  return {
    kind: 'odds',
    version: proof.version,
    fixtureId: summary.fixtureId,
    odds: proof.odds,
    ...time,
    mainRoot,
    published: rootsAccount ? true : null,
    attested: attesters?.check(proof, rootsAccount) ?? null,
    signed,
  };
}

function checkForm(proof: OddsProof): SlotTime {
  const { ts, odds, summary, subTreeProof, mainTreeProof } = proof;
  if (ts !== odds.ts)
    return fail(TIMESTAMP_MISMATCH, {
      problem: 'not of the record',
      ts,
      expected: odds.ts,
      ...documentPath(proof, 'ts'),
    });
  checkLength(subTreeProof, 'sub-tree proof');
  checkLength(mainTreeProof, 'main tree proof');
  const time = checking(odds, () => slotTimeOf(ts));
  const { minTimestamp, maxTimestamp } = summary.updateStats;
  if (ts < minTimestamp || ts > maxTimestamp) {
    const at = documentPath(odds, 'ts');
    return fail(TIME_SLOT_MISMATCH, { problem: 'outside the summary', ts, minTimestamp, maxTimestamp, ...at });
  }
  checkUpdateCount(summary.updateStats);
  const { priceNames, prices } = odds;
  if (priceNames.length !== prices.length) {
    return fail(PRICES_MISMATCH, {
      names: priceNames.length,
      prices: prices.length,
      ...documentPath(odds, 'prices'),
    });
  }
  if (odds.fixtureId !== summary.fixtureId) {
    return fail(FIXTURE_MISMATCH, {
      what: 'fixture id',
      record: odds.fixtureId,
      summary: summary.fixtureId,
      ...documentPath(odds, 'fixtureId'),
    });
  }
  return time;
}
