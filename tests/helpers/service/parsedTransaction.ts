import { base58 } from '@scure/base';
import {
  type Keypair,
  type ParsedTransactionWithMeta,
  PublicKey,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js';

/** A signed transaction of these instructions as `getParsedTransaction` gives it. */
export function parsedTransaction(
  instructions: readonly TransactionInstruction[],
  signers: readonly [Keypair, ...Keypair[]],
  blockTime: number | null,
  err: ParsedTransactionError = null,
): ParsedTransactionWithMeta {
  const transaction = new Transaction({
    feePayer: signers[0].publicKey,
    recentBlockhash: PublicKey.default.toBase58(),
  });
  transaction.add(...instructions);
  transaction.sign(...signers);
  const message = transaction.compileMessage();
  return {
    slot: 1,
    blockTime,
    meta: { err, fee: 5000, innerInstructions: [], preBalances: [], postBalances: [] },
    transaction: {
      signatures: transaction.signatures.map(({ signature }) => base58.encode(signature ?? new Uint8Array(64))),
      message: {
        recentBlockhash: message.recentBlockhash,
        accountKeys: message.accountKeys.map((pubkey, i) => ({
          pubkey,
          signer: message.isAccountSigner(i),
          writable: message.isAccountWritable(i),
          source: 'transaction',
        })),
        instructions: message.instructions.map(({ programIdIndex, accounts, data }) => ({
          programId: message.accountKeys[programIdIndex] ?? PublicKey.default,
          accounts: accounts.map((index) => message.accountKeys[index] ?? PublicKey.default),
          data,
        })),
      },
    },
  };
}

type ParsedTransactionError = NonNullable<ParsedTransactionWithMeta['meta']>['err'];
