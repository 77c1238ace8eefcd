import { NO_PROOF_YET } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions, deliberate, type OptionKind, type OptionRules, required } from '../format/checkOptions.js';
import { NUMBER, OBJECT } from '../format/optionKinds.js';
import { chainTime } from '../program/account/chainTime.js';
import type { Chain } from '../program/chain.js';
import {
  type CheckedSettlement,
  checkSettlement,
  type SettlementProof,
} from '../program/settlement/rules/checkSettlement.js';
import { periodDecides } from '../program/settlement/rules/finality.js';
import { checkTerms } from '../program/wire/checkTerms.js';
import type { MarketTerms } from '../program/wire/terms.js';
import type { StatProof } from '../proof/proof.js';
import { type Candidate, candidatesOf, correctionUnderWay, mayHideCandidates } from './candidates.js';
import type { ListedRecord, ProofSource } from './proofSource.js';
import { attestationOf, checkIsRecord, presentKeys, requestPresent, rootsOf, witnessOf } from './recordProof.js';
import { MAX_TRIES, type RecordSearch, searchRecords } from './recordSearch.js';
import { vouchingOf } from './vouching.js';

/**
 * Seconds after the market's latest time. By then, every slot that began in time has ended, and its root is published.
 */
const LAST_CORRECTION = 600;

export interface FindProofParameters {
  readonly terms: MarketTerms;
  readonly source: ProofSource;
  /** Provides the roots accounts and the clock. */
  readonly chain: Pick<Chain, 'account'>;
  /**
   * The market's current proposal, made with a proof. Only a proof of another outcome, from the same or a later update,
   * is worth sending.
   */
  readonly standing?: { readonly outcome: number; readonly orderKey: bigint };
}

const STANDING: OptionKind = {
  expected: 'an object with outcome, a number, and orderKey, a bigint',
  fits: (value) =>
    OBJECT.fits(value) &&
    NUMBER.fits((value as Record<string, unknown>).outcome) &&
    typeof (value as Record<string, unknown>).orderKey === 'bigint',
};

/** The options that every search needs. */
export const SEARCH = { terms: required(OBJECT), source: required(OBJECT), chain: required(OBJECT) };
// If `standing` got lost, a proof of the outcome already proposed would seem worth sending.
const GIVEN: OptionRules<FindProofParameters> = { ...SEARCH, standing: deliberate(STANDING) };

export type ProofSearch = RecordSearch<{ readonly settlement: CheckedSettlement }>;

/**
 * Finds the best proof for a market: that of the latest record which decides it, checked offline by the rules of the
 * settlement program against the root on chain. When every stat of the market is zero, a present stat of the record is
 * added as the finality witness; when the whole record is zero, only a payload signed by the terms' signer will do.
 *
 * If the newest deciding record cannot be proven yet, an older one takes its place only when both give the same
 * outcome, because the older one is known to be out of date. No proof is used while a later record that is not final
 * yet shows another outcome.
 *
 * With attesters, only a record whose slot has the vouchers is proven. A later record of another outcome is waited for
 * until 24 hours after its slot, and at most until an hour before a proposal could no longer become final by
 * `voidAfter`; a correction of a standing proposal waits for none. After that hour every record with vouchers is tried.
 *
 * Faults of the service end in `found: false`; errors of the chain are thrown. Errors: UNKNOWN_OPTION, MISSING_OPTION
 * and WRONG_OPTION of the parameters; INVALID_NUMBER for incomplete terms.
 *
 * @example
 * ```ts
 * import {
 *   type Address,
 *   type Chain,
 *   type MarketTerms,
 *   type ProgramIds,
 *   settleInstructions,
 * } from '@linesman/sdk/program';
 * import { findProof, type ProofSource } from '@linesman/sdk/prove';
 *
 * declare const chain: Chain;
 * declare const source: ProofSource;
 * declare const programs: ProgramIds;
 * declare const market: Address;
 * declare const terms: MarketTerms;
 * const search = await findProof({ terms, source, chain });
 * const instructions = search.found
 *   ? settleInstructions({ programs, market, terms, ...search.settlement })
 *   : []; // search.reason says why not
 * ```
 */
export async function findProof(parameters: FindProofParameters): Promise<ProofSearch> {
  checkOptions('findProof', parameters, GIVEN);
  checkTerms(parameters.terms);
  return await searchRecords(
    () => recordsToProve(parameters),
    async (record) => ({ settlement: await settlementOf(parameters, record) }),
  );
}

