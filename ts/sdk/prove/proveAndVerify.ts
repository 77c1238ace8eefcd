import { checkQuestion } from '../client/proofAnswer.js';
import { systemTimers } from '../client/timers.js';
import { RECORD_NOT_FOUND } from '../error/codes/api.js';
import { NO_PROOF_YET } from '../error/codes/library.js';
import { MISSING_OPTION } from '../error/codes/options.js';
import { NOT_ATTESTED } from '../error/codes/settlement.js';
import { fail, isError } from '../error/linesmanError.js';
import {
  checkOptions,
  deliberate,
  type OptionKind,
  type OptionRules,
  optional,
  required,
} from '../format/checkOptions.js';
import { BOOLEAN, integerOf, KEYS, NUMBERS, OBJECT, SIGNAL, SPORT, TEXT } from '../format/optionKinds.js';
import { FINALISED } from '../format/period.js';
import { slotTimeOf } from '../format/slotTime.js';
import type { Sport } from '../format/sports/sports.js';
import type { NDimensionalStrategy } from '../format/strategy.js';
import type { Address } from '../program/address/address.js';
import type { Chain } from '../program/chain.js';
import { ATTESTERS } from '../program/settlement/rules/checkAttested.js';
import type { Attesters } from '../program/wire/terms.js';
import { keysOfCondition, parseCondition, strategyOf } from '../proof/condition.js';
import type { StatProof } from '../proof/proof.js';
import { type StatResult, verifyStat } from '../proof/verifyStat.js';
import { accountReader } from '../rpc/accountReader.js';
import { checkStated, completeRecords, listsKeys, newestFirst } from './completeRecords.js';
import { httpProofSource } from './httpProofSource.js';
import type { ListedRecord, ProofSource } from './proofSource.js';
import { checkIsRecord, rootsAccountOf } from './recordProof.js';
import { MAX_TRIES, searchRecords } from './recordSearch.js';
import { rootAttesters } from './rootAttesters.js';
import { vouchedSlots } from './vouching.js';

export interface ProveAndVerifyParameters {
  /** Address of the service, or another source of records and proofs. It is not trusted. */
  readonly service: string | ProofSource;
  /** Address of an RPC node, or a chain. It is trusted for the published roots. */
  readonly rpc: string | Pick<Chain, 'account'>;
  /** The oracle program whose roots count. */
  readonly oracle: Address;
  readonly fixture: number;
  /** Decides what stat keys mean and how zeros are proven; never taken from the service. */
  readonly sport: Sport;
  /** A condition on the stats, such as `k1 - k2 > 0`; its truth is `verdict`. */
  readonly where?: string;
  /** 1 to 5 stat keys to prove, in this order. Default: those of `where`. */
  readonly keys?: readonly number[];
  /** This record only. Default: the newest that has the keys and whose root is published. */
  readonly seq?: number;
  /** Only a record of the finished match. Default false. */
  readonly final?: boolean;
  /** Requests a signed proof (version 4). One of these Ed25519 public keys must have signed it. */
  readonly oracleKeys?: readonly Uint8Array[];
  /**
   * The attesters that must vouch for the root; a record with fewer than `least` vouchers is skipped. Default: none.
   */
  readonly attesters?: Attesters;
  /** API token for a `service` given by its address. */
  readonly apiToken?: string;
  /** Aborts the requests to a service and a node given by their addresses. */
  readonly signal?: AbortSignal;
}

const SOURCE: OptionKind = {
  expected: 'an address or an object',
  fits: (value) => TEXT.fits(value) || OBJECT.fits(value),
};

const PARAMETERS: OptionRules<ProveAndVerifyParameters> = {
  service: required(SOURCE),
  rpc: required(SOURCE),
  oracle: required(TEXT),
  fixture: required(integerOf(0)),
  sport: required(SPORT),
  // If one of these got lost, something else than the request would be proven.
  where: deliberate(TEXT),
  keys: deliberate(NUMBERS),
  seq: deliberate(integerOf(0)),
  final: deliberate(BOOLEAN),
  oracleKeys: deliberate(KEYS),
  attesters: deliberate(ATTESTERS),
  apiToken: optional(TEXT),
  signal: optional(SIGNAL),
};

