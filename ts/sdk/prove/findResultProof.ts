import { NO_PROOF_YET } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions, type OptionKind, type OptionRules, required } from '../format/checkOptions.js';
import { OBJECT } from '../format/optionKinds.js';
import type { ResultSubject } from '../program/address/settlement.js';
import type { Chain } from '../program/chain.js';
import type { SettlementProof } from '../program/settlement/rules/checkSettlement.js';
import { periodDecidesResult } from '../program/settlement/rules/finality.js';
import { type CheckedResultPost, checkResultPost } from '../program/settlement/rules/resultPost.js';
import { completeRecords, listsKeys, newestFirst, possibleCorrection, type Wanted } from './completeRecords.js';
import type { ListedRecord, ProofSource } from './proofSource.js';
import { checkIsRecord, presentKeys, requestPresent, rootsOf, witnessOf } from './recordProof.js';
import { MAX_TRIES, type RecordSearch, searchRecords } from './recordSearch.js';

/** How many stats one proof has. */
const MAX_KEYS = 5;

export interface FindResultProofParameters {
  readonly subject: ResultSubject;
  /** 1 to 5 stat keys, in the order to prove them. */
  readonly keys: readonly number[];
  readonly source: ProofSource;
  /** Provides the roots accounts. */
  readonly chain: Pick<Chain, 'account'>;
}

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
 * Faults of the service end in `found: false`; errors of the chain are thrown. Errors: UNKNOWN_OPTION, MISSING_OPTION
 * and WRONG_OPTION of the parameters.
 *
 * @example
 * ```ts
 * import {
 *   type Address,
 *   type Chain,
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
 * declare const result: Address;
 * const search = await findResultProof({ subject, keys: subject.statKeys, source, chain });
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

/** The records with the same values as the newest one that decides. Errors: NO_PROOF_YET. */
async function recordsToProve(parameters: FindResultProofParameters): Promise<readonly ListedRecord[]> {
  const { subject } = parameters;
  const records = await listRecords(parameters);
  const deciding = completeRecords(wantedOf(parameters), records, (period) => periodDecidesResult(subject, period));
  const [newest] = deciding;
  if (newest) checkNotUnderCorrection(parameters, records, newest);
  return deciding.filter((record) => newest && sameValues(parameters, record, newest)).slice(0, MAX_TRIES);
}

/** The list of latest records has only the last of each action, so it may hide a record that decides. */
async function listRecords(parameters: FindResultProofParameters): Promise<readonly ListedRecord[]> {
  const { source } = parameters;
  const { fixtureId, sport } = parameters.subject;
  const latest = await source.latest(fixtureId, sport);
  const [last] = newestFirst(latest);
  if (latest.length === 0 || (last && isDeciding(parameters, last))) return latest;
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
  const post = checkResultPost(subject, given, await rootsOf(chain, subject, given.proof));
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
