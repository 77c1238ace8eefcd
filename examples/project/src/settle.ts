import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Address,
  fetchAccount,
  marketAccount,
  type ProgramIds,
  type SendingChain,
  type SettlementProof,
  type Signer,
  sendTransaction,
  settleInstructions,
} from '@linesman/sdk';

/** The dependencies of settling. `main.ts` passes a chain over RPC, the test one in its own process. */
export interface Dapp {
  readonly chain: SendingChain;
  readonly programs: ProgramIds;
  /** Pays the fee. Anyone may settle a market. */
  readonly wallet: Signer;
}

/**
 * Settles a market with a proof of the oracle, and returns the signature of the transaction. A refusal of the program
 * is thrown before anything is sent, as an error with a number, a sentence and a hint.
 */
export async function settle({ chain, programs, wallet }: Dapp, market: Address, proof: SettlementProof) {
  const { terms } = await fetchAccount(chain, marketAccount, market, programs.settlement);
  const instructions = settleInstructions({ programs, market, terms, ...proof });
  const { signature } = await sendTransaction({ chain, programs, payer: wallet, instructions, sleep });
  return signature;
}