/** The verified proof and the data used: `proof` and `rootsAccount` can be verified again offline. */
export interface ProvenRecord {
  readonly result: StatResult;
  readonly proof: StatProof;
  /** The roots account that has the root of the proof, at the address of the oracle program for this day. */
  readonly rootsAddress: Address;
  readonly rootsAccount: Uint8Array;
  /** The requested record. No hash contains its number; `result` has slot and position of the update. */
  readonly seq: number;
}

/**
 * Requests a proof of the newest record of a fixture that has the stats, reads the roots of its day from the chain,
 * and verifies it against them, as `verifyStat` does. While the match runs, the root of the newest records is not
 * published yet, so an earlier slot answers.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION, SPORT_NOT_TRUSTED; INVALID_CONDITION, STAT_NOT_PROVEN when
 * `keys` lacks one of `where`; RECORD_NOT_FOUND for a `seq` that will never exist; NO_PROOF_YET with the reason;
 * SERVICE_UNAVAILABLE, SERVICE_REFUSED, MALFORMED_RESPONSE and others of {@link ProofSource}; WRONG_RECORD for another
 * proof than the one asked for; WRONG_ORACLE for an account that the oracle program does not own; with `attesters`,
 * those of `rootAttesters`; those of `accountReader` and `verifyStat`.
 *
 * @example
 * ```ts
 * import type { Address } from '@linesman/sdk/program';
 * import { proveAndVerify } from '@linesman/sdk/prove';
 *
 * declare const oracle: Address;
 * const { result } = await proveAndVerify({
 *   service: 'https://oracle.example',
 *   apiToken: 'lsm_…',
 *   rpc: 'https://api.devnet.solana.com',
 *   oracle,
 *   fixture: 18_400_001,
 *   sport: 'soccer',
 *   where: 'k1 - k2 > 0',
 *   final: true,
 * });
 * if (result.verdict) console.log('participant 1 has won', result.facts);
 * ```
 */
export async function proveAndVerify(parameters: ProveAndVerifyParameters): Promise<ProvenRecord> {
  checkOptions('proveAndVerify', parameters, PARAMETERS);
  const question = questionOf(parameters);
  const { seq } = parameters;
  if (seq !== undefined) return { ...(await provenRecord(question, seq)), seq };
  const { source, fixture, sport } = question;
  const latest = await source.latest(fixture, sport);
  const search = await searchIn(question, latest);
  if (search.found) return search;
  // The list of latest records has only the last of each action, so it may lack every record of a slot that is
  // published, or vouched for.
  const mayHide = isError(search.error, NO_PROOF_YET) || isError(search.error, NOT_ATTESTED);
  if (!mayHide || latest.length === 0) throw search.error;
  const again = await searchIn(question, await source.history(fixture, sport));
  if (again.found) return again;
  throw again.error;
}

interface Question extends Pick<ProveAndVerifyParameters, 'fixture' | 'sport' | 'oracle' | 'oracleKeys' | 'attesters'> {
  readonly source: ProofSource;
  readonly chain: Pick<Chain, 'account'>;
  readonly keys: readonly number[];
  readonly strategy: NDimensionalStrategy | undefined;
  readonly final: boolean;
}

function questionOf(parameters: ProveAndVerifyParameters): Question {
  const {
    service,
    rpc,
    apiToken,
    signal,
    where,
    final = false,
    fixture,
    sport,
    oracle,
    oracleKeys,
    attesters,
  } = parameters;
  const condition = where === undefined ? undefined : parseCondition(where);
  const keys = parameters.keys ?? (condition && keysOfCondition(condition));
  if (keys === undefined)
    return fail(MISSING_OPTION, {
      function: 'proveAndVerify',
      option: 'keys or where',
      value: undefined,
      expected: 'stat keys or a condition',
    });
  const common = { timers: systemTimers, ...(apiToken !== undefined && { apiToken }), ...(signal && { signal }) };
  return {
    source: typeof service === 'string' ? httpProofSource({ baseUrl: service, ...common }) : service,
    chain: typeof rpc === 'string' ? accountReader(rpc, { ...(signal && { signal }) }) : rpc,
    keys,
    // This is checked before any request, because a proof would not help.
    strategy: condition && strategyOf(condition, keys),
    final,
    fixture,
    sport,
    oracle,
    ...(oracleKeys && { oracleKeys }),
    ...(attesters && { attesters }),
  };
}

