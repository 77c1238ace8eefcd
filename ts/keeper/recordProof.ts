import { fail, LinesmanError } from '../error/index.js';
import { slotTimeOf } from '../format/index.js';
import { type Chain, type MarketTerms, scoresRootsAddress } from '../program/index.js';
import { factValue, type ProvenEvent, type StatProof, type StatProofV3 } from '../proof/index.js';
import { noProof, reasonOf } from './noProof.js';
import type { ListedRecord, ProofSource } from './proofSource.js';

/** How many keys that are not zero are tried. */
const MOST_TRIES = 3;

/** Keys of the stats that are not zero. */
export const presentKeys = ({ stats }: ListedRecord): number[] =>
  [...stats].filter(([, value]) => value !== 0).map(([key]) => key);

/** A proof of any one present stat of a record that has some: it shows the record's period. Errors: those of the source; 7028. */
export async function requestPresent(
  source: Pick<ProofSource, 'prove'>,
  fixtureId: number,
  record: ListedRecord,
): Promise<StatProofV3> {
  let last: unknown;
  for (const key of presentKeys(record).slice(0, MOST_TRIES)) {
    try {
      const proof = await source.prove({ version: 3, fixtureId, seq: record.seq, keys: [key] });
      if (proof.version === 3 && proof.leaves.length > 0) return proof;
      return fail(7028, { message: `The service gives no proof of stat ${key}.` });
    } catch (error) {
      if (!(error instanceof LinesmanError) || reasonOf(error) !== 'NotFound') throw error;
      last = error;
    }
  }
  throw last;
}

/** Bytes of the roots account of the proof's day, at the oracle's own address. Errors: 7025 `NotPublished`; 6234. */
export async function rootsOf(
  chain: Pick<Chain, 'account'>,
  terms: MarketTerms,
  proof: StatProof,
): Promise<Uint8Array> {
  const { epochDay } = slotTimeOf(proof.summary.updateStats.minTimestamp);
  const { address } = scoresRootsAddress(epochDay, terms.oracleProgram);
  const account = await chain.account(address);
  if (account === null) throw noProof('NotPublished', `The oracle has published nothing for day ${epochDay} yet.`);
  if (!account.owner.equals(terms.oracleProgram))
    return fail(6234, { message: `The roots account ${address.toBase58()} belongs to ${account.owner.toBase58()}.` });
  return account.data;
}

/** A valid proof of another update of the fixture proves something else than what was asked; `Seq` itself is in no hash. 7028. */
export function checkIsRecord(event: ProvenEvent, { seq, ts, stats }: ListedRecord): void {
  const time = slotTimeOf(ts);
  if (event.epochDay !== time.epochDay || event.slot !== time.slot)
    fail(7028, {
      message: `The proof is of slot ${event.slot} of day ${event.epochDay}; record ${seq} is of slot ${time.slot} of day ${time.epochDay}.`,
    });
  for (const fact of event.facts) {
    const listed = stats.get(fact.key);
    if (listed !== factValue(fact))
      fail(7028, { message: `The proof has stat ${fact.key} = ${factValue(fact)}; record ${seq} has ${listed}.` });
  }
}
