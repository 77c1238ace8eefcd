import type { FixtureQuestion } from '@linesman/cli';
import { CHAIN_NOT_REACHABLE, fail, isError, WRONG_RECORD } from '@linesman/sdk/error';
import { bytesToHex, type Sport } from '@linesman/sdk/format';
import { findMarketProof } from '@linesman/sdk/internal/prove/findMarketProof';
import { type Address, type Chain, fetchOracleConfig, scoresRootsAddress } from '@linesman/sdk/program';
import { conditionText, type StatProof, type StatResult, verifyStat } from '@linesman/sdk/proof';
import type { Case, Received, RecordingSource } from '@linesman/sdk/prove';
import { proveAndVerify } from '@linesman/sdk/prove';
import { strategyOfCase } from '../judge/condition.js';

/** A proof, verified against the chain, and the other fields of its case. */
export interface Recorded extends Pick<Case, 'roots' | 'rootsMissing' | 'oracleKey' | 'sport' | 'where'> {
  readonly received: Received;
  readonly result: StatResult;
}

type RootsReader = Pick<Chain, 'account'>;

/**
 * Records the proof of a fixture. Without a chain the proof is checked only offline, and the case lacks the root.
 * Errors: those of `proveAndVerify`; for a signed proof those of `fetchAccount`, because only the chain provides the
 * oracle's key.
 */
export async function recordFixture(
  question: FixtureQuestion & { /** Ask for a signed proof. */ readonly isSigned: boolean },
  source: RecordingSource,
  chain: RootsReader,
): Promise<Recorded> {
  const { isSigned, ...asked } = question;
  const { oracle, sport, where = null } = asked;
  const oracleKeys = isSigned ? await oracleKeysOf(chain, oracle) : undefined;
  const about = { sport, where };
  try {
    const found = await proveAndVerify({
      ...asked,
      service: source,
      rpc: chain,
      ...(oracleKeys && { oracleKeys }),
    });
    const received = receivedOf(source, found.proof);
    return {
      ...about,
      ...rooted(found.result, oracle),
      oracleKey: signerOf(found.proof, sport, oracleKeys),
      received,
      result: found.result,
    };
  } catch (error) {
    const received = source.received.at(-1);
    if (!isError(error, CHAIN_NOT_REACHABLE) || received === undefined) throw error;
    const strategy = strategyOfCase(about, received.proof);
    const result = verifyStat(received.proof, { sport, ...(strategy && { strategy }) });
    return { ...about, roots: null, rootsMissing: error.message, oracleKey: null, received, result };
  }
}

/** Records the proof that settles a market. Errors: those of `findMarketProof` and `verifyStat`. */
export async function recordMarket(
  question: { readonly market: Address; readonly settlement: Address },
  source: RecordingSource,
  chain: RootsReader,
): Promise<Recorded> {
  const found = await findMarketProof({ ...question, source, chain });
  const { terms, proof, outcome, rootsAccount, oracleKeys } = found;
  const { sport } = terms;
  const strategy = terms.outcomes[outcome];
  const result = verifyStat(proof, {
    sport,
    rootsAccount,
    ...(strategy && { strategy }),
    ...(oracleKeys && { oracleKeys }),
  });
  return {
    sport,
    // The last outcome of a market may be "none of the others", which is not a condition.
    where: strategy ? conditionText(strategy, terms.statKeys) : null,
    ...rooted(result, terms.oracleProgram),
    oracleKey: signerOf(proof, sport, oracleKeys),
    received: receivedOf(source, proof),
    result,
  };
}

/** The oracle's current and next key on chain. */
async function oracleKeysOf(chain: RootsReader, oracle: Address): Promise<readonly Uint8Array[]> {
  const config = await fetchOracleConfig(chain, oracle);
  return [config.oracleKey, config.nextOracleKey].filter((key) => key.some((byte) => byte !== 0));
}

/** The key among these that signed the proof; null for an unsigned one. */
function signerOf(proof: StatProof, sport: Sport, keys: readonly Uint8Array[] | undefined): string | null {
  const signed = (key: Uint8Array): boolean => {
    try {
      return verifyStat(proof, { sport, oracleKeys: [key] }).signed === true;
    } catch {
      return false;
    }
  };
  const key = keys?.find(signed);
  return key ? bytesToHex(key) : null;
}

/** The root on chain, which `verifyStat` has already compared. */
function rooted({ epochDay, slot, mainRoot }: StatResult, program: Address): Pick<Case, 'roots' | 'rootsMissing'> {
  const { address } = scoresRootsAddress(epochDay, program);
  return { roots: { program, address, epochDay, slot, root: bytesToHex(mainRoot) }, rootsMissing: null };
}

/**
 * The answer that a proof was parsed from. Errors: WRONG_RECORD if the source did not remember the answer, which should
 * not happen.
 */
const receivedOf = ({ received }: RecordingSource, proof: StatProof): Received =>
  received.find((one) => one.proof === proof) ?? fail(WRONG_RECORD, { problem: 'no proof', key: 0 });
