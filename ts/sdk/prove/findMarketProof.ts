import { fetchAccount } from '../program/account/fetchAccount.js';
import { marketAccount } from '../program/account/market.js';
import type { Address } from '../program/address/address.js';
import type { Chain } from '../program/chain.js';
import type { MarketTerms } from '../program/wire/terms.js';
import type { StatProof } from '../proof/proof.js';
import type { RootAttesters } from '../proof/rootAttesters.js';
import { findProof } from './findProof.js';
import type { ProofSource } from './proofSource.js';
import { rootsOf } from './recordProof.js';
import { rootAttesters } from './rootAttesters.js';

export interface FindMarketProofParameters {
  readonly market: Address;
  /** The settlement program, which must own the market. */
  readonly settlement: Address;
  readonly source: ProofSource;
  readonly chain: Pick<Chain, 'account'>;
}

/** The proof that settles a market, with the inputs for verifying it offline. */
export interface MarketProof {
  readonly terms: MarketTerms;
  /** The record that decides the market. */
  readonly seq: number;
  readonly proof: StatProof;
  /** Index of the outcome that the proof decides. */
  readonly outcome: number;
  readonly rootsAccount: Uint8Array;
  /** The attesters of the terms; undefined when the terms name none. */
  readonly attesters: RootAttesters | undefined;
  /** The signer of the terms for a signed proof; undefined for any other. */
  readonly oracleKeys: readonly Uint8Array[] | undefined;
}

/**
 * Reads a market from the chain and finds the proof that settles it, to show or record it. Errors: those of
 * `fetchAccount`, `findProof` and `rootsOf`; NO_PROOF_YET.
 */
export async function findMarketProof(parameters: FindMarketProofParameters): Promise<MarketProof> {
  const { market, settlement, source, chain } = parameters;
  const { terms } = await fetchAccount(chain, marketAccount, market, settlement);
  const search = await findProof({ terms, source, chain });
  if (!search.found) throw search.error;
  const { proof, outcome } = search.settlement;
  const { attesters, oracleProgram: oracle } = terms;
  return {
    terms,
    seq: search.seq,
    proof,
    outcome,
    rootsAccount: await rootsOf(chain, terms, proof),
    attesters: attesters ? await rootAttesters(chain, { oracle, ...attesters }, proof) : undefined,
    oracleKeys: proof.version === 4 && terms.signer ? [terms.signer] : undefined,
  };
}
