import type { PublicKey, TransactionInstruction } from '@solana/web3.js';
import { vaultAddress } from '../address/settlement.js';
import { closeMarket } from '../instruction/settlement/closeMarket.js';
import { sweep } from '../instruction/settlement/sweep.js';
import type { ProgramIds } from '../programId.js';
import type { MarketTerms } from '../wire/terms.js';

export interface LeftoverParameters {
  readonly programs: ProgramIds;
  readonly market: PublicKey;
  readonly terms: MarketTerms;
  readonly tokenProgram: PublicKey;
}

const accounts = ({ programs, market, terms, tokenProgram }: LeftoverParameters) => ({
  market,
  vault: vaultAddress(market, programs.settlement).address,
  mint: terms.mint,
  feeAccount: terms.feeAccount,
  tokenProgram,
});

/** Moves what the vault holds and does not owe to the fee account. */
export const sweepInstruction = (parameters: LeftoverParameters): TransactionInstruction =>
  sweep.build(parameters.programs.settlement, accounts(parameters), {});

/** Closes a decided market without open positions; its creator gets the rent back. */
export const closeMarketInstruction = (
  parameters: LeftoverParameters & { readonly creator: PublicKey },
): TransactionInstruction =>
  closeMarket.build(parameters.programs.settlement, { ...accounts(parameters), creator: parameters.creator }, {});
