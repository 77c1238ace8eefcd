import { fromKitTransaction, kitChain, toKitInstruction } from '@linesman/sdk/kit';
import { type Address, hasLanded, type ProgramIds, signatureOf } from '@linesman/sdk/program';
import type { ProofSource } from '@linesman/sdk/prove';
import {
  appendTransactionMessageInstructions,
  createTransactionMessage,
  type KeyPairSigner,
  pipe,
  type Rpc,
  type SolanaRpcApi,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import type { Dapp } from '../bet.js';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The dapp of `bet.ts`, with @solana/kit. In a browser, a wallet signs instead of the key pairs. */
export function dapp(
  rpc: Rpc<SolanaRpcApi>,
  wallets: readonly KeyPairSigner[],
  rest: { programs: ProgramIds; source: ProofSource; tokenProgram: Address },
): Dapp {
  const chain = kitChain(rpc);
  return {
    ...rest,
    chain,
    send: async (instructions, signer) => {
      const wallet = wallets.find(({ address }) => address === signer);
      if (!wallet) throw new Error(`no wallet here has the address ${signer}`);
      const { value: blockhash } = await rpc.getLatestBlockhash().send();
      const message = pipe(
        createTransactionMessage({ version: 0 }),
        (empty) => setTransactionMessageFeePayerSigner(wallet, empty),
        (paid) => setTransactionMessageLifetimeUsingBlockhash(blockhash, paid),
        (alive) => appendTransactionMessageInstructions(instructions.map(toKitInstruction), alive),
      );
      const transaction = fromKitTransaction(await signTransactionMessageWithSigners(message));
      const { programs } = rest;
      // Submits the transaction repeatedly until it lands. A refusal is thrown as an error with number, sentence and
      // hint.
      if (!(await hasLanded({ chain, programs, sleep }, transaction, signatureOf(transaction))))
        throw new Error('the transaction expired before it landed');
    },
  };
}
