import type { Address, ProgramIds } from '@linesman/sdk/program';
import type { ProofSource } from '@linesman/sdk/prove';
import { fromPublicKey, rpcChain, toTransactionInstruction } from '@linesman/sdk/web3';
import { type Connection, type Keypair, sendAndConfirmTransaction, Transaction } from '@solana/web3.js';
import type { Dapp } from '../bet.js';

/** The dapp of `bet.ts`, with @solana/web3.js. In a browser, a wallet signs instead of the key pairs. */
export function dapp(
  connection: Connection,
  wallets: readonly Keypair[],
  rest: { programs: ProgramIds; source: ProofSource; tokenProgram: Address },
): Dapp {
  return {
    ...rest,
    chain: rpcChain(connection),
    send: async (instructions, signer) => {
      const wallet = wallets.find(({ publicKey }) => fromPublicKey(publicKey) === signer);
      if (!wallet) throw new Error(`no wallet here has the address ${signer}`);
      const transaction = new Transaction().add(...instructions.map(toTransactionInstruction));
      await sendAndConfirmTransaction(connection, transaction, [wallet]);
    },
  };
}
