import { NO_PROOF_YET } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions, deliberate, type OptionKind, type OptionRules, required } from '../format/checkOptions.js';
import { NUMBER, OBJECT } from '../format/optionKinds.js';
import type { MatchResult } from '../program/account/matchResult.js';
import type { ResultSubject } from '../program/address/settlement.js';
import type { Chain } from '../program/chain.js';
import type { SettlementProof } from '../program/settlement/rules/checkSettlement.js';
import { periodDecidesResult } from '../program/settlement/rules/finality.js';
import { type CheckedResultPost, checkResultPost } from '../program/settlement/rules/resultPost.js';
import { completeRecords, listsKeys, newestFirst, possibleCorrection, type Wanted } from './completeRecords.js';
import type { ListedRecord, ProofSource } from './proofSource.js';
import { attestationOf, checkIsRecord, presentKeys, requestPresent, rootsOf, witnessOf } from './recordProof.js';
import { MAX_TRIES, type RecordSearch, searchRecords } from './recordSearch.js';
import { vouchingUntil } from './vouching.js';

/** How many stats one proof has. */
const MAX_KEYS = 5;

export interface FindResultProofParameters {
  readonly subject: ResultSubject;
  /** 1 to 5 stat keys, in the order to prove them. */
  readonly keys: readonly number[];
  readonly source: ProofSource;
  /** Provides the roots accounts, the attestations and the clock. */
  readonly chain: Pick<Chain, 'account'>;
  /** The result as it is, `null` if there is none: a correction of what it says waits for no vouchers. */
  readonly standing: Pick<MatchResult, 'facts'> | null;
  /**
   * With attesters, until when vouchers of a later record are waited for at most, Unix seconds: an hour before a market
   * could no longer become final by it. Default: until a day after the slot of that record.
   */
  readonly lastWait?: number;
}

const STANDING: OptionKind = { expected: 'a result or null', fits: (value) => value === null || OBJECT.fits(value) };

const STAT_KEYS: OptionKind = {
  expected: 'a list of 1 to 5 stat keys',
  fits: (value) =>
    Array.isArray(value) && value.length > 0 && value.length <= MAX_KEYS && value.every(Number.isSafeInteger),
};

const GIVEN: OptionRules<FindResultProofParameters> = {
  subject: required(OBJECT),
  keys: required(STAT_KEYS),
  source: required(OBJECT),
  chain: required(OBJECT),
  standing: required(STANDING),
  lastWait: deliberate(NUMBER),
};

export type ResultProofSearch = RecordSearch<{ readonly post: CheckedResultPost }>;

/**
 * Finds the best proof to post to a result: that of the latest record with a period that the policy accepts, checked
 * offline by the rules of the settlement program against the root on chain. When all of the keys are zero, a present
 * stat of the record is added as the finality witness.
 *
 * If that record cannot be proven yet, an older one takes its place only with the same values. No proof is used while a
 * later record that is not final yet shows other values.
 *
 * With attesters, only a record whose slot has the vouchers is proven. A later record with other values is waited for
 * until 24 hours after its slot, and at most until `lastWait`; a correction of what the result says waits for none.
 *
 * Faults of the service end in `found: false`; errors of the chain are thrown. Errors: UNKNOWN_OPTION, MISSING_OPTION
 * and WRONG_OPTION of the parameters.
 *
 * @example
 * ```ts
 * import {
 *   type Address,
 *   type Chain,
 *   fetchResult,
 *   type Market,
 *   postResultTransactions,
 *   type ProgramIds,
 * } from '@linesman/sdk/program';
 * import { findResultProof, type ProofSource } from '@linesman/sdk/prove';
 *
 * declare const chain: Chain;
 * declare const source: ProofSource;
 * declare const programs: ProgramIds;
 * declare const payer: Address;
 * declare const { terms: subject }: Market;
 * const standing = await fetchResult(chain, programs, subject);
 * const search = await findResultProof({ subject, keys: subject.statKeys, source, chain, standing });
 * const transactions = search.found
 *   ? postResultTransactions({ programs, payer, subject, ...search.post, bufferId: 1n }).transactions
 *   : []; // search.reason says why not
 * ```
 */
export async function findResultProof(parameters: FindResultProofParameters): Promise<ResultProofSearch> {
  checkOptions('findResultProof', parameters, GIVEN);
  return await searchRecords(
    () => recordsToProve(parameters),
    async (record) => ({ post: await postOf(parameters, record) }),
  );
}

