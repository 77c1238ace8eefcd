import type { PublicKey, TransactionInstruction } from '@solana/web3.js';
import { vaultAddress } from '../address/settlement.js';
import { finalise } from '../instruction/settlement/finalise.js';
import { voidMarket } from '../instruction/settlement/voidMarket.js';
import type { ProgramIds } from '../programId.js';

/** Makes the proposal of a market final, once its challenge window is over. */
export const finaliseInstruction = (programs: ProgramIds, market: PublicKey): TransactionInstruction =>
  finalise.build(programs.settlement, { market, vault: vaultAddress(market, programs.settlement).address }, {});

/** Voids a market that nobody settled before `voidAfter`. */
export const voidInstruction = (programs: ProgramIds, market: PublicKey): TransactionInstruction =>
  voidMarket.build(programs.settlement, { market, vault: vaultAddress(market, programs.settlement).address }, {});
