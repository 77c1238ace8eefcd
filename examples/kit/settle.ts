import { fromKitTransaction, kitChain, toKitTransaction } from '@linesman/sdk/kit';
import { type Address, hasLanded, type ProgramIds, signatureOf } from '@linesman/sdk/program';
import type { KeyPairSigner, Rpc, SolanaRpcApi } from '@solana/kit';
import { settle } from '../settle.js';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Settles a market with the service's answer, using @solana/kit. Returns the signature. */
export async function settleWithKit(
  rpc: Rpc<SolanaRpcApi>,
  programs: ProgramIds,
  market: Address,
  answer: string,
  payer: KeyPairSigner,
): Promise<string> {
  const chain = kitChain(rpc);
  const built = await settle(chain, programs, market, answer, payer.address);
  const unsigned = toKitTransaction(built.transaction);
  const [signatures] = await payer.signTransactions([unsigned]); // or your wallet's method
  const transaction = fromKitTransaction({ ...unsigned, signatures: { ...unsigned.signatures, ...signatures } });
  const signature = signatureOf(transaction);
  if (!(await hasLanded({ chain, programs, sleep }, transaction, signature)))
    throw new Error('the transaction expired before it landed');
  return signature;
}