/** The records with the same values as the newest one that decides. Errors: NO_PROOF_YET; NOT_ATTESTED. */
async function recordsToProve(parameters: FindResultProofParameters): Promise<readonly ListedRecord[]> {
  const { subject, chain, standing, lastWait = Number.POSITIVE_INFINITY } = parameters;
  const records = await listRecords(parameters);
  const deciding = completeRecords(wantedOf(parameters), records, (period) => periodDecidesResult(subject, period));
  const first = deciding.at(-1)?.seq ?? 0;
  const later = records.filter(({ seq }) => seq >= first);
  const vouching = await vouchingUntil(chain, subject, later, lastWait);
  const vouched = deciding.filter(vouching.isVouched);
  const [best] = vouched;
  const counts = best && corrects(parameters, best) ? vouching.isVouched : vouching.counts;
  const newest = deciding.find(counts) ?? deciding[0];
  if (newest) checkNotUnderCorrection(parameters, later.filter(counts), newest);
  if (newest && !(best && sameValues(parameters, best, newest))) vouching.check(newest);
  // In the end, what the attesters no longer confirm is better than nothing.
  if (vouching.isLate && standing === null) return vouched;
  return vouched.filter((record) => newest && sameValues(parameters, record, newest)).slice(0, MAX_TRIES);
}

/** A correction is not put off: it starts the window again, in which a later one may follow. */
const corrects = ({ standing }: FindResultProofParameters, { stats }: ListedRecord): boolean =>
  standing?.facts.some(({ key, value }) => stats.has(key) && stats.get(key) !== value) ?? false;

/** The list of latest records has only the last of each action, so it may hide a record that decides. */
async function listRecords(parameters: FindResultProofParameters): Promise<readonly ListedRecord[]> {
  const { source } = parameters;
  const { fixtureId, sport } = parameters.subject;
  const latest = await source.latest(fixtureId, sport);
  const [last] = newestFirst(latest);
  const isPlain = parameters.subject.attesters === null;
  // A record that nobody vouches for may hide an older one of the same action, too.
  if (latest.length === 0 || (isPlain && last && isDeciding(parameters, last))) return latest;
  return [...latest, ...(await source.history(fixtureId, sport))];
}

const wantedOf = ({ subject, keys }: FindResultProofParameters): Wanted => ({ ...subject, statKeys: [...keys] });

const isDeciding = (parameters: FindResultProofParameters, record: ListedRecord): boolean =>
  record.status !== null &&
  periodDecidesResult(parameters.subject, record.status) &&
  listsKeys(record, parameters.keys);

const sameValues = ({ keys }: FindResultProofParameters, a: ListedRecord, b: ListedRecord): boolean =>
  keys.every((key) => a.stats.get(key) === b.stats.get(key));

function checkNotUnderCorrection(
  parameters: FindResultProofParameters,
  records: readonly ListedRecord[],
  newest: ListedRecord,
): void {
  const last = possibleCorrection(wantedOf(parameters), records, newest);
  if (last && !sameValues(parameters, last, newest))
    fail(NO_PROOF_YET, { reason: 'CorrectionUnderWay', seq: last.seq, final: newest.seq });
}

/** Fetches and checks the proof of one record. */
async function postOf(parameters: FindResultProofParameters, record: ListedRecord): Promise<CheckedResultPost> {
  const { subject, chain } = parameters;
  const given = await requestProof(parameters, record);
  const [roots, attestation] = await Promise.all([
    rootsOf(chain, subject, given.proof),
    attestationOf(chain, subject, given.proof),
  ]);
  const post = checkResultPost(subject, given, roots, attestation);
  checkIsRecord(post.event, record);
  return post;
}

async function requestProof(
  { subject: { fixtureId }, source, keys }: FindResultProofParameters,
  record: ListedRecord,
): Promise<SettlementProof> {
  const isZero = keys.every((key) => record.stats.get(key) === 0);
  if (isZero && presentKeys(record).length === 0) fail(NO_PROOF_YET, { reason: 'NothingPresent', seq: record.seq });
  const proof = await source.prove({ version: 3, fixtureId, seq: record.seq, keys });
  // A zero proof binds no period, so another stat of the update must show that it is final.
  return isZero ? { proof, witness: witnessOf(await requestPresent(source, fixtureId, record)) } : { proof };
}
