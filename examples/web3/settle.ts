import type { Address, ProgramIds } from '@linesman/sdk/program';
import { fromPublicKey, rpcChain, toVersionedTransaction } from '@linesman/sdk/web3';
import { type Connection, type Keypair, sendAndConfirmRawTransaction } from '@solana/web3.js';
import { settle } from '../settle.js';

/** Settles a market with the service's answer, using @solana/web3.js. Returns the signature. */
export async function settleWithWeb3(
  connection: Connection,
  programs: ProgramIds,
  market: Address,
  answer: string,
  payer: Keypair,
): Promise<string> {
  const built = await settle(rpcChain(connection), programs, market, answer, fromPublicKey(payer.publicKey));
  const transaction = toVersionedTransaction(built.transaction);
  transaction.sign([payer]); // or: await wallet.signTransaction(transaction)
  return await sendAndConfirmRawTransaction(connection, Buffer.from(transaction.serialize()));
}