const searchIn = (question: Question, records: readonly ListedRecord[]) =>
  searchRecords(
    () => toTry(question, newestOfEachSlot(worthProving(question, records))),
    async (record) => {
      const found = await proven(question, record.seq);
      checkIsRecord(found.result, record);
      return found;
    },
  );

/** Newest first, at least one. Errors: NO_PROOF_YET with the reason. */
function worthProving({ fixture, sport, keys, final }: Question, records: readonly ListedRecord[]): ListedRecord[] {
  const wanted = { fixtureId: fixture, sport, finality: 'finalised', statKeys: keys } as const;
  if (final) return completeRecords(wanted, records, (period) => period === FINALISED);
  if (records.length === 0) fail(NO_PROOF_YET, { reason: 'NoRecords', fixtureId: fixture });
  checkStated(wanted, records);
  const complete = newestFirst(records).filter((record) => listsKeys(record, keys));
  return complete.length > 0 ? complete : fail(NO_PROOF_YET, { reason: 'KeysMissing', fixtureId: fixture, keys });
}

/** Those of slots without the vouchers would only hide an older one; if there are no others, they say why. */
async function toTry({ chain, oracle, attesters }: Question, records: readonly ListedRecord[]) {
  if (attesters === undefined) return records.slice(0, MAX_TRIES);
  const { isVouched } = await vouchedSlots(chain, { oracleProgram: oracle, attesters }, records);
  const vouched = records.filter(isVouched);
  return (vouched.length > 0 ? vouched : records).slice(0, MAX_TRIES);
}

/** The root of a slot is published for all of its records at once, so one of them is enough. */
function newestOfEachSlot(newest: readonly ListedRecord[]): ListedRecord[] {
  const slots = new Map<string, ListedRecord>();
  for (const record of newest) {
    const { epochDay, slot } = slotTimeOf(record.ts);
    if (!slots.has(`${epochDay}/${slot}`)) slots.set(`${epochDay}/${slot}`, record);
  }
  return [...slots.values()];
}

/** Like `proven`. Errors: RECORD_NOT_FOUND when waiting cannot help. */
async function provenRecord(question: Question, seq: number): Promise<Omit<ProvenRecord, 'seq'>> {
  try {
    return await proven(question, seq);
  } catch (error) {
    if (isError(error, NO_PROOF_YET) && error.context.reason === 'NotFound') await checkMayCome(question, seq);
    throw error;
  }
}

/** Records are numbered in order and do not change; after the end of the match there are no more. */
async function checkMayCome({ source, fixture, sport, keys }: Question, seq: number): Promise<void> {
  const records = newestFirst(await source.history(fixture, sport));
  const [newest] = records;
  if (!newest) return;
  const about = { fixtureId: fixture, seq };
  const record = records.find((one) => one.seq === seq);
  const isOver = records.some(({ status }) => status === FINALISED);
  if (!record) {
    if (isOver || seq < newest.seq) fail(RECORD_NOT_FOUND, { problem: 'no record', ...about, last: newest.seq });
    return;
  }
  const missing = keys.filter((key) => !record.stats.has(key));
  if (missing.length > 0) fail(RECORD_NOT_FOUND, { problem: 'no stat', ...about, keys: missing });
}

/** Fetches and verifies the proof of one record. */
async function proven(question: Question, seq: number): Promise<Omit<ProvenRecord, 'seq'>> {
  const { source, chain, fixture, keys, strategy, sport, oracle, oracleKeys, attesters } = question;
  const proof = await source.prove({ version: oracleKeys ? 4 : 3, fixtureId: fixture, seq, keys });
  checkQuestion(proof, fixture, keys);
  const roots = await rootsAccountOf(chain, { oracleProgram: oracle }, proof);
  const vouching = attesters && (await rootAttesters(chain, { oracle, ...attesters }, proof));
  const result = verifyStat(proof, {
    sport,
    rootsAccount: roots.data,
    ...(strategy && { strategy }),
    ...(oracleKeys && { oracleKeys }),
    ...(vouching && { attesters: vouching }),
  });
  return { result, proof, rootsAccount: roots.data, rootsAddress: roots.address };
}
