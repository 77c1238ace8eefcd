import { NO_PROOF_YET, WRONG_RECORD } from '../error/codes/library.js';
import { WRONG_ORACLE } from '../error/codes/settlement.js';
import { fail, LinesmanError } from '../error/linesmanError.js';
import { slotTimeOf } from '../format/slotTime.js';
import type { StatLeaf } from '../format/statValidationInput.js';
import type { Address } from '../program/address/address.js';
import { attestationAddress, scoresRootsAddress } from '../program/address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../program/address/runtime.js';
import type { Chain } from '../program/chain.js';
import type { AttestationContent } from '../program/settlement/rules/checkAttested.js';
import type { Attesters, MarketTerms } from '../program/wire/terms.js';
import type { StatProof, StatProofV3 } from '../proof/proof.js';
import type { ProvenEvent } from '../proof/verifyStat.js';
import { reasonOf } from './noProof.js';
import type { ListedRecord, ProofSource } from './proofSource.js';

/** The maximum number of present keys to try. */
const MAX_TRIES = 3;

/** Keys of the stats that are not zero. */
export const presentKeys = ({ stats }: ListedRecord): number[] =>
  [...stats].filter(([, value]) => value !== 0).map(([key]) => key);

/**
 * Requests a proof of any present stat of the record, which shows the record's period. Errors: those of the source;
 * WRONG_RECORD.
 */
export async function requestPresent(
  source: Pick<ProofSource, 'prove'>,
  fixtureId: number,
  record: ListedRecord,
): Promise<StatProofV3> {
  let last: unknown;
  for (const key of presentKeys(record).slice(0, MAX_TRIES)) {
    try {
      const proof = await source.prove({ version: 3, fixtureId, seq: record.seq, keys: [key] });
      if (proof.version === 3 && proof.leaves.length > 0) return proof;
      return fail(WRONG_RECORD, { problem: 'no proof', key });
    } catch (error) {
      if (!(error instanceof LinesmanError) || reasonOf(error) !== 'NotFound') throw error;
      last = error;
    }
  }
  throw last;
}

/**
 * The finality witness in a proof of one present stat: the multiproof of a single leaf is its path. Errors:
 * WRONG_RECORD.
 */
export function witnessOf({ leaves: [leaf], multiproofHashes }: StatProofV3): StatLeaf {
  if (!leaf) return fail(WRONG_RECORD, { problem: 'proof of nothing' });
  return { stat: leaf.stat, statProof: leaf.statProof.length > 0 ? leaf.statProof : multiproofHashes };
}

/**
 * The bytes of the roots account for the day of the proof, at the oracle's own address. Errors: NO_PROOF_YET
 * `NotPublished`; WRONG_ORACLE.
 *
 * @example
 * ```ts
 * import { type Chain, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 * import { type StatProof, verifyStat } from '@linesman/sdk/proof';
 * import { rootsOf } from '@linesman/sdk/prove';
 *
 * declare const chain: Chain;
 * declare const proof: StatProof;
 * const rootsAccount = await rootsOf(chain, { oracleProgram: LOCALNET_PROGRAM_IDS.oracle }, proof);
 * const { facts } = verifyStat(proof, { sport: 'soccer', rootsAccount });
 * ```
 */
export async function rootsOf(
  chain: Pick<Chain, 'account'>,
  terms: Pick<MarketTerms, 'oracleProgram'>,
  proof: StatProof,
): Promise<Uint8Array> {
  return (await rootsAccountOf(chain, terms, proof)).data;
}

/** The attestation for the day of the proof, if the terms name attesters; `null` where there is none. */
export async function attestationOf(
  chain: Pick<Chain, 'account'>,
  { attesters, oracleProgram }: Pick<MarketTerms, 'oracleProgram' | 'attesters'>,
  proof: StatProof,
): Promise<AttestationContent> {
  if (attesters === null) return null;
  const { epochDay } = slotTimeOf(proof.summary.updateStats.minTimestamp);
  return await attestationOfDay(chain, { attesters, oracleProgram }, epochDay);
}

/** The same for a day, in days since 1970. */
export async function attestationOfDay(
  chain: Pick<Chain, 'account'>,
  { attesters, oracleProgram }: { readonly attesters: Attesters; readonly oracleProgram: Address },
  epochDay: number,
): Promise<AttestationContent> {
  const account = await chain.account(attestationAddress(attesters.set, 'scores', epochDay, oracleProgram).address);
  // Anyone can send lamports to the address before an attester creates the account.
  return account?.owner === SYSTEM_PROGRAM_ID ? null : account;
}

/** The roots account of `rootsOf`, with its address. Errors: those of `rootsOf`. */
export async function rootsAccountOf(
  chain: Pick<Chain, 'account'>,
  terms: Pick<MarketTerms, 'oracleProgram'>,
  proof: StatProof,
): Promise<{ readonly address: Address; readonly data: Uint8Array }> {
  const { epochDay } = slotTimeOf(proof.summary.updateStats.minTimestamp);
  const { address } = scoresRootsAddress(epochDay, terms.oracleProgram);
  const account = await chain.account(address);
  if (account === null) return fail(NO_PROOF_YET, { reason: 'NotPublished', epochDay });
  if (account.owner !== terms.oracleProgram) return fail(WRONG_ORACLE, { address, owner: account.owner });
  return { address, data: account.data };
}

/**
 * Checks that the proven event is the requested record. No hash contains `Seq`, so a valid proof of another update of
 * the fixture would prove something else.
 *
 * Errors: WRONG_RECORD.
 */
export function checkIsRecord(event: ProvenEvent, { seq, ts, stats }: ListedRecord): void {
  const time = slotTimeOf(ts);
  if (event.epochDay !== time.epochDay || event.slot !== time.slot)
    fail(WRONG_RECORD, {
      problem: 'other slot',
      proven: { epochDay: event.epochDay, slot: event.slot },
      seq,
      listed: time,
    });
  for (const fact of event.facts) {
    const listed = stats.get(fact.key);
    if (listed !== fact.value)
      fail(WRONG_RECORD, { problem: 'other value', key: fact.key, proven: fact.value, seq, listed });
  }
}
