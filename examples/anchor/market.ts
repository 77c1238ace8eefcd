import { type BN, type IdlTypes, Program, type Provider } from '@coral-xyz/anchor';
import { slotTimeOf } from '@linesman/sdk/format';
import { positionAddress, scoreProofOf, scoresRootsAddress } from '@linesman/sdk/program';
import { parseProof } from '@linesman/sdk/proof';
import { fromPublicKey, toPublicKey } from '@linesman/sdk/web3';
import { TOKEN_PROGRAM_ID } from '@solana/spl-token';
import type { Keypair, PublicKey } from '@solana/web3.js';
import idl from '../../programs/artifacts/settlement.json' with { type: 'json' };
import { method } from './method.js';
import type { Settlement } from './types/settlement.js';

export type Terms = IdlTypes<Settlement>['terms'];

export const settlementProgram = (provider: Provider) => new Program<Settlement>(idl, provider);

/** Opens a market, whose creator is the provider's wallet. A creator needs a different id for each market. */
export async function open(program: Program<Settlement>, id: BN, terms: Terms): Promise<PublicKey> {
  const { mint, feeAccount } = terms;
  const { pubkeys } = await program.methods
    .createMarket(id, terms)
    .accounts({ mint, feeAccount, tokenProgram: TOKEN_PROGRAM_ID })
    .rpcAndKeys();
  return pubkeys.market;
}

/**
 * Stakes base units of the market's mint on an outcome. Show your users the terms first: staking commits them to the
 * hash.
 */
export async function stake(
  program: Program<Settlement>,
  market: PublicKey,
  { owner, source, outcome, amount }: { owner: Keypair; source: PublicKey; outcome: number; amount: BN },
): Promise<void> {
  const { terms, termsHash } = await program.account.market.fetch(market);
  await program.methods
    .stake(outcome, amount, termsHash)
    .accounts({ owner: owner.publicKey, pool: market, mint: terms.mint, source, tokenProgram: TOKEN_PROGRAM_ID })
    .signers([owner])
    .rpc();
}

/**
 * Settles with the service's answer (version 1 to 3). Anyone may. A refusal is an `AnchorError` with a name and a
 * number.
 */
export async function settle(program: Program<Settlement>, market: PublicKey, answer: unknown): Promise<void> {
  const { terms } = await program.account.market.fetch(market);
  const proof = parseProof(answer);
  if (proof.kind !== 'stat') throw new Error('a market settles with a proof of stats');
  const { epochDay } = slotTimeOf(proof.summary.updateStats.minTimestamp);
  const { kind, ...content } = scoreProofOf(proof);
  await method(program, 'settle', { proof: { [kind.toLowerCase()]: [content] }, witness: null })
    .accounts({ market, roots: toPublicKey(scoresRootsAddress(epochDay, fromPublicKey(terms.oracleProgram)).address) })
    .rpc();
}

/** Makes the result final after the challenge window. Anyone may. */
export const finalise = (program: Program<Settlement>, market: PublicKey) =>
  program.methods.finalise().accounts({ market });

/** Pays the position of `owner` on an outcome to the owner's associated token account. Anyone may. */
export async function claim(program: Program<Settlement>, market: PublicKey, owner: PublicKey, outcome: number) {
  const { terms } = await program.account.market.fetch(market);
  const settlement = fromPublicKey(program.programId);
  const { address } = positionAddress(fromPublicKey(market), fromPublicKey(owner), outcome, settlement);
  const position = toPublicKey(address);
  return program.methods
    .claim()
    .accountsPartial({ pool: market, position, mint: terms.mint, tokenProgram: TOKEN_PROGRAM_ID });
}