/** The records to try, newest first. Errors: NO_PROOF_YET; NOT_ATTESTED; WRONG_ATTESTATION. */
async function recordsToProve(parameters: FindProofParameters): Promise<readonly ListedRecord[]> {
  const { terms, standing, chain } = parameters;
  const records = await listRecords(parameters);
  const all = candidatesOf(terms, records);
  const vouching = await vouchingOf(chain, terms, records);
  const vouched = all.filter(({ record }) => vouching.isVouched(record));
  const [best] = vouched;
  // A correction is not put off: it starts the window again, in which a later one may follow.
  const corrects = standing !== undefined && best !== undefined && best.outcome !== standing.outcome;
  const counts = corrects ? vouching.isVouched : vouching.counts;
  const newest = all.find(({ record }) => counts(record)) ?? all[0];
  if (newest) await checkNotUnderCorrection(parameters, records.filter(counts), newest);
  if (newest && best?.outcome !== newest.outcome) vouching.check(newest.record);
  if (newest && standing?.outcome === newest.outcome)
    fail(NO_PROOF_YET, { reason: 'Confirmed', seq: newest.record.seq, outcome: newest.outcome });
  // Before the market becomes void, an outcome that the attesters no longer confirm is better than none.
  if (vouching.isLate && standing === undefined) return vouched.map(({ record }) => record);
  return vouched
    .filter(({ outcome }) => outcome === newest?.outcome)
    .map(({ record }) => record)
    .slice(0, MAX_TRIES);
}

async function listRecords({ terms, source, chain }: FindProofParameters): Promise<readonly ListedRecord[]> {
  const { fixtureId, sport } = terms;
  const latest = await source.latest(fixtureId, sport);
  const deciding = latest.filter(({ status }) => status !== null && periodDecides(terms, status));
  const { isVouched, isLate } = await vouchingOf(chain, terms, deciding);
  // A record that nobody vouches for may hide an older one of the same action, too; and in the end all are tried.
  if (!mayHideCandidates(terms, latest) && deciding.every(isVouched) && !isLate) return latest;
  return [...latest, ...(await source.history(fixtureId, sport))];
}

/** Waits for a correction that is under way, as long as it can still be within the times of the market. */
async function checkNotUnderCorrection(
  { terms, chain }: FindProofParameters,
  records: readonly ListedRecord[],
  newest: Candidate,
): Promise<void> {
  const correction = correctionUnderWay(terms, records, newest);
  if (!correction || (await chainTime(chain)) > terms.latest + LAST_CORRECTION) return;
  fail(NO_PROOF_YET, { reason: 'CorrectionUnderWay', seq: correction.seq, final: newest.record.seq });
}

/** Fetches and checks the proof of one record. */
async function settlementOf(parameters: FindProofParameters, record: ListedRecord): Promise<CheckedSettlement> {
  const { terms, chain, standing } = parameters;
  const given = await requestProof(parameters, record);
  const [roots, attestation] = await Promise.all([
    rootsOf(chain, terms, given.proof),
    attestationOf(chain, terms, given.proof),
  ]);
  const settlement = checkSettlement(terms, given, roots, attestation);
  checkIsRecord(settlement.event, record);
  // Another outcome of the same update is not a correction but a contradiction, and makes the program void the market.
  const contradicts = settlement.orderKey === standing?.orderKey && settlement.outcome !== standing.outcome;
  if (standing && settlement.orderKey <= standing.orderKey && !contradicts)
    fail(NO_PROOF_YET, { reason: 'NotNewer', seq: record.seq });
  return settlement;
}

async function requestProof({ terms, source }: FindProofParameters, record: ListedRecord): Promise<SettlementProof> {
  const { fixtureId, statKeys: keys } = terms;
  const ask = (version: 3 | 4, asked: readonly number[]): Promise<StatProof> =>
    source.prove({ version, fixtureId, seq: record.seq, keys: asked });
  if (terms.finality === 'signed-final') return { proof: await ask(4, keys) };
  if (keys.some((key) => record.stats.get(key) !== 0)) return { proof: await ask(3, keys) };
  // All keys are zero, and a zero proof does not bind a period, so another stat of the update must show that it is
  // final.
  if (presentKeys(record).length > 0)
    return { proof: await ask(3, keys), witness: witnessOf(await requestPresent(source, fixtureId, record)) };
  if (terms.signer !== null) return { proof: await ask(4, keys) };
  return fail(NO_PROOF_YET, { reason: 'NothingPresent', seq: record.seq });
}
