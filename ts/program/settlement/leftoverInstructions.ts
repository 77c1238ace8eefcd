import type { PublicKey, TransactionInstruction } from '@solana/web3.js';
import { vaultAddress } from '../address/settlement.js';
import { closeMarket } from '../instruction/settlement/closeMarket.js';
import { closeParlay } from '../instruction/settlement/closeParlay.js';
import { sweep } from '../instruction/settlement/sweep.js';
import { sweepParlay } from '../instruction/settlement/sweepParlay.js';
import type { ProgramIds } from '../programId.js';
import type { ParlayTerms } from '../wire/parlayTerms.js';
import type { MarketTerms } from '../wire/terms.js';

export interface LeftoverParameters {
  readonly programs: ProgramIds;
  readonly market: PublicKey;
  readonly terms: MarketTerms;
  readonly tokenProgram: PublicKey;
}

export interface ParlayLeftoverParameters {
  readonly programs: ProgramIds;
  readonly parlay: PublicKey;
  readonly terms: ParlayTerms;
  readonly tokenProgram: PublicKey;
}

const accounts = (
  holder: PublicKey,
  {
    programs,
    terms,
    tokenProgram,
  }: Pick<LeftoverParameters | ParlayLeftoverParameters, 'programs' | 'terms' | 'tokenProgram'>,
) => ({
  vault: vaultAddress(holder, programs.settlement).address,
  mint: terms.mint,
  feeAccount: terms.feeAccount,
  tokenProgram,
});

/** Moves what the vault holds and does not owe to the fee account. */
export function sweepInstruction(parameters: LeftoverParameters): TransactionInstruction {
  const { programs, market } = parameters;
  return sweep.build(programs.settlement, { market, ...accounts(market, parameters) }, {});
}

/** Closes a decided market without open positions; its creator gets the rent back. */
export function closeMarketInstruction(
  parameters: LeftoverParameters & { readonly creator: PublicKey },
): TransactionInstruction {
  const { programs, market, creator } = parameters;
  return closeMarket.build(programs.settlement, { creator, market, ...accounts(market, parameters) }, {});
}

/** Moves what a parlay's vault holds and does not owe to the fee account. */
export function sweepParlayInstruction(parameters: ParlayLeftoverParameters): TransactionInstruction {
  const { programs, parlay } = parameters;
  return sweepParlay.build(programs.settlement, { parlay, ...accounts(parlay, parameters) }, {});
}

/** Closes a decided parlay without open positions whose legs are all copied; its creator gets the rent back. */
export function closeParlayInstruction(
  parameters: ParlayLeftoverParameters & { readonly creator: PublicKey },
): TransactionInstruction {
  const { programs, parlay, creator } = parameters;
  return closeParlay.build(programs.settlement, { creator, parlay, ...accounts(parlay, parameters) }, {});
}
