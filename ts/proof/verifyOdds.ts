import { fail } from '../error/index.js';
import { checkOptions, deliberate, type OptionRules } from '../format/checkOptions.js';
import {
  type EpochDay,
  type Odds,
  oddsLeafHash,
  oddsSummaryLeafHash,
  type Root,
  type SlotIndex,
  type SlotTime,
  signedOddsDigest,
  slotTimeOf,
} from '../format/index.js';
import { BYTES, KEYS } from '../format/optionKinds.js';
import { oddsPayload } from './payload.js';
import { checking, placeOf } from './place.js';
import type { OddsProof } from './proof.js';
import { dailyRoot } from './rootsAccount.js';
import { checkSignature } from './signature.js';
import { checkLength, checkUpdateCount } from './statForm.js';
import { checkSubTree } from './subTree.js';
import { summaryRoot } from './summaryRoot.js';

export interface VerifyOddsOptions {
  /** Bytes of the daily odds roots account. */
  readonly rootsAccount?: Uint8Array;
  /** Ed25519 keys of the oracle, 32 bytes each: for version 4. */
  readonly oracleKeys?: readonly Uint8Array[];
}

const OPTIONS: OptionRules<VerifyOddsOptions> = {
  rootsAccount: deliberate(BYTES),
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
  /** True when the root is the account's; null when no account was given. */
  readonly published: true | null;
  /** True when the signature is the oracle's; null for version 1 and without keys. */
  readonly signed: true | null;
}

/**
 * Verifies an odds proof offline.
 *
 * Errors: 7166 to 7168 of the options; 7009 and 6083 of the signature; 6010 time argument, 6062 lengths, 6027 time,
 * 6005 outside the summary's times, 6100, 6001, 6048, 6102; 6011, 6008, 2006, 6007 of the account; 6003, 6004.
 */
export function verifyOdds(proof: OddsProof, options: VerifyOddsOptions = {}): OddsResult {
  checkOptions('verifyOdds', options, OPTIONS);
  const { rootsAccount, oracleKeys } = options;
  let signed: true | null = null;
  if (proof.signature && oracleKeys) {
    if (oracleKeys.length === 0) fail(7009, { message: 'No oracle key is given.' });
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
    signed,
  };
}

function checkForm(proof: OddsProof): SlotTime {
  const { ts, odds, summary, subTreeProof, mainTreeProof } = proof;
  if (ts !== odds.ts)
    return fail(6010, { message: `The time ${ts} is not the record's ${odds.ts}.`, ts, ...placeOf(proof, 'ts') });
  checkLength(subTreeProof, 'The sub-tree proof');
  checkLength(mainTreeProof, 'The main tree proof');
  const time = checking(odds, () => slotTimeOf(ts));
  const { minTimestamp, maxTimestamp } = summary.updateStats;
  if (ts < minTimestamp || ts > maxTimestamp) {
    return fail(6005, {
      message: `The time ${ts} is outside the summary's ${minTimestamp} to ${maxTimestamp}.`,
      ts,
      ...placeOf(odds, 'ts'),
    });
  }
  checkUpdateCount(summary.updateStats);
  const { priceNames, prices } = odds;
  if (priceNames.length !== prices.length) {
    return fail(6001, {
      message: `The record has ${priceNames.length} price names and ${prices.length} prices.`,
      ...placeOf(odds, 'prices'),
    });
  }
  if (odds.fixtureId !== summary.fixtureId) {
    return fail(6048, {
      message: `The record is of fixture ${odds.fixtureId}, the summary of ${summary.fixtureId}.`,
      ...placeOf(odds, 'fixtureId'),
    });
  }
  return time;
}
