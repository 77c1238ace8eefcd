import { NO_PROOF_YET } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions } from '../format/checkOptions.js';
import {
  abandons,
  type CheckedVoidProposal,
  checkVoidProposal,
} from '../program/settlement/rules/checkVoidProposal.js';
import { checkTerms } from '../program/wire/checkTerms.js';
import type { MarketTerms } from '../program/wire/terms.js';
import type { StatProof } from '../proof/proof.js';
import { newestFirst } from './completeRecords.js';
import { type FindProofParameters, SEARCH } from './findProof.js';
import type { ListedRecord, ProofSource } from './proofSource.js';
import { attestationOf, checkIsRecord, presentKeys, requestPresent, rootsOf } from './recordProof.js';
import { MAX_TRIES, type RecordSearch, searchRecords } from './recordSearch.js';
import { vouchingOf } from './vouching.js';

export type VoidSearch = RecordSearch<{ readonly proposal: CheckedVoidProposal }>;

/**
 * Finds a proof that the fixture of a market was abandoned or cancelled, if the latest record says so; checked offline
 * by the rules of the settlement program against the root on chain. Any present stat of such a record will do; without
 * one, the payload must be signed by the terms' signer. With attesters, its slot needs the vouchers, and a later record
 * without them is waited for as in `findProof`.
 *
 * Faults of the service end in `found: false`; errors of the chain are thrown. Errors: UNKNOWN_OPTION, MISSING_OPTION
 * and WRONG_OPTION of the parameters; INVALID_NUMBER for incomplete terms.
 *
 * @example
 * ```ts
 * import type { Chain, MarketTerms } from '@linesman/sdk/program';
 * import { findVoidProof, type ProofSource } from '@linesman/sdk/prove';
 *
 * declare const chain: Chain;
 * declare const source: ProofSource;
 * declare const terms: MarketTerms;
 * const search = await findVoidProof({ terms, source, chain });
 * console.log(search.found ? search.proposal.proof : search.reason);
 * ```
 */
export async function findVoidProof(parameters: Omit<FindProofParameters, 'standing'>): Promise<VoidSearch> {
  checkOptions('findVoidProof', parameters, SEARCH);
  checkTerms(parameters.terms);
  return await searchRecords(
    () => abandonedOf(parameters),
    async (record) => ({ proposal: await proposalOf(parameters, record) }),
  );
}

/**
 * Newest first; only records after the last one with another status, so none when the match resumed. Errors:
 * NO_PROOF_YET `NotAbandoned`; NOT_ATTESTED; WRONG_ATTESTATION.
 */
async function abandonedOf({
  terms,
  source,
  chain,
}: Omit<FindProofParameters, 'standing'>): Promise<readonly ListedRecord[]> {
  const { fixtureId, sport, attesters } = terms;
  const latest = await source.latest(fixtureId, sport);
  // A record that nobody vouches for may hide an older one of the same action.
  const records = attesters === null ? latest : [...latest, ...(await source.history(fixtureId, sport))];
  const { isVouched, counts, check } = await vouchingOf(chain, terms, records);
  const withStatus = newestFirst(records).filter((record) => record.status !== null && counts(record));
  const ended = withStatus.findIndex(({ status }) => !abandons(status ?? 0));
  const abandoned = ended === -1 ? withStatus : withStatus.slice(0, ended);
  const [newest] = abandoned;
  if (newest === undefined) return fail(NO_PROOF_YET, { reason: 'NotAbandoned' });
  const vouched = abandoned.filter(isVouched);
  if (vouched.length === 0) check(newest);
  return vouched.slice(0, MAX_TRIES);
}

async function proposalOf(
  { terms, source, chain }: Omit<FindProofParameters, 'standing'>,
  record: ListedRecord,
): Promise<CheckedVoidProposal> {
  const proof = await requestProof(terms, source, record);
  const [roots, attestation] = await Promise.all([rootsOf(chain, terms, proof), attestationOf(chain, terms, proof)]);
  const proposal = checkVoidProposal(terms, proof, roots, attestation);
  checkIsRecord(proposal.event, record);
  return proposal;
}

async function requestProof(
  { fixtureId, statKeys: keys, signer }: MarketTerms,
  source: ProofSource,
  record: ListedRecord,
): Promise<StatProof> {
  if (presentKeys(record).length > 0) return await requestPresent(source, fixtureId, record);
  if (signer !== null && keys.every((key) => record.stats.has(key)))
    return await source.prove({ version: 4, fixtureId, seq: record.seq, keys });
  return fail(NO_PROOF_YET, { reason: 'NothingPresent', seq: record.seq });
}
